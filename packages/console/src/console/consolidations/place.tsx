import type { Consolidation } from '@backhaul/client'
import { Go } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'

const AtStore = ({ id }: { id: string }) => {
  const { data } = useLive(`/v2/ops/stores/${id}`, {}, { every: false })
  return (
    <Go to={`/console/network/stores/${id}`}>
      <bdi>{data?.name ?? id}</bdi>
    </Go>
  )
}

/** Where the carrier takes it, and at a store on which day. */
export const Place = ({ of: { facility, store_id, date } }: { of: Pick<Consolidation, 'facility' | 'store_id' | 'date'> }) => (
  <>
    {facility !== null && <bdi>{facility}</bdi>}
    {store_id !== null && <AtStore id={store_id} />}
    {date !== null && `, ${date}`}
  </>
)
