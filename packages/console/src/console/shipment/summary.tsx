import { Fragment } from 'react'
import { Day, dayText, Time } from '../../shared/time.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { Go } from '../frame/address.ts'
import { ShortName } from '../names.tsx'
import { Status } from '../status.tsx'
import { Progress } from './progress.tsx'
import { expectedOn, type ShownShipment } from './types.ts'
import { holderWords, reasonWords } from './words.ts'

/** Shows where the parcel is and who has custody, in large type at the top of the page. */
export const Summary = ({ shipment }: { shipment: ShownShipment }) => {
  const { status, custody, held, reject_reason, reject_reason_note, dispose_after, scheduled_delivery_date } = shipment
  const expected = expectedOn(shipment)
  return (
    <section aria-labelledby="standing" className="standing">
      <h2 id="standing" className="unseen">
        Location
      </h2>
      <p className="status">
        <Status of={status} isHeld={held} />
      </p>
      {custody && (
        <p>
          {holderWords(custody.holder)} has the parcel
          {custody.name && (
            <>
              : <bdi>{custody.name}</bdi>
            </>
          )}
          {custody.place && (
            <>
              , <bdi>{custody.place}</bdi>
            </>
          )}
          {custody.since && (
            <>
              , since <Time at={custody.since} />
            </>
          )}
        </p>
      )}
      {status === 'rejected' && reject_reason && (
        <p>
          Refused: {reasonWords(reject_reason)}
          {reject_reason_note && (
            <>
              , <bdi>{reject_reason_note}</bdi>
            </>
          )}
        </p>
      )}
      {dispose_after && status === 'unclaimed' && (
        <p>
          May be disposed of after <Time at={dispose_after} />
        </p>
      )}
      {scheduled_delivery_date && status !== 'delivered' && (
        <p>The carrier expects to deliver the parcel on {dayText(scheduled_delivery_date)}</p>
      )}
      {expected && <p>Delivery is expected on {dayText(expected)}, according to the calendars</p>}
      <Progress shipment={shipment} />
    </section>
  )
}

const TEXTS = [
  ['tracking', 'Tracking'],
  ['barcode', 'Barcode'],
  ['ltracking', 'Carrier’s number'],
  ['order_id', 'Order'],
  ['rma', 'RMA'],
  ['ship_ext_id', 'Partner’s id'],
  ['customer', 'Customer'],
  ['carrier', 'Carrier'],
  ['service_level', 'Service'],
] as const

const LINKS = [
  ['tender_id', 'Tender', 'tenders'],
  ['pickup_id', 'Pickup', 'pickups'],
] as const

/** Shows the shipment's identifiers, sender and recipient. */
export const Facts = ({ shipment }: { shipment: ShownShipment }) => (
  <section aria-labelledby="facts">
    <h2 id="facts">Details</h2>
    <dl className="stacked">
      {TEXTS.map(
        ([field, title]) =>
          shipment[field] && (
            <Fact key={field} name={title}>
              <bdi>{shipment[field]}</bdi>
            </Fact>
          ),
      )}
      {shipment.estimated_delivery_date && (
        <Fact name="Estimated delivery">
          <Day on={shipment.estimated_delivery_date} />
        </Fact>
      )}
      {LINKS.map(
        ([field, title, area]) =>
          shipment[field] && (
            <Fact key={field} name={title}>
              <ShortName kind={title} id={shipment[field]} to={`/console/${area}/${shipment[field]}`} />
            </Fact>
          ),
      )}
      {shipment.group_id && (
        <Fact name="Piece">
          <Go to={`/console/shipments?group_id=${shipment.group_id}`}>
            {shipment.piece_number} of {shipment.piece_count} in the group
          </Go>
        </Fact>
      )}
      {(['from', 'to'] as const).map((side) => (
        <Fact key={side} name={side === 'from' ? 'From' : 'To'}>
          <Address address={shipment[side]} />
        </Fact>
      ))}
      {Object.entries(shipment.metadata).map(([name, text]) => (
        <Fragment key={name}>
          <dt dir="auto">{name}</dt>
          <dd dir="auto">{text}</dd>
        </Fragment>
      ))}
      <TimeFact name="Created" at={shipment.created_at} />
    </dl>
    {shipment.parcel_url && (
      <p>
        <a href={shipment.parcel_url} target="_blank" rel="noreferrer">
          The shopper’s page
        </a>
      </p>
    )}
  </section>
)

const Address = ({ address }: { address: ShownShipment['from'] }) => {
  if (!address) return <>Not known</>
  const { name, company, line1, line2, city, state, postal_code, country } = address
  return (
    <address dir="auto">
      {[name, company, line1, line2, [city, state, postal_code].filter(Boolean).join(' '), country].filter(Boolean).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address have no other name
        <div key={i}>{line}</div>
      ))}
    </address>
  )
}
