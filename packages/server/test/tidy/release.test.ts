// A release is published only if its owner has made every decision and its version is the same everywhere (scripts/release.mjs).
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/texts.ts'

const { placeholdersOf, problemsOf } = await import('../../../../scripts/release-checks.mjs' as string)

const SETTINGS = ['repository', 'npmScope', 'contact', 'imageRegistry']
const DECIDED = Object.fromEntries(SETTINGS.map((name) => [name, 'decided']))
const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const READY = {
  config: DECIDED,
  versions: { 'package.json': '1.2.3', 'packages/client': '1.2.3' },
  changelog: '# Changelog\n\n## 1.2.3\n\n## 1.2.2\n',
  releases: [{ version: '1.2.2', commit: COMMIT }],
  commit: COMMIT,
  tags: ['v1.2.3'],
}

test.each(SETTINGS)('a release is refused while %s is a placeholder, empty or missing', (name) => {
  for (const value of ['<what it is, such as x>', '', undefined])
    expect(problemsOf({ ...READY, config: { ...DECIDED, [name]: value } })).toEqual([
      `release.config.json has placeholders: ${name}: set each of them`,
    ])
})

test('a release is refused when versions, changelog, RELEASES or the tag disagree', () => {
  const why = (change: object): string[] => problemsOf({ ...READY, ...change })
  expect(why({})).toEqual([])
  expect(why({ releases: [] })).toEqual([])
  expect(why({ releases: [{ version: '1.2.3', commit: COMMIT }] })).toEqual([])
  expect(why({ releases: [{ version: '1.2.3', commit: 'f00d' }] })).toEqual(['RELEASES lists 1.2.3 with another commit: raise the version'])
  expect(why({ versions: { 'package.json': '1.2.3', 'packages/client': '1.2.2' } })).toEqual([
    'package.json files have different versions: 1.2.3, 1.2.2',
  ])
  expect(why({ changelog: '# Changelog\n\n## Unreleased\n' })).toEqual([
    'CHANGELOG.md begins with Unreleased, not with 1.2.3: add the version',
  ])
  expect(why({ tags: ['v1.2.2'] })).toEqual(['the commit has no tag v1.2.3: create the tag'])
})

test('the release script publishes nothing while release.config.json has placeholders, and names them', () => {
  const config = JSON.parse(readFileSync(join(ROOT, 'release.config.json'), 'utf8'))
  expect(Object.keys(config)).toEqual(SETTINGS)
  const args = [join(ROOT, 'scripts/release.mjs'), join(tmpdir(), 'backhaul-no-release'), '--publish']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^release: nothing was published:\n/)
  for (const name of placeholdersOf(config)) expect(stderr).toContain(name)
})
