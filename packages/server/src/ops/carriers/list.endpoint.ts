import { answer, endpoint } from '../../http/endpoint.ts'
import { whole } from '../../http/lists.ts'
import { ListOf } from '../../http/schemas.ts'
import { listCarriers } from '../places.ts'
import { carrierResource } from '../resource.ts'
import { CarrierOut } from '../schema.ts'

export const listAllCarriers = endpoint(
  {
    method: 'GET',
    path: '/v2/ops/carriers',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'List carriers',
    description: 'All of them at once, by code: there are few.',
    answers: { 200: { description: 'All carriers', schema: ListOf(CarrierOut) } },
    errors: [],
  },
  async ({ service }) => answer(200, whole((await listCarriers(service.db)).map(carrierResource))),
)
