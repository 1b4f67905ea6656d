// `npm run bench -- --rest`: measures a sandbox at rest, as `npm start` opens it: the statements, the processor time and the memory of all
// its processes, PostgreSQL included. Then creates a shipment and waits for its event, which shows whether a notification still wakes the
// worker.
//
// PostgreSQL itself logs each statement (log_statement = all), so none is missed. The log names the connection of each statement, and thus
// the process that sent it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, SHIPMENT } from '../packages/trials/dist/lib/client.js'
import { connected, LocalDatabase } from '../packages/trials/dist/lib/database.js'
import { familyOf, processTable, readText } from '../packages/trials/dist/lib/processes.js'
import { openReceiver } from '../packages/trials/dist/lib/receiver.js'
import { makeRunDirectory, removeRunDirectory, until } from '../packages/trials/dist/lib/run.js'
import { ROOT, Served, settings, UNLIMITED } from '../packages/trials/dist/lib/service.js'
import { proportional_mb } from './memory.mjs'
import { KEY_CACHE_MS } from './stage.mjs'

const REST_S = 300
const COUNTED_S = 60
const MAX = { statements_per_s: 5, processor_percent: 1, memory_mb: 400 }
/** The event comes in time if a notification wakes the worker. The slow polls of a worker at rest would find it seconds later. */
const DELIVERED_WITHIN_MS = 1_000
const WEBHOOKS = 10
const CREATES = 500
const CREATES_AT_ONCE = 10
const BATCH = 100
const LABELS = 50
/** The traffic has ended when no delivery arrives for this long. */
const QUIET_MS = 2_000
/** How much of a statement without a name, and of a command, is shown. */
const SHOWN_CHARACTERS = 70

const sum = (values) => values.reduce((total, value) => total + value, 0)

/** Sends requests of several kinds: single creates, a batch, a list, labels. Resolves when all events are delivered. */
const sendTraffic = async (client, receipts) => {
  for (let i = 0; i < CREATES; i += CREATES_AT_ONCE) {
    const keys = Array.from({ length: CREATES_AT_ONCE }, (_, k) => `${i + k}`)
    await Promise.all(keys.map((key) => client.json('POST', '/v2/shipments', { ...SHIPMENT, order_id: key }, { key })))
  }
  await client.json('POST', '/v2/shipments/batch', { shipments: Array(BATCH).fill(SHIPMENT) }, { key: 'batch' })
  const { data } = await client.json('GET', `/v2/shipments?limit=${LABELS}`)
  for (const { id } of data) await client.send('GET', `/v2/shipments/${id}/label`)
  for (let before = -1; before < receipts.count; await sleep(QUIET_MS)) before = receipts.count
}

/** Runs `work` with a connection to the sandbox's PostgreSQL, which is closed afterward. */
const withDatabase = async (dataDir, work) => {
  const database = await LocalDatabase.open(dataDir)
  try {
    return await connected(database.url, (client) => work(client, database.embedded.home))
  } finally {
    await database.close()
  }
}

const liftRateLimits = async (dataDir) => {
  await withDatabase(dataDir, (client) => client.query('update api_keys set rate_limit = $1', [UNLIMITED]))
  await sleep(KEY_CACHE_MS)
}

/** Lets PostgreSQL log each statement. Returns the path of the log. */
const logStatements = (dataDir) =>
  withDatabase(dataDir, async (client, home) => {
    await client.query("alter system set log_line_prefix = '%a|'")
    await client.query("alter system set log_statement = 'all'")
    await client.query('select pg_reload_conf()')
    return join(home, 'postgres.log')
  })

