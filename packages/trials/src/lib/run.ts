// What every trial needs of a run: its arguments, its clock, its folder, its chance, and words for what was measured.
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What JSON.parse returns: what the service answers is looked into, not declared again. */
export type Json = ReturnType<typeof JSON.parse>

type Options = Record<string, number | string | boolean | null>

/**
 * The arguments of this process over `defaults`, whose types say what each takes: `false` nothing, a number one above 0, others a text. Ends
 * the process with 2 and a line of usage if one is not understood.
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
      console.error(`${args.slice(i, i + 2).join(' ')} is not understood\n${usage()}`)
      process.exit(2)
    }
  }
  return options as T
}

/** A seed for who gives none. */
export const anySeed = (): number => Date.now() % 1_000_000

const began_ms = performance.now()

/** A line with the time since the process began. */
export const say = (text: string): void => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  console.log(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}`)
}

export const counted = (count: number): string => count.toLocaleString('en')

/** Of values in ascending order, the one below which this share of them lies; 0 of none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const median = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** One more of this name. */
export const count = <K extends string>(counts: Partial<Record<K, number>>, name: K): void => {
  counts[name] = (counts[name] ?? 0) + 1
}

/** Resolves with what `look` finds. Throws when it has found nothing for so long; what it throws itself is nothing found. */
export const until = async <T>(what: string, look: () => T | Promise<T>, limit_ms = 300_000, every_ms = 100): Promise<NonNullable<T>> => {
  for (const end_ms = performance.now() + limit_ms; performance.now() < end_ms; await sleep(every_ms)) {
    const found = await (async () => look())().catch(() => null)
    if (found) return found
  }
  throw new Error(`it is not so after ${limit_ms / 1000} s that ${what}`)
}

/** Throws unless it holds, and says that it does. */
export const check = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`it does not hold that ${what}`)
  console.log(`ok: ${what}`)
}

/** What runs beside other things, and is awaited as a whole. */
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

/** Numbers in [0, 1) that a seed determines (mulberry32). */
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
 * A port of 127.0.0.1 for something that is to listen later. Below those that Linux gives to whoever asks for any, so none of those who do
 * meanwhile gets it.
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

/** A directory of the run's own. As root the database runs under another account, which must be able to pass through. */
export const makeRunDirectory = (name: string): string => {
  const dir = mkdtempSync(join(tmpdir(), `backhaul-${name}-`))
  chmodSync(dir, 0o711)
  return dir
}

/** `dataDir`: where its database was opened. */
export const removeRunDirectory = (dir: string, dataDir = join(dir, 'database')): void => {
  // Where the database went if its account could not get into the directory.
  const pointer = join(dataDir, 'postgres.location')
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
}

/** The folder of the newest PostgreSQL of this machine's packages that has all these programs, not older than `oldest`; null: there is none. */
export const findPostgres = (programs: readonly string[], oldest = 0): string | null => {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).filter((name) => Number(name) >= oldest) : []
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(packaged, name, 'bin'))
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name)))) ?? null
}

// PostgreSQL refuses root: there its programs run as nobody.
const NOBODY = 65_534
export const asNobody: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
