// Judges a run by its log alone, without asking the service or the database. Each invariant is a file in `invariants`, with a function that
// returns violations from the log and the facts.
import type { Facts, Invariant, Violation } from './facts.ts'
import { answersRepeat } from './invariants/answers.ts'
import { deliveriesComplete } from './invariants/deliveries.ts'
import { effectsOnce } from './invariants/effects.ts'
import { feedStable } from './invariants/feed.ts'
import { moneyAddsUp } from './invariants/money.ts'
import { firstAttemptsInOrder } from './invariants/order.ts'
import { statusesAdvance } from './invariants/statuses.ts'
import type { Log } from './log.ts'

/** If several violations have the same time, the one whose invariant comes first in this list is reported first. */
export const INVARIANTS: Record<string, Invariant> = {
  'nothing acknowledged is lost, and every key has one effect': effectsOnce,
  'a repeated request gets the same answer': answersRepeat,
  'the feed has no gap and never changes': feedStable,
  'every event reaches every webhook that wants it, signed and unchanged': deliveriesComplete,
  'first attempts come in the order of the events': firstAttemptsInOrder,
  'no status goes back': statusesAdvance,
  'money adds up': moneyAddsUp,
}

/** Builds the indexes that the invariants use. */
const factsOf = (log: Log): Facts => {
  const events: Facts['events'] = new Map()
  const by_shipment: Facts['by_shipment'] = new Map()
  for (const [partner, feed] of log.final.feeds.entries()) {
    for (const [place, event] of feed.entries()) {
      events.set(event.id, { ...event, partner, place })
      if (event.shipment) by_shipment.set(event.shipment, [...(by_shipment.get(event.shipment) ?? []), event])
    }
  }
  const answered: Facts['answered'] = new Map()
  for (const { command, ended, answer } of log.attempts) if (answer && answer === command.answer) answered.set(command, ended ?? log.now())
  return { events, by_shipment, answered }
}

/** Returns all violations, earliest first. */
export const audit = (log: Log): (Violation & { invariant: string })[] => {
  const facts = factsOf(log)
  const violations = Object.entries(INVARIANTS).flatMap(([invariant, find]) =>
    [...find(log, facts)].map((violation) => ({ invariant, ...violation })),
  )
  return violations.sort((a, b) => a.at - b.at)
}
