import { Fact, TimeFact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { Copy } from '../frame/copy.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId, ShipmentName } from '../names.tsx'
import { Code } from './code.tsx'
import './developers.css'
import { EventDeliveries } from './event-deliveries.tsx'
import { docsOf, meaningOf } from './event-types.ts'
import { useSide } from './use-side.ts'

export const Page = () => {
  const id = usePathParam('id')
  const { session, base, isOperator } = useSide()
  // An event never changes.
  const { data: event, error } = useLive(`${base}/events/${id}`, {}, { every: false })
  if (!event) return <NotYet title="Event" others="events" error={error} />
  const { type, event_info, identifiers } = event
  const record = JSON.stringify(event, null, 2)
  return (
    <>
      <h1>Event {type}</h1>
      <p>
        {meaningOf(type)} <a href={docsOf(type)}>Documentation of {type}</a>
      </p>
      <dl>
        <Fact name="Id">
          <CopyId id={id} of="the event" />
        </Fact>
        <TimeFact name="Occurred" at={event_info.eventDateTime} />
        {identifiers.shipment !== undefined && (
          <Fact name="Shipment">
            <ShipmentName id={identifiers.shipment} />{' '}
            <Go to={`/console/events?shipment=${identifiers.shipment}${isOperator ? `&partner=${identifiers.partner ?? ''}` : ''}`}>
              All events of this shipment
            </Go>
          </Fact>
        )}
      </dl>
      {(isOperator || session.scopes.includes('webhooks:manage')) && <EventDeliveries id={id} />}
      <section aria-labelledby="record">
        <h2 id="record">Record</h2>
        <p>
          <Copy text={record} label="Copy the record" />
        </p>
        <Code label="As sent to webhooks and stored in the feed" text={record} />
      </section>
    </>
  )
}
