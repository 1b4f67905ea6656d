import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { VERSION } from '../../src/platform/version.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { createOlderDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { fillDataDir, homeOf, makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { until } from '../support/until.ts'
import { BINARY, backhaul, build, inProcess, type Ran } from './run.ts'

const MASTER_KEY = randomBytes(32).toString('base64')
const ROOT = dirname(dirname(dirname(dirname(BINARY))))

let database: TestDatabase
let dataDir: string
const servers: ServerProcess[] = []

beforeAll(async () => {
  build()
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  dataDir = makeDataDir()
})
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
  await removeDataDir(dataDir)
})

const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  if (!env.DATABASE_URL) fillDataDir(dataDir)
  const server = await startServer({ BACKHAUL_DATA_DIR: dataDir, ...env })
  servers.push(server)
  return server
}

/** In one process, which is quicker to start: what is refused here is refused before there are several. */
const serve = (env: Record<string, string>): Promise<Ran> =>
  backhaul(['serve'], { BACKHAUL_DATA_DIR: dataDir, BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_PROCESSES: '1', PORT: '0', ...env })

/** The same for what is refused before anything is opened. */
const refusedServe = (env: Record<string, string>): Promise<Ran> =>
  inProcess(['serve'], { BACKHAUL_DATA_DIR: dataDir, BACKHAUL_LOG_LEVEL: 'error', PORT: '0', ...env })

/** Exit code 1 and one line on standard error, which is returned without its prefix. */
const complaint = ({ code, stdout, stderr }: Ran): string => {
  expect([code, stdout], stderr).toEqual([1, ''])
  expect(stderr).toMatch(/^backhaul: [^\n]+\n$/)
  return stderr.slice('backhaul: '.length, -1)
}

test.each([
  ['PORT', 'abc', 'PORT="abc" is not valid: use a whole number from 0 to 65535'],
  ['PORT', '65536', 'PORT="65536" is not valid: use a whole number from 0 to 65535'],
  ['HOST', 'no host', 'HOST="no host" is not valid: use an IP address or a host name'],
  ['BACKHAUL_ENV', 'prod', 'BACKHAUL_ENV="prod" is not valid: use sandbox or production'],
  [
    'BACKHAUL_TRUST_PROXY',
    '10.0.0.0/8, 10.0.0.0/33',
    'BACKHAUL_TRUST_PROXY="10.0.0.0/33" is not valid: use IP addresses or CIDRs separated by commas',
  ],
  ['BACKHAUL_PRIVATE_WEBHOOKS', 'yes', 'BACKHAUL_PRIVATE_WEBHOOKS="yes" is not valid: use allow or deny'],
  [
    'BACKHAUL_REWEIGH_TOLERANCE_LB',
    '-1',
    'BACKHAUL_REWEIGH_TOLERANCE_LB="-1" is not valid: use a number from 0 to 10 with at most three decimals',
  ],
  ['BACKHAUL_NEGATIVE_TOTALS', 'no', 'BACKHAUL_NEGATIVE_TOTALS="no" is not valid: use allow or refuse'],
  ['BACKHAUL_EMBEDDED', 'no', 'BACKHAUL_EMBEDDED="no" is not valid: use allow or deny'],
  ['BACKHAUL_LOG_LEVEL', 'loud', 'BACKHAUL_LOG_LEVEL="loud" is not valid: use one of trace, debug, info, warn, error, silent'],
  ['BACKHAUL_PROCESSES', '0', 'BACKHAUL_PROCESSES="0" is not valid: use a whole number from 1 to 8'],
  ['BACKHAUL_DATABASE_POOL', '1', 'BACKHAUL_DATABASE_POOL="1" is not valid: use a whole number from 2 to 200'],
  ['BACKHAUL_PARTNER_STORAGE_MIB', '10 GB', 'BACKHAUL_PARTNER_STORAGE_MIB="10 GB" is not valid: use a whole number from 0 to 999999999'],
  [
    'DATABASE_URL',
    'mysql://u:hidden@h/d',
    'DATABASE_URL="mysql://u:***@h/d" is not valid: use postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database',
  ],
])('%s=%s stops the start with a line that says what is allowed', async (name, value, line) => {
  expect(complaint(await refusedServe({ [name]: value }))).toBe(line)
})

