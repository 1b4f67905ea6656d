import { decideCancel, decideHold, decideProduceLabel, decideRelease, decideReprint } from '@backhaul/core/decide-lifecycle.ts'
import type { EventType } from '@backhaul/core/events/catalog.ts'
import { sellCarrierLabel } from './carrier-label.ts'
import * as step from './steps.ts'

/** The steps that make something happen to a parcel of the partner. */
export interface Rehearsal {
  /**
   * Creates the parcel if the partner names none. If this step is absent, the last step creates the parcel, and the partner cannot name
   * one.
   */
  parcel?: step.Step
  /** Brings a parcel that the rehearsal created to the required status. A parcel that the partner names stays as it is. */
  bring?: readonly step.Step[]
  /** Creates other records that the last step needs. */
  before?: readonly step.Step[]
  /** The command that fires the event. */
  last: step.Step
  fires: EventType
}

const labeled = step.createLabeled
const withQr = step.createWithQr
const injected = [step.scan('inject')]
const moving = [step.scan('movement')]
const inCustody = [step.scan('custody')]
const twoTendered = [labeled, step.tender]

/** Maps each event type to the rehearsal that fires the event with the real command. */
export const EVENT_REHEARSALS: Readonly<Record<EventType, Omit<Rehearsal, 'fires'>>> = {
  'shipment.created': { last: withQr },
  'shipment.label_ready': { parcel: withQr, last: step.on(decideProduceLabel) },
  'shipment.label_reprinted': { parcel: labeled, last: step.on(decideReprint) },
  'shipment.carrier_label_ready': { parcel: labeled, last: sellCarrierLabel },
  'shipment.updated': { parcel: labeled, last: step.amendValue },
  'shipment.sold': { last: step.sell },
  'qr.scanned': { parcel: withQr, last: step.scan('walk-in') },
  'shipment.ready_for_pickup': { parcel: labeled, last: step.scan('accept') },
  'shipment.picked_up': { parcel: labeled, bring: [step.scan('accept')], last: step.scan('collect') },
  'shipment.in_possession': { parcel: labeled, last: step.scan('custody') },
  'shipment.at_sort_center': { parcel: labeled, bring: inCustody, last: step.scan('arrive') },
  'shipment.sorted': { parcel: labeled, bring: inCustody, last: step.scan('sort') },
  'shipment.injected': { parcel: labeled, bring: inCustody, last: step.scan('inject') },
  'shipment.in_transit': { parcel: labeled, bring: injected, last: step.scan('movement') },
  'tracking.updated': { parcel: labeled, bring: injected, last: step.scan('movement') },
  'shipment.out_for_delivery': { parcel: labeled, bring: moving, last: step.scan('out-for-delivery') },
  'shipment.delivered': { parcel: labeled, bring: moving, last: step.scan('deliver') },
  'shipment.rejected': { parcel: labeled, last: step.refuseAtCounter },
  'shipment.undeliverable': { parcel: labeled, bring: moving, last: step.dispose('rts') },
  'shipment.return_to_sender': { parcel: labeled, bring: inCustody, last: step.dispose('rts') },
  'shipment.unclaimed': { parcel: labeled, bring: moving, last: step.dispose('unclaimed') },
  'shipment.disposed': { parcel: labeled, bring: inCustody, last: step.dispose('dispose') },
  'claim.opened': { parcel: labeled, bring: moving, last: step.claim('damaged') },
  'shipment.cancelled': { parcel: labeled, last: step.on(decideCancel) },
  'shipment.expired': { parcel: step.createShortLived, last: step.expire },
  'shipment.held': { parcel: labeled, last: step.on(decideHold) },
  'shipment.released': { parcel: labeled, bring: [step.on(decideHold)], last: step.on(decideRelease) },
  'shipment.redirected': { parcel: labeled, bring: moving, last: step.redirect },
  'shipment.adjusted': { parcel: labeled, last: step.adjust },
  'shipment.discrepancy_reported': { parcel: labeled, bring: inCustody, last: step.measureOtherwise },
  'adjustment.disputed': { parcel: labeled, before: [step.adjust], last: step.dispute },
  'qr.reissued': { parcel: withQr, last: step.reissue },
  'qr.invalidated': { parcel: withQr, last: step.invalidate },
  'pickup.scheduled': { parcel: labeled, last: step.book },
  'pickup.cancelled': { parcel: labeled, before: [step.book], last: step.unbook },
  'sweep.created': { parcel: labeled, last: step.book },
  'tender.created': { parcel: labeled, before: [labeled], last: step.tender },
  'tender.accepted': { parcel: labeled, before: twoTendered, last: step.acceptPieces(2) },
  'tender.discrepancy': { parcel: labeled, before: twoTendered, last: step.acceptPieces(1) },
  'manifest.closed': { parcel: labeled, bring: [step.scan('accept')], last: step.closeDay },
}

export const FAULTS = ['lost', 'short_tender', 'reweigh', 'refused_at_counter', 'undeliverable'] as const
export type Fault = (typeof FAULTS)[number]

/** Faults that partners can rehearse. */
export const FAULT_REHEARSALS: Readonly<Record<Fault, Rehearsal>> = {
  lost: { parcel: labeled, bring: moving, last: step.claim('lost'), fires: 'claim.opened' },
  short_tender: { parcel: labeled, before: twoTendered, last: step.acceptPieces(1), fires: 'tender.discrepancy' },
  reweigh: { parcel: withQr, last: step.walkInHeavier, fires: 'shipment.adjusted' },
  refused_at_counter: { parcel: labeled, last: step.refuseAtCounter, fires: 'shipment.rejected' },
  undeliverable: { parcel: labeled, bring: [step.scan('out-for-delivery')], last: step.dispose('rts'), fires: 'shipment.undeliverable' },
}
