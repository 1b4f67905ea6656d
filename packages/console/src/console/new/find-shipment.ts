import { request } from '../../shared/api.ts'

/** Finds the shipment with this number, of any partner if none is given. Returns why not, as a text, if there is none or more than one. */
export const findShipment = async (number: string, partner?: string): Promise<{ id: string } | string> => {
  const { data } = await request('GET', '/v2/search', { query: { q: number.trim() } })
  const hits = data.filter(({ partner_id }) => partner === undefined || partner_id === partner)
  const ids = new Set(hits.flatMap(({ kind, id, shipment_id }) => (kind === 'shipment' ? [id] : (shipment_id ?? []))))
  const [id] = ids
  if (id === undefined) return partner === undefined ? 'no shipment has this number' : 'no shipment of this partner has this number'
  return ids.size === 1 ? { id } : 'several shipments have this number; enter the tracking number'
}
