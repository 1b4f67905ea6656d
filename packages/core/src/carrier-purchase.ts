// Labels bought from carriers. A label must not be paid for twice, and no carrier has idempotency keys. So an attempt is a row that is
// committed before the call that pays, and a booking has at most one row that is open or valid. An attempt without a usable answer is read
// again after the carrier's deadline. Pure decisions.
import type { CarrierAdapter, Failure, Purchase, VoidState } from './carrier-adapter.ts'
import { type BookedShipment, type BookingState, bookingStateOf, type CarrierBookingRow, isExpected } from './carrier-booking.ts'
import { fromMinorUnits } from './money.ts'
import type { Row } from './tables.ts'

export const PURCHASE_MEANINGS = {
  buying: 'the carrier is being asked',
  uncertain: 'the carrier gave no usable answer and is read again',
  undecided: 'the carrier shows no label, and a person decides',
  absent: 'no label was bought',
  refused: 'the carrier refused to sell a label',
  held: 'the label is valid',
  voiding: 'the carrier must be asked to void the label',
  void_submitted: 'the carrier was asked, and the void settles later',
  void_refused: 'the carrier does not void the label, so its cost remains',
  void: 'the label is void, and its cost is refunded',
  void_not_needed: 'the carrier charges nothing for the label',
} as const
export type PurchaseState = keyof typeof PURCHASE_MEANINGS
export const PURCHASE_STATES = Object.keys(PURCHASE_MEANINGS) as readonly PurchaseState[]

/**
 * One row of `carrier_purchases`: one attempt to buy one label. `reference`: our reference at the carrier, the id of the attempt; a second
 * label of an attempt has the same one. `numbers`: the carrier's number and its aliases, empty while no label is known. `due_at`: when the carrier is asked next, null if never. While the state is `buying`, it is
 * the end of the lease of the process that asks.
 */
export interface PurchaseRow extends Row<'carrier_purchases'> {
  state: PurchaseState
  charges: { name: string; amount: number }[]
  ids: Record<string, string>
}

/** An attempt whose outcome is not known for certain. */
const OPEN: ReadonlySet<string> = new Set(['buying', 'uncertain', 'undecided'])
export const isOpen = ({ state }: { state: PurchaseState | BookingState }): boolean => OPEN.has(state)

/** After an attempt without a label, the carrier is read this often for a label that appears late, and for this long. */
export const LATE_READ_MS = 24 * 3_600_000
const LATE_READS_END_MS = 7 * LATE_READ_MS
/** The call that pays starts within this time after its attempt was committed, or not at all. */
export const START_MS = 5_000

const at = (ms: number): string => new Date(ms).toISOString()

/** End of the lease of an attempt that starts now. No other process reads the carrier before the carrier must have finished. */
export const leaseEnd = ({ deadline_ms, reads_ms }: CarrierAdapter, now_ms: number): string =>
  at(now_ms + Math.max(START_MS + deadline_ms.buy, reads_ms[0] ?? 0))

const VOIDED = { submitted: 'void_submitted', settled: 'void', refused: 'void_refused', not_needed: 'void_not_needed' } as const
export const voidedAs = (state: Exclude<VoidState, 'none'>): PurchaseState => VOIDED[state]

/** A booking with all attempts for it, and its shipment. */
export interface Attempts {
  booking: CarrierBookingRow
  purchases: readonly PurchaseRow[]
  shipment: BookedShipment
}

/** The new content of rows. `labels`: the row that each label found at the carrier belongs to. */
export interface Settled {
  booking: CarrierBookingRow
  changed: PurchaseRow[]
  added: PurchaseRow[]
  labels: Map<PurchaseRow, Purchase>
}

const bookingNow = (booking: CarrierBookingRow, now: string, changes: Partial<CarrierBookingRow>): CarrierBookingRow => ({
  ...booking,
  ...{ tries: 0, due_at: now, error: null, cause: null },
  ...changes,
  updated_at: now,
  version: booking.version + 1,
})

/** The state after an attempt without a label: the booking is due again, unless the parcel does not come anymore. */
const withoutLabel = ({ booking, shipment }: Attempts, now: string, changes: Partial<CarrierBookingRow> = {}): CarrierBookingRow =>
  bookingNow(booking, now, { state: bookingStateOf(shipment, booking.carrier, 'due') ?? 'due', ...changes })

/** Whether a label that was found is paid for. Also if someone asked to void it, and the carrier refused. */
const isPaid = (label: Purchase): boolean => label.void === 'none' || label.void === 'refused'

const bought = (row: PurchaseRow, label: Purchase, isValid: boolean, now: string): PurchaseRow => ({
  ...row,
  numbers: label.numbers,
  cost_cents: label.cost ? fromMinorUnits(label.cost.amount) : null,
  currency: label.cost?.currency ?? null,
  charges: label.cost?.charges ?? [],
  ids: label.ids,
  state: label.void === 'none' || label.void === 'refused' ? (isValid ? 'held' : 'voiding') : voidedAs(label.void),
  due_at: label.void === 'submitted' || (isPaid(label) && !isValid) ? now : null,
  error: null,
  tries: 0,
  updated_at: now,
  version: row.version + 1,
})

/**
 * Applies the labels that the carrier sold for the attempt `id`, as its answer or a later read shows them. The first label of a booking
 * that has none becomes the valid one. Every other label that is not known yet is a second one: it must be voided. In direct mode, so must
 * a label that is found after the handover, because the parcel travels with another one.
 */