test('a master key that is not 32 bytes in base64 is refused without being repeated', async () => {
  const short = randomBytes(31).toString('base64')
  const line = complaint(await refusedServe({ BACKHAUL_MASTER_KEY: short }))
  expect(line).toBe('BACKHAUL_MASTER_KEY (value not shown) is not valid: use 32 bytes in base64')
})

test('production does not start without a master key', async () => {
  expect(complaint(await serve({ BACKHAUL_ENV: 'production', DATABASE_URL: database.url }))).toMatch(
    /^BACKHAUL_MASTER_KEY is required in production: use 32 bytes in base64/,
  )
})

test('a port in use is named, and the embedded database that was started for nothing is stopped', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  fillDataDir(dataDir)
  const line = complaint(await serve({ PORT: String(port), BACKHAUL_PROCESSES: '2' }))
  expect(line).toBe(`port ${port} on 127.0.0.1 is in use; set PORT to a free one, or 0 to have one picked`)
  expect(readPostmaster(join(homeOf(dataDir), 'postgres'))).toBeUndefined()
  for (const [processes, only] of [
    ['1', 'worker'],
    ['2', 'api'],
  ] as const) {
    const env = { PORT: '0', BACKHAUL_METRICS_PORT: String(port), BACKHAUL_PROCESSES: processes, DATABASE_URL: database.url }
    expect(complaint(await backhaul(['serve', '--only', only], { ...env, BACKHAUL_DATA_DIR: dataDir }))).toBe(
      `port ${port} on 127.0.0.1 is in use; set BACKHAUL_METRICS_PORT to a free one`,
    )
  }
  holder.close()
})

test.each([
  ['nothing listens there', () => 'postgres://someone:hidden@127.0.0.1:1/backhaul'],
  ['its user is unknown', () => Object.assign(new URL(database.url), { username: 'nobody_known', password: 'hidden' }).href],
  ['its database does not exist', () => Object.assign(new URL(database.url), { pathname: '/no_such_database' }).href],
])('an unreachable DATABASE_URL is one line without the password: %s', async (_, url) => {
  const line = complaint(await serve({ DATABASE_URL: url() }))
  expect(line).toMatch(/database/)
  expect(line).not.toContain('hidden')
})

test('a database that a newer version needs for itself is left alone', async () => {
  const newer = await createTestDatabase()
  const client = new pg.Client(newer.config)
  await client.connect()
  try {
    await client.query("insert into migrations (name, run_on, oldest_program) values ('9999_from_the_future', now(), '999.0.0')")
    expect(complaint(await serve({ DATABASE_URL: newer.url }))).toMatch(
      /^the database needs Backhaul 999\.0\.0 or newer since its migration 9999_from_the_future; this is \d+\.\d+\.\d+: install a newer version$/,
    )
    expect((await client.query('select count(*)::int as n from partners')).rows).toEqual([{ n: 0 }])
  } finally {
    await client.end()
    await newer.drop()
  }
})

test.each(['all', 'api', 'worker'])('another master key than that of the database ends %s in one line', async (role) => {
  const encrypted = await createTestDatabase()
  const env = { DATABASE_URL: encrypted.url, BACKHAUL_DATA_DIR: dataDir }
  try {
    expect((await backhaul(['partner', 'create', '--name', 'X'], env)).code).toBe(0)
    const only = role === 'all' ? [] : ['--only', role]
    const start = (more: object) => backhaul(['serve', ...only], { ...env, PORT: '0', BACKHAUL_LOG_LEVEL: 'error', ...more })
    expect(complaint(await start({ BACKHAUL_MASTER_KEY: MASTER_KEY }))).toBe(
      'this master key is not the one that the secrets in the database were encrypted with; set BACKHAUL_MASTER_KEY to that key',
    )
    const elsewhere = join(dataDir, 'elsewhere')
    expect(complaint(await start({ BACKHAUL_DATA_DIR: elsewhere }))).toContain(
      `set BACKHAUL_MASTER_KEY to that key, or BACKHAUL_DATA_DIR (now ${elsewhere}) to the directory that has it`,
    )
  } finally {
    await encrypted.drop()
  }
})

