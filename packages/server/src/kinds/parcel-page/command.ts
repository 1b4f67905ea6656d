// Renews and withdraws the link to a parcel page. A renewal ends the previous link.
import { iso } from '../../process/clock.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import { findParcelLink, type ParcelLinkRow } from './queries.ts'

const FIRST = { generation: 0, withdrawn_at: null, version: 0 }

type Change = (row: ParcelLinkRow) => ParcelLinkRow | null

/**
 * One attempt at changing a link. `tenant`: null for an operator. `change` receives the current link, or the initial link that every
 * shipment has. If `change` returns null, nothing is changed.
 */
const changeLink = async (service: Service, tenant: string | null, shipment_id: string, change: Change): Promise<CommandResult> => {
  const shipment = await loadShipment(service, tenant, shipment_id)
  if (!shipment) return shipmentNotFound()
  const found = await findParcelLink(service.db, shipment.id)
  const before = found ?? { id: shipment.id, ...FIRST }
  const after = change(before) ?? before
  const row = { ...after, version: before.version + 1 }
  const written = found ? { updates: [['parcel_links', row] as const] } : { inserts: [['parcel_links', row] as const] }
  const body = {
    object: 'parcel_link',
    shipment_id: shipment.id,
    url: after.withdrawn_at === null ? service.links.parcelUrlOf(shipment.id, after.generation) : null,
    withdrawn_at: after.withdrawn_at,
  }
  return { status: 200, body, plan: after === before ? {} : written }
}

/** Makes a new link. The previous link ends, whether it was withdrawn or not. Errors: `not_found`. */
export const renewLink = (service: Service, tenant: string | null, shipment_id: string): Promise<CommandResult> =>
  changeLink(service, tenant, shipment_id, (row) => ({ ...row, generation: row.generation + 1, withdrawn_at: null }))

/** Withdraws a link. If it is already withdrawn, nothing changes. Errors: `not_found`. */
export const withdrawLink = (service: Service, tenant: string | null, shipment_id: string): Promise<CommandResult> =>
  changeLink(service, tenant, shipment_id, (row) => (row.withdrawn_at === null ? { ...row, withdrawn_at: iso(service.clock.now()) } : null))
