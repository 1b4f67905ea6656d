import { decideScan } from '@backhaul/core/decide-scan.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import { decideInvalidateQr, decideReissueQr, qrStatus } from '@backhaul/core/qr.ts'
import type { QrRow } from '@backhaul/core/shipment.ts'
import { describe, expect, it } from 'vitest'
import {
  AFTER_EXPIRY,
  allowed,
  create,
  EXPIRES,
  envAt,
  FACILITY,
  LATER,
  NOW,
  QR,
  qrOf,
  refused,
  STORE,
  scan,
  scanEnv,
  shipmentIn,
} from './fixtures.ts'

const types = ({ events }: Effects): string[] => events.map(({ type }) => type)

describe('walk-in', () => {
  it('creates a missing label, accepts the parcel at the store and uses up the QR', () => {
    const before = shipmentIn('created')
    const env = scanEnv(LATER, { store: STORE, qr: qrOf(before), presented: qrOf(before) })
    const outcome = allowed(decideScan(before, scan('walk-in', { occurred_at: '2026-11-21T09:00:00Z' }), env))
    expect(types(outcome)).toEqual(['shipment.label_ready', 'qr.scanned', 'shipment.in_possession'])
    expect(outcome.shipment).toMatchObject({ status: 'in_possession', label_version: 1, label_id: outcome.label?.id, store_id: 'sto_1' })
    expect(outcome.qr_changed).toMatchObject({ status: 'used', used_at: '2026-11-21T09:00:00.000Z', version: 2 })
    expect(outcome.scan).toMatchObject({
      kind: 'walk-in',
      applied: true,
      store_id: 'sto_1',
      location: { city: 'Reno' },
      recorded_at: LATER,
    })
  })

  it('a QR that was not presented is named and used up too, unless it is invalid', () => {
    const withQr = (patch: Partial<QrRow>) => {
      const before = shipmentIn('label_ready', { qr_status: patch.status ?? 'active' })
      return allowed(decideScan(before, scan('walk-in'), scanEnv(LATER, { qr: qrOf(before, patch) })))
    }
    expect(withQr({}).qr_changed?.status).toBe('used')
    expect(withQr({}).events.map(({ identifiers }) => identifiers.qr)).toEqual([QR.id, QR.id])
    for (const invalidated_at of [NOW, LATER]) {
      const told = withQr({ status: 'invalidated', invalidated_at })
      expect(told.qr_changed).toBeUndefined()
      expect(told.events.map(({ identifiers }) => identifiers.qr)).toEqual([null, null])
    }
    expect(withQr({ expires_at: NOW }).qr_changed).toBeUndefined()
  })

  it('a QR that was replaced after it was presented is named, and the current one is used up', () => {
    const before = shipmentIn('created')
    const presented = qrOf(before, { id: 'qr_old', status: 'superseded', invalidated_at: LATER })
    const at = (occurred_at: string) =>
      decideScan(before, scan('walk-in', { occurred_at }), scanEnv(LATER, { qr: qrOf(before, { created_at: LATER }), presented }))
    const outcome = allowed(at(NOW))
    expect(outcome.events.map(({ type, identifiers }) => [type, identifiers.qr])).toEqual([
      ['shipment.label_ready', QR.id],
      ['qr.scanned', 'qr_old'],
      ['shipment.in_possession', QR.id],
    ])
    expect(outcome.qr_changed).toMatchObject({ id: QR.id, status: 'used', used_at: NOW })
    expect(refused(at(LATER))).toMatchObject({ code: 'qr_not_valid', details: { status: 'invalidated' } })
  })

  it('an unknown store leaves the store of the shipment unchanged and is kept in the history', () => {
    const before = shipmentIn('label_ready', { store_id: 'sto_old' })
    const outcome = allowed(decideScan(before, scan('walk-in', { store_id: 'sto_nowhere' }), scanEnv(LATER)))
    expect(outcome.shipment.store_id).toBe('sto_old')
    expect(outcome.scan).toMatchObject({ store_id: 'sto_nowhere', location: null })
  })

  it('a reweigh that differs charges the difference and corrects the weight, not the price', () => {
    const before = create().shipment
    const outcome = allowed(decideScan(before, scan('walk-in', { reweigh: { weight: 4.5 } }), scanEnv(LATER, { store: STORE })))
    expect(types(outcome)).toEqual(['qr.scanned', 'shipment.in_possession', 'shipment.adjusted'])
    expect(outcome.adjustments?.[0]).toMatchObject({
      shipment_id: before.id,
      delta_amount: 225 - 116,
      currency: 'USD',
      reason: 'reweigh',
      original_weight: 1,
      new_weight: 4.5,
      source: 'counter',
    })
    expect(outcome.shipment).toMatchObject({ amount: before.amount, parcel: { ...before.parcel, weight: 4.5 } })
    expect(outcome.events[2]).toMatchObject({
      identifiers: { adjustment: outcome.adjustments?.[0]?.id },
      specific: { reason: 'reweigh', originalWeight: 1, newWeight: 4.5 },
    })
  })

  it('a lighter parcel is credited; a larger parcel of equal weight gets a dimension correction', () => {
    const before = create({ parcel: { weight: 8, length: 10, width: 8, height: 4 } }).shipment
    const measure = (reweigh: object) => allowed(decideScan(before, scan('walk-in', { reweigh }), scanEnv(LATER))).adjustments?.[0]
    expect(measure({ weight: 5 })?.delta_amount).toBe(-150)
    expect(measure({ height: 40 })).toMatchObject({ reason: 'dimension', delta_amount: 752 })
  })

  it('a reweigh with equal measures fires no additional event', () => {
    const outcome = allowed(decideScan(create().shipment, scan('walk-in', { reweigh: { weight: 16, weight_unit: 'oz' } }), scanEnv(LATER)))
    expect(types(outcome)).toEqual(['qr.scanned', 'shipment.in_possession'])
    expect(outcome.adjustments).toBeUndefined()
  })

  it('a measured weight that no carrier accepts is still charged', () => {
    const outcome = allowed(decideScan(create().shipment, scan('walk-in', { reweigh: { weight: 500 } }), scanEnv(LATER)))
    expect(outcome.adjustments?.[0]?.delta_amount).toBe(500 * 50 - 116)
  })
})

