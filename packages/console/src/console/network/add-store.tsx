import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useGo } from '../frame/address.ts'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, type Values } from './fields.tsx'
import { PLACE } from './places.ts'
import { SaveOrNot } from './save-or-not.tsx'

const FIELDS: FormField[] = [
  { name: 'code', label: 'Code', hint: "The network's own; it never changes", isRequired: true },
  ...PLACE.map((field) => (field.name === 'line1' ? { ...field, isRequired: true } : field)),
]

/** A single new store; its hours are set on its page. */
export const AddStore = ({ onClose }: { onClose: () => void }) => {
  const heading = useId()
  const first = useRef<HTMLHeadingElement>(null)
  const go = useGo()
  const [values, setValues] = useState<Values>({})
  const { run, isRunning, error } = useCommand()
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const made = await run('POST', '/v2/ops/stores', bodyOf(FIELDS, values))
    if (made) go(`/console/network/stores/${made.id}`)
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} ref={first} tabIndex={-1}>
        Add a store
      </h2>
      <form className="wide" onSubmit={submit}>
        <Fields fields={FIELDS} values={values} onChange={setValues} />
        <Problem error={error} />
        <SaveOrNot verb="Add" isRunning={isRunning} onClose={onClose} />
      </form>
    </section>
  )
}
