import { expect, test } from 'vitest'
import { isOlder } from '../../src/process/version.ts'

/** In ascending order. The middle part is the example of https://semver.org. */
const VERSIONS = [
  '0.9.10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1-rc.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
]

test('versions follow the order of semantic versioning, with pre-releases before their release', () => {
  for (const [i, a] of VERSIONS.entries()) for (const [j, b] of VERSIONS.entries()) expect([a, b, isOlder(a, b)]).toEqual([a, b, i < j])
})

test.each(['1.0', 'v1.0.0', '1.0.0-', '1.0.0-rc..1', '1.0.0+build', ''])('%j is not a version', (text) => {
  expect(() => isOlder('1.0.0', text)).toThrow(`${text} is not a version`)
  expect(() => isOlder(text, '1.0.0')).toThrow(`${text} is not a version`)
})
