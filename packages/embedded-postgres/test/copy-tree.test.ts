import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from '../src/copy-tree.ts'

test('a copied tree has the modes, bytes and links of the original, regardless of the umask', () => {
  const home = fs.mkdtempSync(join(tmpdir(), 'copy-tree-'))
  const umask = process.umask(0o022)
  onTestFinished(() => {
    process.umask(umask)
    fs.chmodSync(join(home, 'made/closed'), 0o700)
    fs.chmodSync(join(home, 'copy/closed'), 0o700)
    fs.rmSync(home, { recursive: true })
  })
  const made = join(home, 'made')
  fs.mkdirSync(join(made, 'private/deep'), { recursive: true })
  fs.mkdirSync(join(made, 'closed'))
  fs.writeFileSync(join(made, 'private/deep/secret'), 'word')
  fs.writeFileSync(join(made, 'closed/program'), '#!/bin/sh')
  fs.symlinkSync('deep/secret', join(made, 'private/link'))
  const modes = { '.': 0o700, private: 0o750, 'private/deep': 0o777, 'private/deep/secret': 0o600, 'closed/program': 0o755, closed: 0o555 }
  for (const [path, mode] of Object.entries(modes)) fs.chmodSync(join(made, path), mode)

  copyTree(made, join(home, 'copy'))
  const seen = Object.keys(modes).map((path) => [path, fs.statSync(join(home, 'copy', path)).mode & 0o777])
  expect(Object.fromEntries(seen)).toEqual(modes)
  expect(fs.readlinkSync(join(home, 'copy/private/link'))).toBe('deep/secret')
  expect(fs.readFileSync(join(home, 'copy/private/link'), 'utf8')).toBe('word')
})
