import { readFileSync } from 'node:fs'

/** This program's version, from its package. Read at the start, so that it stays true when the files of a running process are replaced. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

const PLAIN = /^\d+\.\d+\.\d+$/

/** Whether version `a` came out before `b`; both are `major.minor.patch`. */
export const isOlder = (a: string, b: string): boolean => {
  if (!PLAIN.test(a) || !PLAIN.test(b)) throw new Error(`${PLAIN.test(a) ? b : a} is not a version`)
  const [x, y] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = x.findIndex((part, i) => part !== y[i])
  return at >= 0 && (x[at] as number) < (y[at] as number)
}
