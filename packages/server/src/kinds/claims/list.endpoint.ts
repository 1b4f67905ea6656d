import { CLAIM_STATUSES, CLAIM_TYPES } from '@backhaul/core/claim.ts'
import { Type } from 'typebox'
import { listPair, OPS } from '../../http/list-endpoint.ts'
import { IdText, Order } from '../../http/schemas.ts'
import { listClaims as list } from './queries.ts'
import { claimResource } from './resource.ts'
import { ClaimOut, OpsClaim } from './schema.ts'

const CLAIMS = { page: 'A page of claims', csv: 'claims' }
const KIND = { status: Type.Enum([...CLAIM_STATUSES]), type: Type.Enum([...CLAIM_TYPES]) }

export const [listClaims, listOperatorClaims] = listPair(
  {
    ...CLAIMS,
    path: '/v2/claims',
    scope: 'shipments:read',
    tag: 'Claims',
    summary: 'List claims',
    description: 'Lists claims, newest first unless `order` is `oldest`. Filters combine.',
    filters: { ...KIND, shipment_id: IdText('Only claims about this shipment'), order: Order },
    item: ClaimOut,
  },
  {
    ...CLAIMS,
    ...OPS,
    path: '/v2/ops/claims',
    summary: 'List the claims of all partners',
    description: 'Lists claims, newest first. `status=open` with `order=oldest` is the queue of claims that wait for a decision.',
    filters: {
      ...KIND,
      partner_id: IdText('Only claims of this partner'),
      shipment_id: IdText('Only claims about this shipment'),
      order: Order,
    },
    item: OpsClaim,
  },
  ({ db }, window, filters) => list(db, window, filters),
  claimResource,
)
