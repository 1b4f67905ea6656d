// Tests with two PostgreSQL servers that have the same database. One of them may refuse writes, hang or be down. Another test uses one
// server with TLS. packages/trials tests a standby in recovery: `npm run try-ha` and `npm run simulate-faults`.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DatabaseClient, openClient } from '../../src/database/database-client.ts'
import { DatabaseWatch } from '../../src/database/database-watch.ts'
import { Database, openDatabase } from '../../src/database/db.ts'
import { type EmbeddedPostgres, openEmbedded } from '../../src/database/embedded.ts'
import { readDatabaseUrl } from '../../src/process/database-url.ts'
import { pause } from '../support/deliveries.ts'
import { type DatabaseProxy, startProxy } from '../support/proxy.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'hidden'
/** The code with which a client requests encryption in PostgreSQL's protocol. */
const SSL_REQUEST = 80_877_103

interface Server {
  embedded: EmbeddedPostgres
  dir: string
  proxy: DatabaseProxy
  port: number
  /** Runs statements as the owner of the server. */
  say(...statements: string[]): Promise<void>
  isWritable(is: boolean): Promise<void>
}

const startOne = async (): Promise<Server> => {
  const dir = mkdtempSync(join(tmpdir(), 'backhaul-hosts-'))
  chmodSync(dir, 0o711)
  const embedded = await openEmbedded({ dataDir: dir, role: 'server', log: () => {}, settings: { fsync: 'off' } })
  const { host, port, user, database } = embedded.config
  const proxy = await startProxy(`postgres://${user}:${PASSWORD}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`)
  /** Runs statements on a new connection. Resolves with the only value that the last statement reads, if it reads one. */
  const ask = async (...statements: string[]): Promise<unknown> => {
    const client = new pg.Client(embedded.config)
    await client.connect()
    try {
      let last: unknown
      for (const sql of statements) last = Object.values((await client.query(sql)).rows[0] ?? {})[0]
      return last
    } finally {
      await client.end()
    }
  }
  const say = async (...statements: string[]) => void (await ask(...statements))
  await say(`alter role ${user} password '${PASSWORD}'`)
  Object.assign(embedded.config, { password: PASSWORD })
  const isWritable = async (is: boolean) => {
    const setting = `alter system set default_transaction_read_only = ${is ? 'off' : 'on'}`
    await say('set default_transaction_read_only = off', setting, 'select pg_reload_conf()')
    // Existing connections get the new setting earlier than new connections do.
    await until('new connections have it', async () => (await ask('show default_transaction_read_only')) === (is ? 'off' : 'on'))
  }
  return { embedded, dir, proxy, port: Number(new URL(proxy.url).port), say, isWritable }
}

let one: Server
let two: Server
beforeAll(async () => {
  ;[one, two] = await Promise.all([startOne(), startOne()])
})
afterAll(async () => {
  for (const { proxy, embedded, dir } of [one, two]) {
    proxy.thaw()
    await proxy.close()
    await embedded.release()
    for (const directory of [embedded.home, dir]) rmSync(directory, { recursive: true, force: true })
  }
})

let count = 0
/** Makes a different URL for each test, so that what the service knows about a host does not carry over from another test. */
const urlOf = (hosts: string, parameters = '') =>
  `postgres://backhaul:${PASSWORD}@${hosts}/backhaul?application_name=test-${++count}${parameters && `&${parameters}`}`
const both = () => `127.0.0.1:${one.port},127.0.0.1:${two.port}`

const portOf = async (client: DatabaseClient): Promise<number> => Number(client.place.port)

const connected = async (url: string): Promise<DatabaseClient> => {
  const client = await openClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  atEndOfTest(() => client.end())
  return client
}

beforeEach(async () => {
  for (const server of [one, two]) {
    server.proxy.thaw()
    await server.isWritable(true)
  }
})

test('of several hosts, the first that accepts writes is used', async () => {
  expect(await portOf(await connected(urlOf(both())))).toBe(one.port)
  await one.isWritable(false)
  expect(await portOf(await connected(urlOf(both())))).toBe(two.port)
  expect(await portOf(await connected(urlOf(both(), 'target_session_attrs=any')))).toBe(one.port)
  // The server refuses writes, but it is not a standby, so it counts as a primary.
  expect(await portOf(await connected(urlOf(both(), 'target_session_attrs=primary')))).toBe(one.port)
  expect(await portOf(await connected(urlOf('nobody', `host=127.0.0.1,127.0.0.1&port=${one.port},${two.port}`)))).toBe(two.port)
})

