import type { Store } from '@backhaul/core/network.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { storedSweep } from '@backhaul/core/sweep.ts'
import type { Insert, Update } from '../../commit/plan.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, freezeAll } from '../../service/plan.ts'
import { storeReachOf, tenantOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findOrderedSweep, findSweepWithOthers } from '../sweeps/queries.ts'
import { type BookingInput, decideBook, decideCancelPickup, pickupCarrier, refuseReversed } from './decide.ts'
import { findPickup, wasCollected } from './queries.ts'
import { pickupResource } from './resource.ts'

/** The name of the lock for bookings and cancellations of one partner; see process/keyed-mutex.ts. */
export const turnOf = (partner_id = 'operator'): string => `pickups/${partner_id}`

const storeOf = async (service: Service, shipment: Shipment, storeId: string | undefined): Promise<Store | Refusal> => {
  const id = storeId ?? shipment.store_id ?? shipment.drop_off_store_id
  if (id === null)
    return invalidField(
      '/store_id',
      'required',
      'is required, because the shipment was neither dropped off at a store nor routed to a store',
    )
  const store = await service.network.store(id)
  return store ?? refuse('not_found', 'No store with this store_id exists; choose one from /v2/drop-off-locations.', { field: 'store_id' })
}

/** One attempt at booking a pickup. Errors: `not_found` with the name of the field, and those of `decideBook`. */
export const bookPickup = async (
  service: Service,
  caller: Caller,
  { shipment_id, store_id, ...input }: BookingInput & { shipment_id: string; store_id?: string },
): Promise<CommandResult> => {
  const reversed = refuseReversed(input)
  if (reversed) return reversed
  const shipment = await loadShipment(service, tenantOf(caller), shipment_id)
  if (!shipment) return shipmentNotFound('shipment_id')
  const store = await storeOf(service, shipment, store_id)
  if (isRefusal(store)) return store
  const env = await decisionContext(service, actorOf(caller), shipment.partner_id)
  const carrier = pickupCarrier(shipment, env.rates)
  const visit = carrier && { store_id: store.id, date: input.date, carrier }
  const sweep = visit ? await findOrderedSweep(service.db, shipment.partner_id, visit) : null
  const booked = decideBook(shipment, input, { ...env, store, carrier, sweep })
  if (isRefusal(booked)) return booked
  const inserts: Insert[] = [['pickups', booked.pickup]]
  const updates: Update[] = [['shipments', booked.shipment]]
  if (sweep) updates.push(['sweeps', storedSweep(booked.sweep)])
  else inserts.push(['sweeps', storedSweep(booked.sweep)])
  return { status: 201, body: pickupResource(booked.pickup), plan: { inserts, updates, events: freezeAll(booked.events, env.now) } }
}

/** One attempt at canceling a pickup. Errors: `not_found`, `pickup_already_cancelled`. */
export const cancelPickup = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const pickup = await findPickup(service.db, storeReachOf(caller), id)
  if (!pickup) return refuse('not_found', 'No pickup with this id exists for your account.', { field: 'id' })
  const [visited, shipment] = await Promise.all([
    findSweepWithOthers(service.db, pickup.sweep_id, pickup.id),
    loadShipment(service, pickup.partner_id, pickup.shipment_id),
  ])
  if (!visited || !shipment) throw new Error(`the sweep or the shipment of pickup ${pickup.id} does not exist`)
  // This must be read after the shipment. A collection that is recorded after this read changes the shipment, so this command then decides
  // again.
  const collected = await wasCollected(service.db, pickup)
  const env = await decisionContext(service, actorOf(caller), pickup.partner_id)
  const cancelled = decideCancelPickup(pickup, { ...visited, collected }, shipment, env)
  if (isRefusal(cancelled)) return cancelled
  const updates: Update[] = [
    ['pickups', cancelled.pickup],
    ['sweeps', storedSweep(cancelled.sweep)],
    ['shipments', cancelled.shipment],
  ]
  return { status: 200, body: pickupResource(cancelled.pickup), plan: { updates, events: freezeAll(cancelled.events, env.now) } }
}