test('production on the embedded database says so in one line and in /readyz, and BACKHAUL_EMBEDDED=deny refuses it', async () => {
  const production = { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: MASTER_KEY }
  const warning = 'DATABASE_URL is not set, so production runs on the embedded database (BACKHAUL_EMBEDDED=deny makes this an error)'
  const server = await start(production)
  await until('it says so', () => server.stderr() === `backhaul: ${warning}\n`, 10_000)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', version: VERSION, warning })
  await server.end('SIGTERM')
  expect(complaint(await serve({ ...production, BACKHAUL_EMBEDDED: 'deny' }))).toMatch(
    /^DATABASE_URL is required because BACKHAUL_EMBEDDED=deny rules out the embedded database: use postgres:/,
  )
  // What is missing first is said first.
  expect(complaint(await serve({ BACKHAUL_ENV: 'production', BACKHAUL_EMBEDDED: 'deny' }))).toMatch(/^BACKHAUL_MASTER_KEY is required/)
})

test.each([
  ['a password that is not written as a URL has it', 'postgres://u:12/hidden@one:5432/d'],
  ['keywords', 'host=one user=u password=hidden dbname=d'],
  ['no host', 'postgres://u:hidden'],
])('a DATABASE_URL with %s is one line without the password', async (_, url) => {
  expect(complaint(await refusedServe({ DATABASE_URL: url }))).toBe(
    'DATABASE_URL (value not shown) is not valid: use postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database',
  )
})

test('two servers that start at once on the schema of a release before both come up', async () => {
  const older = await createOlderDatabase('0003_cheaper_records')
  const env = { DATABASE_URL: older.url, BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: MASTER_KEY }
  try {
    const both = await Promise.all([start(env), start(env)])
    for (const { url, stderr } of both) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      // On a machine that is busy the second one says what it waits for.
      expect(stderr().replace('waiting for another process that is migrating this database\n', '')).toBe('')
    }
    for (const server of both) expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await older.drop()
  }
})

test('a second server on a data directory in use is refused by name; the first goes on', async () => {
  const first = await start({})
  expect(complaint(await serve({}))).toBe(`data directory ${dataDir} is in use by another server (process ${first.pid})`)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
})

/**
 * How root starts a program as an ordinary user, here one that may read everything, as the project may be closed to others, and reach the
 * database, whose socket is open to its owner only.
 */
const asOrdinaryUser = (): string[] => {
  const directory = new URL(database.url).searchParams.get('host')
  const id = directory?.startsWith('/') ? statSync(directory).uid : 65_534
  return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
}

const serveAsOrdinaryUser = (env: Record<string, string>): Promise<Ran> =>
  new Promise((resolve) => {
    const [command, ...args] = [...(process.getuid?.() === 0 ? asOrdinaryUser() : []), process.execPath, BINARY, 'serve']
    const options = {
      env: { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_LOG_LEVEL: 'error', BACKHAUL_DATA_DIR: dataDir, ...env },
    }
    const child = execFile(command as string, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr, json: undefined })
    })
  })

test.each([
  ['the embedded database', () => ({})],
  ['a database of its own and no master key', () => ({ DATABASE_URL: database.url })],
  ['a database and a master key of its own', () => ({ DATABASE_URL: database.url, BACKHAUL_MASTER_KEY: MASTER_KEY })],
])('a data directory that cannot be written is one line, with %s', async (_, env) => {
  chmodSync(dataDir, 0o555)
  const line = complaint(await serveAsOrdinaryUser(env()))
  expect(line).toContain(dataDir)
  expect(line).toMatch(/EACCES|permission denied/)
})

