import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, type Values, valuesOf } from './fields.tsx'
import { SaveOrNot } from './save-or-not.tsx'

export type PutPath = `/v2/ops/${'facilities' | 'carriers' | 'markets'}`

interface Props {
  /** "Change the carrier northline", "Add a carrier". */
  title: string
  path: PutPath
  /** Which one of the list; of a new one, `keyField` asks. */
  of?: string
  keyField?: FormField
  fields: readonly FormField[]
  record: object | null
  /** What of the body depends on more than its own field. */
  finish?: (body: Record<string, unknown>) => Record<string, unknown>
  onClose: () => void
}

/** Creates or replaces one thing of the network as a whole. */
export const PutForm = ({ title, path, of = '', keyField, fields, record, finish = (body) => body, onClose }: Props) => {
  const heading = useId()
  const first = useRef<HTMLHeadingElement>(null)
  const [values, setValues] = useState<Values>(() => valuesOf(fields, record ?? { active: true }))
  const [key, setKey] = useState<Values>({})
  const { run, isRunning, error } = useCommand()
  useLayoutEffect(() => first.current?.focus(), [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const last = keyField ? (key[keyField.name] ?? '').trim() : of
    const saved = await run('PUT', `${path}/${encodeURIComponent(last)}`, finish(bodyOf(fields, values)))
    if (saved !== null) onClose()
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} ref={first} tabIndex={-1}>
        {title}
      </h2>
      <form className="wide" onSubmit={submit}>
        {keyField && <Fields fields={[keyField]} values={key} onChange={setKey} />}
        <Fields fields={fields} values={values} onChange={setValues} />
        <Problem error={error} />
        <SaveOrNot isRunning={isRunning} onClose={onClose} />
      </form>
    </section>
  )
}
