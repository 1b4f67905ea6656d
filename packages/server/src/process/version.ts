import { readFileSync } from 'node:fs'

/**
 * This program's version, from its package. It is read at startup, so that it stays correct when the files of a running process are
 * replaced.
 */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

const readCommit = (): string | null => {
  try {
    return readFileSync(new URL('../../dist/source-commit', import.meta.url), 'utf8').trim() || null
  } catch {
    // There is no such file when the program runs from its sources.
    return null
  }
}

/** The commit that this program was built from: 40 hexadecimal digits, with `-modified` if its sources had changes. Null: unknown. */
export const COMMIT: string | null = readCommit()

/** For people and for metric labels: the version with the beginning of the commit, such as `1.2.3 (0123456789ab)`. */
export const BUILD = COMMIT === null ? VERSION : `${VERSION} (${COMMIT.replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1')})`

const VERSION_NUMBER = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

/** Throws if the text is not a version by https://semver.org without build metadata. */
const partsOf = (version: string): { numbers: string[]; pre: string[] } => {
  const found = VERSION_NUMBER.exec(version)
  if (!found) throw new Error(`${version} is not a version`)
  return { numbers: found.slice(1, 4), pre: found[4]?.split('.') ?? [] }
}

/** Numbers compare by value and precede words. Words compare by their characters. */
const compare = (a: string, b: string): number => {
  const [x, y] = [a, b].map((part) => /^\d+$/.test(part)) as [boolean, boolean]
  if (x && y) return Number(a) - Number(b)
  if (x || y) return x ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

const compareAll = (a: readonly string[], b: readonly string[]): number => {
  const at = a.findIndex((part, i) => b[i] === undefined || compare(part, b[i]) !== 0)
  if (at < 0) return a.length - b.length
  return b[at] === undefined ? 1 : compare(a[at] as string, b[at])
}

/** Whether version `a` precedes `b` (https://semver.org). For example, 1.0.0-rc.1 precedes 1.0.0. */
export const isOlder = (a: string, b: string): boolean => {
  const [x, y] = [partsOf(a), partsOf(b)]
  const byNumbers = compareAll(x.numbers, y.numbers)
  if (byNumbers !== 0) return byNumbers < 0
  if (x.pre.length === 0 || y.pre.length === 0) return x.pre.length > 0 && y.pre.length === 0
  return compareAll(x.pre, y.pre) < 0
}
