import { DISPUTE_STATUSES } from '@backhaul/core/adjustment.ts'
import { Type } from 'typebox'
import { listPair, OPS } from '../../http/list-endpoint.ts'
import { IdText, Order, OwnerFilter } from '../../http/schemas.ts'
import { listAdjustments } from './queries.ts'
import { adjustmentResource } from './resource.ts'
import { AdjustmentOut, OpsAdjustment } from './schema.ts'

const DISPUTES = {
  description:
    'Lists disputed adjustments, newest first unless `order` is `oldest`. By default only open disputes are listed; `status` selects others.',
  page: 'A page of disputed adjustments',
  csv: 'disputes',
}
const status = Type.Enum([...DISPUTE_STATUSES], { description: '`open` when absent' })
const shipment_id = IdText('Only disputes about this shipment')

export const [listOwnDisputes, listDisputes] = listPair(
  {
    ...DISPUTES,
    path: '/v2/disputes',
    scope: 'shipments:read',
    tag: 'Adjustments',
    summary: 'List disputes',
    filters: { status, shipment_id, order: Order, ...OwnerFilter },
    item: AdjustmentOut,
  },
  {
    ...DISPUTES,
    ...OPS,
    path: '/v2/ops/disputes',
    summary: 'List the disputes of all partners',
    filters: { status, partner_id: IdText('Only disputes of this partner'), shipment_id, order: Order },
    item: OpsAdjustment,
  },
  ({ db }, window, filters) => listAdjustments(db, window, { shipment_id: filters.shipment_id, dispute_status: filters.status ?? 'open' }),
  adjustmentResource,
)
