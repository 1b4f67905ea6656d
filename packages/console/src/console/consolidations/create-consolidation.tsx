import type { Tender } from '@backhaul/client'
import { useId, useState } from 'react'
import { Field } from '../../design/field.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Refused } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { errorAt, errorOutside } from '../forms/errors.ts'
import { OpenedForm } from '../forms/opened-form.tsx'
import { useGo } from '../frame/address.ts'
import { useCommand } from '../live/use-live.ts'
import { shortId } from '../names.tsx'
import { useWhole } from '../network/use-whole.ts'
import { StorePicker } from '../people/store-picker.tsx'
import { Candidates } from './candidates.tsx'
import { type Candidate, type CreateBody, candidatesAt, chosen, createBody, facilityChoices, refusedOf, type Where } from './open-there.ts'
import { addressOf } from './words.ts'

const NOWHERE: Where = { facility: '', store_id: '', date: '' }

/** Returns the candidates that are in another consolidation, with the id of that consolidation. */
const takenOf = (error: unknown): ReadonlyMap<string, string> => {
  const members = error instanceof Refused && error.code === 'already_consolidated' ? error.details.members : []
  return new Map((members as { id: string; consolidation_id: string }[]).map((one) => [one.id, one.consolidation_id]))
}

interface WhereProps {
  where: Where
  tenders: readonly Tender[]
  error: unknown
  onChange: (where: Where) => void
}

const WhereFields = ({ where, tenders, error, onChange }: WhereProps) => {
  const [isAtStore, setAtStore] = useState(false)
  const { items: facilities } = useWhole('/v2/ops/facilities')
  const name = useId()
  const turn = (to: boolean) => {
    setAtStore(to)
    onChange(NOWHERE)
  }
  return (
    <>
      <fieldset>
        <legend>Where the carrier collects</legend>
        <label className="choice">
          <input type="radio" name={name} checked={!isAtStore} onChange={() => turn(false)} />
          At a facility
        </label>
        <label className="choice">
          <input type="radio" name={name} checked={isAtStore} onChange={() => turn(true)} />
          At a store, on a day
        </label>
      </fieldset>
      {isAtStore ? (
        <>
          <StorePicker value={where.store_id} onChange={(store_id) => onChange({ ...where, store_id })} />
          <Field
            label="Day of the visit"
            help="The date at the store"
            isDate
            isRequired
            error={errorAt(error, '/date')}
            value={where.date}
            onChange={(date) => onChange({ ...where, date })}
          />
        </>
      ) : (
        <Field
          label="Facility"
          isRequired
          error={errorAt(error, '/facility')}
          choices={facilityChoices(
            tenders,
            facilities.map(({ code }) => code),
          )}
          value={where.facility}
          onChange={(facility) => onChange({ ...NOWHERE, facility })}
        />
      )}
    </>
  )
}

/** Interval between two loads of the tenders. It is long because each tender includes all of its members, so the list is large. */
const SELDOM_MS = 30_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Loads the open tenders and sweeps of a carrier at a place. Nothing is loaded before both the carrier and the place are known. */
const useCandidates = (carrier: string, where: Where) => {
  const isKnown = carrier !== ''
  const isVisit = where.store_id !== '' && DAY.test(where.date)
  const open = useWhole('/v2/tenders', isKnown, { carrier, status: 'created' }, SELDOM_MS)
  const visits = useWhole('/v2/sweeps', isKnown && isVisit, { store_id: where.store_id, date: where.date, status: 'ordered' })
  const isPlace = isKnown && (where.facility !== '' || isVisit)
  return {
    tenders: open.items,
    candidates: isPlace ? candidatesAt(where, carrier, open.items, visits.items) : null,
    error: open.error ?? visits.error,
    isReading: open.isLoading,
    isLoading: open.isLoading || visits.isLoading,
  }
}

const SHOWN = ['/carrier', '/facility', '/date', '/tender_ids', '/sweep_ids']

/**
 * Creates a consolidation from the parcels that one carrier collects at one place in one visit. The open tenders and sweeps of the place
 * are preselected.
 */
export const CreateConsolidation = ({ onClose }: { onClose: () => void }) => {
  const go = useGo()
  const [carrier, setCarrier] = useState('')
  const [where, setWhere] = useState(NOWHERE)
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const { items: carriers } = useWhole('/v2/ops/carriers')
  const { tenders, candidates, error: unread, isReading, isLoading } = useCandidates(carrier, where)
  const [sent, setSent] = useState<CreateBody>({ carrier: '' })
  const { run, isRunning, error } = useCommand()
  const taken = takenOf(error)
  const refused = refusedOf(error, sent)
  // Refused tenders and sweeps that are no longer among the candidates, because they have ended.
  const gone = [...refused].filter(([id]) => !candidates?.some((one) => one.id === id))
  // Leave out candidates that are in another consolidation, once the service has reported them.
  const members = chosen(candidates ?? [], flipped).filter(({ id }) => !taken.has(id))
  const toggle = ({ id }: Candidate) => {
    const next = new Set(flipped)
    if (!next.delete(id)) next.add(id)
    setFlipped(next)
  }
  const submit = async () => {
    const body = createBody(carrier, where, members)
    setSent(body)
    const made = await run('POST', '/v2/ops/consolidations', body)
    if (made) go(addressOf(made))
  }
  return (
    <OpenedForm
      title="Create a consolidation"
      verb="Create"
      isRunning={isRunning || members.length === 0}
      error={errorOutside(error, SHOWN)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Carrier"
        isRequired
        error={errorAt(error, '/carrier')}
        choices={carriers.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        value={carrier}
        onChange={setCarrier}
      />
      {carrier !== '' && !isReading && <WhereFields where={where} tenders={tenders} error={error} onChange={setWhere} />}
      <Problem error={unread} />
      {isLoading && <Skeleton />}
      {candidates && !isLoading && <Candidates {...{ candidates, members, taken, refused, onToggle: toggle }} />}
      <div role="alert">
        {gone.map(([id, why]) => (
          <p key={id} className="notice bad">
            {shortId(id)} {why}
          </p>
        ))}
      </div>
    </OpenedForm>
  )
}
