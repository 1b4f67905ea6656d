import type { CarrierBookingRow } from '@backhaul/core/carrier-booking.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { iso } from '../../process/clock.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import { mergePlans } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { findBooking } from './bookings.ts'
import { bookingResource } from './resource.ts'

/** One attempt at retrying a booking that the carrier refused. Errors: `not_found`, `booking_not_refused`. */
export const retryBooking = async (service: Service, actor: OperatorActor, id: string): Promise<CommandResult> => {
  const before = await findBooking(service.db, id)
  if (!before) return refuse('not_found', 'No booking has this id; GET /v2/ops/carrier-bookings lists the bookings.', { field: 'id' })
  if (before.state !== 'refused')
    return refuse('booking_not_refused', `The booking is ${before.state}; only a refused booking can be retried.`, {
      state: before.state,
    })
  const at = iso(service.clock.now())
  const changed = { state: 'due', error: null, tries: 0, due_at: at, updated_at: at, version: before.version + 1 } as const
  const after: CarrierBookingRow = { ...before, ...changed }
  const body = bookingResource(after)
  const audit = auditPlan(service, { actor, action: 'carrier_booking.retried', subject: id, before: bookingResource(before), after: body })
  return { status: 200, body, plan: mergePlans([audit, { updates: [['carrier_bookings', after]] }]) }
}
