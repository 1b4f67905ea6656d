import type { ParcelAtStore } from '@backhaul/client'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWedge } from '../../shared/use-wedge.ts'
import { findParcel } from '../intake/find-parcel.ts'
import { OutcomeBanner } from '../outcome/outcome-banner.tsx'
import { notStored, refusedBy } from '../outcome/outcome-of.ts'
import { readCode, shortCode } from '../scan/read-code.ts'
import { ScanBox } from '../scan/scan-box.tsx'
import { useCounter } from '../shell/counter-context.ts'
import { handOverEntry } from './entry.ts'
import { Handed } from './handed.tsx'
import { hereBy, isLoaded, type Loaded, readLoad, writeLoad } from './load.ts'
import type { Visit } from './visits.ts'

interface Props {
  visit: Visit
  /** The known parcels at this counter. */
  here: readonly ParcelAtStore[]
  onEnd: () => void
}

const MAX_NAME = 100

/** Collects the scans of the parcels that the driver takes. Each code counts only once. */
const useLoad = (visit: Visit, here: readonly ParcelAtStore[]) => {
  const { outcomes } = useCounter()
  const [load, setLoad] = useState<readonly Loaded[]>(() => readLoad(visit.id))
  const latest = useRef(load)
  const set = (next: readonly Loaded[]): void => {
    latest.current = next
    setLoad(next)
    writeLoad(visit.id, next)
  }
  const add = (loaded: Loaded, names: readonly string[]): void => {
    const about = shortCode(loaded.about)
    if (isLoaded(latest.current, names)) {
      outcomes.show({ tone: 'already', title: 'Already scanned', detail: `${about} is on this driver’s list. Scan the next one.` })
    } else {
      set([...latest.current, loaded])
      outcomes.show({ tone: 'success', title: `${latest.current.length} scanned`, detail: about })
    }
  }
  const scan = async (text: string): Promise<void> => {
    const code = readCode(text)
    const known = code.kind === 'parcel' ? hereBy(here, code.value) : undefined
    if (known) {
      return add({ field: 'tracking', value: known.tracking, about: known.tracking }, [known.tracking, known.barcode, known.shipment_id])
    }
    const finding = await findParcel(text, new AbortController().signal)
    if (finding.kind === 'advice') return outcomes.show(refusedBy(finding.advice))
    if (finding.kind === 'unseen') {
      const { field, value } = finding.code
      return add({ field, value, about: value }, [value])
    }
    if (finding.kind !== 'parcel')
      return outcomes.show(refusedBy({ title: 'This is not a parcel', remedy: 'Scan the label on the parcel.' }))
    const { tracking, barcode, shipment_id, commands } = finding.parcel
    const collect = commands.find(({ command }) => command === 'collect')
    if (collect?.outcome === 'moves') return add({ field: 'tracking', value: tracking, about: tracking }, [tracking, barcode, shipment_id])
    const tone = collect?.outcome === 'recorded' ? 'already' : 'refused'
    const title = tone === 'already' ? 'Already collected' : 'The driver must not take this parcel'
    outcomes.show({ tone, title, detail: `${shortCode(tracking)}: ${collect?.message ?? 'do not hand it over.'}` })
  }
  return { load, scan, remove: (value: string) => set(latest.current.filter((one) => one.value !== value)), clear: () => set([]) }
}

/** The handover in three steps: scan all parcels, check the count, enter the driver's name. */
export const HandOver = ({ visit, here, onEnd }: Props) => {
  const { queue, session, outcomes } = useCounter()
  const { load, scan, remove, clear } = useLoad(visit, here)
  const [driver, setDriver] = useState('')
  const [handed, setHanded] = useState<{ driver: string; seqs: number[] } | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const { show } = outcomes
  useLayoutEffect(() => box.current?.focus(), [])
  useEffect(() => show(null), [show])
  const onScan = (text: string): void => {
    void scan(text).then(() => box.current?.focus())
  }
  useWedge(box, onScan)
  const expected = here.filter(({ sweepId, tracking }) => sweepId === visit.id && !isLoaded(load, [tracking]))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const name = driver.trim()
    if (name === '' || load.length === 0) return
    const seqs: number[] = []
    for (const loaded of load) {
      try {
        seqs.push((await queue.add(handOverEntry(loaded, name, session.store_id))).seq)
        remove(loaded.value)
      } catch (error) {
        return outcomes.show(notStored(error as Error))
      }
    }
    clear()
    outcomes.show(null)
    setHanded({ driver: name, seqs })
  }
  if (handed) return <Handed driver={handed.driver} seqs={handed.seqs} onEnd={onEnd} />
  return (
    <section aria-labelledby="driver-title">
      <h2 id="driver-title" dir="auto">
        Hand over to {visit.carrier ?? 'a driver'}
      </h2>
      <ScanBox box={box} label="Scan each parcel that the driver takes" onScan={onScan} />
      <OutcomeBanner outcome={outcomes.outcome} />
      <p className="tally">
        <strong className="number">{load.length}</strong> scanned
        {expected.length > 0 && `, ${expected.length} of this visit not scanned yet`}
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor="driver">Name of the driver</label>
        <input
          id="driver"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_NAME}
          value={driver}
          onChange={(event) => setDriver(event.target.value)}
        />
        <div className="row">
          <button type="submit" className="action" disabled={load.length === 0 || driver.trim() === ''}>
            Hand over {load.length} {load.length === 1 ? 'parcel' : 'parcels'}
          </button>
          <button type="button" onClick={onEnd}>
            Back
          </button>
        </div>
      </form>
      <ul className="list">
        {load.toReversed().map(({ value, about }) => (
          <li key={value}>
            <code>{shortCode(about)}</code>
            <button type="button" aria-label={`Remove ${shortCode(about)}`} onClick={() => remove(value)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
