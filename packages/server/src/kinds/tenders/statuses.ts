import type { Status } from '@backhaul/core/shipment.ts'
import type { TenderRow } from '@backhaul/core/tender.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { isDue } from '../shipments/expiry.ts'
import { loadShipments } from '../shipments/load.ts'
import { readMembers } from './queries.ts'

/** Maximum number of members that one request for a tender list expires, regardless of the size of the list. */
export const MAX_EXPIRED_BY_LIST = 100

/**
 * The current statuses of the tenders' members, by id. Due members show as `expired`. The first `mostExpired` due members also expire now.
 * The others expire when they are read, because one page may show the statuses of a hundred thousand members.
 */
export const currentStatuses = async (
  service: Service,
  tenders: readonly TenderRow[],
  mostExpired = Number.POSITIVE_INFINITY,
): Promise<Map<string, Status>> => {
  const members = await readMembers(
    service.db,
    tenders.flatMap(({ shipment_ids }) => shipment_ids),
  )
  const partners = [...new Set(members.map(({ partner_id }) => partner_id))]
  const times = new Map(await Promise.all(partners.map(async (id) => [id, await partnerNow(service, id)] as const)))
  const due = members.filter((member) => isDue(member, times.get(member.partner_id) as string)).map(({ id }) => id)
  const shown = new Map<string, Status>(members.map(({ id, status }) => [id, status]))
  for (const id of due) shown.set(id, 'expired')
  if (due.length > 0) {
    for (const { id, status } of (await loadShipments(service, null, due.slice(0, mostExpired))).values()) shown.set(id, status)
  }
  return shown
}
