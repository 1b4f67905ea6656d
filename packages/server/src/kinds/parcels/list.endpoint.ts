import { invalidField } from '@backhaul/core/refusal.ts'
import { pagedList } from '../../http/list-endpoint.ts'
import { IdText } from '../../http/schemas.ts'
import { storeReachOf } from '../../service/reach.ts'
import { listAtStore } from './queries.ts'
import { parcelAtStoreResource } from './resource.ts'
import { ParcelAtStore } from './schema.ts'

export const listParcelsAtStore = pagedList(
  {
    path: '/v2/parcels',
    scope: 'shipments:read',
    tag: 'Parcels',
    summary: 'List the parcels at a counter',
    description:
      'Lists the parcels that a counter took in, and that have not been collected or scanned elsewhere since. Sorted by arrival, earliest first.',
    filters: { store_id: IdText('The counter; a session at a counter may omit it') },
    page: 'A page of parcels',
    item: ParcelAtStore,
  },
  async ({ service, caller }, { after, limit }, { store_id }) => {
    const { tenant, store } = storeReachOf(caller)
    const asked = store_id ?? store
    if (asked === null) return invalidField('?store_id', 'required', 'is required; send the id of the store whose parcels you want')
    return store !== null && store !== asked ? [] : listAtStore(service.db, tenant, asked, after, limit)
  },
  parcelAtStoreResource,
)
