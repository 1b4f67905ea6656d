// Tests the messages of a server that cannot start, and what a start does with existing state. start.long.test.ts tests how a server starts
// and ends as a process.

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { readPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { fillDataDir, homeOf } from '../support/process.ts'
import { BINARY } from './run.ts'
import { complaint, database, dataDir, MASTER_KEY, prepareStarts, refusedServe, refusesOtherKey, serve, start } from './starting.ts'

prepareStarts()

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
  ['BACKHAUL_EMBEDDED', 'no', 'BACKHAUL_EMBEDDED="no" is not valid: use allow or deny'],
  ['BACKHAUL_LOG_LEVEL', 'loud', 'BACKHAUL_LOG_LEVEL="loud" is not valid: use one of trace, debug, info, warn, error, silent'],
  ['BACKHAUL_PROCESSES', '0', 'BACKHAUL_PROCESSES="0" is not valid: use a whole number from 1 to 8'],
  ['BACKHAUL_DATABASE_POOL', '1', 'BACKHAUL_DATABASE_POOL="1" is not valid: use a whole number from 2 to 200'],
  ['BACKHAUL_PARTNER_STORAGE_MIB', '10 GB', 'BACKHAUL_PARTNER_STORAGE_MIB="10 GB" is not valid: use a whole number from 0 to 999999999'],
  ['BACKHAUL_KEEP_EVENTS_DAYS', '149', 'BACKHAUL_KEEP_EVENTS_DAYS="149" is not valid: use a whole number from 150 to 36560'],
  ['BACKHAUL_KEEP_SCANS_DAYS', '364', 'BACKHAUL_KEEP_SCANS_DAYS="364" is not valid: use a whole number from 365 to 36500'],
  ['BACKHAUL_KEEP_ATTEMPTS_DAYS', '90', 'BACKHAUL_KEEP_ATTEMPTS_DAYS="90" is not valid: use a whole number from 30 to 89'],
  [
    'DATABASE_URL',
    'mysql://u:hidden@h/d',
    'DATABASE_URL="mysql://u:***@h/d" is not valid: use postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database',
  ],
])('%s=%s stops the start with a line that names the allowed values', async (name, value, line) => {
  expect(complaint(await refusedServe({ [name]: value }))).toBe(line)
})

test('a master key that is not 32 bytes in base64 is refused without being shown', async () => {
  const short = randomBytes(31).toString('base64')
  const line = complaint(await refusedServe({ BACKHAUL_MASTER_KEY: short }))
  expect(line).toBe('BACKHAUL_MASTER_KEY (value not shown) is not valid: use 32 bytes in base64')
})

test('production does not start without a master key', async () => {
  expect(complaint(await refusedServe({ BACKHAUL_ENV: 'production', DATABASE_URL: database.url }))).toMatch(
    /^BACKHAUL_MASTER_KEY is required in production: use 32 bytes in base64/,
  )
})

test('a port in use is named, and the embedded database is stopped again', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  fillDataDir(dataDir)
  const line = complaint(await serve({ PORT: String(port) }))
  expect(line).toBe(`port ${port} on 127.0.0.1 is in use; set PORT to a free port, or 0 to use any free port`)
  expect(readPostmaster(join(homeOf(dataDir), 'postgres'))).toBeUndefined()
  for (const [processes, only] of [
    ['1', 'worker'],
    ['2', 'api'],
  ] as const) {
    const env = { PORT: '0', BACKHAUL_METRICS_PORT: String(port), BACKHAUL_PROCESSES: processes, DATABASE_URL: database.url }
    expect(complaint(await serve(env, '--only', only))).toBe(
      `port ${port} on 127.0.0.1 is in use; set BACKHAUL_METRICS_PORT to a free port`,
    )
  }
  holder.close()
})

test.each([
  ['nothing listens there', () => 'postgres://someone:hidden@127.0.0.1:1/backhaul'],
  ['its user is unknown', () => Object.assign(new URL(database.url), { username: 'nobody_known', password: 'hidden' }).href],
  ['its database does not exist', () => Object.assign(new URL(database.url), { pathname: '/no_such_database' }).href],
])('an unreachable DATABASE_URL gives one line without the password: %s', async (_, url) => {
  const line = complaint(await refusedServe({ DATABASE_URL: url() }))
  expect(line).toMatch(/database/)
  expect(line).not.toContain('hidden')
})

test('a database that needs a newer version is left unchanged', async () => {
  const newer = await createTestDatabase()
  const client = new pg.Client(newer.config)
  await client.connect()
  try {
    await client.query(
      "insert into migrations (name, run_on, checksum, oldest_program) values ('9999_from_the_future', now(), '', '999.0.0')",
    )
    expect(complaint(await refusedServe({ DATABASE_URL: newer.url }))).toMatch(
      /^the database needs Backhaul 999\.0\.0 or newer since its migration 9999_from_the_future, but this is Backhaul \S+; install a newer version$/,
    )
    expect((await client.query('select count(*)::int as n from partners')).rows).toEqual([{ n: 0 }])
  } finally {
    await client.end()
    await newer.drop()
  }
})

test('a master key that does not belong to the database ends the start with one line', () => refusesOtherKey())

test.each([
  ['a password that is not written as a URL has it', 'postgres://u:12/hidden@one:5432/d'],
  ['keywords', 'host=one user=u password=hidden dbname=d'],
  ['no host', 'postgres://u:hidden'],
])('a DATABASE_URL with %s gives one line without the password', async (_, url) => {
  expect(complaint(await refusedServe({ DATABASE_URL: url }))).toBe(
    'DATABASE_URL (value not shown) is not valid: use postgres://user:password@host:port/database, or with several hosts: …@host1:port1,host2:port2/database',
  )
})

test('a data directory that is a file gives one line', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(complaint(await refusedServe({ BACKHAUL_DATA_DIR: file }))).toContain(file)
})

test('a credentials file that is not JSON gives one line', async () => {
  const path = join(dataDir, 'sandbox-credentials.json')
  writeFileSync(path, '{')
  expect(complaint(await serve({ DATABASE_URL: database.url, BACKHAUL_MASTER_KEY: MASTER_KEY }))).toContain(path)
})

test('a second start finds everything unchanged except its own address', async () => {
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
  // Without BACKHAUL_PUBLIC_URL, the link contains the port. The port differs, so only the path is compared.
  expect({ ...read.json, parcel_url: null }).toEqual({ ...created.json, parcel_url: null })
  expect(new URL(read.json.parcel_url).pathname).toBe(new URL(created.json.parcel_url).pathname)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a command whose output is closed early prints no error and succeeds', async () => {
  const child = spawn(process.execPath, [BINARY, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  expect([code, Buffer.concat(said).toString()]).toEqual([0, ''])
})
