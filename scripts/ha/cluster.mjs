// The database of deploy/ha on this machine: three nodes of etcd, Patroni and PostgreSQL, and HAProxy, from the files there with other addresses
// and paths. Each run has addresses of its own in 127.0.0.0/8, so that the ports stay those of the files.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readText } from '../process-table.mjs'
import { findPostgres } from '../running.mjs'

const FILES = fileURLToPath(new URL('../../deploy/ha/', import.meta.url))
const NODES = ['db1', 'db2', 'db3']
const PROGRAMS = ['etcd', 'patroni', 'patronictl', 'haproxy', 'openssl']
const LOOK_MS = 100
const GONE_MS = 20
const LIMIT_MS = 600_000
// PostgreSQL refuses root: there all of this runs as nobody.
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** What is not on this machine of what this takes; null: nothing. */
export const missing = () => {
  const absent = PROGRAMS.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
  if (!findPostgres(['pg_rewind'])) absent.push('postgresql')
  return absent.length > 0 ? absent.join(', ') : null
}

const send = (pid, signal) => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

const directoryOf = (pid) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

/** A program of a node, whose output goes to a file. */
class Program {
  #child = null
  constructor(name, dir, command, args, env = {}) {
    Object.assign(this, { name, dir, command, args, env })
  }

  start() {
    const out = openSync(join(this.dir, `${this.name}.log`), 'a')
    this.#child = spawn(this.command, this.args, {
      ...asNobody,
      cwd: '/',
      env: { ...process.env, HOME: this.dir, ...this.env },
      stdio: ['ignore', out, out],
    })
    this.ended = once(this.#child, 'exit')
  }

  get pid() {
    return this.#child?.pid ?? 0
  }

  get isRunning() {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  async kill(signal) {
    if (!this.isRunning) return
    send(this.pid, signal)
    await this.ended
  }
}

export class Cluster {
  dir
  /** Where HAProxy leads to the primary. */
  balancedUrl
  /** With all three nodes. */
  url
  #bin = findPostgres(['pg_rewind'])
  #network
  #etcd = new Map()
  #patroni = new Map()
  #haproxy = null

  /** `apis`: `host:port` of the two that HAProxy leads to, which need not run yet. */
  static async open(dir, apis) {
    const cluster = new Cluster()
    cluster.dir = dir
    try {
      await cluster.#open(apis)
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  async #open(apis) {
    this.#network = `127.${1 + (process.pid % 250)}.${1 + (Math.floor(process.pid / 250) % 250)}.`
    if (isRoot) chownSync(this.dir, NOBODY, NOBODY)
    this.#certify()
    const ca = join(this.dir, 'authority.crt')
    const [user, tls] = ['backhaul:backhaul-password', `sslmode=verify-ca&sslrootcert=${ca}`]
    const hosts = NODES.map((_, i) => `${this.address(i)}:5432`).join(',')
    this.url = `postgres://${user}@${hosts}/backhaul?target_session_attrs=read-write&connect_timeout=2&${tls}`
    this.balancedUrl = `postgres://${user}@${this.address(8)}:5000/backhaul?${tls}`
    for (const i of NODES.keys()) this.#startEtcd(i)
    // The first makes the cluster, which the others copy.
    for (const i of NODES.keys()) {
      this.#startPatroni(i)
      if (i === 0)
        await this.#until('there is a primary', async () =>
          (await this.members()).some(({ role, state }) => role === 'leader' && state === 'running'),
        )
    }
    await this.whole()
    this.#startHaproxy(apis)
    execFileSync(join(this.#bin, 'psql'), [
      '-X',
      '-q',
      '-d',
      this.url.replace('/backhaul?', '/postgres?'),
      '-c',
      'create database backhaul',
    ])
    this.#list()
  }

