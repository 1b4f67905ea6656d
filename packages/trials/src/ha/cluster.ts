// Runs the database of deploy/ha on this machine: three nodes of etcd, Patroni and PostgreSQL, and HAProxy. It uses the files of deploy/ha
// with other addresses and paths. Each run has its own addresses in 127.0.0.0/8, so the ports stay unchanged.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readText, signal } from '../lib/processes.ts'
import { findPostgres, type Json, unprivileged, until } from '../lib/run.ts'
import { ROOT } from '../lib/service.ts'

const FILES = join(ROOT, 'deploy/ha')
const NODES = ['db1', 'db2', 'db3']
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'openssl']
const GONE_MS = 20
const LIMIT_MS = 600_000
const own = (path: string) => unprivileged.uid && chownSync(path, unprivileged.uid, unprivileged.uid)

/** Returns the required programs that this machine does not have, or null if it has all of them. */
export const missing = (): string | null => {
  const absent = PROGRAMS.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
  if (!findPostgres(['pg_rewind'])) absent.push('postgresql')
  return absent.length > 0 ? absent.join(', ') : null
}

const directoryOf = (pid: string): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** A program of a node. Its output goes to a file. */
class Program {
  readonly #spawn: () => ChildProcess
  #child: ChildProcess | null = null

  constructor(name: string, dir: string, command: string, args: string[], env: Record<string, string> = {}) {
    this.#spawn = () => {
      const out = openSync(join(dir, `${name}.log`), 'a')
      return spawn(command, args, { ...unprivileged, cwd: '/', env: { ...process.env, HOME: dir, ...env }, stdio: ['ignore', out, out] })
    }
    this.start()
  }

  start(): void {
    this.#child = this.#spawn()
  }

  /** Sends SIGKILL. Resolves when the program has ended. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number
}

/** A fault of the primary, and its repair. */
export interface Outage {
  name: string
  /** The time from which the return of writes is measured. */
  since_ms: number
  revive: () => void
}

export class Cluster {
  readonly dir: string
  readonly #bin = findPostgres(['pg_rewind']) ?? ''
  readonly #network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}.`
  readonly #etcd = new Map<string, Program>()
  readonly #patroni = new Map<string, Program>()
  #haproxy: Program | null = null

  private constructor(dir: string) {
    this.dir = dir
  }

  /** `ports` are those of the two local APIs behind HAProxy, which need not run yet. */
  static async open(dir: string, ports: number[]): Promise<Cluster> {
    const cluster = new Cluster(dir)
    try {
      await cluster.#open(ports.map((port) => `127.0.0.1:${port}`))
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  async #open(apis: string[]): Promise<void> {
    own(this.dir)
    this.#certify()
    for (const i of NODES.keys()) this.#startEtcd(i)
    // The first node creates the cluster. The others copy it.
    for (const i of NODES.keys()) {
      this.#startPatroni(i)
      if (i === 0) await this.primary()
    }
    await this.whole()
    this.#startHaproxy(apis)
    const args = ['-X', '-q', '-d', this.url.replace('/backhaul?', '/postgres?'), '-c', 'create database backhaul']
    execFileSync(this.psql, args)
    this.#list()
  }

  #address(hosts: string, more: string): string {
    const ca = join(this.dir, 'authority.crt')
    return `postgres://backhaul:backhaul-password@${hosts}/backhaul?${more}sslmode=verify-ca&sslrootcert=${ca}`
  }

  /** A connection string with all three nodes. */
  get url(): string {
    const hosts = NODES.map((_, i) => `${this.address(i)}:5432`).join(',')
    return this.#address(hosts, 'target_session_attrs=read-write&connect_timeout=2&')
  }

