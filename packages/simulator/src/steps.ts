import type { Shipment, ShipmentCreate } from '@backhaul/client'
import type { Disposition, ReportedKind, ScanKind } from '@backhaul/core/transitions.ts'

/** Place of a scan: a counter, a facility, or neither while in transit. */
export interface At {
  store?: string
  facility?: string
}

/** Where a scan took place, according to the carrier. */
export interface ReportedPlace {
  city: string
  state: string
  postal_code: string
  country: string
}

/**
 * Something that is done with a parcel after its create. Reasons and notes are texts that people write. If `reporting` is set, the parcel
 * is handed over to the carrier with its own service.
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

/** A report by the carrier with its own service. `isAgain` marks a repeated report. */
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

/** An act, and the time at which it is sent to the service. */
export type Step = Act & { at_ms: number }

/** The plan of a parcel from its create to its end. */
export interface ParcelPlan {
  /**
   * The simulation's name for the parcel, which is also the `ship_ext_id` of the shipment. The name is the same in every run with the same
   * seed.
   */
  name: string
  merchant: number
  fate: Fate
  created_ms: number
  channel: Shipment['channel']
  /** Counter that sold the shipment, or null if no counter did. */
  sold_at: string | null
  body: ShipmentCreate
  steps: Step[]
}

/** What happens to a parcel: each fate with its number of parcels in two hundred. All other parcels are delivered without incident. */
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

/** Two hundred fates. They are dealt like cards and not drawn at random, so that even a small simulation shows every fate. */
export const DECK: readonly Fate[] = [...told, ...Array.from({ length: DECK_SIZE - told.length }, () => 'delivered' as const)]
