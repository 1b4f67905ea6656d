// The steps of rehearsals. Each step makes one attempt at a real command, with made-up data.
import type { ClaimType } from '@backhaul/core/claim.ts'
import type { CreateInput } from '@backhaul/core/decide-create.ts'
import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { decideAmend, decideExpire } from '@backhaul/core/decide-lifecycle.ts'
import { type DecisionContext, daysAfter, type Effects } from '@backhaul/core/effects.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import { add, fromMinorUnits, ZERO } from '@backhaul/core/money.ts'
import type { NetworkTables, Store } from '@backhaul/core/network.ts'
import { nextPickupDay } from '@backhaul/core/pickup-days.ts'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Disposition, ScanKind } from '@backhaul/core/transitions.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { PartnerCaller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, planOf } from '../../service/plan.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { adjustShipment, disputeAdjustment } from '../adjustments/command.ts'
import { openClaim } from '../claims/command.ts'
import { reportDiscrepancy } from '../discrepancies/command.ts'
import { closeManifest } from '../manifests/command.ts'
import { bookPickup, cancelPickup } from '../pickups/command.ts'
import { pickupCarrier } from '../pickups/decide.ts'
import { invalidateQr, reissueQr } from '../qr/command.ts'
import type { ScanRequest } from '../scans/check.ts'
import { scanAnswer } from '../scans/resource.ts'
import { attemptOnShipment } from '../shipments/command.ts'
import { prepareCreate } from '../shipments/create.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findShipment } from '../shipments/queries.ts'
import { shipmentResource } from '../shipments/resource.ts'
import { acceptingOf, acceptTender, createTender } from '../tenders/command.ts'
import { rehearseScan } from './advance.ts'
import { rehearsalFacility, rehearsalStore } from './places.ts'
import { lastSweepDay } from './queries.ts'
import { RETURNS_HUB } from './seed.ts'

export interface RehearsalStage {
  service: Service
  caller: PartnerCaller
  /** The parcel that the steps act on. Empty until one exists. */
  shipment_id: string
  /** Id of the record that the previous step created, if any. */
  made: string
}

export type Step = (stage: RehearsalStage) => Promise<CommandResult>

const NOTE = 'Rehearsed in the sandbox'
const FROM = { name: 'Robin Rehearsal', line1: '20 Sample St', city: 'Cleveland', state: 'OH', postal_code: '44114', country: 'US' }
const ORDER = { order_id: 'rehearsal', from: FROM, to: RETURNS_HUB }
/**
 * Lifetime of a shipment that is created in order to expire. It is long enough for the create to commit, and short enough for a step to
 * wait until it has passed.
 */
const SHORT_LIFE_MS = 250

const create = async ({ service, caller }: RehearsalStage, input: CreateInput, channel: Shipment['channel']): Promise<CommandResult> => {
  const created = await prepareCreate(service, caller, input, channel)
  return isRefusal(created) ? created : { status: 201, body: shipmentResource(created.shipment, service.links), plan: created.plan }
}

export const createLabeled: Step = (stage) => create(stage, { direction: 'return', fulfillment: 'print_label', ...ORDER }, 'api')
export const createWithQr: Step = (stage) => create(stage, { direction: 'return', fulfillment: 'qr_code', ...ORDER }, 'api')
export const sell: Step = (stage) => create(stage, { direction: 'outbound', fulfillment: 'print_label', ...ORDER }, 'retail')
export const createShortLived: Step = async (stage) => {
  const now = await partnerNow(stage.service, stage.caller.partner.id)
  const expires_at = new Date(Date.parse(now) + SHORT_LIFE_MS).toISOString()
  return create(stage, { direction: 'return', fulfillment: 'print_label', ...ORDER, expires_at }, 'api')
}

const shipmentOf = async ({ service, caller, shipment_id }: RehearsalStage): Promise<Shipment | Refusal> =>
  (await loadShipment(service, caller.partner.id, shipment_id)) ?? shipmentNotFound('shipment_id')

/** Makes a step from a command on the shipment. */
export const on =
  (decide: (shipment: Shipment, env: DecisionContext) => Effects | Refusal): Step =>
  ({ service, caller, shipment_id }) =>
    attemptOnShipment(service, caller, shipment_id, decide)

export const amendValue: Step = on((shipment, env) =>
  decideAmend(shipment, { declared_value: add(shipment.declared_value ?? ZERO, fromMinorUnits(1000)) }, env),
)
export const dispose = (disposition: Disposition): Step => on((shipment, env) => decideDisposition(shipment, disposition, env))
export const redirect: Step = on((shipment, env) =>
  decideRedirect(shipment, { ...shipment.to_address, name: 'Riley Redirected', line1: '200 Elm St' }, env),
)

/** Makes a step that scans the parcel at a seeded place. */
export const scan =
  (kind: ScanKind, more: (shipment: Shipment) => Partial<ScanRequest> = () => ({})): Step =>
  async (stage) => {
    const shipment = await shipmentOf(stage)
    if (isRefusal(shipment)) return shipment
    const { outcome, plan } = await rehearseScan(stage.service, actorOf(stage.caller), shipment, kind, more(shipment))
    return isRefusal(outcome) ? outcome : { status: 200, body: scanAnswer(outcome, stage.service.links), plan }
  }

