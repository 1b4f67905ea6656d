import { keyedList } from '../../http/list-endpoint.ts'
import { listFacilities } from './places.ts'
import { ScanFacility } from './schema.ts'

export const listScanFacilities = keyedList(
  {
    path: '/v2/facilities',
    scope: 'shipments:read',
    tag: 'Scans',
    summary: 'List facilities in use',
    description: 'Lists the facilities that a scan may name as its `facility`, sorted by code.',
    page: 'A page of facilities',
    item: ScanFacility,
  },
  async ({ service }) => (await listFacilities(service.db)).filter(({ active }) => active),
  ({ code }) => code,
  ({ code, name, city, country }) => ({ code, object: 'scan_facility', name, city, country }),
)
