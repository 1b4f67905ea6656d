import { decideCancel, decideHold, decideProduceLabel, decideRelease, decideReprint } from '../domain/decide-lifecycle.ts'
import type { EventType } from '../domain/events/catalog.ts'
import * as step from './steps.ts'

/** How something is brought about with a parcel of the partner. */
export interface Rehearsal {
  /** Makes the parcel, when the partner names none; absent: the last step makes it, and none can be named. */
  parcel?: step.Step
  /** Brings a parcel that was made for it to where it can happen; one that the partner names is taken as it is. */
  bring?: readonly step.Step[]
  /** Makes what else it takes. */
  before?: readonly step.Step[]
  /** What fires it. */
  last: step.Step
  fires: EventType
}

const labelled = step.createLabelled
const withQr = step.createWithQr
const injected = [step.scan('inject')]
const moving = [step.scan('movement')]
const inCustody = [step.scan('custody')]
const twoTendered = [labelled, step.tender]

/** Each event type, by the command that fires it in earnest. */
export const EVENT_REHEARSALS: Readonly<Record<EventType, Omit<Rehearsal, 'fires'>>> = {
  'shipment.created': { last: withQr },
  'shipment.label_ready': { parcel: withQr, last: step.on(decideProduceLabel) },
  'shipment.label_reprinted': { parcel: labelled, last: step.on(decideReprint) },
  'shipment.updated': { parcel: labelled, last: step.amendValue },
  'shipment.sold': { last: step.sell },
  'qr.scanned': { parcel: withQr, last: step.scan('walk-in') },
  'shipment.ready_for_pickup': { parcel: labelled, last: step.scan('accept') },
  'shipment.picked_up': { parcel: labelled, bring: [step.scan('accept')], last: step.scan('collect') },
  'shipment.in_possession': { parcel: labelled, last: step.scan('custody') },
  'shipment.at_sort_center': { parcel: labelled, bring: inCustody, last: step.scan('arrive') },
  'shipment.sorted': { parcel: labelled, bring: inCustody, last: step.scan('sort') },
  'shipment.injected': { parcel: labelled, bring: inCustody, last: step.scan('inject') },
  'shipment.in_transit': { parcel: labelled, bring: injected, last: step.scan('movement') },
  'tracking.updated': { parcel: labelled, bring: injected, last: step.scan('movement') },
  'shipment.out_for_delivery': { parcel: labelled, bring: moving, last: step.scan('out-for-delivery') },
  'shipment.delivered': { parcel: labelled, bring: moving, last: step.scan('deliver') },
  'shipment.rejected': { parcel: labelled, last: step.refuseAtCounter },
  'shipment.undeliverable': { parcel: labelled, bring: moving, last: step.dispose('rts') },
  'shipment.return_to_sender': { parcel: labelled, bring: inCustody, last: step.dispose('rts') },
  'shipment.unclaimed': { parcel: labelled, bring: moving, last: step.dispose('unclaimed') },
  'shipment.disposed': { parcel: labelled, bring: inCustody, last: step.dispose('dispose') },
  'claim.opened': { parcel: labelled, bring: moving, last: step.claim('damaged') },
  'shipment.cancelled': { parcel: labelled, last: step.on(decideCancel) },
  'shipment.expired': { parcel: step.createShortLived, last: step.expire },
  'shipment.held': { parcel: labelled, last: step.on(decideHold) },
  'shipment.released': { parcel: labelled, bring: [step.on(decideHold)], last: step.on(decideRelease) },
  'shipment.redirected': { parcel: labelled, bring: moving, last: step.redirect },
  'shipment.adjusted': { parcel: labelled, last: step.adjust },
  'shipment.discrepancy_reported': { parcel: labelled, bring: inCustody, last: step.measureOtherwise },
  'adjustment.disputed': { parcel: labelled, before: [step.adjust], last: step.dispute },
  'qr.reissued': { parcel: withQr, last: step.reissue },
  'qr.invalidated': { parcel: withQr, last: step.invalidate },
  'pickup.scheduled': { parcel: labelled, last: step.book },
  'pickup.cancelled': { parcel: labelled, before: [step.book], last: step.unbook },
  'sweep.created': { parcel: labelled, last: step.book },
  'tender.created': { parcel: labelled, before: [labelled], last: step.tender },
  'tender.accepted': { parcel: labelled, before: twoTendered, last: step.acceptPieces(2) },
  'tender.discrepancy': { parcel: labelled, before: twoTendered, last: step.acceptPieces(1) },
  'manifest.closed': { parcel: labelled, bring: [step.scan('accept')], last: step.closeDay },
}

export const FAULTS = ['lost', 'short_tender', 'reweigh', 'refused_at_counter', 'undeliverable'] as const
export type Fault = (typeof FAULTS)[number]

/** What goes wrong with parcels, to be rehearsed on request. */
export const FAULT_REHEARSALS: Readonly<Record<Fault, Rehearsal>> = {
  lost: { parcel: labelled, bring: moving, last: step.claim('lost'), fires: 'claim.opened' },
  short_tender: { parcel: labelled, before: twoTendered, last: step.acceptPieces(1), fires: 'tender.discrepancy' },
  reweigh: { parcel: withQr, last: step.walkInHeavier, fires: 'shipment.adjusted' },
  refused_at_counter: { parcel: labelled, last: step.refuseAtCounter, fires: 'shipment.rejected' },
  undeliverable: { parcel: labelled, bring: [step.scan('out-for-delivery')], last: step.dispose('rts'), fires: 'shipment.undeliverable' },
}
