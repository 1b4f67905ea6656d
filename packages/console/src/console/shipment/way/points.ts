// Builds the points of the timeline.
import type { Adjustment, Claim, Discrepancy, Event, Scan } from '@backhaul/client'
import { deltaText, moneyText } from '../../words.ts'
import { placeText, scanWords } from '../words.ts'
import type { Point } from './streams.ts'

export const KINDS = ['scan', 'event', 'label', 'hold', 'money'] as const
export type Kind = (typeof KINDS)[number]

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  scan: 'Scan',
  event: 'Event',
  label: 'Label',
  hold: 'Hold',
  money: 'Money',
}

export interface WayPoint extends Point {
  kind: Kind
  title: string
  /** The place and the person, as far as they are known. */
  details: string[]
  /** The time at which the service received the scan, if it arrived too late to change the shipment's status. Otherwise null. */
  late: string | null
  /** The id of the event, which is needed to load its deliveries. Null if the point is not an event. */
  event_id: string | null
  record: unknown
}

const LABELS = ['shipment.label_ready', 'shipment.label_reprinted', 'qr.reissued', 'qr.invalidated']
const HOLDS = ['shipment.held', 'shipment.released']
const MONEY = ['shipment.adjusted', 'adjustment.disputed', 'claim.opened', 'shipment.discrepancy_reported', 'shipment.sold']

const kindOf = (type: string): Kind =>
  LABELS.includes(type) ? 'label' : HOLDS.includes(type) ? 'hold' : MONEY.includes(type) ? 'money' : 'event'

const known = (parts: (string | null | undefined | false)[]): string[] => parts.filter((part): part is string => Boolean(part))

export const pointOfEvent = (event: Event): WayPoint => {
  const { eventDateTime, summary, full_name, email, location } = event.event_info
  const version = (event.eventSpecific as { labelVersion?: number } | undefined)?.labelVersion
  return {
    key: event.eventID,
    at: eventDateTime,
    kind: kindOf(event.type),
    title: summary,
    details: known([event.type, version !== undefined && `label version ${version}`, placeText(location), full_name || email]),
    late: null,
    event_id: event.eventID,
    record: event,
  }
}

export const pointOfScan = (scan: Scan): WayPoint => ({
  key: scan.id,
  at: scan.occurred_at,
  kind: 'scan',
  title: scanWords(scan.kind),
  details: known([placeText(scan.location) || scan.facility || scan.store_id, scan.scanner_name ?? scan.scanner_email]),
  late: scan.applied ? null : scan.recorded_at,
  event_id: null,
  record: scan,
})

const moneyPoint = (key: string, at: string, title: string, details: string[], record: unknown): WayPoint => ({
  key,
  at,
  kind: 'money',
  title,
  details,
  late: null,
  event_id: null,
  record,
})

export const pointsOfAdjustment = (one: Adjustment): WayPoint[] => {
  const amount = deltaText(one.delta_amount, one.currency)
  const resolved =
    one.resolved_at === null ? [] : [moneyPoint(`${one.id} resolved`, one.resolved_at, `Dispute ${one.dispute_status}`, [amount], one)]
  return [moneyPoint(one.id, one.created_at, `Adjustment of ${amount}`, known([one.reason, one.source]), one), ...resolved]
}

/** The opening of a claim is left out here, because it is also an event. */
export const pointsOfClaim = (claim: Claim): WayPoint[] =>
  claim.history
    .filter(({ status }) => status !== 'open')
    .map(({ status, at, amount_approved }, i) =>
      moneyPoint(
        `${claim.id} ${i}`,
        at,
        `Claim ${status}`,
        known([claim.type, amount_approved !== null && moneyText(amount_approved, claim.currency)]),
        claim,
      ),
    )

export const pointOfDiscrepancy = (one: Discrepancy): WayPoint =>
  moneyPoint(
    one.id,
    one.created_at,
    one.reason === 'late_custody' ? 'Late scan, shipment ended' : 'Measured differently than declared',
    known([one.stage, one.chargeable ? 'chargeable' : 'not chargeable']),
    one,
  )