test('a connection that breaks during setup fails only its own statement', async () => {
  let breaks = 0
  const between = createServer((socket) => {
    const other = connect(one.port, '127.0.0.1')
    socket.on('error', () => {}).on('close', () => other.destroy())
    other.on('error', () => {}).pipe(socket)
    socket.on('data', (bytes) => {
      if (breaks === 0 || !bytes.includes('pg_is_in_recovery')) return other.write(bytes)
      breaks--
      socket.resetAndDestroy()
    })
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  atEndOfTest(() => between.close())
  const connectionString = urlOf(`127.0.0.1:${(between.address() as AddressInfo).port}`, 'target_session_attrs=any')
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  atEndOfTest(() => process.off('uncaughtException', note))
  const db = new Database({ connectionString }, 2)
  atEndOfTest(() => db.close())
  breaks = 5
  for (let i = 0; i < 5; i++) await expect(db.query('one', 'select 1 as n')).rejects.toThrow()
  expect(breaks).toBe(0)
  expect(await db.query('one', 'select 1 as n')).toEqual([{ n: 1 }])
  expect(uncaught).toEqual([])
})

test('unreachable hosts are skipped; if all fail, each failure is reported without the password', async () => {
  expect(await portOf(await connected(urlOf(`127.0.0.1:1,no-such-host.invalid,127.0.0.1:${two.port}`)))).toBe(two.port)
  await one.isWritable(false)
  const url = urlOf(`127.0.0.1:1,127.0.0.1:${one.port}`)
  const watch = new DatabaseWatch({ connectionString: url }, () => {})
  const error = await openDatabase({ connectionString: url }, 1, watch).catch((reason: Error) => reason)
  expect(String(error)).toBe(
    `StartupError: cannot reach the database at 127.0.0.1:1,127.0.0.1:${one.port}/backhaul: 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1; 127.0.0.1:${one.port}: the server accepts no writes (target_session_attrs=read-write)`,
  )
})

test('a wrong password is not tried at the other hosts', async () => {
  const wrong = urlOf(both()).replace(PASSWORD, 'wrong')
  await expect(openClient({ connectionString: wrong })).rejects.toMatchObject({ code: '28P01' })
})

test('a hanging host costs its time limit once, not for every connection', async () => {
  one.proxy.freeze()
  // Long enough for the other server to answer on a busy machine.
  const url = urlOf(both(), 'connect_timeout=3')
  const { taken } = one.proxy
  const began_ms = performance.now()
  expect(await portOf(await connected(url))).toBe(two.port)
  expect(performance.now() - began_ms).toBeGreaterThan(2_900)
  for (let i = 0; i < 5; i++) expect(await portOf(await connected(url))).toBe(two.port)
  expect(one.proxy.taken).toBe(taken + 1)
})

test('every address of a host name is tried', async () => {
  // `localhost` is 127.0.0.1, and ::1 where there is IPv6. No server listens there.
  expect(await portOf(await connected(urlOf(`localhost:1,localhost:${two.port}`)))).toBe(two.port)
})

test('when its host stops accepting writes, a pool sends the next statements to another host', async () => {
  const db = new Database({ connectionString: urlOf(both()) }, 2)
  atEndOfTest(() => db.close())
  const port = () => db.one<{ port: string }>('port', `select current_setting('unix_socket_directories') as port`)
  const first = await port()
  await one.isWritable(false)
  await expect(db.query('write', 'create table never (a int)')).rejects.toThrow(/read-only/)
  expect(await port()).not.toEqual(first)
  await db.query('write', 'create temporary table written (a int)')
})

test('when a host hangs, its statements fail early, and the next ones reach the writable host', async () => {
  const url = urlOf(both())
  const watch = new DatabaseWatch({ connectionString: url }, () => {})
  watch.start()
  atEndOfTest(() => watch.stop())
  const db = new Database({ connectionString: url }, 1, '', { watch })
  atEndOfTest(() => db.close())
  await db.query('first', 'select 1')
  await until('the watch is connected', () => watch.isOpen)
  await pause(300)
  one.proxy.freeze()
  const stuck = db.query('stuck', 'select 2').catch((error: Error) => error.message)
  expect(await stuck).toMatch(/has not answered/)
  await until(
    // Without the database watch, a statement would time out after half a minute.
    'statements are answered again',
    () =>
      db.query('third', 'select 3').then(
        () => true,
        () => false,
      ),
  )
})

test('every connection has the settings of the service and of the operator', async () => {
  const db = new Database({ connectionString: urlOf(both(), 'options=-c%20geqo%3Doff') }, 1, '-c enable_sort=off')
  atEndOfTest(() => db.close())
  const settings = ['TimeZone', 'lock_timeout', 'jit', 'enable_sort', 'geqo'].map((name) => `current_setting('${name}') as "${name}"`)
  expect(await db.one('settings', `select ${settings}`)).toEqual({
    TimeZone: 'UTC',
    lock_timeout: '5s',
    jit: 'off',
    enable_sort: 'off',
    geqo: 'off',
  })
})

test.each([
  ['sslmode=verify', 'use one of disable, allow, prefer, require, verify-ca, verify-full for sslmode'],
  ['sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert, the certificate of the authority'],
  ['sslmode=require&sslrootcert=/no/such/file', 'the file that sslrootcert names cannot be read (ENOENT)'],
  ['sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  [
    'target_session_attrs=standby',
    'use one of any, read-write, primary for target_session_attrs, because the service writes to the database',
  ],
  ['target_session_attrs=writable', 'use one of any, read-write, primary for target_session_attrs'],
  ['connect_timeout=soon', 'use whole seconds from 1 to 60 for connect_timeout'],
  ['port=1,2,3', 'port must name either one port for all hosts or one port for each host'],
])('%s is refused with the allowed values, without its own value', (parameters, why) => {
  expect(() => readDatabaseUrl(`postgres://u:hidden@one:1,two:2/d?${parameters}`, '')).toThrow(
    `DATABASE_URL (value not shown) is not valid: ${why}`,
  )
})

test('hosts are parsed as in libpq: with separate ports, in brackets, or as socket directories', () => {
  const hostsOf = (url: string) => readDatabaseUrl(url, '').hosts
  expect(hostsOf('postgres://u:p%40ss@one:1,two/d')).toEqual([
    { host: 'one', port: '1' },
    { host: 'two', port: '' },
  ])
  expect(hostsOf('postgres://u:p@[::1]:1,[2001:db8::1]/d')).toEqual([
    { host: '::1', port: '1' },
    { host: '2001:db8::1', port: '' },
  ])
  expect(hostsOf('postgres:///d?host=/run/a,/run/b&port=7')).toEqual([
    { host: '/run/a', port: '7' },
    { host: '/run/b', port: '7' },
  ])
  expect(hostsOf('postgres://u@%2Frun%2Fa:5/d')).toEqual([{ host: '/run/a', port: '5' }])
})

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

/** Creates a server certificate for `localhost` and two authorities. Only the first authority signed the certificate. */
const certify = (dir: string) => {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' })
  for (const name of ['authority', 'stranger'])
    openssl(
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      'rsa:2048',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.crt`,
    )
  openssl('req', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(dir, 'names'), 'subjectAltName=DNS:localhost\n')
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
    '-extfile',
    'names',
    '-out',
    'server.crt',
  )
  const read = (name: string) => execFileSync('cat', [join(dir, name)], { encoding: 'utf8' })
  return {
    key: read('server.key'),
    certificate: read('server.crt'),
    authority: join(dir, 'authority.crt'),
    stranger: join(dir, 'stranger.crt'),
  }
}

/**
 * Accepts TLS connections in front of a server and forwards them without TLS. The embedded server itself has only a Unix socket, on which
 * PostgreSQL does not encrypt.
 */
const startTls = async (server: Server, key: string, cert: string): Promise<number> => {
  const secureContext = createSecureContext({ key, cert })
  const front = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (request) => {
      const back = connect(server.port, '127.0.0.1')
      back.on('error', () => socket.destroy())
      const join = (stream: Duplex) => {
        stream.on('error', () => back.destroy())
        stream.pipe(back).pipe(stream)
      }
      if (request.length !== 8 || request.readUInt32BE(4) !== SSL_REQUEST) {
        back.write(request)
        return join(socket)
      }
      socket.write('S')
      join(new TLSSocket(socket, { isServer: true, secureContext }))
    })
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  atEndOfTest(async () => void front.close())
  return (front.address() as AddressInfo).port
}

test.skipIf(!hasOpenssl)('the values of sslmode mean the same as in libpq', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backhaul-tls-'))
  atEndOfTest(async () => rmSync(dir, { recursive: true, force: true }))
  const { key, certificate, authority, stranger } = certify(dir)
  const encrypting = await startTls(one, key, certificate)
  const isEncrypted = async (host: string, parameters: string, port = encrypting) => {
    const client = await openClient({ connectionString: urlOf(`${host}:${port}`, parameters) })
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    await client.query('select 1')
    await client.end()
    return stream instanceof TLSSocket
  }
  for (const mode of ['disable', 'allow', 'prefer']) expect(await isEncrypted('127.0.0.1', `sslmode=${mode}`, one.port)).toBe(false)
  await expect(isEncrypted('127.0.0.1', 'sslmode=require', one.port)).rejects.toThrow('does not support SSL')
  for (const mode of ['disable', 'allow']) expect(await isEncrypted('127.0.0.1', `sslmode=${mode}`)).toBe(false)
  for (const mode of ['prefer', 'require']) expect(await isEncrypted('127.0.0.1', `sslmode=${mode}`)).toBe(true)
  // Any certificate of the authority is accepted, whatever host name it contains.
  for (const mode of ['require', 'verify-ca']) expect(await isEncrypted('127.0.0.1', `sslmode=${mode}&sslrootcert=${authority}`)).toBe(true)
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    await expect(isEncrypted('localhost', `sslmode=${mode}&sslrootcert=${stranger}`)).rejects.toThrow(/certificate/)
  expect(await isEncrypted('localhost', `sslmode=verify-full&sslrootcert=${authority}`)).toBe(true)
  await expect(isEncrypted('127.0.0.1', `sslmode=verify-full&sslrootcert=${authority}`)).rejects.toThrow(/IP: 127.0.0.1/)
  await expect(isEncrypted('localhost', 'sslmode=verify-full')).rejects.toThrow(/certificate/)
})
