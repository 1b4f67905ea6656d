// `npm run at-rest -- [--seconds N] [--rest N]`: how many statements a second each process sends to PostgreSQL when nothing happens. Starts two
// APIs and two workers over one database, with 100 webhooks that each got a delivery, waits for --rest seconds (300), counts for --seconds (60)
// and prints the statements by name. Then the first create after the rest, and when its delivery arrives. The same for a sandbox in one service.
// Exit code 1: more than MOST_PER_S or MOST_OF_SANDBOX_PER_S, or the delivery was late. The database: of DATABASE_URL's server, else embedded.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../packages/server/dist/database/embedded.js'
import { CountingProxy } from './at-rest/counting.mjs'
import { Load } from './order/load.mjs'
import { Receiver } from './order/receiver.mjs'
import { freePort, makeRunDirectory, removeRunDirectory, Served, told } from './running.mjs'

const MOST_PER_S = 1.5
const MOST_OF_SANDBOX_PER_S = 5
/** A ring wakes the worker. Without one, its polls at rest find the delivery seconds later. */
const DELIVERED_WITHIN_MS = 1_000
const WEBHOOKS = 100
const WEBHOOKS_OF_PARTNER = 10
const SHIPMENT = {
  direction: 'return',
  fulfillment: 'print_label',
  from: { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' },
}

const readOptions = (args) => {
  const options = { seconds: 60, rest: 300 }
  for (let i = 0; i < args.length; i += 2) {
    const name = args[i].slice(2)
    if (!['--seconds', '--rest'].includes(args[i]) || !(Number(args[i + 1]) > 0)) {
      console.error(`${args.slice(i, i + 2).join(' ')} is not understood\nusage: npm run at-rest -- [--seconds N] [--rest N]`)
      process.exit(2)
    }
    options[name] = Number(args[i + 1])
  }
  return options
}

/** A new database of DATABASE_URL's server, or an embedded one. */
const openDatabase = async (dir) => {
  const given = process.env.DATABASE_URL
  if (!given) {
    const dataDir = join(dir, 'database')
    const embedded = await openEmbedded({ dataDir, role: 'tool', log: () => {}, settings: { max_connections: '200' } })
    const { host, port, user, password, database } = embedded.config
    return {
      target: { path: `${host}/.s.PGSQL.${port}` },
      url: (at) => `postgres://${user}:${password}@127.0.0.1:${at}/${database}`,
      close: () => embedded.release(),
    }
  }
  const database = `at_rest_${randomBytes(4).toString('hex')}`
  const run = async (text) => {
    const client = new pg.Client(given)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`create database ${database}`)
  const { hostname, port } = new URL(given)
  return {
    target: { host: hostname, port: Number(port || 5432) },
    url: (at) => Object.assign(new URL(given), { hostname: '127.0.0.1', port: String(at), pathname: `/${database}` }).href,
    close: () => run(`drop database ${database} with (force)`),
  }
}

/** The processes of `kinds` over one database, each behind a proxy of its own. */
class Installation {
  served = []
  #dir = makeRunDirectory('at-rest')
  #database

  async open(kinds) {
    this.#database = await openDatabase(this.#dir)
    for (const [name, only] of kinds) {
      const proxy = new CountingProxy(this.#database.target)
      const [at, port] = [await proxy.open(), await freePort()]
      const env = {
        ...process.env,
        DATABASE_URL: this.#database.url(at),
        BACKHAUL_DATA_DIR: join(this.#dir, 'data'),
        BACKHAUL_ENV: 'sandbox',
        BACKHAUL_LOG_LEVEL: 'error',
        HOST: '127.0.0.1',
        PORT: String(port),
      }
      const process_ = new Served(name, env, only)
      this.served.push({ name, process: process_, proxy, env, port, isApi: only !== 'worker' })
      await process_.start()
    }
    this.apis = this.served.filter(({ isApi }) => isApi).map(({ port }) => ({ port }))
  }

  async partner(name) {
    return told(this.served[0].env, 'partner', 'create', '--name', name)
  }

  async close() {
    await Promise.all(this.served.map((one) => one.process.end('SIGTERM')))
    for (const { proxy } of this.served) proxy.close()
    await this.#database?.close()
    removeRunDirectory(this.#dir, join(this.#dir, 'database'))
  }
}

/** Partners with webhooks, each of which got the event of a shipment. Returns the load of the last one. */
const fill = async (installation, receiver) => {
  let load
  for (let webhooks = 0; webhooks < WEBHOOKS; ) {
    load?.close()
    load = new Load({ apis: installation.apis, credentials: await installation.partner(`Rest ${webhooks}`) })
    for (let i = 0; i < WEBHOOKS_OF_PARTNER; i++, webhooks++)
      await load.call('POST', '/v2/webhooks', { url: receiver.add(`/${webhooks}`), enabled_events: ['*'] })
    await load.call('POST', '/v2/shipments', { ...SHIPMENT, order_id: `order-${webhooks}` })
  }
  return load
}

const print = (name, counts, seconds, most) => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const perSecond = total / seconds
  console.log(`\n${name}: ${perSecond.toFixed(2)} statements a second${perSecond > most ? `, more than ${most}` : ''}`)
  for (const [statement, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`  ${(count / seconds).toFixed(2).padStart(6)}  ${statement}`)
  return perSecond <= most
}

/** @returns whether the first delivery after the rest came in time */
const tryFirst = async (load, receiver) => {
  const before = receiver.received
  const began_ms = performance.now()
  await load.call('POST', '/v2/shipments', { ...SHIPMENT, order_id: 'after the rest' })
  const created_ms = performance.now() - began_ms
  while (receiver.received < before + WEBHOOKS_OF_PARTNER && performance.now() - began_ms < 10_000) await sleep(2)
  const delivered_ms = performance.now() - began_ms
  console.log(
    `\nfirst create after the rest: answered after ${created_ms.toFixed(0)} ms, delivered to ${receiver.received - before} webhooks after ${delivered_ms.toFixed(0)} ms`,
  )
  return delivered_ms <= DELIVERED_WITHIN_MS
}

/** @returns whether all of it stayed within its bounds */
const measure = async (kinds, most, { seconds, rest }) => {
  const [installation, receiver] = [new Installation(), new Receiver()]
  try {
    await receiver.open()
    await installation.open(kinds)
    const load = await fill(installation, receiver)
    console.log(`\n${kinds.map(([name]) => name).join(', ')}: ${WEBHOOKS} webhooks, ${receiver.received} deliveries; at rest for ${rest} s`)
    await sleep(rest * 1000)
    for (const { proxy } of installation.served) proxy.counts.clear()
    await sleep(seconds * 1000)
    const counts = installation.served.map(({ proxy }) => new Map(proxy.counts))
    const isWithin = installation.served.map(({ name }, i) => print(name, counts[i], seconds, most))
    const isInTime = await tryFirst(load, receiver)
    load.close()
    return isInTime && !isWithin.includes(false)
  } finally {
    receiver.close()
    await installation.close()
  }
}

const options = readOptions(process.argv.slice(2))
const services = [
  ['API 1', 'api'],
  ['API 2', 'api'],
  ['worker 1', 'worker'],
  ['worker 2', 'worker'],
]
const results = [await measure(services, MOST_PER_S, options), await measure([['sandbox', 'all']], MOST_OF_SANDBOX_PER_S, options)]
process.exit(results.includes(false) ? 1 : 0)
