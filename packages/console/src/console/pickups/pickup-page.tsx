import type { Pickup } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Day } from '../../shared/time.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { Asked } from '../frame/asked.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { mayCommand } from '../frame/who-may.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId, ShipmentName, StoreName } from '../names.tsx'
import { inWords } from '../words.ts'

const Facts = ({ pickup }: { pickup: Pickup }) => (
  <dl>
    <Fact name="Status">{inWords(pickup.status)}</Fact>
    <Fact name="When">
      <Day on={pickup.date} />, between {pickup.window_start} and {pickup.window_end}, in the store’s time zone
    </Fact>
    <Fact name="Packages">{pickup.package_count}</Fact>
    <Fact name="Shipment">
      <ShipmentName id={pickup.shipment_id} />
    </Fact>
    <Fact name="Store">
      <StoreName id={pickup.store_id} />{' '}
      <Go to={`/console/pickups?store_id=${pickup.store_id}&date=${pickup.date}`}>All pickups on that day</Go>
    </Fact>
    <Fact name="Sweep">
      <Go to={`/console/shipments?sweepId=${pickup.sweep_id}`}>Shipments of the sweep</Go>
    </Fact>
    <TimeFact name="Booked" at={pickup.created_at} />
    <TimeFact name="Collected" at={pickup.collected_at} />
    <TimeFact name="Canceled" at={pickup.cancelled_at} />
  </dl>
)

const CancelPickup = ({ pickup }: { pickup: Pickup }) => (
  <Asked title="Cancel this pickup?" label="Cancel the pickup" act={(run) => run('POST', `/v2/pickups/${pickup.id}/cancel`)}>
    {pickup.collected_at === null ? (
      <p>
        The shipment leaves its sweep and is not collected on <Day on={pickup.date} />. Another pickup can be booked for it.
      </p>
    ) : (
      <p>The parcel has been collected and remains in its sweep. Only the booking ends.</p>
    )}
  </Asked>
)

export const Page = () => {
  const { session } = useCurrentSession()
  const id = usePathParam('id')
  const { data: pickup, error } = useLive(`/v2/pickups/${encodeURIComponent(id)}`)
  if (!pickup) return <NotYet title="Pickup" others="pickups" error={error} />
  return (
    <>
      <h1>Pickup {pickup.confirmation_code}</h1>
      <p>
        <CopyId id={pickup.id} of="the pickup" />
      </p>
      <Problem error={error} />
      <Facts pickup={pickup} />
      {pickup.status === 'scheduled' && mayCommand(session, 'shipments:write') && <CancelPickup pickup={pickup} />}
    </>
  )
}
