import { useState } from 'react'
import { OpenedForm } from '../forms/opened-form.tsx'
import { useGo } from '../frame/address.ts'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, type Values } from './fields.tsx'
import { PLACE_OF_A_STORE } from './places.ts'

const FIELDS: FormField[] = [
  { name: 'code', label: 'Code', hint: 'Your own code for the store. It cannot be changed later.', isRequired: true },
  ...PLACE_OF_A_STORE,
]

/** Adds a single store. Its hours are set on its page. */
export const AddStore = ({ onClose }: { onClose: () => void }) => {
  const go = useGo()
  const [values, setValues] = useState<Values>({})
  const { run, isRunning, error } = useCommand()
  const submit = async () => {
    const made = await run('POST', '/v2/ops/stores', bodyOf(FIELDS, values))
    if (made) go(`/console/network/stores/${made.id}`)
  }
  return (
    <OpenedForm title="Add a store" verb="Add" {...{ isRunning, error, onClose }} onSubmit={submit}>
      <Fields fields={FIELDS} values={values} onChange={setValues} />
    </OpenedForm>
  )
}
