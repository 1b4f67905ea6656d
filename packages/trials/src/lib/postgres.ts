// A PostgreSQL cluster made with the programs of this machine's packages.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { unprivileged, until } from './run.ts'

/** Creates a directory that PostgreSQL's account can write to. */
export const directoryFor = (work: string, name: string): string => {
  const directory = join(work, name)
  mkdirSync(directory, { mode: 0o700 })
  if (unprivileged.uid) chownSync(directory, unprivileged.uid, unprivileged.uid)
  return directory
}

export class Postgres {
  readonly data: string
  readonly #bin: string
  readonly #port: number
  #child: ChildProcess | null = null

  constructor(bin: string, data: string, port: number) {
    this.data = data
    this.#bin = bin
    this.#port = port
  }

  url(database = 'postgres', user = 'backhaul'): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/${database}`
  }

  run(program: string, ...args: string[]): string {
    const options = {
      ...unprivileged,
      cwd: '/',
      encoding: 'utf8' as const,
      stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
    }
    return execFileSync(join(this.#bin, program), args, options)
  }

  query(database: string, text: string): string {
    return this.run('psql', '-X', '-A', '-t', '-d', this.url(database), '-c', text).trim()
  }

  init(): void {
    this.run('initdb', '-D', this.data, '-U', 'backhaul', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  }

  /** Resolves when the server accepts writes. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const options = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', port: this.#port }
    const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(this.#bin, 'postgres'), ['-D', this.data, ...args], {
      ...unprivileged,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#child = child
    let said = ''
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-4000)
    })
    const psql = ['-X', '-A', '-t', '-d', this.url(), '-c', 'select pg_is_in_recovery()']
    const takesWrites = () => {
      if (child.exitCode !== null) return 'ended'
      return execFileSync(join(this.#bin, 'psql'), psql, { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .startsWith('f')
    }
    if ((await until(`PostgreSQL runs on ${this.data} and takes writes`, takesWrites)) === 'ended')
      throw new Error(`PostgreSQL does not start on ${this.data}: ${said}`)
  }

  async stop(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGINT')
    await gone
  }
}
