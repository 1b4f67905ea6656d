// One run of the simulation: partners are registered, lives begin, faults happen, everything settles, and the final state is read.
import { counted, say } from '../lib/run.ts'
import type { DatabaseOfRun, Fleet } from '../lib/service.ts'
import { Actors } from './actors.ts'
import { keysOf } from './fleet.ts'
import { bodyOf, WEIGHTS } from './lives.ts'
import type { Keys, Log, Webhook } from './log.ts'
import type { Plan } from './plan.ts'
import type { Receivers } from './receivers.ts'
import type { Done } from './report.ts'
import { type Api, asked, Sender } from './sender.ts'
import { Settling } from './settle.ts'

const PROGRESS_EVERY_MS = 10_000
/** Time limit for everything after the last fault. Only a run that never settles reaches it. */
const SETTLE_LIMIT_MS = 15 * 60_000

/** A source of faults. */
export interface Disturbance {
  readonly counts: Record<string, number>
  run(plan: Plan): Promise<void>
  /** Resolves when everything is repaired. */
  end(): Promise<void>
}

export interface Run {
  fleet: Fleet<DatabaseOfRun>
  receivers: Receivers
  log: Log
  disturb: (of: { sender: Sender; keys: Keys[] }) => Disturbance
  /** The APIs that get the requests, if they are not the usual ones. */
  apis?: readonly Api[]
}

/** Registers partners and webhooks before any fault. Resolves with the keys of each partner. */
const enroll = async (plan: Plan, { fleet, log, receivers }: Run, sender: Sender): Promise<Keys[]> => {
  const operator = await fleet.told('key', 'create', '--operator', '--rate-limit', '1000000')
  const keys: Keys[] = []
  for (const [p, { name, webhooks }] of plan.partners.entries()) {
    const own = await keysOf(fleet, name)
    const registered: Webhook[] = []
    for (const [w, webhook] of webhooks.entries()) {
      const path = `/${p}/${w}`
      const { types, signing } = webhook
      const url = receivers.add(path, webhook)
      const body = JSON.stringify({ url, enabled_events: types, ...(signing === 'standard' && { signing }) })
      const command = { ...asked('webhook', p, 'POST', '/v2/webhooks', body), key: path }
      const { id, secret } = JSON.parse(await sender.insist(command, own.partner, 201))
      const made = { id, secret, types, signing, partner: p }
      receivers.registered(path, made)
      registered.push(made)
    }
    log.partners.push({ name, id: own.partner.partner_id, webhooks: registered })
    keys.push({ ...own, operator })
  }
  return keys
}

export const simulate = async (plan: Plan, run: Run): Promise<Done> => {
  const { fleet, receivers, log, disturb, apis = fleet.apis } = run
  const sender = new Sender(apis, log)
  const keys = await enroll(plan, run, sender)
  // Requests quotes before any fault, to know the prices.
  for (const weight of WEIGHTS) {
    const quote = asked('quote', 0, 'POST', '/v2/quotes', JSON.stringify(bodyOf(weight)))
    log.prices.set(weight, JSON.parse(await sender.insist(quote, (keys[0] as Keys).partner, 200)).amount)
  }
  const actors = new Actors(log, sender, keys)
  const calamities = disturb({ sender, keys })
  const progress = setInterval(() => {
    const [lived, begun, answered, receipts] = [actors.lived, actors.begun, log.answered, log.receipts.length].map(counted)
    say(`${lived} of ${begun} lives, ${answered} commands answered, ${receipts} receipts`)
  }, PROGRESS_EVERY_MS)
  try {
    let isOver = false
    const reading = actors.readFeeds(() => isOver)
    const living = actors.live(plan)
    // Both promises are awaited below, where their errors are thrown.
    for (const one of [reading, living]) one.catch(() => {})
    await Promise.all([calamities.run(plan), actors.advance(plan)])
    sender.deadline_ms = performance.now() + SETTLE_LIMIT_MS
    await calamities.end()
    receivers.heal()
    say('no more calamities; waiting for pending work')
    actors.hurry()
    await living
    await sender.idle()
    isOver = true
    await reading
    await new Settling(log, sender, actors, keys).run()
    return { lives: actors.begun, left_out: actors.left_out, calamities: calamities.counts }
  } finally {
    clearInterval(progress)
    sender.close()
  }
}
