import type * as kind from '../../src/kinds/tenders/kind.ts'
import { type Case, type CasesOf, listed } from '../coverage/case.ts'

const onTender =
  (command: string, body?: unknown): Case =>
  async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    return { path: `/v2/tenders/${id}${command}`, body, owned: [id] }
  }

export const CASES: CasesOf<typeof kind> = {
  createTender: async (world) => {
    const { id } = await world.shipment()
    return { path: '/v2/tenders', body: { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }, owned: [id] }
  },
  listTenders: listed('/v2/tenders?limit=1', async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    return (await world.make('/v2/tenders', { carrier: 'northline', handoff: 'collect', shipment_ids })).id
  }),
  readTender: onTender(''),
  acceptTender: onTender('/accept', { piece_count_received: 1 }),
  cancelTender: onTender('/cancel'),
  dismissTenderDiscrepancy: async (world) => {
    const shipment_ids = [(await world.shipment()).id]
    const { id } = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids })
    await world.make(`/v2/tenders/${id}/accept`, { piece_count_received: 0 })
    return { path: `/v2/tenders/${id}/dismiss-discrepancy`, body: { note: 'Found in the van' }, owned: [id] }
  },
}
