// Shipment lists for partners, counters and operators.
import { plainTracking } from '@backhaul/core/check-characters.ts'
import { type Shipment, STATUSES } from '@backhaul/core/shipment.ts'
import { type Static, Type } from 'typebox'
import type { PageWindow } from '../../database/list-rows.ts'
import type { PageSlice } from '../../http/lists.ts'
import { Text, Time } from '../../http/schemas.ts'
import { iso } from '../../process/clock.ts'
import { partnerNow, type Service } from '../../service/service.ts'
import { readPage } from './load.ts'
import { isExpirable, listShipments } from './queries.ts'

const filter = (description: string, maxLength = 100) => Type.Optional(Text(maxLength, description))

export const FILTERS = {
  sweepId: filter('Only shipments that are currently assigned to this sweep'),
  status: Type.Optional(Type.Enum([...STATUSES])),
  order_id: filter('Only shipments with this order number', 255),
  rma: filter('Only shipments with this return authorization number', 255),
  customer: filter('Only shipments of the customer with this id', 255),
  tracking: filter('Only shipments with this tracking number; case and spaces do not matter'),
  tender_id: filter('Only shipments that were handed over by this tender'),
  group_id: filter('Only shipments that were created in this group'),
  store_id: filter('Only shipments that were dropped off at this counter'),
  manifest_id: filter('Only shipments on this manifest'),
  created_after: Type.Optional(Time('Only shipments created after this time')),
  created_before: Type.Optional(Time('Only shipments created before this time')),
  dispose_due: Type.Optional(
    Type.Enum(['true'], {
      description:
        'Only unclaimed shipments that are past their `dispose_after`. No shipment is disposed of automatically. The longest overdue shipments come first',
    }),
  ),
  dispose_before: Type.Optional(
    Time('Only unclaimed shipments with a `dispose_after` up to this time, in the past or future. The earliest come first'),
  ),
  not_moved_since: Type.Optional(
    Time('Only shipments in the network that are unchanged since this time. The longest unchanged shipments come first'),
  ),
}
const Filters = Type.Object(FILTERS)
export type Filters = Static<typeof Filters>

/** Reads the current rows of one page. Due shipments are already expired. */
export const readShipments = async (
  service: Service,
  { tenant, store = null, ...part }: PageWindow,
  filters: Filters,
): Promise<Shipment[]> => {
  const { status, tracking } = filters
  const wanted = { ...filters, ...(tracking !== undefined && { tracking: plainTracking(tracking) }) }
  const now = async () => (tenant === null ? iso(service.clock.now()) : partnerNow(service, tenant))
  const read = async (slice: PageSlice, due = false) =>
    listShipments(service.db, { ...wanted, tenant, store, now: await now(), ...slice, due })
  const shown = part.limit - 1
  // The status filter hides due shipments that would otherwise be on this page. They count as read, so expire them too.
  if (status && isExpirable(status)) await readPage(service, shown, () => read({ ...part, limit: shown }, true))
  return readPage(
    service,
    shown,
    () => read(part),
    (row) => status === undefined || row.status === status,
  )
}
