// `npm run check-order -- [--minutes N] [--rate R] [--kills] [--seed S]`: checks that each shipment's events reach the receiver in order,
// with two APIs and two workers over one PostgreSQL. Sends R creates a second (default 500), or as many as the machine can handle. Every
// fifth shipment is held, released and canceled. With --kills, an API, a worker or PostgreSQL is killed and restarted every few seconds, as
// the seed decides. At the end, the first receipts of two webhooks are compared with GET /v2/events. Exit code 1: an event is out of order
// or missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../lib/client.ts'
import type { LocalDatabase } from '../lib/database.ts'
import { anySeed, counted, readOptions, say, seeded } from '../lib/run.ts'
import { alone, Fleet } from '../lib/service.ts'
import { Load } from './load.ts'
import { FirstReceipts } from './receiver.ts'

const PROGRESS_EVERY_MS = 10_000
const PATHS = ['/first', '/second']
/**
 * If there is no receipt for this long, missing events count as lost. The lease of a killed worker and the wait for a third attempt both
 * end sooner.
 */
const MISSING_AFTER_MS = 420_000

/** Kills a process every few seconds until it is stopped. */
class Killer {
  count = 0
  #stopping = false
  readonly #fleet: Fleet<LocalDatabase>
  readonly #random: () => number

  constructor(fleet: Fleet<LocalDatabase>, seed: number) {
    this.#fleet = fleet
    this.#random = seeded(seed)
  }

  async run(): Promise<void> {
    while (!this.#stopping) {
      for (const until = performance.now() + 3000 + this.#random() * 5000; performance.now() < until && !this.#stopping; ) await sleep(100)
      if (!this.#stopping) await this.#kill()
    }
  }

  async #kill(): Promise<void> {
    const { apis, workers, database } = this.#fleet
    const which = this.#random()
    this.count++
    if (which < 0.2) {
      const signal = this.#random() < 0.5 ? 'SIGINT' : 'SIGKILL'
      await database.restart(signal)
      return say(`PostgreSQL restarted (${signal})`)
    }
    const victim = (which < 0.6 ? workers : apis)[this.#random() < 0.5 ? 0 : 1]
    await victim?.kill()
    say(`${victim?.name} killed and restarted`)
  }

  stop(): void {
    this.#stopping = true
  }
}

/** An event: its eventID and its shipment. */
type Event = readonly [string, string]

/**
 * Returns the receipts of one webhook that came after the receipt of a later event of the same shipment, and the events that never came.
 */
const compare = (feed: Event[], firsts: Map<string, string[]>) => {
  const expected = new Map<string, string[]>()
  for (const [eventID, shipment] of feed) {
    const events = expected.get(shipment)
    if (events) events.push(eventID)
    else expected.set(shipment, [eventID])
  }
  const found = { out_of_order: 0, missing: 0, unknown: 0, examples: [] as string[] }
  for (const [shipment, events] of expected) {
    const places = (firsts.get(shipment) ?? []).map((eventID) => events.indexOf(eventID))
    let last = -1
    let late = 0
    for (const place of places) {
      if (place < 0) found.unknown++
      else if (place < last) late++
      last = Math.max(last, place)
    }
    found.out_of_order += late
    found.missing += events.length - places.filter((place) => place >= 0).length
    if (late > 0 && found.examples.length < 5) found.examples.push(`${shipment}: ${places.join(', ')}`)
  }
  for (const [shipment, events] of firsts) if (!expected.has(shipment)) found.unknown += events.length
  return found
}

const drained = async (receiver: FirstReceipts, wanted: number): Promise<void> => {
  let last = { count: -1, at_ms: 0 }
  while (receiver.first_receipts < wanted) {
    if (receiver.first_receipts > last.count) last = { count: receiver.first_receipts, at_ms: performance.now() }
    else if (performance.now() - last.at_ms > MISSING_AFTER_MS) return
    await sleep(200)
  }
  // Repeated deliveries may still arrive.
  await sleep(500)
}

interface Done {
  load: Load
  receiver: FirstReceipts
  feed: Event[]
  seconds: number
  kills: number
}

const report = ({ load, receiver, feed, seconds, kills }: Done): boolean => {
  const results = PATHS.map((path) => compare(feed, receiver.firsts.get(path) ?? new Map()))
  const sum = (name: 'out_of_order' | 'missing' | 'unknown') => results.reduce((total, result) => total + result[name], 0)
  const n = counted
  const rate = (count: number) => `${n(Math.round(count / seconds))}/s`
  const left_out = load.left_out > 0 ? `, ${n(load.left_out)} left out because 300 were in progress` : ''
  console.log(`
shipments       ${n(load.created)} in ${Math.round(seconds)} s (${rate(load.created)} of ${options.rate}${left_out})
requests        ${n(load.repeated)} sent again
events          ${n(feed.length)}
first receipts  ${n(receiver.first_receipts)} of ${n(feed.length * PATHS.length)}, and ${n(receiver.received - receiver.first_receipts)} repeated
killed          ${kills} times
out of order    ${n(sum('out_of_order'))}
missing         ${n(sum('missing'))}
unknown         ${n(sum('unknown'))}`)
  for (const { examples } of results) for (const example of examples) console.log(`  ${example}`)
  return sum('out_of_order') + sum('missing') + sum('unknown') === 0
}

/** Resolves with true if all events came in order. */
const check = async (fleet: Fleet<LocalDatabase>, receiver: FirstReceipts): Promise<boolean> => {
  const client = new Client(0, await fleet.partner('Order'), '127.0.0.1', 300)
  const load = new Load(client, fleet.apis)
  const killer = new Killer(fleet, options.seed)
  for (const path of PATHS) await load.call('POST', '/v2/webhooks', { url: receiver.add(path), enabled_events: ['*'] })
  const progress = () => say(`${counted(load.created)} shipments, ${counted(receiver.first_receipts)} first receipts`)
  const timer = setInterval(progress, PROGRESS_EVERY_MS)
  try {
    const killing = options.kills ? killer.run() : null
    const load_ms = performance.now()
    const loaded = load.run(options.minutes * 60, options.rate).finally(() => killer.stop())
    await Promise.all([killing, loaded])
    const seconds = (performance.now() - load_ms) / 1000
    const feed = (await client.feed((path) => load.call('GET', path))).map((one): Event => [one.eventID, one.identifiers.shipment])
    say(`${counted(feed.length)} events in the feed; waiting for the remaining receipts`)
    await drained(receiver, feed.length * PATHS.length)
    return report({ load, receiver, feed, seconds, kills: killer.count })
  } finally {
    clearInterval(timer)
    client.close()
  }
}

const options = readOptions('npm run check-order', { minutes: 1, rate: 500, kills: false, seed: anySeed() })
const kills = options.kills ? `, kills with seed ${options.seed}` : ''
say(`two APIs, two workers, ${options.rate} creates/s for ${options.minutes} min${kills}`)
const receiver = await FirstReceipts.open()
const fleet = await Fleet.open({ name: 'order', openDatabase: alone })
let ok = false
try {
  ok = await check(fleet, receiver)
} finally {
  receiver.close()
  await fleet.close()
}
process.exit(ok ? 0 : 1)
