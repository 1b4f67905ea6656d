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
  sweepId: filter('On this sweep, as currently assigned'),
  status: Type.Optional(Type.Enum([...STATUSES])),
  order_id: filter('With this order number', 255),
  rma: filter('With this return authorization number', 255),
  customer: filter('Of the customer whom you gave this id', 255),
  tracking: filter('With this tracking number, in any case, spaces or not'),
  tender_id: filter('Handed over by this tender'),
  group_id: filter('Ordered in this group'),
  store_id: filter('Taken in by this counter'),
  manifest_id: filter('Counted by this manifest'),
  created_after: Type.Optional(Time('Created later than this')),
  created_before: Type.Optional(Time('Created earlier than this')),
  dispose_due: Type.Optional(
    Type.Enum(['true'], {
      description: 'Unclaimed and past its `dispose_after`. Nothing disposes of it by itself. What is due for longest comes first',
    }),
  ),
  dispose_before: Type.Optional(Time('Unclaimed, with a `dispose_after` up to this time, past or to come. What is due first comes first')),
  not_moved_since: Type.Optional(
    Time('With the network, and not changed since this time. Those that have been as they are for longest come first'),
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