export const refuseAtCounter = scan('reject', () => ({ reject_reason: 'damaged', reject_reason_note: NOTE }))
export const walkInHeavier = scan('walk-in', ({ parcel }) => ({ reweigh: { weight: parcel.weight + 3 } }))

/** If the shipment is about to expire, waits until its `expires_at` and then expires it in the same way as its next reader would. */
export const expire: Step = async ({ service, caller, shipment_id }) => {
  const shipment = await findShipment(service.db, caller.partner.id, shipment_id)
  if (!shipment) return shipmentNotFound('shipment_id')
  const left = Date.parse(shipment.expires_at) - Date.parse(await partnerNow(service, shipment.partner_id))
  if (left > 0 && left <= SHORT_LIFE_MS) await new Promise((resolve) => setTimeout(resolve, left + 1))
  const env = await decisionContext(service, { email: '', full_name: '' }, shipment.partner_id)
  const expired = decideExpire(shipment, env)
  if (expired) return { status: 200, body: shipmentResource(expired.shipment, service.links), plan: planOf(expired, shipment, env.now) }
  const details = { status: shipment.status, command: 'expire' }
  return refuse('invalid_transition', 'The shipment cannot expire now; advance the clock past its expires_at.', details)
}

export const reissue: Step = ({ service, caller, shipment_id }) => reissueQr(service, caller, shipment_id)
export const invalidate: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  return isRefusal(shipment) ? shipment : invalidateQr(stage.service, stage.caller, shipment.qr_id ?? '')
}

export const adjust: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  if (isRefusal(shipment)) return shipment
  const { weight } = shipment.parcel
  const input = { delta_amount: fromMinorUnits(250), reason: 'reweigh', original_weight: weight, new_weight: weight + 2 } as const
  return adjustShipment(stage.service, stage.caller, shipment.id, input)
}
export const dispute: Step = ({ service, caller, made }) => disputeAdjustment(service, caller, made, NOTE)
export const measureOtherwise: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  if (isRefusal(shipment)) return shipment
  const observed = { weight: shipment.parcel.weight + 1 }
  return reportDiscrepancy(stage.service, stage.caller, { shipment_id: shipment.id, stage: 'sort', observed, chargeable: true })
}
export const claim =
  (type: ClaimType): Step =>
  ({ service, caller, shipment_id }) =>
    openClaim(service, caller, { shipment_id, type, description: NOTE })

/** The first pickup window on or after `date`. Null if the policy requires no window, or if there is none. */
const openWindow = (store: Store, { policy, calendars }: NetworkTables, date: string, now: string) => {
  if (policy.pickups_outside_hours === 'accept' && policy.pickups_on_closed_days === 'accept') return null
  const day = nextPickupDay(store, calendars, date, now)
  const [window] = day?.windows ?? []
  return day && window ? { date: day.date, window_start: window[0], window_end: window[1] } : null
}

/**
 * Books a pickup on a day for which no visit is ordered yet, so that the booking orders a visit. If the policy requires it, the pickup is
 * within the store's hours.
 */
export const book: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  if (isRefusal(shipment)) return shipment
  const { service, caller } = stage
  const store_id = await rehearsalStore(service, shipment)
  const store = store_id === null ? null : await service.network.store(store_id)
  if (!store)
    return refuse('not_found', 'The market has no store at which a pickup can be booked; import a store first.', { field: 'store_id' })
  const now = await partnerNow(service, shipment.partner_id)
  const today = localDay(now, store.timezone)
  const tables = await service.network.tables()
  const carrier = pickupCarrier(shipment, tables)
  const last = carrier === null ? null : await lastSweepDay(service.db, shipment.partner_id, store.id, carrier)
  const date = daysAfter(last !== null && last > today ? last : today, 1).slice(0, 10)
  const window = openWindow(store, tables, date, now) ?? { date, window_start: '09:00', window_end: '17:00' }
  return bookPickup(service, caller, { shipment_id: shipment.id, store_id: store.id, ...window })
}
export const unbook: Step = ({ service, caller, made }) => cancelPickup(service, caller, made)

/** Tenders the parcel. If the previous step created another parcel, tenders both together. */
export const tender: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  if (isRefusal(shipment)) return shipment
  const { service, caller, made } = stage
  const { carriers } = await service.network.tables()
  const carrier = shipment.carrier ?? [...carriers.values()].find(({ active }) => active)?.code ?? ''
  const facility = await rehearsalFacility(service, shipment)
  const shipment_ids = made === '' ? [shipment.id] : [shipment.id, made]
  return createTender(service, caller, { carrier, handoff: 'inject', shipment_ids, ...(facility !== null && { facility }) })
}
export const acceptPieces =
  (piece_count_received: number): Step =>
  ({ service, caller, made }) =>
    acceptTender(service, acceptingOf(caller), made, { piece_count_received, accepted_by: 'Sandbox Carrier' })

export const closeDay: Step = async (stage) => {
  const shipment = await shipmentOf(stage)
  return isRefusal(shipment) ? shipment : closeManifest(stage.service, stage.caller, shipment.manifest_id ?? '')
}
