// A real pgbouncer in front of the tests' PostgreSQL. Skipped if it is not installed.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseWatch } from '../../src/database/database-watch.ts'
import { Database, openDatabase } from '../../src/database/db.ts'
import { RETURN } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type DatabaseProxy, startProxy } from '../support/proxy.ts'
import { startReceiver } from '../support/receiver.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const hasPgbouncer = (() => {
  try {
    return execFileSync('pgbouncer', ['--version']).length > 0
  } catch {
    console.log('skipped: no pgbouncer on this machine')
    return false
  }
})()

let database: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startProxy(database.url)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

/** Starts pgbouncer with Debian's configuration, except for the mode, the address and the users. Returns the DATABASE_URL for it. */
const startPgbouncer = async (mode: 'session' | 'transaction' | 'statement', settings = ''): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'backhaul-pgbouncer-'))
  chmodSync(dir, 0o755)
  const to = new URL(proxy.url)
  const port = await freePort()
  const password = decodeURIComponent(to.password)
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${to.port} user=${to.username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 40
max_client_conn = 200
${settings}
`,
  )
  // pgbouncer refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...as, join(dir, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  atEndOfTest(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(dir, { recursive: true, force: true })
  })
  await until('pgbouncer is up', () => /process up/.test(said))
  return `postgres://${to.username}@127.0.0.1:${port}${to.pathname}`
}

const openAt = (url: string) => openDatabase({ connectionString: url }, 2, new DatabaseWatch({ connectionString: url }, () => {}))

test.skipIf(!hasPgbouncer)('through a pooler in session mode all settings hold, and webhooks are sent at once', async () => {
  const url = await startPgbouncer('session')
  const db = new Database({ connectionString: url }, 3, '-c enable_sort=off')
  const settings = ['TimeZone', 'lock_timeout', 'statement_timeout', 'jit', 'enable_sort'].map(
    (name) => `current_setting('${name}') as "${name}"`,
  )
  const read = () => db.one('settings', `select ${settings}, pg_sleep(0.05)::text`)
  // The first connections have gone back to the pooler. The next statements get these connections, with the settings that they had.
  for (let i = 0; i < 2; i++) {
    const rows = await Promise.all([read(), read(), read()])
    for (const row of rows)
      expect(row).toMatchObject({ TimeZone: 'UTC', lock_timeout: '5s', statement_timeout: '25s', jit: 'off', enable_sort: 'off' })
  }
  await db.close()

  const receiver = await startReceiver()
  atEndOfTest(() => receiver.close())
  const service = await startTestService('all', { DATABASE_URL: url, BACKHAUL_LOG_LEVEL: 'silent' })
  atEndOfTest(() => service.close())
  await service.demo.post('/v2/webhooks', { url: receiver.url, enabled_events: ['*'] })
  expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  await until('the webhook came', () => receiver.received.length > 0)
  expect(service.running.service.notifier.isListening).toBe(true)
})

test.skipIf(!hasPgbouncer).each(['transaction', 'statement'] as const)('a pooler in %s mode is refused in one line', async (mode) => {
  const url = await startPgbouncer(mode)
  await expect(openAt(url)).rejects.toThrow(
    /^DATABASE_URL points to a pooler in transaction or statement mode, which loses settings and prepared statements; set pool_mode to "session" in the pooler, or connect to PostgreSQL directly$/,
  )
})

test.skipIf(!hasPgbouncer)('a pooler in transaction mode is detected under load and with round-robin connections', async () => {
  const url = await startPgbouncer('transaction', 'server_round_robin = 1')
  const busy = new Database({ connectionString: url }, 4)
  atEndOfTest(() => busy.close())
  let isOver = false
  const use = async () => {
    while (!isOver) await busy.query('', 'select pg_sleep(0.003)')
  }
  const users = [use(), use(), use(), use()]
  for (let i = 0; i < 5; i++) await expect(openAt(url)).rejects.toThrow(/transaction or statement mode/)
  isOver = true
  await Promise.all(users)
})
