import type { Rehearsal } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useFilters } from '../frame/address.ts'
import { useCommand } from '../live/use-live.ts'
import { EVENT_TYPES, meaningOf } from './event-types.ts'
import { Fired } from './fired.tsx'

/** The faults of the sandbox, with the effect of each. */
const FAULTS: readonly (readonly [name: string, meaning: string])[] = [
  ['lost', 'A parcel in transit is reported lost, and a claim is opened.'],
  ['short_tender', 'A tender of two parcels is accepted with only one.'],
  ['reweigh', 'A counter weighs a parcel and finds it heavier, and its price is adjusted.'],
  ['refused_at_counter', 'The counter rejects a parcel.'],
  ['undeliverable', 'A parcel that is out for delivery cannot be handed over.'],
]

const GROUPS = [
  { id: 'faults', title: 'When things go wrong', all: FAULTS },
  { id: 'events', title: 'Every type of event', all: EVENT_TYPES.map((type) => [type, meaningOf(type)] as const) },
] as const

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

/** Shows a button for each fault and each type of event that the sandbox can cause. */
export const Rehearsals = () => {
  const [{ shipment = '', words = '' }, set] = useFilters()
  const wanted = words.toLowerCase()
  const groups = GROUPS.map((group) => ({
    ...group,
    found: group.all.filter(([name, meaning]) => `${name} ${meaning}`.toLowerCase().includes(wanted)),
  }))
  return (
    <>
      <section aria-labelledby="with">
        <h2 id="with">Rehearsals</h2>
        <p>Rehearsals run real commands. They create real events and real deliveries to your webhooks.</p>
        <div className="chips">
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
            Show only entries that contain
            <input type="search" value={words} onChange={({ target }) => set({ words: target.value })} />
          </label>
        </div>
      </section>
      {groups.map(
        ({ id, title, found }) =>
          found.length > 0 && (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <ul className="rehearsals">
                {found.map(([name, meaning]) => (
                  <One key={name} name={name} meaning={meaning} path={`/v2/test/${id}/${name}`} shipment={shipment} />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
}
