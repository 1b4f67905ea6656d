// What a create costs from its decision to its commit, without HTTP: processor time of PostgreSQL and of Node, bytes of WAL, and bytes in the
// database before anything is delivered (tables, indexes and TOAST). With
// `--against` two builds take turns on one PostgreSQL, each on a database of its own, as the speed of a shared machine drifts.
// Usage: node bench/commit.mjs [--against CHECKOUT] [--rounds 4] [--creates 8000] [--in-flight 64] [--webhooks 2] [--batch 1]
// `--batch`: so many creations in each request; 1 is a single creation.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { openEmbedded } from '../packages/server/dist/platform/embedded.js'
import { CREATE } from './requests.mjs'

const HERE = fileURLToPath(new URL('..', import.meta.url))
const TICKS_PER_S = 100
const US_PER_S = 1_000_000

const readOptions = (args) => {
  const options = { against: '', rounds: 4, creates: 8000, 'in-flight': 64, webhooks: 2, batch: 1 }
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i]?.slice(2) ?? ''
    if (!(name in options) || !args[i + 1]) throw new Error(`${args.slice(i, i + 2).join(' ')} is not understood`)
    options[name] = name === 'against' ? args[i + 1] : Number(args[i + 1])
  }
  return options
}

/** Processor time of PostgreSQL's processes so far, in seconds. */
const postgresTime_s = (postmaster) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        // After the command's name in parentheses: state, parent, …, user and system time.
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
        return Number(stat[1]) === postmaster ? sum + (Number(stat[11]) + Number(stat[12])) / TICKS_PER_S : sum
      } catch {
        return sum
      }
    }, 0)

/** A service of the build in `checkout`, on a database of its own, with a partner that has webhooks. */
const open = async (checkout, embedded, name, { webhooks, batch }) => {
  const load = (path) => import(pathToFileURL(join(checkout, 'packages/server/dist', path)).href)
  const [{ serve }, { readConfig }, { prepareCreate, prepareCreates }, { shipmentResource }, { Execution }] = await Promise.all(
    ['app/serve.js', 'platform/config.js', 'shipments/create.js', 'shipments/resource.js', 'service/execute.js'].map(load),
  )
  const { host, port, user, password } = embedded.config
  const admin = new pg.Client(embedded.config)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-bench-'))
  const url = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const config = readConfig({ PORT: '0', BACKHAUL_LOG_LEVEL: 'error', DATABASE_URL: url, BACKHAUL_DATA_DIR: dataDir })
  const running = await serve(config, 'api')
  const { service } = running
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [{ id: keyId, partner_id: partnerId }] = (await client.query("select id, partner_id from api_keys where kind = 'partner'")).rows
  await client.query(
    `insert into webhooks (id, partner_id, slot, url, enabled_events, status, enabled_at, secret, master_key_id, created_at, version)
     select 'whk_' || n, $1, n, 'http://127.0.0.1:9/', '{*}', 'enabled', now(), '', '', now(), 1 from generate_series(1, $2::int) n`,
    [partnerId, webhooks],
  )
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
  return { client, create, close, sums: { node: 0, postgres: 0, wal: 0, stored: 0, seconds: 0 } }
}

const wal = async (client) => Number((await client.query("select pg_current_wal_insert_lsn() - '0/0' as n")).rows[0].n)

const TABLES = ['shipments', 'labels', 'events', 'deliveries', 'idempotency_keys', 'answers']
/** Of tables that this build has, and of their partitions. */
const STORED = `
  with t as (select to_regclass(name) as id from unnest($1::text[]) as t(name))
  select sum(pg_total_relation_size(c.oid)) as n from pg_class c
   where c.oid in (select id from t) or c.oid in (select inhrelid from pg_inherits where inhparent in (select id from t))`
const stored = async (client) => Number((await client.query(STORED, [TABLES])).rows[0].n)

const round = async ({ client, create }, postmaster, { creates, 'in-flight': inFlight, batch }) => {
  let left = creates
  const drive = async () => {
    for (; left > 0; ) {
      left -= batch
      await create()
    }
  }
  await client.query('checkpoint')
  const before = {
    wal: await wal(client),
    stored: await stored(client),
    postgres: postgresTime_s(postmaster),
    node: process.cpuUsage(),
    at: performance.now(),
  }
  await Promise.all(Array.from({ length: inFlight }, drive))
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

const options = readOptions(process.argv.slice(2))
const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-bench-'))
chmodSync(dataDir, 0o711)
const embedded = await openEmbedded({ dataDir, role: 'server', log: () => {} })
const postmaster = Number(readFileSync(join(embedded.home, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const builds = { now: await open(HERE, embedded, 'now', options) }
if (options.against) builds.before = await open(resolve(options.against), embedded, 'before', options)
for (const build of Object.values(builds)) await round(build, postmaster, { ...options, creates: options.creates / 2 })
const show = (name, { seconds, node, postgres, wal, stored }) => {
  const [pg_us, node_us, elapsed_us] = [postgres, node, seconds].map((us) => `${us.toFixed(0)} µs`)
  const bytes = `WAL ${wal.toFixed(0)} bytes, stored ${stored.toFixed(0)} bytes`
  console.log(`${name.padEnd(12)} PostgreSQL ${pg_us}, Node ${node_us}, elapsed ${elapsed_us}, ${bytes} a create`)
}
for (let i = 0; i < options.rounds; i++) {
  for (const [name, build] of Object.entries(builds)) {
    const result = await round(build, postmaster, options)
    show(name, result)
    for (const key of Object.keys(result)) build.sums[key] += result[key] / options.rounds
  }
}
for (const [name, { sums }] of Object.entries(builds)) show(`mean, ${name}`, sums)
for (const build of Object.values(builds)) await build.close()
await embedded.release()
rmSync(dataDir, { recursive: true })
