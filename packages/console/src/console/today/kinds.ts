// The title of each kind of need, and the texts of its rows.
import type {
  Adjustment,
  ApiKey,
  Carrier,
  CarrierBooking,
  CarrierInvoice,
  Claim,
  Pickup,
  Shipment,
  Tender,
  TodayNeed,
  UnmatchedScan,
  Webhook,
} from '@backhaul/client'
import { dayText } from '../../shared/time-text.ts'
import { failureText } from '../developers/failure-text.ts'
import { errorWords } from '../network/booking-words.ts'
import { deltaText, plainWords, statusWords } from '../words.ts'

export interface Line {
  id: string
  /** The address of the page that the row opens. */
  to: string
  /** The text may come from another user. */
  title: string
  detail: string
  /** When the wait began, or the deadline. */
  at: string
  /** The action for users who may take it. */
  action: string
}

interface Kind {
  title: string
  /** Additional query parameters of the list. */
  more?: Record<string, string | number>
  line: (row: never) => Line
}

/** Maximum number of rows that are loaded. If the list is sorted newest first, the oldest of the loaded rows are shown. */
const MANY = 100

/** A filter that matches all shipments of a status. With it, the service lists first those that have not moved for the longest time. */
const LONGEST_FIRST = { not_moved_since: '2100-01-01T00:00:00.000Z' }

const ofShipment =
  (action: string, detail: (shipment: Shipment) => string, at: (shipment: Shipment) => string | null): Kind['line'] =>
  (shipment: Shipment) => ({
    id: shipment.id,
    to: `/console/shipments/${shipment.id}`,
    title: shipment.order_id ?? shipment.rma ?? shipment.tracking,
    detail: detail(shipment),
    at: at(shipment) ?? shipment.created_at,
    action,
  })

/** Returns the last holder, if the service reports one. */
const holder = (shipment: Shipment): string => {
  const { custody } = shipment as { custody?: { holder: string; name: string | null } | null }
  return custody ? `last with ${custody.name ?? plainWords(custody.holder).toLowerCase()}` : statusWords(shipment.status)
}

const tender = (type: 'short' | 'over'): Kind => ({
  title: type === 'short' ? 'Tenders with missing parcels' : 'Tenders with surplus parcels',
  more: { limit: MANY },
  line: ({ id, carrier, discrepancy, piece_count, piece_count_received, accepted_at, created_at }: Tender) => ({
    id,
    to: `/console/tenders/${id}`,
    title: carrier,
    detail: `${piece_count_received} of ${piece_count} pieces counted, ${Math.abs(discrepancy?.delta ?? 0)} ${type === 'short' ? 'missing' : 'too many'}`,
    at: accepted_at ?? created_at,
    action: 'Resolve',
  }),
})

const webhook = (title: string): Kind => ({
  title,
  more: { limit: MANY },
  line: ({ id, url, disabled_reason, health: { failing_since, last_failure }, created_at }: Webhook) => ({
    id,
    to: `/console/webhooks/${id}`,
    title: url,
    detail: disabled_reason ?? (last_failure === null ? '' : failureText(last_failure)),
    at: failing_since ?? created_at,
    action: 'Investigate',
  }),
})

