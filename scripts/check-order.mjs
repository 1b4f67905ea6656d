// `npm run check-order -- [--minutes N] [--rate R] [--kills] [--seed S]`: whether each shipment's events reach the receiver in their order, with
// two APIs and two workers over one PostgreSQL. Offers R creates a second (500), or what the machine bears; every fifth shipment is held,
// released and cancelled. With --kills an API, a worker or PostgreSQL is killed and started again every few seconds, as the seed has it. At the
// end every first receipt of each of two webhooks is compared with GET /v2/events. Exit code 1: one is out of order or missing.
import { setTimeout as sleep } from 'node:timers/promises'
import { Load } from './order/load.mjs'
import { Installation } from './order/processes.mjs'
import { Receiver } from './order/receiver.mjs'
import { seeded } from './seeded.mjs'

const PROGRESS_EVERY_MS = 10_000
const PATHS = ['/first', '/second']
/** Without any receipt for so long, what is not there is missing: the lease of a killed worker runs out sooner, and a third attempt comes sooner. */
const MISSING_AFTER_MS = 420_000

const usage = (problem) => {
  console.error(`${problem}\nusage: npm run check-order -- [--minutes N] [--rate R] [--kills] [--seed S]`)
  process.exit(2)
}

const readOptions = (args) => {
  const options = { minutes: 1, rate: 500, kills: false, seed: Date.now() % 1_000_000 }
  for (let i = 0; i < args.length; i++) {
    const name = args[i].slice(2)
    if (args[i] === '--kills') options.kills = true
    else if (['--minutes', '--rate', '--seed'].includes(args[i]) && Number(args[i + 1]) > 0) options[name] = Number(args[++i])
    else usage(`${args.slice(i, i + 2).join(' ')} is not understood`)
  }
  return options
}

const began_ms = performance.now()
const clock = () => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}
const say = (text) => console.log(`${clock()}  ${text}`)

/** Kills something every few seconds until told to stop. */
class Killer {
  count = 0
  #stopping = false
  #installation
  #random

  constructor(installation, seed) {
    this.#installation = installation
    this.#random = seeded(seed)
  }

  async run() {
    while (!this.#stopping) {
      for (const until = performance.now() + 3000 + this.#random() * 5000; performance.now() < until && !this.#stopping; ) await sleep(100)
      if (!this.#stopping) await this.#kill()
    }
  }

  async #kill() {
    const { apis, workers } = this.#installation
    const which = this.#random()
    this.count++
    if (which < 0.2) {
      const signal = this.#random() < 0.5 ? 'SIGINT' : 'SIGKILL'
      await this.#installation.restartDatabase(signal)
      return say(`PostgreSQL restarted (${signal})`)
    }
    const victim = (which < 0.6 ? workers : apis)[this.#random() < 0.5 ? 0 : 1]
    await victim.end('SIGKILL')
    await victim.restart()
    say(`${victim.name} killed and restarted`)
  }

  stop() {
    this.#stopping = true
  }
}

/** Receipts of one webhook that came after a later event of their shipment, and events that never came. */
const compare = (feed, firsts) => {
  const expected = new Map()
  for (const [eventID, shipment] of feed) {
    const events = expected.get(shipment)
    if (events) events.push(eventID)
    else expected.set(shipment, [eventID])
  }
  const found = { out_of_order: 0, missing: 0, unknown: 0, examples: [] }
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

const drained = async (receiver, wanted) => {
  let last = { count: -1, at_ms: 0 }
  while (receiver.first_receipts < wanted) {
    if (receiver.first_receipts > last.count) last = { count: receiver.first_receipts, at_ms: performance.now() }
    else if (performance.now() - last.at_ms > MISSING_AFTER_MS) return
    await sleep(200)
  }
  // What is sent twice may still be under way.
  await sleep(500)
}

const progressOf = (load, receiver) => () => {
  const n = (count) => count.toLocaleString('en')
  say(`${n(load.created)} shipments, ${n(receiver.first_receipts)} first receipts`)
}

const report = (options, { load, receiver, feed, seconds, kills }) => {
  const results = PATHS.map((path) => compare(feed, receiver.firsts.get(path)))
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  const n = (count) => count.toLocaleString('en')
  const rate = (count) => `${n(Math.round(count / seconds))}/s`
  const left_out = load.left_out > 0 ? `, ${n(load.left_out)} not offered as 300 were under way` : ''
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

/** @returns whether everything came in order */
const check = async (options, installation, receiver) => {
  const load = new Load(installation)
  const killer = new Killer(installation, options.seed)
  for (const path of PATHS) await load.call('POST', '/v2/webhooks', { url: receiver.add(path), enabled_events: ['*'] })
  const progress = setInterval(progressOf(load, receiver), PROGRESS_EVERY_MS)
  try {
    const killing = options.kills ? killer.run() : null
    const load_ms = performance.now()
    const loaded = load.run(options.minutes * 60, options.rate).finally(() => killer.stop())
    await Promise.all([killing, loaded])
    const seconds = (performance.now() - load_ms) / 1000
    const feed = await load.feed()
    say(`${feed.length.toLocaleString('en')} events in the feed; waiting for the rest of them`)
    await drained(receiver, feed.length * PATHS.length)
    return report(options, { load, receiver, feed, seconds, kills: killer.count })
  } finally {
    clearInterval(progress)
    load.close()
  }
}

const options = readOptions(process.argv.slice(2))
say(
  `two APIs, two workers, ${options.rate} creates/s for ${options.minutes} min${options.kills ? `, kills with seed ${options.seed}` : ''}`,
)
const receiver = new Receiver()
await receiver.open()
const installation = await Installation.open(say)
let ok = false
try {
  ok = await check(options, installation, receiver)
} finally {
  receiver.close()
  await installation.close()
}
process.exit(ok ? 0 : 1)
