// Processes of this machine, read from Linux's /proc, and trial programs that run in their own processes.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Json } from './run.ts'

/** The number of kernel clock ticks per second. Process times are counted in these ticks. */
const TICKS_PER_S = 100

/** Returns an empty text if the process has ended or the file does not exist. */
export const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export interface Process {
  parent: number
  command: string
  used_s: number
}

const processIds = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Returns all processes by id, with their parent, their command and their seconds of processor time. */
export const processTable = (): Map<number, Process> => {
  const table = new Map<number, Process>()
  for (const pid of processIds()) {
    const stat = readText(`/proc/${pid}/stat`)
    // The command may contain any character, even parentheses, so it ends only at the last one.
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const used_s = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
    table.set(pid, { parent: Number(fields[1]), command: stat.slice(stat.indexOf('(') + 1, end), used_s })
  }
  return table
}

/**
 * Returns the seconds of processor time used on this machine, including the time that its host gave to other machines. Returns null if
 * /proc/stat does not describe this machine alone.
 */
export const machineUsedS = (): number | null => {
  const lines = readText('/proc/stat').split('\n')
  if (lines.filter((line) => /^cpu\d/.test(line)).length !== availableParallelism()) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (lines[0] ?? '').trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_S
}

/** Returns a process and its descendants, by ascending id. */
export const familyOf = (root: number, table = processTable()): number[] => {
  const isBelow = (pid: number): boolean => {
    const parent = table.get(pid)?.parent
    return pid === root || (parent !== undefined && isBelow(parent))
  }
  return [...table.keys()].filter(isBelow).sort((a, b) => a - b)
}

/** Sends a signal to the processes that still exist. */
export const signal = (name: NodeJS.Signals, ...pids: number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has already ended.
    }
  }
}

/** A trial program in its own process. It answers each message with one message. */
export class Helper {
  readonly child: ChildProcess

  constructor(file: string, options: ForkOptions = {}) {
    this.child = fork(file, options)
  }

  /** Resolves with the next message. Rejects if the process ends first. */
  async next(): Promise<Json> {
    // The listeners are removed afterward. Otherwise they would accumulate over many calls.
    const waiting = new AbortController()
    const { signal } = waiting
    const ended = once(this.child, 'exit', { signal }).then(([code]) =>
      Promise.reject(new Error(`${this.child.spawnargs.at(-1)} ended with ${code}`)),
    )
    ended.catch(() => {})
    try {
      const [answer] = await Promise.race([once(this.child, 'message', { signal }), ended])
      return answer
    } finally {
      waiting.abort()
    }
  }

  ask(message: Json): Promise<Json> {
    const answer = this.next()
    this.child.send(message)
    return answer
  }

  stop(): void {
    this.child.kill('SIGKILL')
  }
}
