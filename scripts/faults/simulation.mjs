// One run of the simulation: everybody is registered, lives begin, the disturbances happen, everything settles and is read again.
import { Actors } from './actors.mjs'
import { bodyOf, WEIGHTS } from './lives.mjs'
import { Sender } from './sender.mjs'
import { Settling } from './settle.mjs'

const PROGRESS_EVERY_MS = 10_000
/** For everything after the last calamity; only what never ends meets it. */
const SETTLE_LIMIT_MS = 15 * 60_000

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

const progressOf = (log, actors, say) => {
  const n = (count) => count.toLocaleString('en')
  say(`${n(actors.lived)} of ${n(actors.begun)} lives, ${n(log.answered)} commands answered, ${n(log.receipts.length)} receipts`)
}

/**
 * `disturb`: makes what disturbs the run, from what it has: `run(plan)` and `end()`, when everything is as it should be again, and `counts`.
 * `apis`: where requests go.
 */
export const simulate = async (plan, { fleet, receivers, log, say, disturb, apis = fleet.apis }) => {
  const sender = new Sender(apis, log)
  const keys = await enroll(plan, { fleet, log, receivers, sender })
  await askPrices(log, sender, keys[0])
  const actors = new Actors(log, sender, keys)
  const calamities = disturb({ sender, keys })
  const progress = setInterval(() => progressOf(log, actors, say), PROGRESS_EVERY_MS)
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
