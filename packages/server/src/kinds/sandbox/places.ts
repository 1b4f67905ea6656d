import type { Facility } from '@backhaul/core/network.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Service } from '../../service/service.ts'

/**
 * The counter of a rehearsal: the counter that accepted the parcel, or the counter to which it is routed, or else the first counter in its
 * market. Null if there is none.
 */
export const rehearsalStore = async ({ db }: Service, { store_id, drop_off_store_id, market }: Shipment): Promise<string | null> => {
  const chosen = store_id ?? drop_off_store_id
  if (chosen) return chosen
  const first = await db.one<{ id: string }>('first_store', 'select id from stores where active and country = $1 order by code limit 1', [
    market,
  ])
  return first?.id ?? null
}

/** The facility of a rehearsal: the first facility in the shipment's market, or else the first of all. Null if there is none. */
export const rehearsalFacility = async ({ network }: Service, { market }: Shipment): Promise<string | null> => {
  const all = [...(await network.tables()).facilities.values()].filter(({ active }) => active)
  const byCode = (a: Facility, b: Facility): number => (a.code < b.code ? -1 : 1)
  const own = all.filter(({ country }) => country === market)
  return (own.length > 0 ? own : all).sort(byCode)[0]?.code ?? null
}
