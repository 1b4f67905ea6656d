// Decides whether a carrier's report may move a parcel (docs/operating/carriers.md#whose-reports-move-a-parcel). The report may do so if
// the parcel is with the carrier. It may also do so if no carrier has the parcel yet and the report shows that this carrier has it. All
// other reports wait for an operator (ADR 32).
import { isComing } from './carrier-booking.ts'
import { type DecisionContext, permit } from './effects.ts'
import { isCandidate } from './rating.ts'
import { isRefusal } from './refusal.ts'
import type { Shipment } from './shipment.ts'
import type { ReportedKind } from './transitions.ts'
import { isTerminal, NETWORK_STATES, stateOf } from './transitions.ts'

/** Reasons why a report waits for an operator although its number matches a parcel. */
export const WITHHELD = {
  other_carrier: 'the parcel is with another carrier or assigned to another carrier',
  not_in_network: 'the network has not received the parcel yet',
  shipment_ended: 'the shipment ended before a carrier had the parcel',
  not_candidate: "no carrier has the parcel, and the reporting carrier is not a candidate in the parcel's market",
  no_carrier_yet: 'no carrier has the parcel, and the scan does not show that the reporting carrier has it',
} as const
export type Withheld = keyof typeof WITHHELD

/** Carriers to which a parcel is tied by other data than the shipment's own row. Each tie is a list of carrier codes. */
export interface Ties {
  /** Carriers whose service knows the parcel, or whose booking must still be sent. */
  booked: readonly string[]
  /** The carrier of the open tender. */
  tendered: readonly string[]
  /** The carrier of the open tender, if another carrier is only assumed to have the parcel (core/src/decide-tender.ts, `Unseen`). */
  taking: readonly string[]
  /** The carrier of the consolidation in which the open tender was counted. */
  counted: readonly string[]
  /** The carrier of the consolidation in which the parcel's sweep was counted. */
  swept: readonly string[]
}
export const NO_TIES: Ties = { booked: [], tendered: [], taking: [], counted: [], swept: [] }

/** Scans that prove that a carrier has the parcel. */
const CLAIMING: ReadonlySet<ReportedKind> = new Set(['inject', 'movement', 'out-for-delivery', 'deliver'])

/**
 * Whether the parcel is with the carrier according to the shipment's own row. Before the handover, this is true both for the market's
 * carrier and for the carrier that accepted the parcel for collection. After the handover, the acceptance of a later tender moves the
 * parcel to the carrier of that tender.
 */
export const isWith = (shipment: Shipment, carrier: string): boolean => {
  const { collecting_carrier, status } = shipment
  if (collecting_carrier === carrier) return true
  return shipment.carrier === carrier && (collecting_carrier === null || status === 'made_ready')
}

const isTied = (shipment: Shipment, carrier: string, { booked, taking, counted, swept }: Ties): boolean => {
  if (taking.includes(carrier)) return true
  if (shipment.carrier === null && shipment.collecting_carrier === null) return [...booked, ...counted, ...swept].includes(carrier)
  return counted.includes(carrier) && isComing(stateOf(shipment))
}

/**
 * Returns null if the report may move the parcel, otherwise the reason to withhold it. `isMatched`: an operator has matched the report's
 * number to this parcel. `mayClaim`: the report is new and not from the inbox.
 */
export const withheldFrom = (
  shipment: Shipment,
  { kind, carrier, isMatched, mayClaim }: { kind: ReportedKind; carrier: string; isMatched: boolean; mayClaim: boolean },
  ties: Ties,
  env: DecisionContext,
): Withheld | null => {
  if (isMatched || isWith(shipment, carrier) || isTied(shipment, carrier, ties)) return null
  if (shipment.carrier !== null || shipment.collecting_carrier !== null) return 'other_carrier'
  if (Object.values(ties).some((codes: readonly string[]) => codes.some((code) => code !== carrier))) return 'other_carrier'
  const state = stateOf(shipment)
  if (isTerminal(state)) return 'shipment_ended'
  if (!NETWORK_STATES.includes(state)) return 'not_in_network'
  if (!isCandidate({ ...shipment, from: shipment.from_address, to: shipment.to_address }, carrier, env.rates)) return 'not_candidate'
  const moves = permit(kind, shipment)
  return mayClaim && CLAIMING.has(kind) && moves !== 'late' && !isRefusal(moves) ? null : 'no_carrier_yet'
}
