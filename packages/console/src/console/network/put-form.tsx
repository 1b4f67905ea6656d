import { useState } from 'react'
import { OpenedForm } from '../forms/opened-form.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, type Values, valuesOf } from './fields.tsx'

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
  const [values, setValues] = useState<Values>(() => valuesOf(fields, record ?? { active: true }))
  const [key, setKey] = useState<Values>({})
  const { run, isRunning, error } = useCommand()
  const submit = async () => {
    const last = keyField ? (key[keyField.name] ?? '').trim() : of
    const saved = await run('PUT', `${path}/${encodeURIComponent(last)}`, finish(bodyOf(fields, values)))
    if (saved !== null) onClose()
  }
  return (
    <OpenedForm {...{ title, isRunning, error, onClose }} onSubmit={submit}>
      {keyField && <Fields fields={[keyField]} values={key} onChange={setKey} />}
      <Fields fields={fields} values={values} onChange={setValues} />
    </OpenedForm>
  )
}