const KINDS: Readonly<Record<string, Kind>> = {
  dispute_open: {
    title: 'Open disputes',
    more: { order: 'oldest' },
    line: ({ id, delta_amount, currency, reason, dispute_reason, disputed_at, created_at }: Adjustment) => ({
      id,
      to: `/console/disputes/${id}`,
      title: `${deltaText(delta_amount, currency)} for ${plainWords(reason).toLowerCase()}`,
      detail: dispute_reason ?? '',
      at: disputed_at ?? created_at,
      action: 'Decide',
    }),
  },
  claim_open: {
    title: 'Open claims',
    more: { order: 'oldest' },
    line: ({ id, type, description, created_at }: Claim) => ({
      id,
      to: `/console/claims/${id}`,
      title: plainWords(type),
      detail: description ?? 'No description',
      at: created_at,
      action: 'Decide',
    }),
  },
  tender_short: tender('short'),
  tender_over: tender('over'),
  unmatched_scan: {
    title: 'Unmatched carrier scans',
    more: { order: 'oldest' },
    line: ({ id, number, carrier, kind, created_at }: UnmatchedScan) => ({
      id,
      to: `/console/network/unmatched?number=${encodeURIComponent(number)}`,
      title: number,
      detail: `${carrier}: ${plainWords(kind).toLowerCase()}`,
      at: created_at,
      action: 'Match or dismiss',
    }),
  },
  carrier_failing: {
    title: 'Carriers whose service does not answer',
    line: ({ code, name, service }: Carrier) => ({
      id: code,
      to: '/console/network/carriers',
      title: name,
      detail: service?.last_error ? errorWords(service.last_error) : '',
      at: service?.failing_since ?? '',
      action: 'Investigate',
    }),
  },
  carrier_booking_refused: {
    title: 'Parcels that a carrier refused',
    more: { order: 'oldest' },
    line: ({ id, carrier, shipment_id, number, error, created_at }: CarrierBooking) => ({
      id,
      to: `/console/network/bookings?shipment_id=${shipment_id}`,
      title: number ?? 'A parcel without a number',
      detail: `${carrier}: ${errorWords(error ?? '')}`,
      at: created_at,
      action: 'Resolve',
    }),
  },
  carrier_booking_undecided: {
    title: 'Labels that a carrier may have sold',
    more: { order: 'oldest' },
    line: ({ id, carrier, shipment_id, error, created_at }: CarrierBooking) => ({
      id,
      to: `/console/network/bookings?shipment_id=${shipment_id}`,
      title: shipment_id,
      detail: `${carrier}: ${errorWords(error ?? '')}`,
      at: created_at,
      action: 'Check with the carrier',
    }),
  },
  carrier_invoice_undecided: {
    title: 'Carrier invoices with undecided lines',
    more: { order: 'oldest' },
    line: ({ id, number, carrier, lines, open_lines, created_at }: CarrierInvoice) => ({
      id,
      to: `/console/invoices/${id}`,
      title: number,
      detail: `${carrier}: ${open_lines.toLocaleString()} of ${lines.toLocaleString()} lines`,
      at: created_at,
      action: 'Decide',
    }),
  },
  key_undecided: {
    title: 'Keys of people who left',
    line: ({ id, name, made_by, decide_since, created_at }: ApiKey) => ({
      id,
      to: `/console/keys/${id}`,
      title: name ?? id,
      detail: made_by ?? '',
      at: decide_since ?? created_at,
      action: 'Keep or revoke',
    }),
  },
  undeliverable: {
    title: 'Undeliverable parcels without a decision',
    more: LONGEST_FIRST,
    line: ofShipment(
      'Decide what happens',
      ({ tracking }) => tracking,
      ({ updated_at }) => updated_at,
    ),
  },
  unclaimed_dispose_soon: {
    title: 'Unclaimed parcels, disposal due soon',
    more: { limit: MANY },
    line: ofShipment(
      'Hand out or dispose',
      ({ tracking }) => tracking,
      ({ dispose_after }) => dispose_after,
    ),
  },
  not_moved: {
    title: 'Not moved',
    line: ofShipment('Find', holder, ({ updated_at }) => updated_at),
  },
  pickup_today: {
    title: 'Pickups today',
    line: ({ id, confirmation_code, date, window_start, window_end, package_count, created_at }: Pickup) => ({
      id,
      to: `/console/pickups/${id}`,
      title: confirmation_code,
      detail: `${dayText(date)}, ${window_start} to ${window_end}, ${package_count} ${package_count === 1 ? 'parcel' : 'parcels'}`,
      at: created_at,
      action: 'View',
    }),
  },
  webhook_failing: webhook('Failing webhooks'),
  webhook_disabled: webhook('Disabled webhooks'),
}

const OTHER: Kind = { title: '', line: ({ id, created_at }: Claim) => ({ id, to: '', title: id, detail: '', at: created_at, action: '' }) }

export const kindOf = ({ kind }: TodayNeed): Kind => KINDS[kind] ?? { ...OTHER, title: plainWords(kind) }

export const titleOf = (need: TodayNeed): string => {
  const { title } = kindOf(need)
  if (need.stage !== null) return `${title}: ${statusWords(need.stage).toLowerCase()}`
  return title
}

/** Returns the rows of a list; those that have waited longest come first. */
export const linesOf = (need: TodayNeed, rows: readonly unknown[]): Line[] => {
  const { line } = kindOf(need)
  return (rows as never[]).map(line).sort((a, b) => a.at.localeCompare(b.at))
}
