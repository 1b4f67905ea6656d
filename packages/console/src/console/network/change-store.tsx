import type { Store } from '@backhaul/client'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, valuesOf } from './fields.tsx'
import { DAY_WORDS, hoursBody, hoursValues } from './hours.ts'
import { PLACE } from './places.ts'
import { SaveOrNot } from './save-or-not.tsx'

const FIELDS: FormField[] = [
  ...PLACE.map((field) => (field.name === 'line1' ? { ...field, isRequired: true } : field)),
  { name: 'pudo_code', label: 'Drop-off code', isRequired: true },
  { name: 'active', label: 'In use: searches offer it', kind: 'flag' },
]
const DAYS: FormField[] = WEEKDAYS.map((day) => ({ name: day, label: DAY_WORDS[day] ?? day }))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Sends what was changed and nothing else: what somebody else changed meanwhile stays. */
export const ChangeStore = ({ store, onClose }: { store: Store; onClose: () => void }) => {
  const heading = useId()
  const hint = useId()
  const first = useRef<HTMLHeadingElement>(null)
  const [begun] = useState({ fields: valuesOf(FIELDS, { ...store, state: store.state ?? '' }), hours: hoursValues(store.hours) })
  const [values, setValues] = useState(begun.fields)
  const [hours, setHours] = useState<Record<string, string>>(begun.hours)
  const { run, isRunning, error } = useCommand()
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const before = bodyOf(FIELDS, begun.fields)
    const changes = Object.fromEntries(Object.entries(bodyOf(FIELDS, values)).filter(([name, value]) => !isSame(before[name], value)))
    const body = isSame(hours, begun.hours) ? changes : { ...changes, hours: hoursBody(hours) }
    if (Object.keys(body).length === 0) return onClose()
    if ((await run('PATCH', `/v2/ops/stores/${store.id}`, body)) !== null) onClose()
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} ref={first} tabIndex={-1}>
        Change the store
      </h2>
      <form className="wide" onSubmit={submit}>
        <Fields fields={FIELDS} values={values} onChange={setValues} />
        <h3>Opening hours</h3>
        <p id={hint}>
          In the time of the store, such as <code>08:00-12:00, 13:00-18:00</code>. A day without any is closed; without any day the hours
          are not known.
        </p>
        <Fields fields={DAYS} values={hours} onChange={setHours} />
        <Problem error={error} />
        <SaveOrNot isRunning={isRunning} onClose={onClose} />
      </form>
    </section>
  )
}
