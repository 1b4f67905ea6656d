import { readFileSync } from 'node:fs'

/** This program's version, from its package. Read at the start, so that it stays true when the files of a running process are replaced. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

const readCommit = (): string | null => {
  try {
    return readFileSync(new URL('../../dist/commit', import.meta.url), 'utf8').trim() || null
  } catch {
    // Built before there was this file.
    return null
  }
}

/** The commit that this program was built from: 40 hexadecimal digits, with `-modified` if its sources had changes. Null: unknown. */
export const COMMIT: string | null = readCommit()

/** For people and labels of metrics: the version with the beginning of the commit, such as `1.2.3 (0123456789ab)`. */
export const BUILD = COMMIT === null ? VERSION : `${VERSION} (${COMMIT.replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1')})`

const PLAIN = /^\d+\.\d+\.\d+$/

/** Whether version `a` came out before `b`; both are `major.minor.patch`. */
export const isOlder = (a: string, b: string): boolean => {
  if (!PLAIN.test(a) || !PLAIN.test(b)) throw new Error(`${PLAIN.test(a) ? b : a} is not a version`)
  const [x, y] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = x.findIndex((part, i) => part !== y[i])
  return at >= 0 && (x[at] as number) < (y[at] as number)
}