/** Counts the statements in a part of the log, by connection and statement, in descending order. */
const countStatements = (text) => {
  const counts = new Map()
  for (const [, connection, prepared, statement] of text.matchAll(
    /^([^|\n]*)\|LOG: {2}(?:statement|execute ([^:\n]*)): (.*(?:\n\t.*)*)/gm,
  )) {
    const isNamed = prepared !== undefined && prepared !== '<unnamed>'
    const key = `${connection}: ${isNamed ? prepared : statement.replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/** Returns the seconds of processor time of each of the sandbox's processes, by id. */
const usedBy = (root) => {
  const table = processTable()
  return new Map(familyOf(root, table).map((pid) => [pid, table.get(pid).used_s]))
}

const commandOf = (pid) => readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim().split('/').at(-1).slice(0, SHOWN_CHARACTERS)

/** Waits for the end of the rest, then returns the statements and the processes of the time after it. */
const observe = async (root, log) => {
  await sleep(REST_S * 1000)
  const [before, logged_bytes] = [usedBy(root), readFileSync(log).length]
  await sleep(COUNTED_S * 1000)
  const after = usedBy(root)
  const statements = countStatements(readFileSync(log).subarray(logged_bytes).toString())
  const parts = [...after].map(([pid, s]) => {
    return { command: commandOf(pid), percent: ((s - (before.get(pid) ?? 0)) / COUNTED_S) * 100, mb: proportional_mb(pid) }
  })
  return { statements, parts }
}

const tryFirst = async (client, receipts) => {
  const before = receipts.count
  const began_ms = performance.now()
  await client.json('POST', '/v2/shipments', SHIPMENT, { key: 'after-the-rest' })
  const created_ms = performance.now() - began_ms
  await until('an event is delivered to all webhooks', () => receipts.count >= before + WEBHOOKS, 30_000, 2)
  return { created_ms, delivered_ms: performance.now() - began_ms }
}

const measure = async (report, served, dataDir) => {
  const receipts = { count: 0 }
  const receiver = await openReceiver(() => void receipts.count++)
  const client = new Client(served.port, JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')))
  try {
    await liftRateLimits(dataDir)
    for (let i = 0; i < WEBHOOKS; i++) await client.json('POST', '/v2/webhooks', { url: `${receiver.url}/${i}`, enabled_events: ['*'] })
    await sendTraffic(client, receipts)
    const log = await logStatements(dataDir)
    report.progress(`${receipts.count} deliveries; at rest for ${REST_S} s, then observed for ${COUNTED_S} s`)
    const { statements, parts } = await observe(served.pid, log)
    for (const [name, count] of statements) console.log(`${(count / COUNTED_S).toFixed(2).padStart(7)}/s  ${name}`)
    for (const { command, percent, mb } of parts) console.log(`${mb.toFixed(1).padStart(7)} MB ${percent.toFixed(2)} %  ${command}`)
    const of = 'of a sandbox at rest'
    const perSecond = sum(statements.map(([, count]) => count)) / COUNTED_S
    report.add(`statements ${of}`, { value: perSecond, unit: '/s', target: ['<=', MAX.statements_per_s] })
    const percent = sum(parts.map((part) => part.percent))
    report.add(`processor ${of}`, { value: percent, unit: '% of one', target: ['<=', MAX.processor_percent] })
    const mb = sum(parts.map((part) => part.mb))
    report.add(`memory ${of}`, { value: mb, unit: 'MB', target: ['<=', MAX.memory_mb], notes: 'proportional, with PostgreSQL' })
    const { created_ms, delivered_ms } = await tryFirst(client, receipts)
    const notes = `the create was answered after ${created_ms.toFixed(0)} ms`
    report.add('first event after the rest', { value: delivered_ms, unit: 'ms', target: ['<=', DELIVERED_WITHIN_MS], notes })
  } finally {
    client.close()
    receiver.close()
  }
}

export const measureRest = async (report) => {
  const dataDir = makeRunDirectory('rest')
  const served = new Served('the sandbox', settings(dataDir), 'all', [], [join(ROOT, 'scripts/start.mjs')])
  try {
    await served.start()
    await measure(report, served, dataDir)
  } finally {
    await served.end()
    removeRunDirectory(dataDir, dataDir)
  }
}