export const settleFound = (attempts: Attempts, id: string, found: readonly Purchase[], now: string, newId: () => string): Settled => {
  const { purchases, shipment } = attempts
  const settled: Settled = { booking: attempts.booking, changed: [], added: [], labels: new Map() }
  const known = new Set(purchases.flatMap(({ reference, numbers }) => numbers.map((number) => `${reference} ${number}`)))
  let row = purchases.find((one) => one.id === id) as PurchaseRow
  let isFree = !purchases.some((one) => one.state === 'held' || (isOpen(one) && one.id !== id))
  for (const label of found) {
    if (label.numbers.some((number) => known.has(`${row.reference} ${number}`))) continue
    const isFirst = row.numbers.length === 0
    const target = isFirst ? row : { ...row, id: newId(), version: 0, created_at: now }
    const isLate = shipment.is_direct && !isExpected(shipment, row.carrier)
    const needed = isLate ? 'voiding' : (bookingStateOf(shipment, row.carrier, 'booked') ?? 'booked')
    const state = isFree && isPaid(label) ? needed : null
    const after = bought(target, label, state === 'booked' || state === 'done', now)
    settled.labels.set(after, label)
    ;(isFirst ? settled.changed : settled.added).push(after)
    if (isFirst) row = after
    if (state === null) continue
    isFree = false
    settled.booking = bookingNow(attempts.booking, now, { state, number: label.numbers[0] })
  }
  // Everything that the attempt bought is void already.
  if (settled.booking === attempts.booking && settled.changed.length > 0 && isFree && isOpen(attempts.booking))
    settled.booking = withoutLabel(attempts, now)
  return settled
}

const later = (row: PurchaseRow, due_ms: number | null, now: string, changes: Partial<PurchaseRow>): PurchaseRow => ({
  ...row,
  ...changes,
  due_at: due_ms === null ? null : at(due_ms),
  updated_at: now,
  version: row.version + 1,
})

/** Applies a read that shows no label for an attempt. `now_ms`: when the read began. */
export const settleNone = (attempts: Attempts, row: PurchaseRow, adapter: CarrierAdapter, now_ms: number): Settled => {
  const now = at(now_ms)
  const begun_ms = Date.parse(row.created_at)
  const none = { booking: attempts.booking, added: [], labels: new Map<PurchaseRow, Purchase>() }
  const next_ms = adapter.reads_ms.map((ms) => begun_ms + ms).find((ms) => ms > now_ms)
  const late_ms = now_ms < begun_ms + LATE_READS_END_MS ? now_ms + LATE_READ_MS : null
  if (row.state === 'absent' || row.state === 'undecided') return { ...none, changed: [later(row, late_ms, now, {})] }
  if (next_ms !== undefined) {
    const isNew = row.state === 'buying'
    const booking = isNew ? bookingNow(attempts.booking, now, { state: 'uncertain', error: NO_ANSWER }) : attempts.booking
    return { ...none, booking, changed: [later(row, next_ms, now, { state: 'uncertain', error: row.error ?? NO_ANSWER, tries: 0 })] }
  }
  if (adapter.absence_proves)
    return { ...none, booking: withoutLabel(attempts, now), changed: [later(row, late_ms, now, { state: 'absent', tries: 0 })] }
  const booking = bookingNow(attempts.booking, now, { state: 'undecided', error: row.error })
  return { ...none, booking, changed: [later(row, late_ms, now, { state: 'undecided', tries: 0 })] }
}

const NO_ANSWER = 'the process that asked the carrier ended before the answer'

/** Applies a failed call of `buy`. `retry_ms`: when the booking may be sent again if the carrier did nothing. */
export const settleFailure = (
  attempts: Attempts,
  row: PurchaseRow,
  failure: Failure,
  adapter: CarrierAdapter,
  now_ms: number,
  retry_ms: number,
): Settled => {
  const now = at(now_ms)
  const none = { added: [], labels: new Map<PurchaseRow, Purchase>() }
  const { booking } = attempts
  const error = failure.reason
  if (failure.failed === 'unknown') {
    const read_ms = Math.max(now_ms, Date.parse(row.created_at) + (adapter.reads_ms[0] ?? 0))
    const changed = [later(row, read_ms, now, { state: 'uncertain', error })]
    return { ...none, booking: bookingNow(booking, now, { state: 'uncertain', error }), changed }
  }
  const isRefused = failure.failed === 'refused'
  const changed = [later(row, null, now, { state: isRefused ? 'refused' : 'absent', error })]
  if (isRefused) return { ...none, booking: refusedBooking(attempts, error, failure.cause, now), changed }
  const tries = booking.tries + (failure.failed === 'later' ? 1 : 0)
  return { ...none, booking: withoutLabel(attempts, now, { error, tries, due_at: at(retry_ms) }), changed }
}

/** The booking after the carrier's refusal. */
export const refusedBooking = ({ booking, shipment }: Attempts, error: string, cause: string, now: string): CarrierBookingRow =>
  bookingNow(booking, now, { state: bookingStateOf(shipment, booking.carrier, 'refused') ?? 'refused', error, cause })

/** Applies the carrier's state of a label's void. `error`: its words if it refuses. */
export const settleVoid = (
  row: PurchaseRow,
  state: Exclude<VoidState, 'none'>,
  error: string | null,
  { voids }: CarrierAdapter,
  now_ms: number,
): PurchaseRow => {
  const next_ms = state === 'submitted' ? now_ms + voids.poll_ms : state === 'refused' ? now_ms + voids.again_ms : null
  const isOver = state === 'refused' && now_ms + voids.again_ms > Date.parse(row.created_at) + voids.window_ms
  return later(row, isOver ? null : next_ms, at(now_ms), { state: voidedAs(state), error, tries: 0 })
}
