import { readFileSync } from 'node:fs'

export type Part = 'api 1' | 'api 2' | 'worker'

/** Returns the command line of a process. Empty if the process, such as a build of the pages, has ended in the meantime. */
const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const childrenOf = (pid: number): string[] => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** Returns the process for large requests, if there is one. */
export const largePartOf = (pid: number): number | null =>
  Number(childrenOf(pid).find((child) => commandOf(child).split('\0').at(-2) === 'large')) || null

/** Returns the ids of the processes that `pid` started, by part. */
export const partsOf = (pid: number): Map<Part, number> =>
  new Map(
    childrenOf(pid).flatMap((child) => {
      const [, program, , part] = commandOf(child)
        .split('\0')
        .filter((word) => !word.startsWith('--'))
      return program?.endsWith('process.js') ? [[part as Part, Number(child)] as const] : []
    }),
  )

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
