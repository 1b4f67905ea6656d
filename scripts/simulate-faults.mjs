// `npm run simulate-faults -- [--seed N] [--minutes M] [--log FILE]`: whether the service keeps its promises while everything around it fails. Two APIs and
// two workers over a PostgreSQL of their own serve partners whose parcels live random lives; requests are sent twice, late, and by clients that
// hang up; receivers are slow, fail, reset and hang; processes are killed and frozen, the database is restarted and frozen, clocks are stepped.
// Afterward an auditor judges by the run's own log. The same seed plans the same run. Exit code 1: an invariant was violated, and the first
// violation is printed with its history. docs/reliability.md says what is checked.
import { Actors } from './faults/actors.mjs'
import { audit } from './faults/auditor.mjs'
import { Calamities } from './faults/calamities.mjs'
import { Fleet } from './faults/fleet.mjs'
import { bodyOf, WEIGHTS } from './faults/lives.mjs'
import { Log } from './faults/log.mjs'
import { planOf } from './faults/plan.mjs'
import { Receivers } from './faults/receivers.mjs'
import { tableOf, violationOf } from './faults/report.mjs'
import { Sender } from './faults/sender.mjs'
import { Settling } from './faults/settle.mjs'

const PROGRESS_EVERY_MS = 10_000
/** For everything after the last calamity; only what never ends meets it. */
const SETTLE_LIMIT_MS = 15 * 60_000

const usage = (problem) => {
  console.error(`${problem}\nusage: npm run simulate-faults -- [--seed N] [--minutes M] [--log FILE]`)
  process.exit(2)
}

const readOptions = (args) => {
  const options = { seed: Date.now() % 1_000_000, minutes: 1, log: null }
  for (let i = 0; i < args.length; i += 2) {
    if (args[i] === '--log' && args[i + 1]) {
      options.log = args[i + 1]
      continue
    }
    if (!['--seed', '--minutes'].includes(args[i]) || !(Number(args[i + 1]) > 0))
      usage(`${args.slice(i, i + 2).join(' ')} is not understood`)
    options[args[i].slice(2)] = Number(args[i + 1])
  }
  return options
}

const began_ms = performance.now()
const say = (text) => {
  const s = Math.floor((performance.now() - began_ms) / 1000)
  console.log(`${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}  ${text}`)
}

const standard = ({ signing }) => (signing === 'standard' ? { signing } : {})

/** Registers everybody, before anything fails. @returns the keys by partner */
const enroll = async (plan, { fleet, log, receivers, sender }) => {
  const operator = await fleet.operator()
  const keys = []
  for (const [p, { name, webhooks }] of plan.partners.entries()) {
    const { id, partner, handler } = await fleet.partner(name)
    const registered = []
    for (const [w, webhook] of webhooks.entries()) {
      const path = `/${p}/${w}`
      const body = JSON.stringify({ url: receivers.add(path, webhook), enabled_events: webhook.types, ...standard(webhook) })
      const command = {
        name: 'webhook',
        life: null,
        partner: p,
        by: 'partner',
        method: 'POST',
        path: '/v2/webhooks',
        body,
        key: path,
        shipment: null,
      }
      const { status, text } = await sender.send({ ...command, answer: null }, partner)
      if (status !== 201) throw new Error(`POST /v2/webhooks: ${status} ${text}`)
      const made = { id: JSON.parse(text).id, secret: JSON.parse(text).secret, types: webhook.types, signing: webhook.signing, partner: p }
      receivers.registered(path, made)
      registered.push(made)
    }
    log.partners.push({ name, id, webhooks: registered })
    keys.push({ partner, handler, operator })
  }
  return keys
}

/** What parcels cost, asked before anything fails. */
const askPrices = async (log, sender, { partner }) => {
  for (const weight of WEIGHTS) {
    const body = JSON.stringify(bodyOf(weight))
    const command = {
      name: 'quote',
      life: null,
      partner: 0,
      by: 'partner',
      method: 'POST',
      path: '/v2/quotes',
      key: null,
      body,
      shipment: null,
    }
    const { status, text } = await sender.send({ ...command, answer: null }, partner)
    if (status !== 200) throw new Error(`POST /v2/quotes: ${status} ${text}`)
    log.prices.set(weight, JSON.parse(text).amount)
  }
}

const progressOf = (log, actors) => {
  const n = (count) => count.toLocaleString('en')
  say(`${n(actors.lived)} of ${n(actors.begun)} lives, ${n(log.answered)} commands answered, ${n(log.receipts.length)} receipts`)
}

const simulate = async (plan, fleet, receivers, log) => {
  const sender = new Sender(fleet.apis, log)
  const keys = await enroll(plan, { fleet, log, receivers, sender })
  await askPrices(log, sender, keys[0])
  const actors = new Actors(log, sender, keys)
  const calamities = new Calamities(fleet, log, say)
  const progress = setInterval(() => progressOf(log, actors), PROGRESS_EVERY_MS)
  try {
    let isOver = false
    const reading = actors.readFeeds(() => isOver)
    const living = actors.live(plan)
    // Awaited further down, where what goes wrong with them is thrown.
    for (const one of [reading, living]) one.catch(() => {})
    await Promise.all([calamities.run(plan), actors.advance(plan)])
    sender.deadline_ms = performance.now() + SETTLE_LIMIT_MS
    await calamities.end()
    receivers.heal()
    say('no more calamities; waiting for everything to settle')
    actors.hurry()
    await living
    await sender.idle()
    isOver = true
    await reading
    await new Settling({ log, sender, actors, keys, say }).run()
    return { lives: actors.begun, left_out: actors.left_out, calamities: calamities.counts }
  } finally {
    clearInterval(progress)
    sender.close()
  }
}

const options = readOptions(process.argv.slice(2))
say(`simulating faults for ${options.minutes} min with seed ${options.seed}`)
const log = new Log()
const receivers = new Receivers(log)
await receivers.open()
const fleet = await Fleet.open()
// Nothing is left behind: neither processes nor the database.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => fleet.close().finally(() => process.exit(1)))
let violations = []
try {
  const done = await simulate(planOf(options), fleet, receivers, log)
  violations = audit(log)
  console.log(`\n${tableOf(log, done).join('\n')}\n`)
} finally {
  receivers.close()
  await fleet.close()
}
if (violations.length > 0) console.log(violationOf(log, violations).join('\n'))
say(`seed ${options.seed}: ${violations.length === 0 ? 'every promise was kept' : `${violations.length} violations`}`)
// After the verdict, which must not depend on it.
if (options.log) log.write(options.log)
process.exit(violations.length === 0 ? 0 : 1)
