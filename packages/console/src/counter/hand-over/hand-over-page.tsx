import { useState } from 'react'
import { dayText } from '../../shared/time-text.ts'
import { dayAt } from '../here/times.ts'
import { useCounter, useTimezone } from '../shell/counter-context.ts'
import { Listed, useList } from '../shell/use-list.tsx'
import { HandOver } from './hand-over.tsx'
import { UNBOOKED, type Visit, visitsOf } from './visits.ts'

const VisitRow = ({ visit, onStart }: { visit: Visit; onStart: () => void }) => (
  <li className="tall">
    <strong dir="auto">{visit.carrier}</strong>
    <span>
      {visit.windows.join(', ') || 'no time'}: {visit.booked} booked
    </span>
    <span className="soft">
      {visit.codes.length === 1 ? 'Confirmation' : 'Confirmations'} {visit.codes.slice(0, 5).join(', ')}
      {visit.codes.length > 5 && ` and ${visit.codes.length - 5} more`}
    </span>
    <button type="button" className="action" onClick={onStart}>
      Hand over to {visit.carrier}
    </button>
  </li>
)

/** Lists today's drivers, and hands parcels over to the selected driver. */
export const HandOverPage = () => {
  const { queue, session, store } = useCounter()
  const [visit, setVisit] = useState<Visit | null>(null)
  const store_id = session.store_id ?? undefined
  const date = dayAt(useTimezone(), queue.now().getTime())
  const isKnown = store !== null
  const sweeps = useList('/v2/sweeps', { store_id, date, status: 'ordered' }, isKnown)
  const pickups = useList('/v2/pickups', { store_id, date, status: 'scheduled' }, isKnown)
  const here = useList('/v2/parcels', { store_id }, session.store_id !== null)
  if (visit) return <HandOver visit={visit} here={here.items ?? []} onEnd={() => setVisit(null)} />
  return (
    <section aria-labelledby="hand-over-title">
      <h2 id="hand-over-title">Pickups of {dayText(date)}</h2>
      <Listed list={sweeps} empty="No pickups are booked for today.">
        {(items) => (
          <ul className="list">
            {visitsOf(items, pickups.items ?? []).map((entry) => (
              <VisitRow key={entry.id} visit={entry} onStart={() => setVisit(entry)} />
            ))}
          </ul>
        )}
      </Listed>
      <p>
        <button type="button" onClick={() => setVisit(UNBOOKED)}>
          Hand over to a driver without a booking
        </button>
      </p>
    </section>
  )
}
