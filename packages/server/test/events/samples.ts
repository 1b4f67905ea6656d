// One record of each type. The decision or builder that fires the type in the service makes the record.

import type { ClaimRow } from '@backhaul/core/claim.ts'
import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import {
  decideAmend,
  decideCancel,
  decideExpire,
  decideHold,
  decideProduceLabel,
  decideRelease,
  decideReprint,
} from '@backhaul/core/decide-lifecycle.ts'
import { decideScan } from '@backhaul/core/decide-scan.ts'
import { decideTenderAccepted } from '@backhaul/core/decide-tender.ts'
import type { DiscrepancyRow } from '@backhaul/core/discrepancy.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import * as counterEvent from '@backhaul/core/events/build-counter.ts'
import * as manifestEvent from '@backhaul/core/events/build-manifest.ts'
import * as moneyEvent from '@backhaul/core/events/build-money.ts'
import * as tenderEvent from '@backhaul/core/events/build-tender.ts'
import type { EventDraft, EventRecord, EventType } from '@backhaul/core/events/catalog.ts'
import { freeze } from '@backhaul/core/events/draft.ts'
import type { ManifestRow } from '@backhaul/core/manifest.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import type { PickupRow } from '@backhaul/core/pickup.ts'
import { decideInvalidateQr, decideReissueQr } from '@backhaul/core/qr.ts'
import { storeBlock } from '@backhaul/core/store-block.ts'
import type { SweepRow } from '@backhaul/core/sweep.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import {
  AFTER_EXPIRY,
  allowed,
  CANADA,
  create,
  envAt,
  FACILITY,
  LATER,
  NOW,
  qrOf,
  STORE,
  scan,
  scanEnv,
  shipmentIn,
  US_FAR,
} from '../shipments/fixtures.ts'
import { OF_KINDS } from './specification.ts'

const actor = { email: 'ops@shop.example', full_name: 'Shop Ops' }
const ids = { rma: 'rma-1', ship_ext_id: 'ext-1', customer: 'cus-1' }

export const ADJUSTMENT = {
  id: 'adj_1',
  partner_id: 'par_1',
  shipment_id: 'shipment_1',
  delta_amount: cents(-120),
  currency: 'USD',
  reason: 'reweigh',
  original_weight: 2,
  new_weight: 1.5,
  dispute_status: 'open',
  dispute_reason: 'our scale says 2 lb',
  source: 'manual',
  disputed_at: LATER,
  resolved_at: null,
  created_at: LATER,
  version: 2,
} as const

export const TENDER: TenderRow = {
  id: 'tnd_1',
  partner_id: 'par_1',
  carrier: 'ups',
  handoff: 'inject',
  facility: 'SORT-W',
  shipment_ids: ['shp_1', 'shp_2', 'shp_3'],
  piece_count: 3,
  piece_count_received: 2,
  status: 'accepted',
  accepted_by: 'dock 4',
  accepted_at: LATER,
  discrepancy: { type: 'short', delta: -1 },
  missing_shipment_ids: [],
  cancelled_at: null,
  dismissal: null,
  created_at: NOW,
  version: 2,
}

export const PICKUP: PickupRow = {
  id: 'pku_1',
  partner_id: 'par_1',
  shipment_id: 'shp_1',
  store_id: STORE.id,
  sweep_id: 'swp_1',
  confirmation: 'K7Q2',
  date: '2026-11-21',
  window_start: '09:00',
  window_end: '12:30',
  package_count: 1,
  status: 'scheduled',
  collected_at: null,
  cancelled_at: null,
  created_at: NOW,
  version: 1,
}

const SWEEP: SweepRow = {
  id: 'swp_1',
  partner_id: 'par_1',
  store_id: STORE.id,
  store: storeBlock(STORE),
  sweep_date: '2026-11-21',
  carrier: 'ups',
  status: 'ordered',
  created_at: NOW,
  closed_at: null,
  version: 1,
}

const MANIFEST: ManifestRow = {
  id: 'mnf_1',
  partner_id: 'par_1',
  store_id: STORE.id,
  store: storeBlock(STORE),
  manifest_date: '2026-11-20',
  status: 'closed',
  package_count: 12,
  created_at: NOW,
  closed_at: LATER,
  version: 2,
}

export const CLAIM: ClaimRow = {
  id: 'clm_1',
  partner_id: 'par_1',
  shipment_id: 'shp_1',
  type: 'damaged',
  description: 'box crushed',
  amount_claimed: null,
  amount_approved: null,
  currency: 'USD',
  status: 'open',
  history: [],
  created_at: NOW,
  updated_at: NOW,
  version: 1,
}

const MEASURED = { weight: 2, length: 10, width: 8, height: 4 }
export const DISCREPANCY: DiscrepancyRow = {
  id: 'dsc_1',
  partner_id: 'par_1',
  shipment_id: 'shp_1',
  stage: 'sort',
  reason: null,
  declared: MEASURED,
  observed: { ...MEASURED, weight: 3 },
  chargeable: true,
  adjustment_id: 'adj_1',
  store_id: STORE.id,
  created_at: NOW,
}

