import { useState } from 'react'
import { Time } from '../../shared/time.tsx'
import { Fact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId, ShipmentName } from '../names.tsx'
import { Code } from './code.tsx'
import './developers.css'
import { EventDeliveries } from './event-deliveries.tsx'
import { docsOf, meaningOf } from './event-types.ts'
import { useSide } from './use-side.ts'

const Copy = ({ text }: { text: string }) => {
  const [copied, setCopied] = useState(false)
  // Without https a browser has no clipboard for pages.
  if (!navigator.clipboard) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <p>
      <button type="button" onClick={copy}>
        Copy the record
      </button>{' '}
      <span role="status">{copied ? 'Copied.' : ''}</span>
    </p>
  )
}

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
        <Fact name="Occurred">
          <Time at={event_info.eventDateTime} />
        </Fact>
        {identifiers.shipment !== undefined && (
          <Fact name="Shipment">
            <ShipmentName id={identifiers.shipment} />{' '}
            <Go to={`/console/events?shipment=${identifiers.shipment}${isOperator ? `&partner=${identifiers.partner ?? ''}` : ''}`}>
              All of its events
            </Go>
          </Fact>
        )}
      </dl>
      {(isOperator || session.scopes.includes('webhooks:manage')) && <EventDeliveries id={id} />}
      <section aria-labelledby="record">
        <h2 id="record">The record</h2>
        <Copy text={record} />
        <Code label="As webhooks get it and the feed has it" text={record} />
      </section>
    </>
  )
}
