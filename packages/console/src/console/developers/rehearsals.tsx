import type { Rehearsal } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useFilters } from '../frame/address.ts'
import { useCommand } from '../live/use-live.ts'
import { EVENT_TYPES, meaningOf } from './event-types.ts'
import { Fired } from './fired.tsx'

/** As the sandbox has them, with what each does. */
const FAULTS: readonly [name: string, meaning: string][] = [
  ['lost', 'A parcel in transit is reported lost: a claim is opened.'],
  ['short_tender', 'A tender of two parcels is accepted with one.'],
  ['reweigh', 'A parcel turns out heavier at the counter: its price is adjusted.'],
  ['refused_at_counter', 'The counter rejects a parcel.'],
  ['undeliverable', 'A parcel that is out for delivery cannot be handed over.'],
]

interface Props {
  name: string
  meaning: string
  path: `/v2/test/${'faults' | 'events'}/${string}`
  shipment: string
}

const One = ({ name, meaning, path, shipment }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [done, setDone] = useState<Rehearsal | null>(null)
  const cause = async () => {
    if (!isRunning) setDone(await run('POST', path, shipment === '' ? {} : { shipment_id: shipment }))
  }
  return (
    <li>
      <p>{meaning}</p>
      <button type="button" aria-disabled={isRunning} onClick={cause}>
        {name}
      </button>
      <Problem error={error} />
      <Fired rehearsal={done} />
    </li>
  )
}

/** Everything that the sandbox can cause, each by one button. */
export const Rehearsals = () => {
  const [{ shipment = '', words = '' }, set] = useFilters()
  const wanted = words.toLowerCase()
  const isWanted = (name: string, meaning: string) => `${name} ${meaning}`.toLowerCase().includes(wanted)
  const faults = FAULTS.filter(([name, meaning]) => isWanted(name, meaning))
  const types = EVENT_TYPES.filter((type) => isWanted(type, meaningOf(type)))
  return (
    <>
      <section aria-labelledby="with">
        <h2 id="with">Rehearsals</h2>
        <p>Real commands cause them: real events, and real deliveries to your webhooks.</p>
        <div className="filters">
          <label>
            Shipment (a new one if empty)
            <input
              maxLength={100}
              autoComplete="off"
              placeholder="shp_…"
              value={shipment}
              onChange={({ target }) => set({ shipment: target.value.trim() })}
            />
          </label>
          <label>
            Show only those with
            <input type="search" value={words} onChange={({ target }) => set({ words: target.value })} />
          </label>
        </div>
      </section>
      {faults.length > 0 && (
        <section aria-labelledby="faults">
          <h2 id="faults">When things go wrong</h2>
          <ul className="rehearsals">
            {faults.map(([name, meaning]) => (
              <One key={name} name={name} meaning={meaning} path={`/v2/test/faults/${name}`} shipment={shipment} />
            ))}
          </ul>
        </section>
      )}
      {types.length > 0 && (
        <section aria-labelledby="events">
          <h2 id="events">Every type of event</h2>
          <ul className="rehearsals">
            {types.map((type) => (
              <One key={type} name={type} meaning={meaningOf(type)} path={`/v2/test/events/${type}`} shipment={shipment} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
