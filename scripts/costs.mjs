// `npm run costs -- [--small 10000] [--large 200000] [--directory DIR] [--write]`: measures how many 8 KiB blocks every statement of the
// service touches at two database sizes (scripts/costs/watch.mjs). At both sizes, a service answers the same requests
// (scripts/costs/requests.mjs), and its worker delivers for a while. The check fails if a statement needs more blocks at the larger size
// than allowed. The allowance is 1.25 times the blocks at the smaller size, plus one for each index descent, because an index may have one
// more level. If a page has more rows than at the smaller size, the allowance grows with them, and it is at least one block for each row.
// With --directory, the grown databases are kept and reused. --write puts the table into docs/scaling.md.

import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openApiText } from '@backhaul/docs-site'
import { readConfig, serve } from '@backhaul/server/testing'
import pg from 'pg'
import { Client } from '../packages/trials/dist/lib/client.js'
import { connected, LocalDatabase } from '../packages/trials/dist/lib/database.js'
import { openReceiver } from '../packages/trials/dist/lib/receiver.js'
import { counted, makeRunDirectory, median, removeRunDirectory } from '../packages/trials/dist/lib/run.js'
import { ROOT, settings } from '../packages/trials/dist/lib/service.js'
import { NOT_ASKED, requestsOf } from './costs/requests.mjs'
import { OPTIONS, Watch } from './costs/watch.mjs'
import { growIn } from './grow.mjs'

const SHARE = 1.25
/** Blocks that catalog lookups touch when a connection runs a statement for the first time, even on an empty table. */
const FEWEST = 3
const EVENTS_PER_SHIPMENT = 5
const WORKER_MS = 15_000
const REST_MS = 5_000
/**
 * Statements that may need more blocks at the larger size, because something other than the history limits their cost. Each value names
 * that limit.
 */
const KNOWN = {
  attempt_counts: 'adds the counts since its last run, for each webhook and hour',
  delivery_heartbeat: 'renews every held lease',
  delivery_fetch: 'reads the deliveries completed since the last cleanup of the index',
  retention_attempts: 'removes all due rows, up to 1,000 at a time',
  retention_documents: 'checks up to 50 documents at a time',
  retention_first_successes: 'clears all due rows, up to 1,000 at a time',
  today_count: 'counts up to 500 events',
  today_remove: 'removes all due hours, up to 1,000 at a time',
}
const BEGIN = '<!-- costs: written by `npm run costs` -->'
const END = '<!-- end of costs -->'

/** Returns the median cost of each statement that occurs in most of the samples. */
const summaryOf = (samples) => {
  const all = new Map()
  for (const sample of samples) for (const [name, cost] of sample) all.set(name, [...(all.get(name) ?? []), cost])
  const often = [...all].filter(([, costs]) => costs.length > samples.length / 2)
  return new Map(
    often.map(([name, costs]) => {
      const keys = ['blocks', 'ms', 'rows', 'descents']
      return [name, { ...Object.fromEntries(keys.map((key) => [key, median(costs.map((cost) => cost[key]))])), indexes: costs[0].indexes }]
    }),
  )
}

const ask = (who, method, path, body) => who.json(method, path, body, { key: method === 'POST' ? randomUUID() : null })

/** A service on the grown database in `directory`, with its connections watched. */
class Measured {
  costs = new Map()

  async open(directory, watch) {
    this.database = await LocalDatabase.open(directory, {})
    const { url } = this.database
    await watch.open(url)
    this.watch = watch
    this.client = new pg.Client({ connectionString: url })
    await this.client.connect()
    const explained = `${url}&options=${encodeURIComponent(OPTIONS)}`
    this.config = readConfig(settings(directory, { DATABASE_URL: explained, BACKHAUL_PROCESSES: '1', BACKHAUL_DRAIN_SECONDS: '0' }))
    const read = (name) => JSON.parse(readFileSync(join(directory, name), 'utf8'))
    const { partners, receiver_port } = read('grown-pattern.json')
    Object.assign(this, { partner: partners[0], receiver_port, operator: read('simulation.json').operator })
  }