test('a data directory that is a file is one line', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(complaint(await serve({ BACKHAUL_DATA_DIR: file }))).toContain(file)
})

test('a credentials file that is not JSON is one line', async () => {
  const path = join(dataDir, 'sandbox-credentials.json')
  writeFileSync(path, '{')
  expect(complaint(await serve({ DATABASE_URL: database.url, BACKHAUL_MASTER_KEY: MASTER_KEY }))).toContain(path)
})

test('a second start finds everything as it was and only the address new', async () => {
  const credentials = () => JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  const first = await start({})
  const { base_url, ...before } = credentials()
  expect(base_url).toBe(first.url)
  expect(statSync(join(dataDir, 'sandbox-credentials.json')).mode & 0o777).toBe(0o600)
  const created = await new TestClient(first.url, credentials()).post('/v2/shipments', RETURN)
  expect(await first.end('SIGINT')).toBe(0)
  const second = await start({})
  expect(credentials()).toEqual({ ...before, base_url: second.url })
  const read = await new TestClient(second.url, credentials()).get(`/v2/shipments/${created.json.id}`)
  // Without BACKHAUL_PUBLIC_URL it begins with the port, which is another one.
  expect({ ...read.json, parcel_url: null }).toEqual({ ...created.json, parcel_url: null })
  expect(new URL(read.json.parcel_url).pathname).toBe(new URL(created.json.parcel_url).pathname)
  expect(await second.end('SIGTERM')).toBe(0)
})

const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test.each([
  ['SIGTERM', '2'],
  ['SIGINT', '2'],
  ['SIGTERM', '1'],
] as const)('%s answers the requests in flight, takes no new ones and ends with code 0 (%s processes)', async (signal, processes) => {
  const server = await start({
    DATABASE_URL: database.url,
    BACKHAUL_MASTER_KEY: MASTER_KEY,
    BACKHAUL_PROCESSES: processes,
    BACKHAUL_METRICS_TOKEN: 't',
  })
  const credentials = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
  const client = new TestClient(server.url, credentials)
  const holder = new pg.Client(database.config)
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table shipments in share mode')
  const inFlight = Promise.all([1, 2, 3].map((n) => client.post('/v2/shipments', { ...RETURN, order_id: `in-flight-${n}` })))
  const waiting = "select 1 from pg_locks where not granted and relation = 'shipments'::regclass"
  await until('a create waits for the table', async () => (await holder.query(waiting)).rowCount !== 0, 30_000)
  // A connection that nobody has accepted is reset when the server takes no more of them.
  const underWay = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer t' } })).text()
    return Number(/^backhaul_held\{account="requests"\} (\d+)$/m.exec(metrics)?.[1])
  }
  await until('all are there, and the one that asks', async () => (await underWay()) > 3, 30_000)
  const ended = server.end(signal)
  await until('no connection is taken', async () => !(await accepts(server.url)), 30_000)
  await holder.query('rollback')
  await holder.end()
  expect((await inFlight).map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await ended).toBe(0)
  expect(server.stderr()).toBe('')
})

test('a signal during the start ends it with code 0 once it may, and leaves no database behind', async () => {
  const child = spawn(process.execPath, [BINARY, 'serve'], {
    env: { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: dataDir },
  })
  const exited = once(child, 'exit')
  const cluster = () => readPostmaster(join(homeOf(dataDir), 'postgres'))
  await until('the database starts', () => cluster() !== undefined, 30_000)
  child.kill('SIGTERM')
  expect((await exited)[0]).toBe(0)
  expect(cluster()).toBeUndefined()
})

