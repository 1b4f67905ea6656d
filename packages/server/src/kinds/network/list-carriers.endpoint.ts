import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { isReader } from '../../service/reach.ts'
import { listCarriers as list } from './places.ts'
import { carrierOverview, carrierResource } from './resource.ts'
import { CarrierOut } from './schema.ts'

export const listCarriers = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carriers',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List carriers',
    description: 'Sorted by code.',
    query: Type.Object(
      { ...Paging, failing: Type.Optional(Type.Enum(['true'], { description: 'Only those whose service does not answer' })) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'A page of carriers', schema: ListOf(CarrierOut) } },
    errors: ['invalid_cursor'],
  },
  async ({ service, caller }, { query: { failing, ...query } }) => {
    const all = await list(service.db)
    const carriers = failing ? all.filter(({ failing_since }) => failing_since !== null) : all
    return pageByKey(carriers, query, ({ code }) => code, isReader(caller) ? carrierOverview : carrierResource)
  },
)
