import { isOpen } from '@backhaul/core/carrier-purchase.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import type { Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { findBooking, type ListedBooking, withPurchases } from './bookings.ts'
import { bookingResource } from './resource.ts'

/** One attempt at retrying a booking that the carrier refused, or whose label the carrier does not show. Errors: `not_found`, `booking_not_refused`. */
export const retryBooking = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const before = await findBooking(service.db, id)
  if (!before) return refuse('not_found', 'No booking has this id; GET /v2/ops/carrier-bookings lists the bookings.', { field: 'id' })
  if (before.state !== 'refused' && before.state !== 'undecided')
    return refuse('booking_not_refused', `The booking is ${before.state}; only a refused or undecided booking can be retried.`, {
      state: before.state,
    })
  const at = iso(service.clock.now())
  const changed = { state: 'due', error: null, cause: null, tries: 0, due_at: at, updated_at: at, version: before.version + 1 } as const
  const [shown] = (await withPurchases(service.db, [before])) as [ListedBooking]
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
