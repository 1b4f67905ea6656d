import type { Store } from '@backhaul/client'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { useState } from 'react'
import { OpenedForm } from '../forms/opened-form.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, valuesOf } from './fields.tsx'
import { DAY_WORDS, hoursBody, hoursValues } from './hours.ts'
import { PLACE_OF_A_STORE } from './places.ts'

const FIELDS: FormField[] = [
  ...PLACE_OF_A_STORE,
  { name: 'pudo_code', label: 'Drop-off code', isRequired: true },
  { name: 'active', label: 'In use: appears in searches', kind: 'flag' },
]
const DAYS: FormField[] = WEEKDAYS.map((day) => ({ name: day, label: DAY_WORDS[day] ?? day }))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Sends only the changed fields, so that changes that other people make at the same time are kept. */
export const ChangeStore = ({ store, onClose }: { store: Store; onClose: () => void }) => {
  const [begun] = useState({ fields: valuesOf(FIELDS, { ...store, state: store.state ?? '' }), hours: hoursValues(store.hours) })
  const [values, setValues] = useState(begun.fields)
  const [hours, setHours] = useState<Record<string, string>>(begun.hours)
  const { run, isRunning, error } = useCommand()
  const submit = async () => {
    const before = bodyOf(FIELDS, begun.fields)
    const changes = Object.fromEntries(Object.entries(bodyOf(FIELDS, values)).filter(([name, value]) => !isSame(before[name], value)))
    const body = isSame(hours, begun.hours) ? changes : { ...changes, hours: hoursBody(hours) }
    if (Object.keys(body).length === 0) return onClose()
    if ((await run('PATCH', `/v2/ops/stores/${store.id}`, body)) !== null) onClose()
  }
  return (
    <OpenedForm title="Change the store" {...{ isRunning, error, onClose }} onSubmit={submit}>
      <Fields fields={FIELDS} values={values} onChange={setValues} />
      <h3>Opening hours</h3>
      <p>
        In the store’s time zone, such as <code>08:00-12:00, 13:00-18:00</code>. An empty day is closed. If all days are empty, the hours
        are unknown.
      </p>
      <Fields fields={DAYS} values={hours} onChange={setHours} />
    </OpenedForm>
  )
}
