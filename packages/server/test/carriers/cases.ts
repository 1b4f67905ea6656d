import type * as kind from '../../src/kinds/carriers/kind.ts'
import { newId } from '../../src/process/ids.ts'
import { type CasesOf, newImport, plain } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'

const reporting = async (world: World): Promise<string> => {
  const code = world.unique('carrier')
  await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline', adapter: 'file', codes: { MV: 'movement' } } })
  return code
}

/** Inserts a scan in the state that a report leaves, because no worker runs here. */
const unmatchedScan = async (world: World): Promise<string> => {
  const id = newId('carrier_scan')
  await world.service.running.service.db.query(
    'test_unmatched',
    `insert into carrier_scans (id, carrier, number, code, occurred_at, place, kind, facts, state, reason, created_at, version)
     values ($1, 'northline', $1, 'MV', now(), ';;;;', 'movement', '{}', 'open', 'unknown_number', now(), 1)`,
    [id],
  )
  return `/v2/ops/unmatched-scans/${id}`
}

/** Inserts a booking in the state that a carrier's refusal leaves, because no worker runs here. */
const refusedBooking = async (world: World): Promise<string> => {
  const id = newId('carrier_booking')
  const shipment = await world.shipment()
  await world.service.running.service.db.query(
    'test_booking',
    `insert into carrier_bookings (id, carrier, shipment_id, state, error, tries, due_at, created_at, updated_at, version)
     values ($1, 'northline', $2, 'refused', '422 no', 0, now(), now(), now(), 1)`,
    [id, shipment.id],
  )
  return `/v2/ops/carrier-bookings/${id}`
}

export const CASES: CasesOf<typeof kind> = {
  setCarrier: (world) => ({ path: `/v2/ops/carriers/${world.unique('carrier')}`, body: { name: 'Coverline' } }),
  sendCarrierReport: async (world) => {
    const { headers } = await newImport(world)
    const body = 'number,code,occurred_at\n1Z,MV,2026-11-20T09:30:00Z\n'
    return { path: `/v2/ops/carriers/${await reporting(world)}/reports`, body, headers: headers as Record<string, string> }
  },
  listUnmatchedScans: plain('/v2/ops/unmatched-scans'),
  matchUnmatchedScan: async (world) => ({
    path: `${await unmatchedScan(world)}/match`,
    body: { shipment: (await world.shipment('injected')).id },
  }),
  dismissUnmatchedScan: async (world) => ({ path: `${await unmatchedScan(world)}/dismiss`, body: { note: 'Not ours' } }),
  listCarrierBookings: plain('/v2/ops/carrier-bookings'),
  retryCarrierBooking: async (world) => ({ path: `${await refusedBooking(world)}/retry`, body: {} }),
}
