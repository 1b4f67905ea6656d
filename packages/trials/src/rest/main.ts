// `npm run at-rest -- [--seconds N] [--rest N]`: counts how many statements a second each idle process sends to PostgreSQL. Starts two APIs
// and two workers over one database, with 100 webhooks that each got a delivery. Waits for --rest seconds (default 300), counts for
// --seconds (default 60) and prints the statements by name. Then measures how long the first create after the rest takes, and how long it
// takes until its event is delivered. Repeats everything with a sandbox that runs as one service. Exit code 1: a process sent more than
// MAX_PER_S statements, or the sandbox more than MOST_OF_SANDBOX_PER_S, or the delivery was late. The database is a new one on the server
// of DATABASE_URL, or else embedded.
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, SHIPMENT } from '../lib/client.ts'
import { connected } from '../lib/database.ts'
import { openReceiver } from '../lib/receiver.ts'
import { readOptions } from '../lib/run.ts'
import { alone, type DatabaseOfRun, Fleet, type Only } from '../lib/service.ts'
import { CountingProxy } from './counting.ts'

const MAX_PER_S = 1.5
const MOST_OF_SANDBOX_PER_S = 5
/** The delivery comes in time if a notification wakes the worker. The slow polls of a worker at rest would find it seconds later. */
const DELIVERED_WITHIN_MS = 1_000
const WEBHOOKS = 100
const WEBHOOKS_OF_PARTNER = 10

/** Opens a new database on DATABASE_URL's server, or an embedded one. */
const openDatabase = async (dir: string): Promise<DatabaseOfRun> => {
  const given = process.env.DATABASE_URL
  if (!given) return alone(dir)
  const database = `at_rest_${randomBytes(4).toString('hex')}`
  const run = (text: string) => connected(given, (client) => client.query(text))
  await run(`create database ${database}`)
  const url = Object.assign(new URL(given), { pathname: `/${database}` }).href
  return { urls: [url, url], close: async () => void (await run(`drop database ${database} with (force)`)) }
}

/** Puts a process behind a proxy of its own. */
const putBehind = async (proxy: CountingProxy, databaseUrl: string) => {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') ?? url.hostname
  const port = Number(url.port || 5432)
  url.searchParams.delete('host')
  const at = await proxy.open(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  return { DATABASE_URL: Object.assign(url, { hostname: '127.0.0.1', port: String(at) }).href }
}

/** Creates partners with webhooks, each of which gets the event of a shipment. Returns the client of the last partner. */
const fill = async (fleet: Fleet<DatabaseOfRun>, url: string): Promise<Client> => {
  for (let webhooks = 0; ; ) {
    const { port } = fleet.apis[(webhooks / WEBHOOKS_OF_PARTNER) % fleet.apis.length] as { port: number }
    const client = new Client(port, await fleet.told('partner', 'create', '--name', `Rest ${webhooks}`))
    for (let i = 0; i < WEBHOOKS_OF_PARTNER; i++, webhooks++)
      await client.json('POST', '/v2/webhooks', { url: `${url}/${webhooks}`, enabled_events: ['*'] })
    await create(client, `order-${webhooks}`)
    if (webhooks === WEBHOOKS) return client
    client.close()
  }
}

const create = (client: Client, order_id: string) => client.json('POST', '/v2/shipments', { ...SHIPMENT, order_id }, { key: randomUUID() })

const print = (name: string, counts: Map<string, number>, seconds: number, most: number): boolean => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const perSecond = total / seconds
  console.log(`\n${name}: ${perSecond.toFixed(2)} statements a second${perSecond > most ? `, more than ${most}` : ''}`)
  for (const [statement, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`  ${(count / seconds).toFixed(2).padStart(6)}  ${statement}`)
  return perSecond <= most
}

/** Resolves with true if the first delivery after the rest came in time. */
const tryFirst = async (client: Client, receipts: { count: number }): Promise<boolean> => {
  const before = receipts.count
  const began_ms = performance.now()
  await create(client, 'after the rest')
  const created_ms = performance.now() - began_ms
  while (receipts.count < before + WEBHOOKS_OF_PARTNER && performance.now() - began_ms < 10_000) await sleep(2)
  const delivered_ms = performance.now() - began_ms
  console.log(
    `\nfirst create after the rest: answered after ${created_ms.toFixed(0)} ms, delivered to ${receipts.count - before} webhooks after ${delivered_ms.toFixed(0)} ms`,
  )
  return delivered_ms <= DELIVERED_WITHIN_MS
}

/** Resolves with true if all measurements stayed within their limits. */
const measure = async (members: readonly (readonly [string, Only])[], most: number): Promise<boolean> => {
  const { seconds, rest } = options
  const receipts = { count: 0 }
  const proxies = new Map(members.map(([name]) => [name, new CountingProxy()]))
  const receiver = await openReceiver(() => void receipts.count++)
  const envOf = (name: string, _: string, url: string) => putBehind(proxies.get(name) as CountingProxy, url)
  const fleet = await Fleet.open({ name: 'at-rest', members, openDatabase, envOf })
  try {
    const client = await fill(fleet, receiver.url)
    console.log(`\n${members.map(([name]) => name).join(', ')}: ${WEBHOOKS} webhooks, ${receipts.count} deliveries; at rest for ${rest} s`)
    await sleep(rest * 1000)
    for (const { counts } of proxies.values()) counts.clear()
    await sleep(seconds * 1000)
    const counts = [...proxies].map(([name, proxy]) => [name, new Map(proxy.counts)] as const)
    const isWithin = counts.map(([name, of]) => print(name, of, seconds, most))
    const isInTime = await tryFirst(client, receipts)
    client.close()
    return isInTime && !isWithin.includes(false)
  } finally {
    receiver.close()
    await fleet.close()
    for (const proxy of proxies.values()) proxy.close()
  }
}

const options = readOptions('npm run at-rest', { seconds: 60, rest: 300 })
const services = [
  ['API 1', 'api'],
  ['API 2', 'api'],
  ['worker 1', 'worker'],
  ['worker 2', 'worker'],
] as const
const results = [await measure(services, MAX_PER_S), await measure([['sandbox', 'all']], MOST_OF_SANDBOX_PER_S)]
process.exit(results.includes(false) ? 1 : 0)