  /** What an operator looks at, by the command that docs/operating/high-availability.md names. Throws if it does not show three nodes in their roles. */
  #list() {
    const shown = execFileSync('patronictl', ['-c', join(this.dir, 'db1.yml'), 'list'], { ...asNobody, cwd: '/', encoding: 'utf8' })
    for (const role of ['Leader', 'Sync Standby', 'Replica'])
      if (!shown.includes(`| ${role} `)) throw new Error(`patronictl shows no ${role}:\n${shown}`)
  }

  address(i) {
    return `${this.#network}${i + 1}`
  }

  get urls() {
    return [this.balancedUrl, this.url]
  }

  /** Where HAProxy hands requests to an API that is ready. */
  get api() {
    return { name: 'HAProxy', host: this.address(8), port: 8080 }
  }

  get psql() {
    return join(this.#bin, 'psql')
  }

  /** An authority, and a certificate of it that the nodes share. */
  #certify() {
    const openssl = (...args) => execFileSync('openssl', args, { cwd: this.dir, stdio: 'ignore' })
    openssl(
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      'rsa:2048',
      '-days',
      '2',
      '-subj',
      '/CN=authority',
      '-keyout',
      'authority.key',
      '-out',
      'authority.crt',
    )
    openssl('req', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=database', '-keyout', 'server.key', '-out', 'server.csr')
    openssl(
      'x509',
      '-req',
      '-in',
      'server.csr',
      '-CA',
      'authority.crt',
      '-CAkey',
      'authority.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-out',
      'server.crt',
    )
    chmodSync(join(this.dir, 'server.key'), 0o600)
    if (isRoot) chownSync(join(this.dir, 'server.key'), NOBODY, NOBODY)
  }

  /** A file of deploy/ha with what is of this run. Errors: the file does not have what is to be changed. */
  #fill(name, changes) {
    let text = readFileSync(join(FILES, name), 'utf8')
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`deploy/ha/${name} does not have ${from}`)
      text = text.replaceAll(from, to)
    }
    return text
  }

  #directory(name) {
    const dir = join(this.dir, name)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (isRoot) chownSync(dir, NOBODY, NOBODY)
    return dir
  }

  /** The name and address of the first node, where it speaks of itself. */
  #own(text, i) {
    const first = this.address(0)
    return i === 0
      ? text
      : text
          .replaceAll(/^(name|ETCD_NAME)(: |=)db1$/gm, `$1$2${NODES[i]}`)
          .replaceAll(new RegExp(`(: |//)${first}(:\\d+)$`, 'gm'), `$1${this.address(i)}$2`)
  }

  #startEtcd(i) {
    const text = this.#own(
      this.#fill('etcd.env', [
        ['10.0.1.', this.#network],
        ['/var/lib/etcd/backhaul', this.#directory(`etcd-${NODES[i]}`)],
      ]),
      i,
    )
    const env = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => /^\w+=/.test(line))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
    const program = new Program(`etcd-${NODES[i]}`, this.dir, 'etcd', [], env)
    program.start()
    this.#etcd.set(NODES[i], program)
  }

  #startPatroni(i) {
    const name = NODES[i]
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
    const program = new Program(`patroni-${name}`, this.dir, 'patroni', [join(this.dir, `${name}.yml`)])
    program.start()
    this.#patroni.set(name, program)
  }

  #startHaproxy(apis) {
    const [one, two] = apis
    const text = this.#fill('haproxy.cfg', [
      ['10.0.0.11:8080', one],
      ['10.0.0.12:8080', two],
      ['10.0.1.', this.#network],
      ['bind 127.0.0.1', `bind ${this.address(8)}`],
    ])
    writeFileSync(join(this.dir, 'haproxy.cfg'), text)
    this.#haproxy = new Program('haproxy', this.dir, 'haproxy', ['-db', '-f', join(this.dir, 'haproxy.cfg')])
    this.#haproxy.start()
  }

  /** As Patroni sees them: { name, role, state, lag }. */
  async members() {
    for (const i of NODES.keys()) {
      try {
        const answer = await fetch(`http://${this.address(i)}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
        return (await answer.json()).members
      } catch {
        // This one is away; another knows.
      }
    }
    return []
  }

  async #until(what, condition) {
    for (const end_ms = performance.now() + LIMIT_MS; performance.now() < end_ms; await sleep(LOOK_MS)) {
      const found = await condition()
      if (found) return found
    }
    throw new Error(`it is not so after ${LIMIT_MS / 1000} s that ${what}: ${JSON.stringify(await this.members())}`)
  }

  /** Resolves when there are a primary, a standby that has everything, and another one that follows. */
  async whole() {
    await this.#until('all three nodes are there', async () => {
      const members = await this.members()
      const count = (role, states) => members.filter((one) => one.role === role && states.includes(one.state)).length
      const streaming = ['running', 'streaming']
      return (
        count('leader', ['running']) === 1 &&
        count('sync_standby', streaming) === 1 &&
        count('replica', streaming) === 1 &&
        members.every(({ lag }) => !lag)
      )
    })
  }

  async primary() {
    const leader = await this.#until('there is a primary', async () =>
      (await this.members()).find(({ role, state }) => role === 'leader' && state === 'running'),
    )
    return leader.name
  }

  /** Processes of a node's PostgreSQL: they work in its data directory. Those whose postmaster has died are found, too. */
  #postgresOf(name) {
    const data = join(this.dir, name, 'data')
    return readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && directoryOf(pid) === data)
      .map(Number)
  }

  /** The postmaster first, as it would start others; then whoever it had just started. */
  async #killPostgres(name) {
    const file = join(this.dir, name, 'data', 'postmaster.pid')
    if (existsSync(file)) send(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
    for (let left = this.#postgresOf(name); left.length > 0; left = this.#postgresOf(name)) {
      for (const pid of left) send(pid, 'SIGKILL')
      await sleep(GONE_MS)
    }
  }

  /** SIGKILL to all of PostgreSQL on the primary; `whole`: to Patroni too, as if the machine were gone. */
  async killPrimary({ whole = false } = {}) {
    const name = await this.primary()
    const patroni = this.#patroni.get(name)
    if (whole) send(patroni.pid, 'SIGKILL')
    const gone = this.#killPostgres(name)
    const since_ms = performance.now()
    await gone
    return { name, since_ms, revive: () => whole && patroni.start() }
  }

  /** The primary is killed, another takes over, and it comes back as a standby. Returns what was done. */
  async failOver() {
    await this.whole()
    const { name } = await this.killPrimary()
    const next = await this.#until('another is the primary', async () =>
      (await this.members()).find((one) => one.role === 'leader' && one.state === 'running' && one.name !== name),
    )
    await this.whole()
    return `failed over from ${name} to ${next.name}`
  }

  /** The primary on purpose elsewhere, by the command that docs/operating/high-availability.md names; it asks nothing here. */
  async switchOver() {
    const name = await this.primary()
    const args = ['-c', join(this.dir, 'db1.yml'), 'switchover', '--force']
    const { stdout } = await promisify(execFile)('patronictl', args, { ...asNobody, cwd: '/', timeout: LIMIT_MS })
    if ((await this.primary()) === name) throw new Error(`patronictl left the primary where it was:\n${stdout}`)
    return { name, since_ms: performance.now(), revive: () => {} }
  }

  /** All of PostgreSQL on the primary stands still; Patroni goes on, and may do something about it. */
  async freeze(lasts_ms) {
    const frozen = this.#postgresOf(await this.primary())
    for (const pid of frozen) send(pid, 'SIGSTOP')
    await sleep(lasts_ms)
    for (const pid of frozen) send(pid, 'SIGCONT')
  }

  /** Ends every second session of the service. */
  async endSessions() {
    const sessions = this.#postgresOf(await this.primary()).filter((pid) => readText(`/proc/${pid}/cmdline`).includes('backhaul backhaul'))
    for (const [i, pid] of sessions.entries()) if (i % 2 === 0) send(pid, 'SIGTERM')
  }

  async close() {
    await this.#haproxy?.kill('SIGKILL')
    for (const [name, program] of this.#patroni) {
      await program.kill('SIGKILL')
      await this.#killPostgres(name)
    }
    for (const program of this.#etcd.values()) await program.kill('SIGKILL')
  }
}
