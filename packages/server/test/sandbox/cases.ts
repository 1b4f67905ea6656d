import type * as kind from '../../src/kinds/sandbox/kind.ts'
import { type CasesOf, plain } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  advanceTestShipment: async (world) => {
    const { id } = await world.shipment()
    return { path: `/v2/test/shipments/${id}/advance`, owned: [id] }
  },
  readTestClock: plain('/v2/test/clock'),
  advanceTestClock: plain('/v2/test/clock/advance', { seconds: 1 }),
  // A sample run is already in progress, so this starts nothing.
  startSample: async (world) => {
    const value = JSON.stringify({ run: 'none', state: 'running', started_at: new Date().toISOString(), kept: null })
    await world.service.running.service.db.query(
      'coverage_sample',
      "insert into settings (name, value) values ('sample', $1::jsonb || jsonb_build_object('beat_at', now() + interval '1 day')) on conflict do nothing",
      [value],
    )
    return { path: '/v2/test/sample' }
  },
  readSample: plain('/v2/test/sample'),
  rehearseEvent: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/test/events/shipment.held', body: { shipment_id: id }, owned: [id] }
  },
  rehearseFault: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/test/faults/refused_at_counter', body: { shipment_id: id }, owned: [id] }
  },
}

export const NAMES_NOTHING = {
  readTestClock: "it is the caller's own clock",
  advanceTestClock: "it is the caller's own clock",
}
