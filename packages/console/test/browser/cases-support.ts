// Claims, disputes and discrepancies for the tests of the pages that show them.
import { expect } from 'vitest'
import type { TestAnswer } from '../../../server/test/support/client.ts'
import { shipment } from './console-support.ts'
import type { World } from './support.ts'

/** 8 x 8 pixels. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGM4IWeDFTEMLQkAd2xIgco4MNEAAAAASUVORK5CYII=', 'base64')

const made = ({ status, json, text }: TestAnswer, expected = 201) => {
  expect([status, text.slice(0, 300)]).toEqual([expected, expect.anything()])
  return json
}

/** A charge that the demo partner disputes. */
export const dispute = async (world: World, reason = 'Our scale says 2 lb', delta_amount = 167) => {
  const { demo } = world.service
  const { id } = await shipment(world)
  const body = { delta_amount, reason: 'reweigh', original_weight: 2, new_weight: 5 }
  const adjustment = made(await demo.post(`/v2/shipments/${id}/adjustments`, body))
  made(await demo.post(`/v2/adjustments/${adjustment.id}/dispute`, { reason }), 200)
  return { id: adjustment.id as string, shipment_id: id }
}

export const claim = async (world: World, more: object = {}) => {
  const { id } = await shipment(world)
  const one = made(await world.service.demo.post('/v2/claims', { shipment_id: id, type: 'damaged', ...more }))
  return { id: one.id as string, shipment_id: id }
}

/** A chargeable discrepancy of a parcel that a counter refused with a photo. */
export const measured = async (world: World, note = 'The corner is crushed') => {
  const { demo } = world.service
  const { id } = await shipment(world, { parcel: { weight: 2, length: 10, width: 8, height: 4 } })
  const { json: places } = await demo.get('/v2/drop-off-locations?lat=0&lon=0&radius_km=21000&limit=1')
  const store_id = places.data[0].store_id
  const photo = made(await demo.post('/v2/documents', new Uint8Array(PNG), { headers: { 'Content-Type': 'image/png' } })).id
  const refusal = { shipment_id: id, store_id, reject_reason: 'damaged', reject_reason_note: note, photo_document_id: photo }
  made(await demo.post('/v2/scan-events/reject', refusal), 200)
  const observed = { weight: 5, length: 12, width: 8, height: 4 }
  const found = made(await demo.post('/v2/discrepancies', { shipment_id: id, stage: 'sort', observed, chargeable: true }))
  return { id: found.id as string, shipment_id: id, adjustment_id: found.adjustment_id as string }
}

/** Resolves every pending case of earlier tests, so that a test knows what is in the queues. */
export const clearQueues = async (world: World): Promise<void> => {
  const operator = await world.service.operator()
  for (const { id } of (await operator.get('/v2/ops/disputes?limit=100')).json.data)
    await operator.post(`/v2/ops/adjustments/${id}/resolve`, { outcome: 'rejected' })
  for (const { id } of (await operator.get('/v2/ops/claims?status=open&limit=100')).json.data)
    await operator.post(`/v2/ops/claims/${id}/resolve`, { outcome: 'closed' })
}