describe('QR', () => {
  const created = shipmentIn('created')
  const present = (qr: QrRow, shipment = created, now = LATER) => decideScan(shipment, scan('walk-in'), scanEnv(now, { qr, presented: qr }))

  it.each(['superseded', 'invalidated'] as const)('a %s QR is refused', (status) => {
    expect(refused(present(qrOf(created, { status, invalidated_at: created.created_at })))).toMatchObject({
      code: 'qr_not_valid',
      details: { status: 'invalidated' },
    })
  })

  it('an active QR expires at expires_at, and still counts if it was presented at that moment', () => {
    expect(qrStatus(qrOf(created), '2026-12-20T09:29:59.999Z')).toBe('active')
    expect(qrStatus(qrOf(created), EXPIRES)).toBe('expired')
    expect(allowed(present(qrOf(created, { expires_at: LATER }))).qr_changed?.status).toBe('used')
    expect(refused(present(qrOf(created, { expires_at: NOW })))).toMatchObject({ code: 'qr_not_valid', details: { status: 'expired' } })
  })

  it('a used QR of an accepted parcel is a late scan, and is refused after the shipment ended', () => {
    const taken = shipmentIn('sorted')
    const used = qrOf(taken, { status: 'used', used_at: LATER })
    expect(allowed(present(used, taken))).toMatchObject({ applied: false, events: [], scan: { applied: false, status: 'sorted' } })
    expect(refused(present(used, shipmentIn('delivered')))).toMatchObject({ code: 'invalid_transition', details: { status: 'delivered' } })
  })

  it('the QR of a cancelled shipment cannot be invalidated, even if it was read before the cancellation', () => {
    const cancelled = shipmentIn('cancelled')
    expect(refused(decideInvalidateQr(cancelled, qrOf(cancelled), envAt(LATER)))).toMatchObject({
      code: 'qr_not_valid',
      details: { status: 'expired' },
    })
  })

  it('a reissue invalidates the active QR, and the event names both', () => {
    const old = qrOf(created)
    const outcome = allowed(decideReissueQr(created, old, envAt(LATER)))
    expect(outcome.qr_changed).toMatchObject({ id: old.id, status: 'superseded', invalidated_at: LATER, version: 2 })
    expect(qrStatus(outcome.qr_changed as QrRow, LATER)).toBe('invalidated')
    expect(outcome.qr_issued).toMatchObject({ status: 'active', previous_qr_id: old.id })
    expect(outcome.qr_issued?.token).not.toBe(old.token)
    expect(outcome.shipment.qr_id).toBe(outcome.qr_issued?.id)
    expect(outcome.events[0]).toMatchObject({
      type: 'qr.reissued',
      identifiers: { qr: outcome.qr_issued?.id, previousQr: old.id },
      specific: null,
    })
  })

  it('a reissue leaves an invalidated QR invalidated', () => {
    expect(allowed(decideReissueQr(created, qrOf(created, { status: 'invalidated' }), envAt(LATER))).qr_changed).toBeUndefined()
  })

  it('a shipment without a QR cannot get one by a reissue', () => {
    expect(refused(decideReissueQr(shipmentIn('label_ready', { qr_id: null }), null, envAt(LATER)))).toMatchObject({
      code: 'invalid_transition',
    })
  })

  it('invalidating works once, on an active QR', () => {
    const outcome = allowed(decideInvalidateQr(created, qrOf(created), envAt(LATER)))
    expect(outcome.qr_changed).toMatchObject({ status: 'invalidated', invalidated_at: LATER })
    expect(outcome.shipment).toEqual({ ...created, version: created.version + 1 })
    expect(outcome.events[0]).toMatchObject({ info: { status: 'invalidated' }, specific: { qrStatus: 'invalidated', expiresAt: EXPIRES } })
    for (const status of ['used', 'superseded', 'invalidated'] as const) {
      expect(refused(decideInvalidateQr(created, qrOf(created, { status }), envAt(LATER)))).toMatchObject({
        code: 'qr_not_valid',
        details: { status: status === 'superseded' ? 'invalidated' : status },
      })
    }
    expect(refused(decideInvalidateQr(created, qrOf(created), envAt(AFTER_EXPIRY)))).toMatchObject({ details: { status: 'expired' } })
  })
})

