// The floor of a create: the rows that one signed create leaves behind, inserted by pgbench (or by a loop over the driver if pgbench is
// missing). Each insert is one prepared statement and one transaction. There is no HTTP, signature, validation or JSON. The result is what
// the database alone can do on this machine at this moment.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const CONSUMED = new Set(['xid', 'seq'])

/**
 * Values that the service or its client generates at random. All other unique values begin with a time or a counter, so they arrive in
 * order.
 */
const RANDOM = new Set(['tracking', 'key'])
const TIMES = new Set(['created_at', 'updated_at'])

const MAX_INTEGER = 2 ** 31 - 1

/** Returns the SQL for a value. A unique value is built from the transaction's number or from a random number. */
const expressionOf = (name, value, unique) => {
  if (value === null) return 'null'
  if (TIMES.has(name)) return 'now()'
  if (unique && name === 'event_seq') return '(:n)::bigint'
  if (unique && typeof value === 'number') return `(:r)::bigint % ${MAX_INTEGER}`
  if (unique) return `'f' || :${RANDOM.has(name) ? 'r' : 'n'} || '${unique}'`
  const isJson = typeof value === 'object' || name === 'facts'
  const text = value instanceof Date ? value.toISOString() : isJson ? JSON.stringify(value) : String(value)
  // A colon would begin a pgbench variable, even inside a literal.
  return `e'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
}

const insertOf = (table, row, uniques, nth) => {
  const columns = Object.keys(row).filter((name) => !CONSUMED.has(name))
  const values = columns.map((name) => expressionOf(name, row[name], uniques.includes(name) ? `${name.slice(0, 4)}${nth}` : null))
  return `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`
}

const UNIQUE = {
  shipments: ['id', 'tracking', 'barcode', 'ltracking', 'order_id'],
  labels: ['id', 'shipment_id'],
  events: ['id', 'subject', 'shipment_id'],
  deliveries: ['event_id', 'event_seq', 'subject'],
  idempotency_keys: ['key', 'answer'],
  answers: ['id'],
}

/** Returns one statement that inserts the same rows as the given create. It leaves out the columns that the database fills in. */
export const floorStatement = async (client, shipmentId, idempotencyKey) => {
  const rows = async (text, value) => (await client.query(text, [value])).rows
  const parts = []
  const add = (table, found) => parts.push(...found.map((row, nth) => insertOf(table, row, UNIQUE[table], nth)))
  add('shipments', await rows('select * from shipments where id = $1', shipmentId))
  add('labels', await rows('select * from labels where shipment_id = $1', shipmentId))
  add('events', await rows('select * from events where shipment_id = $1 order by seq', shipmentId))
  const deliveries = await rows(
    'select d.webhook_id, d.partner_id, d.event_id, d.event_seq, d.subject, d.created_at from deliveries d join events e on e.id = d.event_id where e.shipment_id = $1',
    shipmentId,
  )
  // The webhook of the inserted rows. It does not exist, so the service does not deliver the rows during the measurement. Delivering them
  // would update their other columns.
  add(
    'deliveries',
    deliveries.map((row) => ({ ...row, webhook_id: 'floor', status: 'pending' })),
  )
  const [{ created_at: _, ...key }] = await rows('select * from idempotency_keys where key = $1', idempotencyKey)
  add('idempotency_keys', [key])
  add(
    'answers',
    await rows('select a.id, a.body from answers a join idempotency_keys k on a.id = k.answer where k.key = $1', idempotencyKey),
  )
  const last = parts.pop()
  return { text: `with ${parts.map((part, i) => `c${i} as (${part})`).join(', ')} ${last}`, rows: parts.length + 1 }
}

/** Maximum number of transactions of one client in one run. */
const PER_CLIENT = 10_000_000
const MAX_RANDOM = 9_000_000_000_000_000
/**
 * Returns a number that is greater than all numbers of earlier runs. It has the same number of digits as they have, so that the numbers
 * sort as text.
 */
const firstNumber = () => Date.now() * 1_000_000
/** The same for the driver: the numbers are greater than JavaScript's largest safe integer. */
export const floorNumber = () => BigInt(firstNumber())
export const randomNumber = () => String(Math.floor(Math.random() * MAX_RANDOM))
/** The statement with the parameters of the driver: $1 is the transaction's number, $2 a random number. */
export const inDriver = (statement) => statement.replaceAll(':n', '$1::text').replaceAll(':r', '$2::text')

const findPgbench = () => ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find((path) => spawnSync(path, ['--version']).status === 0)

const withPgbench = (pgbench, database, statement, connections, seconds) => {
  const dir = mkdtempSync(join(tmpdir(), 'backhaul-bench-'))
  const file = join(dir, 'create.sql')
  writeFileSync(file, `\\set i :i + 1\n\\set n :base + :client_id * ${PER_CLIENT} + :i\n\\set r random(1, ${MAX_RANDOM})\n${statement};\n`)
  const env = {
    ...process.env,
    PGHOST: database.host,
    PGPORT: String(database.port),
    PGUSER: database.user,
    PGPASSWORD: database.password ?? '',
    PGDATABASE: database.database,
  }
  const variables = ['-D', 'i=0', '-D', `base=${firstNumber()}`]
  const args = ['-n', '-M', 'prepared', ...variables, '-f', file, '-c', String(connections), '-j', '2', '-T', String(seconds)]
  const { stdout, stderr, status } = spawnSync(pgbench, args, { env, encoding: 'utf8' })
  rmSync(dir, { recursive: true })
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`)
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

const withDriver = async (database, statement, connections, seconds) => {
  const text = inDriver(statement)
  let number = floorNumber()
  const until = performance.now() + seconds * 1000
  let done = 0
  const loop = async () => {
    const client = new pg.Client(database)
    await client.connect()
    while (performance.now() < until) {
      await client.query({ name: 'floor', text, values: [String(number++), randomNumber()] })
      done++
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return done / seconds
}

/** Measures the creates per second of the database alone. @returns {Promise<{ per_s: number, by: string }>} */
export const createFloor = async (database, statement, connections, seconds) => {
  const pgbench = findPgbench()
  if (pgbench) return { per_s: withPgbench(pgbench, database, statement, connections, seconds), by: 'pgbench -M prepared' }
  return { per_s: await withDriver(database, statement, connections, seconds), by: 'driver loop' }
}
