import { keysOf } from './carrier-number.ts'
import type { DecisionContext } from './effects.ts'
import { cheapestCarrier } from './rating.ts'
import type { Shipment } from './shipment.ts'

/** Returns the carrier's number of a shipment with the keys that find it. */
export const numbered = (ltracking: string | null): Pick<Shipment, 'ltracking' | 'ltracking_keys'> => ({
  ltracking,
  ltracking_keys: keysOf(ltracking),
})

/** Facts about the onward carrier at a handover. Each may be unknown. */
export interface Handover {
  carrier?: string | undefined
  ltracking?: string | undefined
  /** The number from a carrier's report. It is used if the number of the parcel is not known yet. */
  reported?: { ltracking: string | null } | undefined
}

/**
 * Returns the shipment with an onward carrier: the carrier that took the parcel, else the one that accepted it for collection, else its
 * present carrier, else the cheapest candidate (marketplace). Call this only if there is evidence that a carrier has the parcel (ADR 32).
 * The tracking number is the given number, else the number that this carrier already has for the parcel, else the reported number, else a
 * new number of the carrier. If the carrier's numbers are used up, the number is null, because an event that happened is always recorded.
 * The carrier stays null if no carrier serves the lane anymore (docs/guide/money.md#markets).
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
