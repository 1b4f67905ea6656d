// Everything that Backhaul bundles or installs may be redistributed under the Apache License 2.0, with its notices.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../support/texts.ts'

const { checkLicenses } = await import('../../../../scripts/licenses.mjs' as string)

const check = (license: string | undefined, dev = false) =>
  checkLicenses({ packages: { '': {}, 'node_modules/@a/b': { license, dev } }, notice: '', files: [] }).problems

test.each(['MIT', 'Apache-2.0', 'MIT OR Apache-2.0', '(MIT OR GPL-3.0-only)', 'MIT AND ISC'])('a dependency may be under %s', (license) => {
  expect(check(license)).toEqual([])
})

test.each(['GPL-3.0-only', 'AGPL-3.0', 'SSPL-1.0', 'UNLICENSED', 'MPL-2.0', 'MIT AND GPL-2.0-only', undefined])(
  'a dependency may not be under %s',
  (license) => {
    expect(check(license)).toEqual([expect.stringMatching(/^@a\/b (has the license|names no license)/)])
  },
)

test('development tools may be under the MPL, but not under the GPL', () => {
  expect(check('MPL-2.0', true)).toEqual([])
  expect(check('GPL-3.0-only', true)).toHaveLength(1)
})

test('NOTICE names every bundled file', () => {
  const files = ['packages/server/assets/fonts/Other.ttf']
  expect(checkLicenses({ packages: {}, notice: 'Another.ttf', files: [] }).problems).toEqual([])
  expect(checkLicenses({ packages: {}, notice: 'Some.ttf', files }).problems).toEqual([expect.stringContaining('Other.ttf')])
})

test('the bundle of the server includes the licenses of its packages', () => {
  const text = readFileSync(join(ROOT, 'packages/server/dist/licenses.txt'), 'utf8')
  expect(text).toMatch(/^## fastify \d/m)
  expect(text).toMatch(/^## typebox \d/m)
  expect(text).toMatch(/Permission is hereby granted/)
})