describe('the counter', () => {
  it('accepting sets the store of the shipment', () => {
    const { shipment } = allowed(decideScan(shipmentIn('label_ready'), scan('accept'), scanEnv(LATER, { store: STORE })))
    expect(shipment).toMatchObject({ status: 'ready_for_pickup', store_id: 'sto_1' })
  })

  it('a refusal takes no custody; a second refusal fires again with its own reason', () => {
    const first = allowed(
      decideScan(
        shipmentIn('label_ready'),
        scan('reject', { reject_reason: 'oversize', reject_reason_note: 'too long' }),
        scanEnv(LATER, { store: STORE }),
      ),
    )
    expect(first.shipment).toMatchObject({
      status: 'rejected',
      store_id: null,
      rejected_at: LATER,
      reject_reason: 'oversize',
      reject_reason_note: 'too long',
    })
    const second = allowed(decideScan(first.shipment, scan('reject', { reject_reason: 'damaged' }), scanEnv(EXPIRES)))
    expect(types(second)).toEqual(['shipment.rejected'])
    expect(second.shipment).toMatchObject({ rejected_at: EXPIRES, reject_reason: 'damaged', reject_reason_note: null })
  })
})

describe('the journey', () => {
  it('a marketplace parcel gets the cheapest carrier and a number at injection', () => {
    const light = allowed(decideScan(shipmentIn('sorted'), scan('inject'), scanEnv(LATER, { facility: FACILITY })))
    expect(light.shipment).toMatchObject({ status: 'injected', carrier: 'cpc', ltracking: expect.any(String) })
    expect(light.events[0]).toMatchObject({ specific: { carrier: 'cpc' }, identifiers: { ltracking: light.shipment.ltracking } })
    const heavy = shipmentIn('sorted', { parcel: { weight: 60, length: 10, width: 8, height: 4 } })
    expect(allowed(decideScan(heavy, scan('inject'), scanEnv(LATER))).shipment.carrier).toBe('puro')
  })

  it('the scanned carrier and its number win; a scanned number alone keeps the carrier', () => {
    const fixed = create().shipment
    const taken = allowed(decideScan(fixed, scan('inject', { carrier: 'puro', ltracking: 'PU-9' }), scanEnv(LATER))).shipment
    expect(taken).toMatchObject({ carrier: 'puro', ltracking: 'PU-9' })
    const numbered = allowed(decideScan(fixed, scan('inject', { ltracking: '1Z-9' }), scanEnv(LATER))).shipment
    expect(numbered).toMatchObject({ carrier: 'ups', ltracking: '1Z-9' })
    const other = allowed(decideScan(fixed, scan('inject', { carrier: 'puro' }), scanEnv(LATER))).shipment
    expect(other.ltracking).not.toBe(fixed.ltracking)
  })

  it('a scan that skips injection still assigns a carrier', () => {
    expect(allowed(decideScan(shipmentIn('sorted'), scan('movement'), scanEnv(LATER))).shipment).toMatchObject({
      status: 'in_transit',
      carrier: 'cpc',
    })
  })

  it('the scheduled delivery date stays after a scan that names none', () => {
    const moving = allowed(
      decideScan(shipmentIn('injected'), scan('movement', { scheduled_delivery_date: '2026-11-25' }), scanEnv(LATER)),
    ).shipment
    const out = allowed(decideScan(moving, scan('out-for-delivery'), scanEnv(LATER)))
    expect(out.events[0]?.specific).toMatchObject({ scheduledDeliveryDate: '2026-11-25' })
  })

  it.each([
    ['A', { pod_document_id: 'doc_1', signed_by: 'J. Roe' }],
    ['B', { pod_document_id: 'doc_1' }],
    ['B', { signed_by: 'J. Roe' }],
    ['C', {}],
  ] as const)('proof of delivery is graded %s', (grade, proof) => {
    const { shipment, events, scan: row } = allowed(decideScan(shipmentIn('out_for_delivery'), scan('deliver', proof), scanEnv(LATER)))
    const image = 'pod_document_id' in proof ? proof.pod_document_id : null
    expect(shipment).toMatchObject({ status: 'delivered', pod_grade: grade, pod_document_id: image })
    expect(events[0]?.specific).toMatchObject({ podGrade: grade, pod: image && `/v2/documents/${image}` })
    expect(row?.details).toEqual(proof)
  })

  it('a scan may be at most 5 minutes in the future', () => {
    const before = shipmentIn('label_ready')
    expect(allowed(decideScan(before, scan('collect', { occurred_at: '2026-11-21T10:05:00.000Z' }), scanEnv(LATER))).applied).toBe(true)
    expect(refused(decideScan(before, scan('collect', { occurred_at: '2026-11-21T10:05:00.001Z' }), scanEnv(LATER)))).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: '/occurred_at' }] },
    })
  })
})
