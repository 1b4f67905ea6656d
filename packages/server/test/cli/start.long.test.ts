// A server as a process: how it starts and ends, and what it does when its database goes away.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { COMMIT, VERSION } from '../../src/process/version.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { fillDataDir, homeOf } from '../support/process.ts'
import { until } from '../support/until.ts'
import { BINARY, type Ran } from './run.ts'
import { accepts, complaint, database, dataDir, MASTER_KEY, prepareStarts, refusesOtherKey, serve, start } from './starting.ts'

const ROOT = dirname(dirname(dirname(dirname(BINARY))))

prepareStarts()

test.each(['api', 'worker'])('a master key that does not belong to the database ends %s with one line', (role) =>
  refusesOtherKey('--only', role),
)

test('production on the embedded database is reported in one line and in /readyz; BACKHAUL_EMBEDDED=deny refuses it', async () => {
  const production = { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: MASTER_KEY }
  const warning = 'DATABASE_URL is not set, so production runs on the embedded database (BACKHAUL_EMBEDDED=deny makes this an error)'
  const server = await start(production)
  await until('it says so', () => server.stderr() === `backhaul: ${warning}\n`, 120_000)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ready', version: VERSION, commit: COMMIT, warning })
  await server.end('SIGTERM')
  expect(complaint(await serve({ ...production, BACKHAUL_EMBEDDED: 'deny' }))).toMatch(
    /^DATABASE_URL is required because BACKHAUL_EMBEDDED=deny rules out the embedded database; use postgres:/,
  )
  // If several settings are missing, the message names the first one.
  expect(complaint(await serve({ BACKHAUL_ENV: 'production', BACKHAUL_EMBEDDED: 'deny' }))).toMatch(/^BACKHAUL_MASTER_KEY is required/)
})

test('two servers that start simultaneously on an empty database both come up', async () => {
  const empty = await createEmptyDatabase()
  const env = { DATABASE_URL: empty.url, BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: MASTER_KEY }
  try {
    const both = await Promise.all([start(env), start(env)])
    for (const { url, stderr } of both) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      // On a busy machine the second process logs that it is waiting.
      expect(stderr().replace('waiting for another process that is migrating this database\n', '')).toBe('')
    }
    for (const server of both) expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await empty.drop()
  }
})

test('a second server on a data directory in use is refused with its holder, and the first continues', async () => {
  const first = await start({})
  expect(complaint(await serve({}))).toBe(`data directory ${dataDir} is in use by another server (process ${first.pid})`)
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
})

/**
 * Returns the command with which root starts a program as an ordinary user. This user may read everything, because the checkout may be
 * closed to other users. It may also reach the database, whose socket is open only to its owner.
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
  ['its own database and no master key', () => ({ DATABASE_URL: database.url })],
  ['its own database and master key', () => ({ DATABASE_URL: database.url, BACKHAUL_MASTER_KEY: MASTER_KEY })],
])('an unwritable data directory gives one line, with %s', async (_, env) => {
  chmodSync(dataDir, 0o555)
  const line = complaint(await serveAsOrdinaryUser(env()))
  expect(line).toContain(dataDir)
  expect(line).toMatch(/EACCES|permission denied/)
})

test.each([
  ['SIGTERM', '2'],
  ['SIGINT', '2'],
  ['SIGTERM', '1'],
] as const)(
  'after %s open requests are answered, new ones are refused, and the exit code is 0 (%s processes)',
  async (signal, processes) => {
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
    await until('a create waits for the table', async () => (await holder.query(waiting)).rowCount !== 0, 120_000)
    // If a connection has not been accepted yet, it is reset when the server stops listening. So wait until all are accepted.
    const underWay = async (): Promise<number> => {
      const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer t' } })).text()
      return Number(/^backhaul_held\{account="requests"\} (\d+)$/m.exec(metrics)?.[1])
    }
    await until('all are there, and the one that asks', async () => (await underWay()) > 3, 120_000)
    const ended = server.end(signal)
    await until('no connection is taken', async () => !(await accepts(server.url)), 120_000)
    await holder.query('rollback')
    await holder.end()
    expect((await inFlight).map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await ended).toBe(0)
    expect(server.stderr()).toBe('')
  },
)

test('a signal during the start ends the server with code 0 and leaves no database running', async () => {
  const child = spawn(process.execPath, [BINARY, 'serve'], {
    env: { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: dataDir },
  })
  const exited = once(child, 'exit')
  const cluster = () => readPostmaster(join(homeOf(dataDir), 'postgres'))
  await until('the database starts', () => cluster() !== undefined, 120_000)
  child.kill('SIGTERM')
  expect((await exited)[0]).toBe(0)
  expect(cluster()).toBeUndefined()
})

test('`npm start` ends cleanly when npm gets a signal', async () => {
  const env = { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: dataDir }
  const npm = spawn('npm', ['start'], { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = createInterface({ input: npm.stdout })
  for await (const line of lines) if (line.includes('listening on http')) break
  const cluster = () => readPostmaster(join(homeOf(dataDir), 'postgres'))
  expect(cluster()).toBeDefined()
  const exited = once(npm, 'exit')
  npm.kill('SIGTERM')
  await exited
  await until('the database is gone', () => cluster() === undefined, 120_000)
})

test('`npx backhaul serve` ends when npx gets a signal, although npx passes it only to a shell', async () => {
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
  await until('no connection is taken', async () => !(await accepts(url)), 120_000)
  await until('the database is gone', () => cluster() === undefined, 120_000)
})

/**
 * Runs the first step of the command line in a process and kills the shell in which npm started it. Returns whether the process then ends
 * or lives.
 */
const afterItsShell = async (script: string, patience_ms: number): Promise<'ends' | 'lives'> => {
  const program = `import { endWithNpm } from '${join(ROOT, 'packages/server/bin/end-with-npm.js')}'; endWithNpm(); console.log(process.pid); setInterval(() => {}, 1000)`
  const env = { ...process.env, npm_lifecycle_script: script, NODE: process.execPath, PROGRAM: program }
  const shell = spawn('sh', ['-c', '"$NODE" --input-type=module -e "$PROGRAM" & wait'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(String((await once(shell.stdout, 'data'))[0]))
  // The pipe closes when the last process that holds it has ended.
  const gone = once(shell.stdout.resume(), 'end').then(() => 'ends' as const)
  shell.kill('SIGKILL')
  const outcome = await Promise.race([gone, sleep(patience_ms, 'lives' as const)])
  if (outcome === 'lives') process.kill(pid, 'SIGTERM')
  await gone
  return outcome
}

test('a command that npm waits for ends with its shell, but a background command does not', async () => {
  const waited = ["'backhaul'", 'exec node scripts/start.mjs'].map((script) => afterItsShell(script, 120_000))
  const left = ['backhaul serve &', "'pm2'", ''].map((script) => afterItsShell(script, 1_500))
  expect(await Promise.all([...waited, ...left])).toEqual(['ends', 'ends', 'lives', 'lives', 'lives'])
})

test('a server whose embedded database cannot restart ends with one line', async () => {
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

test('a server whose data directory is removed while it runs ends with one line', async () => {
  const server = await start({})
  const exited = once(server.child, 'close')
  renameSync(join(homeOf(dataDir), 'postgres'), join(homeOf(dataDir), 'gone'))
  expect((await exited)[0]).toBe(1)
  expect(server.stderr()).toBe(
    `backhaul: the files of the database in ${join(realpathSync(homeOf(dataDir)), 'postgres')} were removed while it was running; restore them and start again\n`,
  )
})
