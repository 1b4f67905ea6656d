import type { Rehearsal } from '@backhaul/client'
import { Go } from '../frame/address.ts'

/** Shows the result of a rehearsal. Screen readers announce it. */
export const Fired = ({ rehearsal }: { rehearsal: Rehearsal | null }) => (
  <div role="status">
    {rehearsal && (
      <div className="notice good">
        <p>
          Caused <strong>{rehearsal.name}</strong>
          {rehearsal.shipment_id !== null && (
            <>
              {' '}
              with <Go to={`/console/shipments/${rehearsal.shipment_id}`}>{rehearsal.shipment_id}</Go>
            </>
          )}
          . These events were created, in order:
        </p>
        <ol>
          {rehearsal.events.map(({ eventID, type }) => (
            <li key={eventID}>
              <Go to={`/console/events/${eventID}`}>{type}</Go>
            </li>
          ))}
        </ol>
      </div>
    )}
  </div>
)
