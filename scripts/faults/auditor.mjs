// Judges a run by its log alone: it asks neither the service nor its database anything. Each invariant is a file of `invariants`, a function
// from log and facts to what violates it.
import { answersRepeat } from './invariants/answers.mjs'
import { deliveriesComplete } from './invariants/deliveries.mjs'
import { effectsOnce } from './invariants/effects.mjs'
import { feedStable } from './invariants/feed.mjs'
import { moneyAddsUp } from './invariants/money.mjs'
import { firstAttemptsInOrder } from './invariants/order.mjs'
import { statusesAdvance } from './invariants/statuses.mjs'

/** In the order in which they are told when two are violated at the same time. */
export const INVARIANTS = {
  'nothing acknowledged is lost, and every key has one effect': effectsOnce,
  'a repeated request gets the same answer': answersRepeat,
  'the feed has no gap and never changes': feedStable,
  'every event reaches every webhook that wants it, signed and unchanged': deliveriesComplete,
  'first attempts come in the order of the events': firstAttemptsInOrder,
  'no status goes back': statusesAdvance,
  'money adds up': moneyAddsUp,
}

/**
 * @typedef {object} Violation
 * @property {string} invariant @property {number} at when it shows first, in milliseconds of the run
 * @property {string | null} shipment whose history tells more @property {string} text
 */

/** What the invariants look up. */
const factsOf = (log) => {
  const events = new Map()
  const by_shipment = new Map()
  for (const [partner, feed] of log.final.feeds.entries()) {
    for (const [place, event] of feed.entries()) {
      events.set(event.id, { ...event, partner, place })
      if (event.shipment) by_shipment.set(event.shipment, [...(by_shipment.get(event.shipment) ?? []), event])
    }
  }
  const answered = new Map()
  for (const { command, ended, answer } of log.attempts) if (answer && answer === command.answer) answered.set(command, ended)
  return { events, by_shipment, answered }
}

/** @returns {Violation[]} the first one first */
export const audit = (log) => {
  const facts = factsOf(log)
  const violations = Object.entries(INVARIANTS).flatMap(([invariant, find]) =>
    [...find(log, facts)].map((violation) => ({ invariant, shipment: null, ...violation })),
  )
  return violations.sort((a, b) => a.at - b.at)
}
