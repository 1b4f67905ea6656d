// Measures the cost of a create from its decision to its commit, without HTTP: processor time of PostgreSQL and Node, bytes of WAL, and
// bytes in the database (tables, indexes and TOAST). A separate line shows the cost of a create together with the delivery of its events:
// bytes of WAL, and bytes in the database after delivery and vacuum. Autovacuum frees the space of delivered rows all the time, and the
// next round reuses it. With `--against`, two builds alternate on one PostgreSQL, each on its own database, because the speed of a shared
// machine drifts. Usage: node packages/server/tools/commit.mjs [--against CHECKOUT] [--rounds 4] [--creates 8000] [--in-flight 64]
// [--webhooks 2] [--batch 1] [--deliver 1] `--batch` is the number of creates in each request, or 1 for single creates. With `--deliver 0`,
// nothing is delivered.
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { CREATE } from '../../../bench/requests.mjs'
import { connected, LocalDatabase, urlOf } from '../../trials/dist/lib/database.js'
import { familyOf, processTable } from '../../trials/dist/lib/processes.js'
import { openReceiver } from '../../trials/dist/lib/receiver.js'
import { makeRunDirectory, removeRunDirectory } from '../../trials/dist/lib/run.js'

const HERE = fileURLToPath(new URL('../../..', import.meta.url))
const US_PER_S = 1_000_000
const DRAINED_POLL_MS = 200
/** Delivered rows are vacuumed between rounds. The first rounds are not measured, because they free the space that later rounds reuse. */
const DELIVERED_ROUNDS = 8
const FIRST_DELIVERED = 3

const readOptions = (args) => {
  const options = { against: '', rounds: 4, creates: 8000, 'in-flight': 64, webhooks: 2, batch: 1, deliver: 1 }
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]?.slice(2) ?? ''
    if (!(name in options) || !args[i + 1]) throw new Error(`${args.slice(i, i + 2).join(' ')} is not understood`)
    options[name] = name === 'against' ? args[i + 1] : Number(args[i + 1])
  }
  return options
}

/** Seconds of processor time used by PostgreSQL's processes, without the postmaster. */
const postgresTime_s = (postmaster) => {
  const table = processTable()
  return familyOf(postmaster, table).reduce((sum, pid) => (pid === postmaster ? sum : sum + table.get(pid).used_s), 0)
}

/** Starts a service of the build in `checkout` on its own database, with a partner that has webhooks. */
const open = async (checkout, embedded, name, receiverUrl, { webhooks, batch }) => {
  const load = (path) => import(pathToFileURL(join(checkout, 'packages/server/dist', path)).href)
  const [
    { serve },
    { readConfig },
    { prepareCreate, prepareCreates },
    { shipmentResource },
    { Execution },
    { encryptSecret, newWebhookSecret },
  ] = await Promise.all(
    ['app/serve', 'process/config', 'kinds/shipments/create', 'kinds/shipments/resource', 'service/execute', 'delivery/secrets'].map(
      (path) => load(`${path}.js`),
    ),
  )
  await connected(embedded.config, (client) => client.query(`create database ${name}`))
  const dataDir = makeRunDirectory('bench')
  const url = urlOf({ ...embedded.config, database: name })
  const config = readConfig({ PORT: '0', BACKHAUL_LOG_LEVEL: 'error', DATABASE_URL: url, BACKHAUL_DATA_DIR: dataDir })
  const running = await serve(config, 'api')
  const { service } = running
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [{ id: keyId, partner_id: partnerId }] = (await client.query("select id, partner_id from api_keys where kind = 'partner'")).rows
  for (let slot = 0; slot < webhooks; slot++) {
    const id = `whk_${String(slot).padStart(26, '0')}`
    const secret = encryptSecret(service, id, newWebhookSecret(null))
    await client.query(
      `with w as (
         insert into webhooks (id, partner_id, slot, url, enabled_events, status, enabled_at, secret, master_key_id, created_at, version)
         values ($1, $2, $3, $4, '{*}', 'enabled', now(), $5, $6, now(), 1))
       insert into webhook_queues (webhook_id) values ($1)`,
      [id, partnerId, slot, receiverUrl, secret, service.masterKey.id],
    )
  }
  const caller = { key: await service.keyCache.key(keyId), partner: await service.keyCache.partner(partnerId) }
  let n = 0
  const create = async () => {
    const key = {
      principal: keyId,
      endpoint: 'POST /v2/shipments',
      key: `00000000-${Math.random()}-${n}`,
      fingerprint: `${'f'.repeat(43)}=`,
    }
    const bodyOf = () => ({ ...CREATE, order_id: `order-${n++}` })
    const one = async () => {
      const { shipment, plan } = await prepareCreate(service, caller, bodyOf(), 'api')
      return { status: 201, body: shipmentResource(shipment, service.links), plan }
    }
    const many = async () => {
      const { shipments, plan } = await prepareCreates(service, caller, Array.from({ length: batch }, bodyOf))
      return { status: 201, body: { data: shipments.map((shipment) => shipmentResource(shipment, service.links)) }, plan }
    }
    const answer = await new Execution(service, key).execute(batch === 1 ? one : many)
    if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  }
  const close = async () => {
    await client.end()
    await running.close()
    rmSync(dataDir, { recursive: true })
  }
  return { client, create, close, deliverAll: () => deliverAll(serve, config, client), sums: {} }
}

