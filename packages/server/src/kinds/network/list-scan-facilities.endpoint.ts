import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageByKey } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { listFacilities } from './places.ts'
import { ScanFacility } from './schema.ts'

export const listScanFacilities = endpoint(
  {
    method: 'GET',
    path: '/v2/facilities',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Scans',
    summary: 'List facilities in use',
    description: 'What a scan may name as its `facility`, sorted by code.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of facilities', schema: ListOf(ScanFacility) } },
    errors: ['invalid_cursor'],
  },
  async ({ service }, { query }) =>
    pageByKey(
      (await listFacilities(service.db)).filter(({ active }) => active),
      query,
      ({ code }) => code,
      ({ code, name, city, country }) => ({ code, object: 'scan_facility', name, city, country }),
    ),
)
