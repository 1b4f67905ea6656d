import { keysOf } from './carrier-number.ts'
import type { DecisionContext } from './effects.ts'
import { cheapestCarrier } from './rating.ts'
import type { Shipment } from './shipment.ts'

/** A carrier's number of a shipment, with what it is found by. */
export const numbered = (ltracking: string | null): Pick<Shipment, 'ltracking' | 'ltracking_keys'> => ({
  ltracking,
  ltracking_keys: keysOf(ltracking),
})

/** What a handover says about the onward carrier; each part may be unknown. */
export interface Handover {
  carrier?: string | undefined
  ltracking?: string | undefined
  /** By a carrier's report: its number, for a parcel of which no number is known. */
  reported?: { ltracking: string | null } | undefined
}

/**
 * The shipment with an onward carrier: the carrier that took it, else the one that accepted it for collection, else its present carrier, else
 * the cheapest candidate (marketplace). Only for evidence that a carrier has the parcel (ADR 32). The tracking number is the one given; a
 * new carrier gets a new number, or none if its numbers are used up: what happened is recorded. Both stay null if no carrier serves the lane
 * anymore (docs/guide/money.md#markets).
 */
export const withCarrier = (
  shipment: Shipment,
  { carrier: taker, ltracking: number, reported }: Handover,
  env: DecisionContext,
): Shipment => {
  const facts = { ...shipment, from: shipment.from_address, to: shipment.to_address }
  const carrier = taker ?? shipment.collecting_carrier ?? shipment.carrier ?? cheapestCarrier(facts, env.rates)
  if (carrier === null) return number === undefined ? shipment : { ...shipment, ...numbered(number) }
  const kept = carrier === shipment.carrier ? shipment.ltracking : null
  const ltracking = number ?? kept ?? reported?.ltracking ?? env.ids.ltracking(carrier)
  return { ...shipment, carrier, collecting_carrier: null, ...numbered(ltracking) }
}