const PENDING = "select exists (select from deliveries where status = 'pending') as some"

/** Starts a worker, and stops it when everything is delivered, so that no worker runs while creates are measured. */
const deliverAll = async (serve, config, client) => {
  const worker = await serve(config, 'worker')
  while ((await client.query(PENDING)).rows[0].some) await sleep(DRAINED_POLL_MS)
  await worker.close()
  await client.query('vacuum deliveries')
}

const wal = async (client) => Number((await client.query("select pg_current_wal_insert_lsn() - '0/0' as n")).rows[0].n)

const TABLES = ['shipments', 'labels', 'events', 'deliveries', 'idempotency_keys', 'answers']
/** Covers only the tables that the build has, and their partitions. */
const STORED = `
  select t.name as table, sum(pg_total_relation_size(c.oid)) as n
    from unnest($1::text[]) as t(name)
    join pg_class c on c.oid = to_regclass(t.name) or c.oid in (select inhrelid from pg_inherits where inhparent = to_regclass(t.name))
   group by 1 order by 1`
const storedBy = async (client) => (await client.query(STORED, [TABLES])).rows.map(({ table, n }) => ({ table, bytes: Number(n) }))
const stored = async (client) => (await storedBy(client)).reduce((sum, { bytes }) => sum + bytes, 0)

const makeCreates = ({ create }, creates, { 'in-flight': inFlight, batch }) => {
  let left = creates
  const drive = async () => {
    for (; left > 0; ) {
      left -= batch
      await create()
    }
  }
  return Promise.all(Array.from({ length: inFlight }, drive))
}

const round = async (build, postmaster, creates, options) => {
  const { client } = build
  await client.query('checkpoint')
  const before = {
    wal: await wal(client),
    stored: await stored(client),
    postgres: postgresTime_s(postmaster),
    node: process.cpuUsage(),
    at: performance.now(),
  }
  await makeCreates(build, creates, options)
  const seconds = (performance.now() - before.at) / 1000
  const { user, system } = process.cpuUsage(before.node)
  return {
    seconds: (seconds * US_PER_S) / creates,
    node: (user + system) / creates,
    postgres: ((postgresTime_s(postmaster) - before.postgres) * US_PER_S) / creates,
    wal: ((await wal(client)) - before.wal) / creates,
    stored: ((await stored(client)) - before.stored) / creates,
  }
}

/** Returns the bytes that a create and its deliveries add to each table after the first rounds, and the bytes of WAL that they write. */
const deliveredRounds = async (build, options) => {
  const creates = Math.ceil(options.creates / DELIVERED_ROUNDS)
  const { client } = build
  let before
  for (let i = 0; i < DELIVERED_ROUNDS; i++) {
    if (i === FIRST_DELIVERED) before = { wal: await wal(client), tables: await storedBy(client) }
    await makeCreates(build, creates, options)
    await build.deliverAll()
  }
  const n = creates * (DELIVERED_ROUNDS - FIRST_DELIVERED)
  const tables = (await storedBy(client)).map(({ table, bytes }, i) => ({ table, bytes: (bytes - before.tables[i].bytes) / n }))
  return { wal: ((await wal(client)) - before.wal) / n, tables }
}

const options = readOptions(process.argv.slice(2))
const receiver = await openReceiver(() => {})
const receiverUrl = `${receiver.url}/`
const dataDir = makeRunDirectory('bench')
const database = await LocalDatabase.open(dataDir, {})
const { embedded, postmaster } = database
const checkouts = { now: HERE, ...(options.against && { before: resolve(options.against) }) }
const builds = {}
for (const [name, checkout] of Object.entries(checkouts)) builds[name] = await open(checkout, embedded, name, receiverUrl, options)
for (const build of Object.values(builds)) await round(build, postmaster, options.creates / 2, options)
const show = (name, { seconds, node, postgres, wal, stored }) => {
  const [pg_us, node_us, elapsed_us] = [postgres, node, seconds].map((us) => `${us.toFixed(0)} µs`)
  const bytes = `WAL ${wal.toFixed(0)} bytes, stored ${stored.toFixed(0)} bytes`
  console.log(`${name.padEnd(12)} PostgreSQL ${pg_us}, Node ${node_us}, elapsed ${elapsed_us}, ${bytes} a create`)
}
for (let i = 0; i < options.rounds; i++) {
  for (const [name, build] of Object.entries(builds)) {
    const result = await round(build, postmaster, options.creates, options)
    show(name, result)
    for (const key of Object.keys(result)) build.sums[key] = (build.sums[key] ?? 0) + result[key] / options.rounds
  }
}
for (const [name, { sums }] of Object.entries(builds)) show(`mean, ${name}`, sums)
for (const build of Object.values(builds)) await build.close()
if (options.deliver) {
  for (const [name, checkout] of Object.entries(checkouts)) {
    const build = await open(checkout, embedded, `${name}_delivered`, receiverUrl, options)
    const { wal, tables } = await deliveredRounds(build, options)
    await build.close()
    const sum = tables.reduce((all, { bytes }) => all + bytes, 0)
    const each = tables.map(({ table, bytes }) => `${table} ${bytes.toFixed(0)}`).join(', ')
    console.log(`${name}, delivered: WAL ${wal.toFixed(0)} bytes, stored ${sum.toFixed(0)} bytes a create (${each})`)
  }
}
await database.close()
receiver.close()
removeRunDirectory(dataDir, dataDir)
