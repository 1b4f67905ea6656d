import { request } from '../../shared/api.ts'

/** Finds the shipment with this number. Returns why not, as a text, if there is none or more than one. */
export const findShipment = async (number: string): Promise<{ id: string } | string> => {
  const { data } = await request('GET', '/v2/search', { query: { q: number.trim() } })
  const ids = new Set(data.flatMap(({ kind, id, shipment_id }) => (kind === 'shipment' ? [id] : (shipment_id ?? []))))
  const [id] = ids
  if (id === undefined) return 'no shipment has this number'
  return ids.size === 1 ? { id } : 'several shipments have this number; enter the tracking number'
}
