// The predicted outcome of a scan at a counter equals the real outcome, in every state and for every kind of scan.
import { decideScan } from '@backhaul/core/decide-scan.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { SCAN_KINDS, SHIPMENT_STATES } from '@backhaul/core/transitions.ts'
import { describe, expect, test } from 'vitest'
import { foresee } from '../../src/kinds/parcels/find.ts'
import { LATER, qrOf, scan, scanEnv, shipmentIn } from '../shipments/fixtures.ts'

describe.each(['active', 'used', 'invalidated', null] as const)('a QR that is %s', (status) => {
  test.each(SHIPMENT_STATES)('%s', (state) => {
    const shipment = shipmentIn(state)
    const qr = status && qrOf(shipment, { status })
    const hit = { shipment_id: shipment.id, matched_by: qr ? ('qr_token' as const) : ('barcode' as const), qr_id: qr?.id ?? null }
    for (const kind of SCAN_KINDS) {
      const foreseen = foresee({ shipment, hit, qr, now: LATER, at_store_since: null, in_hand: true }, kind)
      const decided = decideScan(shipment, scan(kind), scanEnv(LATER, { qr, presented: qr }))
      const done = isRefusal(decided)
        ? { outcome: 'refused', status: null, code: decided.code, message: decided.message }
        : { outcome: decided.applied ? 'moves' : 'recorded', status: decided.applied ? decided.shipment.status : null, code: null }
      expect(foreseen).toMatchObject({ command: kind, ...done })
    }
  })
})