const atStore = (more: Parameters<typeof scanEnv>[1] = {}) => scanEnv(LATER, { store: STORE, ...more })
const atFacility = () => scanEnv(LATER, { facility: FACILITY })

const causes: (() => Pick<Effects, 'events'>)[] = [
  () => create({ ...ids, to: CANADA, order_id: 'order-7' }, 'retail'),
  () => allowed(decideProduceLabel(shipmentIn('created', ids), envAt(LATER))),
  () => allowed(decideReprint(shipmentIn('label_ready', ids), envAt(LATER))),
  () => allowed(decideAmend(shipmentIn('label_ready', ids), { declared_value: cents(100) }, envAt(LATER))),
  () => {
    const shipment = shipmentIn('label_ready', ids)
    const by = { scanner_email: 'clerk@corner.example', scanner_name: 'Kim', reweigh: { weight: 3 } }
    return allowed(decideScan(shipment, scan('walk-in', by), atStore({ qr: qrOf(shipment), presented: qrOf(shipment) })))
  },
  () => allowed(decideScan(shipmentIn('label_ready', ids), scan('accept'), atStore())),
  () => allowed(decideScan(shipmentIn('ready_for_pickup', ids), scan('collect', { lat: 39.5, lon: -119.8 }), atStore())),
  () => allowed(decideScan(shipmentIn('in_possession', ids), scan('arrive'), atFacility())),
  () => allowed(decideScan(shipmentIn('at_sort_center', ids), scan('sort'), atFacility())),
  () => decideTenderAccepted(shipmentIn('sorted', ids), { ...TENDER, facility: FACILITY }, envAt(LATER)),
  () => allowed(decideScan(shipmentIn('injected', ids), scan('movement', { scheduled_delivery_date: '2026-11-25' }), atFacility())),
  () => {
    const today = scan('out-for-delivery', { scheduled_delivery_date: '2026-11-25' })
    return allowed(decideScan(shipmentIn('in_transit', ids), today, scanEnv(LATER)))
  },
  () =>
    allowed(
      decideScan(shipmentIn('out_for_delivery', ids), scan('deliver', { pod_document_id: 'doc_1', signed_by: 'J. Roe' }), scanEnv(LATER)),
    ),
  () => {
    const because = scan('reject', { reject_reason: 'damaged', reject_reason_note: 'crushed corner' })
    return allowed(decideScan(shipmentIn('label_ready', ids), because, atStore()))
  },
  () => allowed(decideDisposition(shipmentIn('in_transit', ids), 'rts', envAt(LATER))),
  () => allowed(decideDisposition(shipmentIn('undeliverable', ids), 'rts', envAt(LATER))),
  () => allowed(decideDisposition(shipmentIn('in_transit', ids), 'unclaimed', envAt(LATER))),
  () => allowed(decideDisposition(shipmentIn('unclaimed_in_transit', ids), 'dispose', envAt(LATER))),
  () => allowed(decideCancel(shipmentIn('label_ready', ids), envAt(LATER))),
  () => decideExpire(shipmentIn('label_ready', ids), envAt(AFTER_EXPIRY)) as Effects,
  () => decideHold(shipmentIn('sorted', ids), envAt(LATER)),
  () => decideRelease(shipmentIn('sorted', { ...ids, held: true }), envAt(LATER)),
  () => allowed(decideRedirect(shipmentIn('in_transit', ids), US_FAR, envAt(LATER))),
  () => {
    const shipment = shipmentIn('created', ids)
    return allowed(decideReissueQr(shipment, qrOf(shipment), envAt(LATER)))
  },
  () => {
    const shipment = shipmentIn('created', ids)
    return allowed(decideInvalidateQr(shipment, qrOf(shipment), envAt(LATER)))
  },
]

const built = (): EventDraft[] => {
  const shipment = shipmentIn('in_transit', ids)
  return [
    moneyEvent.discrepancyReported(shipment, DISCREPANCY, actor),
    moneyEvent.disputed(shipment, ADJUSTMENT, actor),
    moneyEvent.claimOpened(shipment, CLAIM, actor),
    counterEvent.pickupScheduled(shipment, PICKUP, actor),
    counterEvent.pickupCancelled(shipment, PICKUP, actor),
    counterEvent.sweepCreated(SWEEP, actor),
    tenderEvent.tenderCreated(TENDER, actor),
    ...tenderEvent.tenderAccepted(TENDER, actor),
    manifestEvent.manifestClosed(MANIFEST, actor),
    ...[...OF_KINDS.values()].map(({ draft }) => draft()),
  ]
}

/** Returns the first record of each type that the causes fire, by type. */
export const samples = (): Map<EventType, EventRecord> => {
  const drafts = [...causes.flatMap((cause) => cause().events), ...built()]
  const records = new Map<EventType, EventRecord>()
  for (const draft of drafts) {
    if (!records.has(draft.type)) records.set(draft.type, freeze(draft, { id: `evt_${records.size + 1}`, now: NOW }))
  }
  return records
}