  async askAll() {
    const running = await serve(this.config, 'api', false)
    const clientOf = (who) => new Client(Number(new URL(running.url).port), who)
    const [partner, operator] = [clientOf(this.partner), clientOf(this.operator)]
    try {
      const { reads, writes, store, samples } = await requestsOf(this.client, this.partner.partner_id)
      for (const [name, pathOf] of Object.entries(reads)) {
        const who = name.startsWith('/v2/ops') ? operator : partner
        await this.#take(`GET ${name}`, samples, (i) => ask(who, 'GET', pathOf(i)))
      }
      const parcels = Array.from({ length: samples }, () => ({ store }))
      for (const [name, requestOf] of Object.entries(writes))
        await this.#take(name, samples, async (i) => {
          const who = name.includes('scan-events') ? operator : partner
          parcels[i].id ??= (await ask(who, 'POST', ...requestOf(parcels[i]))).id
        })
    } finally {
      for (const who of [partner, operator]) who.close()
      await running.close()
    }
  }

  async #take(name, samples, ask) {
    const taken = []
    // One request is sent before the measured ones, because some values are read only once: the key, the network, the catalog.
    if (name.startsWith('GET')) await ask(0)
    for (let i = 0; i < samples; i++) {
      await this.watch.reset()
      await ask(i)
      taken.push(await this.watch.taken())
    }
    for (const [statement, cost] of summaryOf(taken)) this.costs.set(`${name} ${statement}`, { request: name, statement, ...cost })
  }

  /** Runs a worker that delivers a backlog, because its receiver is up again, and then a worker at rest. */
  async deliver() {
    await this.#work('the worker', WORKER_MS)
    await this.#clearUp()
    await this.#work('the worker, at rest', REST_MS)
    await this.#clearUp()
  }

  /**
   * Statements read all row versions that were created since the last vacuum. The timing of autovacuum is random, so this vacuum runs at a
   * fixed point at both sizes.
   */
  async #clearUp() {
    await this.client.query('vacuum (analyze, index_cleanup on)')
  }

  async #work(request, ms) {
    const receiver = await openReceiver(() => {}, this.receiver_port)
    await this.watch.reset()
    const running = await serve(this.config, 'worker', false)
    try {
      await sleep(ms)
    } finally {
      await running.close()
      receiver.close()
    }
    for (const [statement, cost] of await this.watch.taken())
      this.costs.set(`${request} ${statement}`, { request, statement, ...cost, isWorker: true })
  }

  async close() {
    await this.watch.close()
    await this.client.end()
    await this.database.close()
  }
}

const measure = async (directory, watch) => {
  const measured = new Measured()
  await measured.open(directory, watch)
  try {
    // The worker also computes the summaries of the copied rows, as workers would have done over time.
    await measured.deliver()
    await measured.askAll()
    return measured.costs
  } finally {
    await measured.close()
  }
}

/** Compares each statement of each request at both sizes with the allowance. */
const compare = (small, large) =>
  [...large].flatMap(([key, cost]) => {
    const before = small.get(key)
    if (!before) return []
    const rows = Math.max(1, cost.rows / Math.max(1, before.rows))
    // Blocks are whole numbers. At a large size, each row of a page may be in a block of its own. In a small history, rows share blocks.
    const allowed = Math.max(FEWEST, Math.ceil(SHARE * Math.max(before.blocks * rows, cost.rows)) + cost.descents)
    return [{ ...cost, before, allowed, share: cost.blocks / Math.max(1, allowed), isWithin: cost.blocks <= allowed }]
  })

/** Returns for each statement the request that comes closest to the allowance, or exceeds it most. */
const worstOf = (all) => {
  const worst = new Map()
  for (const one of all) if ((worst.get(one.statement)?.share ?? -1) < one.share) worst.set(one.statement, one)
  return [...worst.values()].sort((a, b) => a.statement.localeCompare(b.statement))
}

const number = (value) => (value >= 100 ? counted(Math.round(value)) : String(Math.round(value * 10) / 10))

