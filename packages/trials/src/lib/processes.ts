// The processes of this machine, as Linux tells them, and programs of a trial that run in processes of their own.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Json } from './run.ts'

/** Of the kernel's clock, in which it counts the time of processes. */
const TICKS_PER_S = 100

/** '' for what has ended meanwhile, or where there is no such file. */
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

/** All processes: parent, command, and seconds of processor that they have used. By id. */
export const processTable = (): Map<number, Process> => {
  const table = new Map<number, Process>()
  for (const pid of processIds()) {
    const stat = readText(`/proc/${pid}/stat`)
    // The command may have any characters in it, but for its closing parenthesis.
    const end = stat.lastIndexOf(')')
    const fields = stat.slice(end + 2).split(' ')
    const used_s = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
    table.set(pid, { parent: Number(fields[1]), command: stat.slice(stat.indexOf('(') + 1, end), used_s })
  }
  return table
}

/** Seconds of processor that this machine has used for anybody, or that its host gave to others; null where nobody says so of this machine alone. */
export const machineUsedS = (): number | null => {
  const lines = readText('/proc/stat').split('\n')
  if (lines.filter((line) => /^cpu\d/.test(line)).length !== availableParallelism()) return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (lines[0] ?? '').trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_S
}

/** A process and those below it, in the order of their ids. */
export const familyOf = (root: number, table = processTable()): number[] => {
  const isBelow = (pid: number): boolean => {
    const parent = table.get(pid)?.parent
    return pid === root || (parent !== undefined && isBelow(parent))
  }
  return [...table.keys()].filter(isBelow).sort((a, b) => a - b)
}

/** A signal to those that have not ended meanwhile. */
export const signal = (name: NodeJS.Signals, ...pids: number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** A program of a trial in a process of its own, which answers one message for each that it is sent. */
export class Helper {
  readonly child: ChildProcess

  constructor(file: string, options: ForkOptions = {}) {
    this.child = fork(file, options)
  }

  /** Its next message. Throws when it ends instead. */
  async next(): Promise<Json> {
    // Whoever asks often must leave no listener behind.
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
