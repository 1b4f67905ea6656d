import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedConfig, type EmbeddedRole, openEmbedded } from '../src/index.ts'
import { readPostmaster } from '../src/postmaster.ts'

type Outcome = { config: EmbeddedConfig } | { refused: string; message: string }

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const USER_SCRIPT = fileURLToPath(new URL('embedded-user.mjs', import.meta.url))
const asRoot = process.getuid?.() === 0

let parent: string
let dataDir: string
let processes: ChildProcess[] = []

/** This directory contains the files that another account must reach. The tests use a directory of their own. */
const NAME = 'embedded_postgres_test'
const SHARED = join('/var/lib', NAME)

const open = (role: EmbeddedRole, log: (line: string) => void = () => {}) =>
  openEmbedded({ name: NAME, dataDir, role, log, otherwise: 'ask for help' })

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'bootstrap.mjs')])
})

let made: string | null = null

/**
 * Fills the data directory with a copy of a cluster. Creating a cluster takes seconds of processor time, and only the tests of a first
 * start need to do it.
 */
const withCluster = async (): Promise<void> => {
  if (made === null) {
    made = mkdtempSync(join(realpathSync(tmpdir()), 'embedded-postgres-'))
    chmodSync(made, 0o711)
    const embedded = await openEmbedded({ name: NAME, dataDir: made, role: 'server', log: () => {}, otherwise: 'ask for help' })
    await embedded.release()
  }
  mkdirSync(dataDir)
  // Keeps the files' attributes and their owners.
  execFileSync('cp', ['-a', join(made, 'postgres'), dataDir])
}

afterAll(() => {
  if (made !== null) rmSync(made, { recursive: true, force: true })
  if (asRoot) rmSync(SHARED, { recursive: true, force: true })
})

beforeEach(() => {
  parent = mkdtempSync(join(realpathSync(tmpdir()), 'embedded-postgres-'))
  chmodSync(parent, 0o711)
  dataDir = join(parent, 'data')
})

afterEach(async () => {
  for (const child of processes) await end(child, 'SIGKILL')
  processes = []
  if (existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres.location'))) {
    const home = homeOf(dataDir)
    const left = readPostmaster(join(home, 'postgres'))
    if (left) await killPostmaster(left.pid)
    rmSync(home, { recursive: true, force: true })
  }
  rmSync(parent, { recursive: true, force: true })
})

test('data written before a clean stop is present after the next start, and the stop leaves no postmaster', async () => {
  const first = await open('server')
  await query(first.config, 'create table kept as select 42 as n')
  await first.release()
  expect(running()).toBeUndefined()
  const second = await open('server')
  expect(await query(second.config, 'select n from kept')).toEqual([{ n: 42 }])
  await second.release()
})

test('a cluster that is open to other users, which PostgreSQL refuses, is closed to them and starts', async () => {
  await withCluster()
  chmodSync(join(dataDir, 'postgres'), 0o755)
  await (await open('server')).release()
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o750)
})

test('the database is durable, is UTF-8 and does not listen on the network', async () => {
  const embedded = await open('server')
  const [row] = await query(
    embedded.config,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
       current_setting('shared_preload_libraries') as preloaded, current_setting('password_encryption') as passwords`,
  )
  expect(row).toEqual({ fsync: 'on', addresses: '', encoding: 'UTF8', preloaded: 'pg_stat_statements', passwords: 'scram-sha-256' })
  const guess = new pg.Client({ ...embedded.config, password: 'wrong' })
  await expect(guess.connect()).rejects.toThrow('password authentication failed')
  expect(statSync(join(homeOf(dataDir), 'postgres', `${NAME}.password`)).mode & 0o777).toBe(0o600)
  await embedded.release()
})

test('a tool works with and without the server, and the last one to leave stops the postmaster', async () => {
  await withCluster()
  const server = await open('server')
  const tool = await open('tool')
  await server.release()
  expect(await query(tool.config, 'select 1 as n')).toEqual([{ n: 1 }])
  await tool.release()
  expect(running()).toBeUndefined()
  const alone = await open('tool')
  expect(await query(alone.config, 'select 1 as n')).toEqual([{ n: 1 }])
  await alone.release()
  expect(running()).toBeUndefined()
})

test('a second server on the directory is refused with one line that names the directory and the holder', async () => {
  await withCluster()
  const holder = await start('server')
  const second = await start('server')
  expect(second.outcome).toEqual({
    refused: 'EmbeddedPostgresError',
    message: `data directory ${dataDir} is in use by another server (process ${holder.child.pid})`,
  })
  const third = await start('tool')
  expect(third.outcome).toHaveProperty('config')
})

test('a second server waits for a first server that is stopping', async () => {
  await withCluster()
  const first = await start('server')
  first.child.kill('SIGTERM')
  const second = await start('server')
  expect(second.outcome).toHaveProperty('config')
})

test('after kill -9 of the server the next start joins the postmaster that is still running', async () => {
  await withCluster()
  const first = await start('server')
  await query(configOf(first), 'create table kept as select 7 as n')
  await end(first.child, 'SIGKILL')
  const before = running()
  expect(before).toBeDefined()
  const second = await open('server')
  expect(running()?.pid).toBe(before?.pid)
  expect(await query(second.config, 'select n from kept')).toEqual([{ n: 7 }])
  await second.release()
  expect(running()).toBeUndefined()
})

test('after kill -9 of everything the next start recovers what was committed', async () => {
  await withCluster()
  const first = await start('server')
  await query(configOf(first), 'create table kept as select n from generate_series(1, 10000) n')
  const postmaster = running()
  await Promise.all([end(first.child, 'SIGKILL'), killPostmaster(postmaster?.pid ?? 0)])
  const second = await open('server')
  expect(await query(second.config, 'select count(*)::int as n from kept')).toEqual([{ n: 10000 }])
  await second.release()
})

test('a pid file whose pid now belongs to another program does not block the start', async () => {
  await withCluster()
  const first = await open('server')
  await first.release()
  const cluster = join(homeOf(dataDir), 'postgres')
  // The other program must run as the cluster's owner. Otherwise PostgreSQL itself detects the stale pid file.
  const { uid, gid } = statSync(cluster)
  const other = spawn('sleep', ['600'], { uid, gid })
  processes.push(other)
  writeFileSync(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n1\n5432\n${cluster}\n\n\nready   \n`)
  const second = await open('server')
  expect(await query(second.config, 'select 1 as n')).toEqual([{ n: 1 }])
  await second.release()
})

