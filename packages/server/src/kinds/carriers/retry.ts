import { bookingStateOf } from '@backhaul/core/carrier-booking.ts'
import { isOpen } from '@backhaul/core/carrier-purchase.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import type { Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import type { ListedBooking } from './bookings.ts'
import { readWhole } from './purchases.ts'
import { bookingResource } from './resource.ts'

/**
 * One attempt at retrying a booking that the carrier refused, or whose label the carrier does not show. If the parcel does not come anymore,
 * the booking ends instead. Errors: `not_found`, `booking_not_refused`.
 */
export const retryBooking = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const whole = await readWhole(service.db, id)
  if (!whole) return refuse('not_found', 'No booking has this id; GET /v2/ops/carrier-bookings lists the bookings.', { field: 'id' })
  const before = whole.booking
  if (before.state !== 'refused' && before.state !== 'undecided')
    return refuse('booking_not_refused', `The booking is ${before.state}; only a refused or undecided booking can be retried.`, {
      state: before.state,
    })
  const at = iso(service.clock.now())
  // A cancellation had to wait while the booking was undecided.
  const state = bookingStateOf(whole.shipment, before.carrier, 'due') ?? 'due'
  const changed = { state, error: null, cause: null, tries: 0, due_at: at, updated_at: at, version: before.version + 1 }
  const shown: ListedBooking = { ...before, purchases: whole.purchases }
  // The operator has checked that the carrier sold no label. The attempt is read again all the same, and a late label is voided.
  const absent = shown.purchases
    .filter(isOpen)
    .map((one) => ({ ...one, state: 'absent', updated_at: at, version: one.version + 1 }) as const)
  const purchases = shown.purchases.map((one) => absent.find(({ id: same }) => same === one.id) ?? one)
  const body = bookingResource({ ...shown, ...changed, purchases })
  const audit = auditPlan(service, { actor, action: 'carrier_booking.retried', subject: id, before: bookingResource(shown), after: body })
  const updates: Update[] = [['carrier_bookings', { ...before, ...changed }], ...absent.map((one): Update => ['carrier_purchases', one])]
  return { status: 200, body, plan: mergePlans([audit, { updates }]) }
}
