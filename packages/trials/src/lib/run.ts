// Shared parts of all trials: arguments, clock, folder, random numbers, and output of measurements.
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A value from JSON.parse. The answers of the service are used without declaring their types again. */
export type Json = ReturnType<typeof JSON.parse>

type Options = Record<string, number | string | boolean | null>

/**
 * Reads the arguments of this process, which override `defaults`. The type of a default decides what its option takes: nothing if it is
 * `false`, a number above 0 if it is a number, else a text. If an argument is not understood, prints a usage line and ends the process with
 * exit code 2.
 */
export const readOptions = <T extends Options>(command: string, defaults: T, args = process.argv.slice(2)): T => {
  const options: Options = { ...defaults }
  const takes = (name: string) => (typeof defaults[name] === 'number' ? ' N' : defaults[name] === false ? '' : ` ${name.toUpperCase()}`)
  const usage = () =>
    `usage: ${command} -- ${Object.keys(defaults)
      .map((name) => `[--${name}${takes(name)}]`)
      .join(' ')}`
  for (let i = 0; i < args.length; i++) {
    const name = /^--(.+)$/.exec(args[i] ?? '')?.[1] ?? ''
    const value = args[i + 1]
    const isNumber = typeof defaults[name] === 'number'
    if (defaults[name] === false) options[name] = true
    else if (name in defaults && value && (!isNumber || Number(value) > 0))
      options[name] = isNumber ? Number(args[++i]) : (args[++i] as string)
    else {
      console.error(`${args.slice(i, i + 2).join(' ')} is not a valid argument\n${usage()}`)
      process.exit(2)
    }
  }
  return options as T
}

/** Returns a seed for a run that was started without one. */
export const anySeed = (): number => Date.now() % 1_000_000

const began_ms = performance.now()

/** Prints a line that begins with the time since the process began. */
export const say = (text: string): void => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  console.log(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}`)
}

export const counted = (count: number): string => count.toLocaleString('en')

/** Returns the percentile of values in ascending order, or 0 if there are none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** Adds one to the count with this name. */
export const count = <K extends string>(counts: Partial<Record<K, number>>, name: K): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/**
 * Resolves with the first truthy result of `look`. Rejects if there is none within the time limit. An error of `look` counts as no result.
 */
export const until = async <T>(what: string, look: () => T | Promise<T>, limit_ms = 300_000, every_ms = 100): Promise<NonNullable<T>> => {
  for (const end_ms = performance.now() + limit_ms; performance.now() < end_ms; await sleep(every_ms)) {
    const found = await (async () => look())().catch(() => null)
    if (found) return found
  }
  throw new Error(`not true after ${limit_ms / 1000} s: ${what}`)
}

/** Prints the check if `holds` is true, and throws otherwise. */
export const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`not true: ${what}`)
  console.log(`ok: ${what}`)
}

/** A set of running tasks, which can be awaited together. */
export class UnderWay {
  readonly #all = new Set<Promise<unknown>>()

  get size(): number {
    return this.#all.size
  }

  add(one: Promise<unknown>): void {
    this.#all.add(one)
    const remove = () => this.#all.delete(one)
    one.then(remove, remove)
  }

  async ended(): Promise<void> {
    await Promise.all(this.#all)
  }
}

/** Returns a generator of numbers in [0, 1) that follow from the seed (mulberry32). */
export const seeded = (given: number) => {
  let seed = given
  return (): number => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const FIRST_PORT = 20_000
const PORTS = 12_000

/**
 * Finds a port of 127.0.0.1 for a program that will listen later. The range is below the ports that Linux assigns automatically, so no
 * other program gets this port by chance.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    const server = net.createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * Creates a directory for the run. If this process is root, the database runs under another account, which must be able to enter the
 * directory.
 */
export const makeRunDirectory = (name: string): string => {
  const dir = mkdtempSync(join(tmpdir(), `backhaul-${name}-`))
  chmodSync(dir, 0o711)
  return dir
}

/** `dataDir` is the directory in which the run's database was opened. */
export const removeRunDirectory = (dir: string, dataDir = join(dir, 'database')): void => {
  // The file postgres.location names the directory of the database if the database's account could not enter the run's directory.
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
}

/**
 * Returns the folder of the newest packaged PostgreSQL that has at least the version `oldest` and all these programs. Returns null if there
 * is none.
 */
export const findPostgres = (programs: readonly string[], oldest = 0): string | null => {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).filter((name) => Number(name) >= oldest) : []
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(packaged, name, 'bin'))
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null
}

// PostgreSQL refuses to run as root, so its programs run as nobody.
const NOBODY = 65_534
export const unprivileged: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