  /** Runs the status command of docs/operating/high-availability.md. Throws if it does not show three nodes in their roles. */
  #list(): void {
    const shown = execFileSync('patronictl', ['-c', join(this.dir, 'db1.yml'), 'list'], { ...unprivileged, cwd: '/', encoding: 'utf8' })
    for (const role of ['Leader', 'Sync Standby', 'Replica'])
      if (!shown.includes(`| ${role} `)) throw new Error(`patronictl shows no ${role}:\n${shown}`)
  }

  address(i: number): string {
    return `${this.#network}${i + 1}`
  }

  /** Two connection strings: one to the primary through HAProxy, and one with all three nodes. */
  get urls(): readonly [string, string] {
    return [this.#address(`${this.address(8)}:5000`, ''), this.url]
  }

  /** Address of HAProxy, which passes requests to an API that is ready. */
  get api() {
    return { name: 'HAProxy', host: this.address(8), port: 8080 }
  }

  get psql(): string {
    return join(this.#bin, 'psql')
  }

  /** Creates a certificate authority, and one certificate that all nodes share. */
  #certify(): void {
    const openssl = (args: string) => execFileSync('openssl', args.split(' '), { cwd: this.dir, stdio: 'ignore' })
    openssl('req -x509 -nodes -newkey rsa:2048 -days 2 -subj /CN=authority -keyout authority.key -out authority.crt')
    openssl('req -nodes -newkey rsa:2048 -subj /CN=database -keyout server.key -out server.csr')
    openssl('x509 -req -in server.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 2 -out server.crt')
    chmodSync(join(this.dir, 'server.key'), 0o600)
    own(join(this.dir, 'server.key'))
  }

  /** Returns a file of deploy/ha with the values of this run. Throws if the file does not contain a text that is to be replaced. */
  #fill(name: string, changes: [string, string][]): string {
    let text = readFileSync(join(FILES, name), 'utf8')
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`deploy/ha/${name} does not have ${from}`)
      text = text.replaceAll(from, to)
    }
    return text
  }

  #directory(name: string): string {
    const dir = join(this.dir, name)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    own(dir)
    return dir
  }

  /** Replaces the first node's name and address by those of node `i`, but only in lines that describe the node itself. */
  #own(text: string, i: number): string {
    const first = this.address(0)
    return i === 0
      ? text
      : text
          .replaceAll(/^(name|ETCD_NAME)(: |=)db1$/gm, `$1$2${NODES[i]}`)
          .replaceAll(new RegExp(`(: |//)${first}(:\\d+)$`, 'gm'), `$1${this.address(i)}$2`)
  }

  #startEtcd(i: number): void {
    const name = NODES[i] as string
    const text = this.#own(
      this.#fill('etcd.env', [
        ['10.0.1.', this.#network],
        ['/var/lib/etcd/backhaul', this.#directory(`etcd-${name}`)],
      ]),
      i,
    )
    const env = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    this.#etcd.set(name, new Program(`etcd-${name}`, this.dir, 'etcd', [], env))
  }

  #startPatroni(i: number): void {
    const name = NODES[i] as string
    const home = this.#directory(name)
    const text = this.#own(
      this.#fill('patroni.yml', [
        ['10.0.1.0/24', '127.0.0.0/8'],
        ['10.0.1.', this.#network],
        ['/var/lib/postgresql/15/backhaul', join(home, 'data')],
        ['/usr/lib/postgresql/15/bin', this.#bin],
        ['/var/lib/postgresql/.pgpass-patroni', join(home, 'pgpass')],
        ['/etc/postgresql/tls', this.dir],
        ["    ssl: 'on'\n", `    ssl: 'on'\n    unix_socket_directories: ${home}\n`],
      ]),
      i,
    )
    writeFileSync(join(this.dir, `${name}.yml`), text)
    this.#patroni.set(name, new Program(`patroni-${name}`, this.dir, 'patroni', [join(this.dir, `${name}.yml`)]))
  }

  #startHaproxy([one = '', two = '']: string[]): void {
    const text = this.#fill('haproxy.cfg', [
      ['10.0.0.11:8080', one],
      ['10.0.0.12:8080', two],
      ['10.0.1.', this.#network],
      ['bind 127.0.0.1', `bind ${this.address(8)}`],
    ])
    writeFileSync(join(this.dir, 'haproxy.cfg'), text)
    this.#haproxy = new Program('haproxy', this.dir, 'haproxy', ['-db', '-f', join(this.dir, 'haproxy.cfg')])
  }

  /** Members as Patroni reports them: { name, role, state, lag }. */
  async members(): Promise<Member[]> {
    for (const i of NODES.keys()) {
      try {
        const answer = await fetch(`http://${this.address(i)}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        return ((await answer.json()) as Json).members
      } catch {
        // This node is down, so the next one is asked.
      }
    }
    return []
  }

  /** Resolves when there are a primary, a synchronous standby and a replica, without lag. */
  async whole(): Promise<void> {
    const isWhole = async () => {
      const members = await this.members()
      const count = (role: string, states: string[]) => members.filter((one) => one.role === role && states.includes(one.state)).length
      const streaming = ['running', 'streaming']
      return (
        count('leader', ['running']) === 1 &&
        count('sync_standby', streaming) === 1 &&
        count('replica', streaming) === 1 &&
        members.every(({ lag }) => !lag)
      )
    }
    await until('all three nodes are up', isWhole, LIMIT_MS).catch(async (error) => {
      throw new Error(`${error.message}: ${JSON.stringify(await this.members())}`)
    })
  }

  async primary(but = ''): Promise<string> {
    const isPrimary = ({ role, state, name }: Member) => role === 'leader' && state === 'running' && name !== but
    const find = async () => (await this.members()).find(isPrimary)
    return (await until('another node is primary', find, LIMIT_MS)).name
  }

  /** Returns the processes of a node's PostgreSQL, found by their working directory. That includes processes whose postmaster has died. */
  #postgresOf(name: string): number[] {
    const data = join(this.dir, name, 'data')
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && directoryOf(pid) === data)
      .map(Number)
  }

  /** Kills the postmaster first, because it would start other processes. Then kills all remaining processes. */
  async #killPostgres(name: string): Promise<void> {
    const postmaster = Number(readText(join(this.dir, name, 'data', 'postmaster.pid')).split('\n')[0])
    if (postmaster > 0) signal('SIGKILL', postmaster)
    for (let left = this.#postgresOf(name); left.length > 0; left = this.#postgresOf(name)) {
      signal('SIGKILL', ...left)
      await sleep(GONE_MS)
    }
  }

  /** Sends SIGKILL to all PostgreSQL processes of the primary. If `whole` is set, kills Patroni too, as if the machine had failed. */
  async killPrimary({ whole = false } = {}): Promise<Outage> {
    const name = await this.primary()
    const patroni = this.#patroni.get(name)
    if (whole) void patroni?.kill()
    const gone = this.#killPostgres(name)
    const since_ms = performance.now()
    await gone
    return { name, since_ms, revive: () => whole && patroni?.start() }
  }

  /**
   * Kills the primary. Waits until another node is the primary and the killed one has returned as a standby. Resolves with what was done.
   */
  async failOver(): Promise<string> {
    await this.whole()
    const { name } = await this.killPrimary()
    const next = await this.primary(name)
    await this.whole()
    return `failed over from ${name} to ${next}`
  }

  /** Moves the primary on purpose, by the command of docs/operating/high-availability.md, without its confirmation. */
  async switchOver(): Promise<Outage> {
    const name = await this.primary()
    const args = ['-c', join(this.dir, 'db1.yml'), 'switchover', '--force']
    const { stdout } = await promisify(execFile)('patronictl', args, { ...unprivileged, cwd: '/', timeout: LIMIT_MS })
    if ((await this.primary()) === name) throw new Error(`patronictl did not move the primary:\n${stdout}`)
    return { name, since_ms: performance.now(), revive: () => {} }
  }

  /** Freezes all PostgreSQL processes on the primary. Patroni continues and may react. */
  async freeze(lasts_ms: number): Promise<void> {
    const frozen = this.#postgresOf(await this.primary())
    signal('SIGSTOP', ...frozen)
    await sleep(lasts_ms)
    signal('SIGCONT', ...frozen)
  }

  /** Ends half of the service's sessions: every second one. */
  async endSessions(): Promise<void> {
    const sessions = this.#postgresOf(await this.primary()).filter((pid) => readText(`/proc/${pid}/cmdline`).includes('backhaul backhaul'))
    signal('SIGTERM', ...sessions.filter((_, i) => i % 2 === 0))
  }

  async close(): Promise<void> {
    await this.#haproxy?.kill()
    for (const [name, program] of this.#patroni) {
      await program.kill()
      await this.#killPostgres(name)
    }
    for (const program of this.#etcd.values()) await program.kill()
  }
}