test('several simultaneous first starts create one cluster, and one of two servers is refused', async () => {
  const started = await Promise.all([start('server'), start('tool'), start('server'), start('tool')])
  const refused = started.filter(({ outcome }) => 'refused' in outcome)
  expect(refused.map(({ outcome }) => outcome)).toEqual([
    { refused: 'EmbeddedPostgresError', message: expect.stringContaining('is in use by another server') },
  ])
  const passwords = started.flatMap(({ outcome }) => ('config' in outcome ? [outcome.config.password] : []))
  expect(new Set(passwords).size).toBe(1)
  await Promise.all(started.map(({ child }) => end(child, 'SIGTERM')))
  expect(running()).toBeUndefined()
})

test('a postmaster killed below its server is restarted at the same address, and the directory stays locked', async () => {
  await withCluster()
  const server = await open('server')
  const before = running()
  await killPostmaster(before?.pid ?? 0)
  await until('the database is ready', () => running()?.ready === true, 30_000)
  await until(
    'one session holds the lock',
    async () => (await query(server.config, `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'`)).length === 1,
    30_000,
  )
  expect((await start('server')).outcome).toHaveProperty('message', expect.stringContaining(`(process ${process.pid})`))
  expect(await query(server.config, 'select 1 as n')).toEqual([{ n: 1 }])
  await server.release()
  expect(running()).toBeUndefined()
})

// PostgreSQL checks at most once a minute whether its files exist, and ends if they do not. The test suspends the postmaster, so that this
// check cannot come before the program's own check.
test('removing the files below a running server is reported in one line and ends the postmaster', {
  timeout: 50_000,
}, async () => {
  await withCluster()
  const lines: string[] = []
  const server = await open('server', (line) => lines.push(line))
  const pid = running()?.pid as number
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  process.kill(pid, 'SIGSTOP')
  const home = homeOf(dataDir)
  // Only the postmaster is suspended. Other processes of the server may still write files into a folder that is being removed. The retries
  // of rmSync do not remove such files.
  await until(
    'the files are removed',
    () => {
      try {
        rmSync(home, { recursive: true, force: true })
        return true
      } catch {
        return false
      }
    },
    30_000,
  )
  const { message } = await server.lost
  process.kill(pid, 'SIGCONT')
  expect(message).toMatch(/^the files of the database in \S+\/postgres were removed while it was running; restore them and start again$/)
  await until('the postmaster is gone', () => !isAlive(pid), 30_000)
  expect(lines).toEqual([])
  await server.release()
})

test('a data directory too deep for a socket address works through a private directory that the stop removes', async () => {
  dataDir = join(dataDir, 'd'.repeat(60), 'e'.repeat(60))
  const embedded = await open('server')
  const { host } = embedded.config
  expect(statSync(host).mode & 0o777).toBe(0o700)
  expect(await query(embedded.config, 'select 1 as n')).toEqual([{ n: 1 }])
  await embedded.release()
  expect(existsSync(host)).toBe(false)
})

test('a file in place of the data directory is refused with one line that names it', async () => {
  writeFileSync(dataDir, '')
  await expect(open('server')).rejects.toThrow(
    expect.objectContaining({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(new RegExp(`^data directory ${dataDir} is not usable: .*$`)),
    }),
  )
})

// Root can write to any directory.
test.skipIf(asRoot)('an unwritable data directory is refused with one line that names it', async () => {
  mkdirSync(dataDir, { mode: 0o555 })
  await expect(open('server')).rejects.toThrow(
    expect.objectContaining({
      name: 'EmbeddedPostgresError',
      message: expect.stringContaining(`data directory ${dataDir} is not usable: EACCES`),
    }),
  )
})

