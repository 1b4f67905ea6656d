// The build of the documentation (scripts/pages.mjs), in a copy of the files that it needs, with a text of one word.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ROOT } from '../support/texts.ts'

let root: string
let dist: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backhaul-documentation-'))
  dist = join(root, 'packages/server/dist')
  for (const name of ['package-lock.json', 'scripts/bootstrap.mjs', 'scripts/pages.mjs']) cpSync(join(ROOT, name), join(root, name))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  put('docs/states.md', 'one')
  put('packages/docs-site/assets/style.css', '')
  put('packages/docs-site/dist/.built-from', 'its source')
  put('packages/server/dist/.built-from', 'a source')
  program("fs.writeFileSync(folder + '/index.json', fs.readFileSync(guide))")
  return () => rmSync(root, { recursive: true, force: true })
})

const put = (name: string, text: string) => {
  mkdirSync(join(root, name, '..'), { recursive: true })
  writeFileSync(join(root, name), text)
}
/** The program that builds the documentation. It counts its runs. */
const program = (write: string) =>
  put(
    'packages/docs-site/dist/index.js',
    `import * as fs from 'node:fs'
const guide = ${JSON.stringify(join(root, 'docs/states.md'))}
export const writeOwnReference = (folder) => {
  fs.appendFileSync(${JSON.stringify(join(root, 'makings'))}, 'one ')
  fs.mkdirSync(folder)
  ${write}
}
`,
  )
const run = (script: string, ...args: string[]): Promise<{ code: number; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, 'scripts', script), ...args], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })
const make = () => run('pages.mjs', 'reference')
const made = () => readFileSync(join(dist, 'reference/index.json'), 'utf8')
const makings = () => readFileSync(join(root, 'makings'), 'utf8')
const DONE = { code: 0, stderr: '' }
const BUILT = { code: 0, stderr: 'building the documentation ...\n' }

/** Code that makes the building process wait until this many processes want the result. */
const UNTIL_ALL_WANT_IT = (all: number, cache: string) => `
  const wanting = () => fs.readdirSync(${JSON.stringify(cache)}).filter((name) => /^reference\\.lock\\.\\d+$/.test(name)).length
  const isFirst = fs.readFileSync(${JSON.stringify(join(cache, '../makings'))}, 'utf8') === 'one '
  while (isFirst && wanting() < ${all}) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
`

test('concurrent processes build the documentation once and leave no extra files', async () => {
  const write = "fs.writeFileSync(folder + '/index.json', fs.readFileSync(guide))"
  program(`${UNTIL_ALL_WANT_IT(3, join(root, '.cache'))}${write}`)
  const all = await Promise.all([make(), make(), make()])
  expect(all.toSorted((a, b) => a.stderr.length - b.stderr.length)).toEqual([DONE, DONE, BUILT])
  expect([made(), makings()]).toEqual(['one', 'one '])
  expect(await make()).toEqual(DONE)
  expect(makings()).toBe('one ')
  expect(readdirSync(dist).sort()).toEqual(['.built-from', 'reference'])
  expect(readdirSync(join(root, '.cache'))).toEqual(['sources-of-reference.hash'])
})

test('the documentation is built again when a text or its generator changes, and kept otherwise', async () => {
  await make()
  expect(await make()).toEqual(DONE)
  expect(made()).toBe('one')
  put('docs/states.md', 'other')
  expect(await make()).toEqual(BUILT)
  expect(made()).toBe('other')
  put('packages/server/dist/.built-from', 'another source')
  expect(await make()).toEqual(BUILT)
  put('packages/docs-site/dist/.built-from', 'another maker')
  expect(await make()).toEqual(BUILT)
  expect(makings()).toBe('one one one one ')
})

test('a failed build is reported in one line, serves nothing incomplete and is retried by the next process', async () => {
  program("throw new Error('no room')")
  expect(await make()).toEqual({
    code: 1,
    stderr: 'building the documentation ...\nbackhaul: the documentation (/docs) could not be built: no room\n',
  })
  expect(readdirSync(dist).sort()).toEqual(['.built-from'])
  program("fs.writeFileSync(folder + '/index.json', fs.readFileSync(guide))")
  // The folder of a killed build. No process can have the id in its name.
  mkdirSync(join(dist, '.reference-new-4194305'))
  expect(await make()).toEqual(BUILT)
  expect(readdirSync(dist).sort()).toEqual(['.built-from', 'reference'])
})
