import type { Shipment, ShipmentCreate } from '@backhaul/client'
import type { Disposition, ReportedKind, ScanKind } from '@backhaul/core/transitions.ts'

/** Where a scan is made: at a counter, in a facility, or on the way. */
export interface At {
  store?: string
  facility?: string
}

/** Where the carrier says that it was. */
export interface ReportedPlace {
  city: string
  state: string
  postal_code: string
  country: string
}

/**
 * What is done about a parcel besides creating it. `reason`s and notes are what people write; `reporting`: it is handed over to the carrier
 * that has a service of its own.
 */
export type Act =
  | { do: 'scan'; kind: ScanKind; where: At; occurred_ms: number; fields: Record<string, unknown>; photo?: boolean; reporting?: true }
  | { do: 'hand-over'; date: number; facility: string; market: string; handoff: 'inject' | 'collect'; missing: boolean; reporting?: true }
  | ReportAct
  | { do: 'cancel' | 'hold' | 'release' | 'reprint' | 'reissue-qr' | 'invalidate-qr' | 'expire' | 'cancel-pickup' }
  | { do: 'amend'; parcel: { weight: number } }
  | { do: 'redirect'; to: NonNullable<ShipmentCreate['to']> }
  | { do: 'disposition'; disposition: Disposition }
  | { do: 'pickup'; store: string; date: string; window_start: string; window_end: string }
  | { do: 'claim'; type: 'lost' | 'damaged' | 'misdelivered'; description: string; amount: number }
  | { do: 'resolve-claim'; outcome: 'approved' | 'denied' | 'closed'; amount?: number }
  | { do: 'adjust'; delta: number; reason: 'address' | 'service' | 'other' }
  | { do: 'dispute'; reason: string }
  | { do: 'resolve-dispute'; outcome: 'upheld' | 'rejected' }
  | { do: 'discrepancy'; observed: { weight: number }; chargeable: boolean }

/** What the carrier that has a service of its own says of it. `isAgain`: not for the first time. */
export interface ReportAct {
  do: 'report'
  kind: ReportedKind
  code: string
  occurred_ms: number
  fields: Record<string, unknown>
  place: ReportedPlace
  isLate: boolean
  isAgain: boolean
}

/** An act and when the service is told of it. */
export type Step = Act & { at_ms: number }

/** A parcel from its creation to its end, as it is going to be. */
export interface ParcelPlan {
  /** The simulation's own name of it: `ship_ext_id` of the shipment. The same in every run with the same seed. */
  name: string
  merchant: number
  fate: Fate
  created_ms: number
  channel: Shipment['channel']
  /** The counter of a sale. */
  sold_at: string | null
  body: ShipmentCreate
  steps: Step[]
}

/** What becomes of a parcel, and of how many in two hundred. The rest is delivered without anything to tell. */
export const FATES = {
  late: 12,
  never_sent: 8,
  cancelled: 6,
  refused: 6,
  given_up: 4,
  amended: 4,
  reprinted: 3,
  qr_reissued: 3,
  qr_invalidated: 1,
  held: 5,
  discrepancy: 4,
  adjusted: 2,
  disputed: 3,
  lost: 2,
  missing: 3,
  missing_lost: 1,
  redirected: 2,
  redelivered: 4,
  sent_back: 3,
  recalled: 1,
  unclaimed: 2,
  unclaimed_sent_back: 1,
  unclaimed_disposed: 1,
  disposed: 2,
  damaged: 3,
  misdelivered: 1,
  late_custody: 1,
  offline: 4,
  sold: 8,
} as const

export type Fate = keyof typeof FATES | 'delivered'

const DECK_SIZE = 200
const told = Object.entries(FATES).flatMap(([fate, count]) => Array.from({ length: count }, () => fate as Fate))

/** Two hundred fates. They are dealt, not drawn, so that a small simulation shows everything, too. */
export const DECK: readonly Fate[] = [...told, ...Array.from({ length: DECK_SIZE - told.length }, () => 'delivered' as const)]
