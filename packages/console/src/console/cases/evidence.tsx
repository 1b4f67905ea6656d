import { Skeleton } from '../../design/skeleton.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Go } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'
import { Status } from '../status.tsx'
import { moneyText } from '../words.ts'
import { Measures } from './measured.tsx'
import { Pictures } from './pictures.tsx'
import { Prices } from './prices.tsx'
import { Scans } from './scans.tsx'

const MOST = 100

/** `current` is the case that the evidence belongs to. */
export const Evidence = ({ shipment_id, current }: { shipment_id: string; current: string }) => {
  const path = `/v2/shipments/${shipment_id}` as const
  const shipment = useLive(path)
  const scans = useLive(`${path}/scans`, { limit: MOST })
  const adjustments = useLive(`${path}/adjustments`, { limit: MOST })
  const found = useLive(`${path}/discrepancies`, { limit: MOST })
  const all = [shipment, scans, adjustments, found]
  return (
    <div className="evidence">
      <Problem error={all.find(({ error }) => error)?.error} />
      {all.some(({ isLoading }) => isLoading) && <Skeleton />}
      {shipment.data && (
        <p>
          Shipment <Go to={`/console/shipments/${shipment_id}`}>{shipment.data.tracking}</Go> <Status of={shipment.data.status} />
          {shipment.data.order_id && (
            <>
              , order <bdi>{shipment.data.order_id}</bdi>
            </>
          )}
          {shipment.data.declared_value !== null && `, declared value ${moneyText(shipment.data.declared_value, shipment.data.currency)}`}
        </p>
      )}
      {shipment.data && found.data && adjustments.data && (
        <Measures shipment={shipment.data} found={found.data.data} adjustments={adjustments.data.data} />
      )}
      {scans.data && <Pictures scans={scans.data.data} />}
      {shipment.data && adjustments.data && <Prices shipment={shipment.data} adjustments={adjustments.data.data} current={current} />}
      {scans.data && <Scans list={scans.data} />}
    </div>
  )
}