const tableOf = (all, sizes) => {
  const [small, large] = sizes.map(counted)
  const rows = worstOf(all).map(
    ({ statement, request, isWorker, before, blocks, descents, allowed, isWithin, ms }) =>
      `| \`${statement}\` | ${isWorker ? request : `\`${request.replaceAll('|', '\\|')}\``} | ${number(before.blocks)} | ${number(blocks)} | ${number(descents)} | ${number(allowed)}${isWithin ? '' : statement in KNOWN ? ' more: see below' : ' **exceeded**'} | ${before.ms.toFixed(2)} | ${ms.toFixed(2)} |`,
  )
  return [
    `| statement | closest request | blocks at ${small} | at ${large} | descents | allowed | ms at ${small} | at ${large} |`,
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

const SIZES = `
  select c.relname as table, pg_relation_size(c.oid)::float8 as heap, pg_indexes_size(c.oid)::float8 as indexes,
         coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0)::float8 as toast, c.reltuples::float8 as rows
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by pg_total_relation_size(c.oid) desc limit 12`

const sizesOf = async (directory) => {
  const database = await LocalDatabase.open(directory, {})
  const look = async (client) => {
    const { rows } = await client.query(SIZES)
    const mb = (bytes) => number(bytes / 1e6)
    const whole = await client.query('select pg_database_size(current_database())::float8 as bytes')
    return [
      '| table | rows | table MB | indexes MB | TOAST MB | bytes a row |',
      '|---|---|---|---|---|---|',
      ...rows.map(
        (row) =>
          `| ${row.table} | ${counted(Math.round(row.rows))} | ${mb(row.heap)} | ${mb(row.indexes)} | ${mb(row.toast)} | ${number((row.heap + row.indexes + row.toast) / Math.max(1, row.rows))} |`,
      ),
      '',
      `The whole database takes ${mb(whole.rows[0].bytes)} MB.`,
    ].join('\n')
  }
  return connected(database.url, look).finally(() => database.close())
}

const reasonsOf = (all) => {
  const more = new Set(all.filter(({ isWithin, statement }) => !isWithin && statement in KNOWN).map(({ statement }) => statement))
  return ['Statements that need more:', '', ...[...more].sort().map((statement) => `- \`${statement}\` ${KNOWN[statement]}.`)].join('\n')
}

/** Checks that every list of the API is either measured or left out with a reason. */
const checkLists = (costs) => {
  const { paths } = JSON.parse(openApiText())
  const asked = new Set([...costs.values()].map(({ request }) => request.replace('GET ', '').split('?')[0]))
  const plain = (path) => path.replace(/\{\w+\}/g, '{id}')
  const lists = Object.entries(paths).filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
  const known = new Set([...asked].map(plain))
  const forgotten = lists
    .map(([path]) => path)
    .filter((path) => !known.has(plain(path)) && !(path in NOT_ASKED) && !/^\/v2\/ops\/carrier-invoices/.test(path))
  if (forgotten.length > 0) throw new Error(`scripts/costs/requests.mjs neither measures nor excludes: ${forgotten.join(', ')}`)
}

const write = (text) => {
  const file = join(ROOT, 'docs/scaling.md')
  const page = readFileSync(file, 'utf8')
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  writeFileSync(file, `${page.slice(0, start + BEGIN.length)}\n\n${text}\n\n${page.slice(end)}`)
}

const run = async (directory, sizes, isWritten) => {
  const directories = ['small', 'large'].map((name) => join(directory, name))
  const asked = (shipments) => ({ shipments, events: shipments * EVENTS_PER_SHIPMENT, seed: 1 })
  await growIn(directories[0], asked(sizes[0]))
  // Both sizes have the same partners and keys, so the requests are the same.
  if (!existsSync(directories[1])) cpSync(directories[0], directories[1], { recursive: true, preserveTimestamps: true })
  if (!existsSync(join(directories[1], 'grown.json'))) mkdirSync(directories[1])
  const watch = new Watch()
  const small = await measure(directories[0], watch)
  // Lists are checked before the long part of the run.
  checkLists(small)
  await growIn(directories[1], asked(sizes[1]))
  const large = await measure(directories[1], watch)
  const all = compare(small, large)
  const table = tableOf(all, sizes)
  const space = await sizesOf(directories[1])
  console.log(table)
  if (isWritten) write(`${table}\n\n${reasonsOf(all)}\n\nThe largest tables at ${counted(sizes[1])} shipments:\n\n${space}`)
  const exceeded = all.filter(({ isWithin, statement }) => !isWithin && !(statement in KNOWN))
  for (const { request, statement, before, blocks, rows, allowed, indexes } of exceeded)
    console.log(
      `exceeded: ${statement} for ${request}: ${number(before.blocks)} blocks for ${number(before.rows)} rows, ${number(blocks)} for ${number(rows)}, allowed ${number(allowed)} (${indexes.join(', ')})`,
    )
  const only = [...large].filter(([key]) => !small.has(key)).map(([, { statement, request }]) => `${statement} for ${request}`)
  if (only.length > 0) console.log(`not compared, because they ran only at the larger size: ${only.join('; ')}`)
  console.log(`${all.length} statements of requests were compared; ${exceeded.length} exceed the allowance`)
  process.exitCode = exceeded.length === 0 ? 0 : 1
}

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '200000' },
    directory: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const directory = values.directory ? resolve(values.directory) : makeRunDirectory('costs')
mkdirSync(directory, { recursive: true })
chmodSync(directory, 0o711)
try {
  await run(directory, [Number(values.small), Number(values.large)], values.write)
} finally {
  if (!values.directory) removeRunDirectory(directory, directory)
}
process.exit()
