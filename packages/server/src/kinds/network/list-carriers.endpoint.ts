import { Type } from 'typebox'
import { keyedList, OPS } from '../../http/list-endpoint.ts'
import { isReader } from '../../service/reach.ts'
import { listCarriers as list } from './places.ts'
import { carrierOverview, carrierResource } from './resource.ts'
import { CarrierOut } from './schema.ts'

export const listCarriers = keyedList(
  {
    ...OPS,
    path: '/v2/ops/carriers',
    summary: 'List carriers',
    description: 'Lists carriers, sorted by code.',
    filters: { failing: Type.Enum(['true'], { description: 'Only carriers whose service does not answer' }) },
    page: 'A page of carriers',
    item: CarrierOut,
  },
  async ({ service }, { failing }) => (await list(service.db)).filter(({ failing_since }) => !failing || failing_since !== null),
  ({ code }) => code,
  (carrier, { caller }) => (isReader(caller) ? carrierOverview : carrierResource)(carrier),
)
