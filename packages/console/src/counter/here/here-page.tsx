import { shortCode } from '../scan/read-code.ts'
import { useCounter, useTimezone } from '../shell/counter-context.ts'
import { Listed, useList } from '../shell/use-list.tsx'
import { STATUS_WORDS } from '../words.ts'
import { durationHere, isLong, timeAt } from './times.ts'

/** Lists the parcels at this counter; those that have been here longest come first. */
export const HerePage = () => {
  const { queue, session } = useCounter()
  const list = useList('/v2/parcels', { store_id: session.store_id ?? undefined }, session.store_id !== null)
  const now_ms = queue.now().getTime()
  const timezone = useTimezone()
  return (
    <section aria-labelledby="here-title">
      <h2 id="here-title">Here now{list.items && ` (${list.items.length})`}</h2>
      <Listed list={list} empty="There are no parcels here. Accepted parcels are listed until the driver collects them.">
        {(items) => (
          <ul className="list">
            {items.map((parcel) => (
              <li key={parcel.shipment_id}>
                <code>{shortCode(parcel.tracking)}</code>
                <span>
                  {STATUS_WORDS[parcel.status]}
                  {parcel.held && ', on hold'}
                  {parcel.carrier && <span dir="auto">, for {parcel.carrier}</span>}
                </span>
                <span className={isLong(parcel.since, now_ms) ? 'long' : 'soft'}>
                  {durationHere(parcel.since, now_ms)}
                  {isLong(parcel.since, now_ms) ? ' – too long? Ask for a pickup.' : `, since ${timeAt(timezone, parcel.since)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </section>
  )
}
