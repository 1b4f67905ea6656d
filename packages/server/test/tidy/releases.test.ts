// What scripts/previous-release.mjs reports about a list of releases that contradicts the history.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { checkOut } = await import('../../../../scripts/previous-release.mjs' as string)
const { readReleases, schemaChecksums } = await import('../../../../scripts/releases.mjs' as string)

const MIGRATIONS = 'packages/server/migrations'
let work: string
let root: string
let release: { version: string; commit: string; schema: string; date: string }

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], { cwd: root, encoding: 'utf8' }).trim()

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'backhaul-releases-'))
  root = join(work, 'repository')
  mkdirSync(join(root, MIGRATIONS), { recursive: true })
  git('init', '--quiet')
  writeFileSync(join(root, 'package.json'), '{ "version": "1.0.0" }')
  writeFileSync(join(root, MIGRATIONS, '0001_first.sql'), 'create table a (id text);\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Release')
  release = { version: '1.0.0', commit: git('rev-parse', 'HEAD'), schema: schemaChecksums(root).at(-1), date: '2026-12-01' }
})
afterAll(() => rmSync(work, { recursive: true }))

let count = 0
const checkedOut = (asked: object) => checkOut({ ...release, ...asked }, join(work, `out-${++count}`), root)

test('RELEASES has one release per line, except comments, and an invalid line is named', () => {
  writeFileSync(join(root, 'RELEASES'), '# only this\n')
  expect(readReleases(root)).toEqual([])
  writeFileSync(join(root, 'RELEASES'), `# this\n${Object.values(release).join(' ')}\n`)
  expect(readReleases(root)).toEqual([release])
  writeFileSync(join(root, 'RELEASES'), '1.0.0 v1.0.0\n')
  expect(() => readReleases(root)).toThrow('RELEASES has the invalid line "1.0.0 v1.0.0"; the format is "version commit checksum date"')
  rmSync(join(root, 'RELEASES'))
})

test('a release is checked out as listed, and a release that differs from the history is refused', () => {
  expect(() => checkedOut({})).not.toThrow()
  const other = 'f'.repeat(40)
  expect(() => checkedOut({ commit: other })).toThrow(`the commit ${other} of 1.0.0 in RELEASES is not in the history of this clone`)
  expect(() => checkedOut({ version: '1.0.1' })).toThrow('has version 1.0.0, but RELEASES lists it as 1.0.1')
  expect(() => checkedOut({ schema: '0'.repeat(64) })).toThrow('the migrations of 1.0.0 have another checksum than in RELEASES')
})

test('migrations after a release follow its migrations, which stay unchanged', () => {
  writeFileSync(join(root, MIGRATIONS, '0002_second.sql'), 'create table b (id text);\n')
  expect(() => checkedOut({})).not.toThrow()
  writeFileSync(join(root, MIGRATIONS, '0000_before.sql'), 'create table c (id text);\n')
  expect(() => checkedOut({})).toThrow('the migrations of 1.0.0 have changed since, or later migrations do not follow them')
  rmSync(join(root, MIGRATIONS, '0000_before.sql'))
  writeFileSync(join(root, MIGRATIONS, '0001_first.sql'), 'create table a (id int);\n')
  expect(() => checkedOut({})).toThrow('the migrations of 1.0.0 have changed since')
})
