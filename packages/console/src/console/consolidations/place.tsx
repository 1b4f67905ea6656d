import type { Consolidation } from '@backhaul/client'
import { useLive } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'

const AtStore = ({ id }: { id: string }) => {
  const { data } = useLive(`/v2/ops/stores/${id}`, {}, { every: false })
  return <NamedLink to={`/console/network/stores/${id}`}>{data?.name ?? id}</NamedLink>
}

/** Shows where the carrier collects the parcels. For a store, also shows the day. */
export const Place = ({ of: { facility, store_id, date } }: { of: Pick<Consolidation, 'facility' | 'store_id' | 'date'> }) => (
  <>
    {facility !== null && <bdi>{facility}</bdi>}
    {store_id !== null && <AtStore id={store_id} />}
    {date !== null && `, ${date}`}
  </>
)
