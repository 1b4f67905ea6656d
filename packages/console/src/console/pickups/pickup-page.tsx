import type { Pickup } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Day, Time } from '../../shared/time.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { Confirm } from '../frame/confirm.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { mayCommand } from '../frame/who-may.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { CopyId, ShipmentName, StoreName } from '../names.tsx'
import { inWords } from '../words.ts'

const Facts = ({ pickup }: { pickup: Pickup }) => (
  <dl>
    <dt>Status</dt>
    <dd>{inWords(pickup.status)}</dd>
    <dt>When</dt>
    <dd>
      <Day on={pickup.date} />, between {pickup.window_start} and {pickup.window_end}, in the time of the store
    </dd>
    <dt>Packages</dt>
    <dd>{pickup.package_count}</dd>
    <dt>Shipment</dt>
    <dd>
      <ShipmentName id={pickup.shipment_id} />
    </dd>
    <dt>Store</dt>
    <dd>
      <StoreName id={pickup.store_id} />{' '}
      <Go to={`/console/pickups?store_id=${pickup.store_id}&date=${pickup.date}`}>All pickups of that day</Go>
    </dd>
    <dt>Sweep</dt>
    <dd>
      <Go to={`/console/shipments?sweepId=${pickup.sweep_id}`}>Shipments of the sweep</Go>
    </dd>
    <dt>Booked</dt>
    <dd>
      <Time at={pickup.created_at} />
    </dd>
    {pickup.collected_at !== null && (
      <>
        <dt>Collected</dt>
        <dd>
          <Time at={pickup.collected_at} />
        </dd>
      </>
    )}
    {pickup.cancelled_at !== null && (
      <>
        <dt>Canceled</dt>
        <dd>
          <Time at={pickup.cancelled_at} />
        </dd>
      </>
    )}
  </dl>
)

const CancelPickup = ({ pickup }: { pickup: Pickup }) => {
  const { run, isRunning, error } = useCommand()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await run('POST', `/v2/pickups/${pickup.id}/cancel`)
    setAsking(false)
  }
  return (
    <>
      <Problem error={error} />
      <button type="button" onClick={() => setAsking(true)}>
        Cancel the pickup
      </button>
      {isAsking && (
        <Confirm
          title="Cancel this pickup?"
          action="Cancel the pickup"
          isRunning={isRunning}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        >
          {pickup.collected_at === null ? (
            <p>
              The shipment leaves its sweep and is not collected on <Day on={pickup.date} />. Another pickup can be booked for it.
            </p>
          ) : (
            <p>The parcel has been collected and keeps its sweep. Only the booking ends.</p>
          )}
        </Confirm>
      )}
    </>
  )
}

/** One pickup. */
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