test('a cluster of another major version is refused with one line that names both', async () => {
  await withCluster()
  const first = await open('server')
  await first.release()
  writeFileSync(join(homeOf(dataDir), 'postgres', 'PG_VERSION'), '12\n')
  await expect(open('server')).rejects.toThrow(
    expect.objectContaining({
      name: 'EmbeddedPostgresError',
      message: expect.stringMatching(/was written by PostgreSQL 12, but this program includes PostgreSQL \d+/),
    }),
  )
})

test.runIf(asRoot)(
  'below a directory that only root can enter, the database is placed elsewhere, found again, and located in one line',
  async () => {
    chmodSync(parent, 0o700)
    const lines: string[] = []
    const first = await open('server', (line) => lines.push(line))
    await query(first.config, 'create table kept as select 9 as n')
    await first.release()
    const home = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()
    expect(lines).toEqual([expect.stringContaining(home)])
    const second = await open('server')
    expect(await query(second.config, 'select n from kept')).toEqual([{ n: 9 }])
    await second.release()
  },
)

test.runIf(asRoot)('a new database started as root belongs to an id without an account, as do its processes', async () => {
  const embedded = await open('server')
  const { uid, gid } = statSync(join(homeOf(dataDir), 'postgres'))
  expect(() => execFileSync('getent', ['passwd', String(uid)])).toThrow()
  expect(() => execFileSync('getent', ['group', String(gid)])).toThrow()
  const status = readFileSync(`/proc/${running()?.pid}/status`, 'utf8')
  expect([/^Uid:\s(.*)$/m.exec(status)?.[1], /^Gid:\s(.*)$/m.exec(status)?.[1]]).toEqual([
    Array(4).fill(uid).join('\t'),
    Array(4).fill(gid).join('\t'),
  ])
  const cluster = join(homeOf(dataDir), 'postgres')
  const entries = readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((entry) => statSync(join(cluster, entry)))
  expect(entries.filter((entry) => entry.uid !== uid || (entry.mode & 0o077) !== 0)).toEqual([])
  await embedded.release()
})

test.runIf(asRoot)('a database that belongs to an account continues under that account', async () => {
  const first = await open('server')
  await query(first.config, 'create table kept as select 5 as n')
  await first.release()
  execFileSync('chown', ['-R', 'nobody', join(homeOf(dataDir), 'postgres')])
  const { uid } = statSync(join(homeOf(dataDir), 'postgres'))
  const second = await open('server')
  expect(await query(second.config, 'select n from kept')).toEqual([{ n: 5 }])
  expect(readFileSync(`/proc/${running()?.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s${uid}\\s`, 'm'))
  await second.release()
})

test.runIf(asRoot)('root may start on a directory of an ordinary user and leaves every file to that user', async () => {
  const first = await open('server')
  await query(first.config, 'create table kept as select 3 as n')
  await first.release()
  execFileSync('chown', ['-R', 'daemon', dataDir])
  const { uid } = statSync(dataDir)
  const second = await open('server')
  expect(await query(second.config, 'select n from kept')).toEqual([{ n: 3 }])
  expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(uid)
  await second.release()
  const entries = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  expect(entries.filter((entry) => statSync(join(dataDir, entry)).uid !== uid)).toEqual([])
})

test.runIf(asRoot)('a database that root restored from a copy is given to the account it runs under', async () => {
  const first = await open('server')
  await query(first.config, 'create table kept as select 4 as n')
  await first.release()
  execFileSync('chown', ['-R', 'root', dataDir])
  const second = await open('server')
  expect(await query(second.config, 'select n from kept')).toEqual([{ n: 4 }])
  await second.release()
})

function homeOf(directory: string): string {
  const pointer = join(directory, 'postgres.location')
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : directory
}

function running() {
  return readPostmaster(join(homeOf(dataDir), 'postgres'))
}

/** Runs embedded-user.mjs and waits for its one line. */
async function start(role: EmbeddedRole): Promise<{ child: ChildProcess; outcome: Outcome }> {
  const child = spawn(process.execPath, [USER_SCRIPT, NAME, dataDir, role], { stdio: ['ignore', 'pipe', 'inherit'] })
  processes.push(child)
  for await (const line of createInterface({ input: child.stdout })) return { child, outcome: JSON.parse(line) }
  throw new Error('the process ended without a line')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function configOf(started: { outcome: Outcome }): EmbeddedConfig {
  if ('refused' in started.outcome) throw new Error(started.outcome.message)
  return started.outcome.config
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

async function killPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await until('the postmaster is gone', () => running()?.pid !== pid, 30_000)
}

async function until(what: string, condition: () => boolean | Promise<boolean>, limit_ms: number): Promise<void> {
  const began_ms = performance.now()
  while (!(await condition())) {
    if (performance.now() - began_ms > limit_ms) throw new Error(`not within ${limit_ms / 1000} s: ${what}`)
    await sleep(20)
  }
}

async function query(config: EmbeddedConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