test('`npm start` ends cleanly when npm itself is told to', async () => {
  const env = { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: dataDir }
  const npm = spawn('npm', ['start'], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = createInterface({ input: npm.stdout })
  for await (const line of lines) if (line.includes('listening on http')) break
  const cluster = () => readPostmaster(join(homeOf(dataDir), 'postgres'))
  expect(cluster()).toBeDefined()
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
  await until('the database is gone', () => cluster() === undefined, 30_000)
})

test('`npx backhaul serve` ends when npx is told to, though npx passes the signal to nobody but a shell', async () => {
  const env = { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PROCESSES: '1' }
  fillDataDir(dataDir)
  const npx = spawn('npx', ['backhaul', 'serve'], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = createInterface({ input: npx.stdout })
  let url = ''
  for await (const line of lines) {
    url = /listening on (http:\S+)/.exec(line)?.[1] ?? ''
    if (url !== '') break
  }
  const cluster = () => readPostmaster(join(homeOf(dataDir), 'postgres'))
  expect(cluster()).toBeDefined()
  const exited = once(npx, 'exit')
  npx.kill('SIGTERM')
  await exited
  await until('no connection is taken', async () => !(await accepts(url)), 30_000)
  await until('the database is gone', () => cluster() === undefined, 30_000)
})

/** What becomes of a process that does what the command line does first, when the shell that npm started it in is killed. */
const afterItsShell = async (script: string, patience_ms: number): Promise<'ends' | 'lives'> => {
  const program = `import { endWithNpm } from '${join(ROOT, 'scripts', 'end-with-npm.mjs')}'; endWithNpm(); console.log(process.pid); setInterval(() => {}, 1000)`
  const env = { ...process.env, npm_lifecycle_script: script, NODE: process.execPath, PROGRAM: program }
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM" & wait'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(String((await once(shell.stdout, 'data'))[0]))
  // The pipe is closed when the last process that holds it is gone.
  const gone = once(shell.stdout.resume(), 'end').then(() => 'ends' as const)
  shell.kill('SIGKILL')
  const outcome = await Promise.race([gone, sleep(patience_ms, 'lives' as const)])
  if (outcome === 'lives') process.kill(pid, 'SIGTERM')
  await gone
  return outcome
}

test('a command that npm waits for ends with its shell, one that was put into the background does not', async () => {
  const waited = ["'backhaul'", 'exec node scripts/start.mjs'].map((script) => afterItsShell(script, 30_000))
  const left = ['backhaul serve &', "'pm2'", ''].map((script) => afterItsShell(script, 1_500))
  expect(await Promise.all([...waited, ...left])).toEqual(['ends', 'ends', 'lives', 'lives', 'lives'])
})

test('a server whose embedded database cannot come back ends with one line', async () => {
  const server = await start({})
  const home = homeOf(dataDir)
  const postmaster = readPostmaster(join(home, 'postgres'))
  renameSync(join(home, 'postgres', 'global'), join(home, 'gone'))
  const exited = once(server.child, 'close')
  process.kill(postmaster?.pid as number, 'SIGKILL')
  expect((await exited)[0]).toBe(1)
  expect(server.stderr()).toContain('the embedded PostgreSQL went away; starting it again\n')
  expect(server.stderr()).toMatch(/\nbackhaul: the embedded PostgreSQL of [^\n]+\n$/)
  expect(server.stderr()).toContain(dataDir)
})

test('a command whose reader leaves before the end of its output says nothing and succeeds', async () => {
  const child = spawn(process.execPath, [BINARY, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  expect([code, Buffer.concat(said).toString()]).toEqual([0, ''])
})

test('a server whose data directory is removed while it runs ends with one line', async () => {
  const server = await start({})
  const exited = once(server.child, 'close')
  renameSync(join(homeOf(dataDir), 'postgres'), join(homeOf(dataDir), 'gone'))
  expect((await exited)[0]).toBe(1)
  expect(server.stderr()).toBe(
    `backhaul: the files of the database in ${join(realpathSync(homeOf(dataDir)), 'postgres')} were removed while it was running; put them back\n`,
  )
})
