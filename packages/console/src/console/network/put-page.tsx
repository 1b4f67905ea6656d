import { type ReactNode, useState } from 'react'
import type { Column } from '../../design/table.tsx'
import type { Item } from '../../shared/api.ts'
import { OpenedForm } from '../forms/opened-form.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { Listed } from '../lists/listed.tsx'
import { useCommand } from '../live/use-live.ts'
import { bodyOf, Fields, type FormField, type Values, valuesOf } from './fields.tsx'
import { NetworkNav } from './network-nav.tsx'
import { useWhole } from './use-whole.ts'

type PutPath = `/v2/ops/${'facilities' | 'carriers' | 'markets'}`

interface Props<P extends PutPath> {
  title: string
  /** The singular with its article, as in "Add a carrier". */
  thing: string
  about: string
  path: P
  columns: Column<Item<P>>[]
  /** Shown only for a new item. */
  keyField: FormField
  keyOf: (item: Item<P>) => string
  fields: readonly FormField[]
  /** Shown above the list. */
  notice?: ReactNode
  /** Completes the parts of the body that depend on more than one field. */
  finish?: (body: Record<string, unknown>) => Record<string, unknown>
}

interface FormProps<P extends PutPath> extends Props<P> {
  /** Null for a new item. */
  item: Item<P> | null
  onClose: () => void
}

/** A form that creates an item, or replaces the whole item. */
const PutForm = <P extends PutPath>({ thing, path, keyField, keyOf, fields, finish = (body) => body, item, onClose }: FormProps<P>) => {
  const [values, setValues] = useState<Values>(() => valuesOf(fields, item ?? { active: true }))
  const [key, setKey] = useState<Values>({})
  const { run, isRunning, error } = useCommand()
  const title = item ? `Change the ${thing} ${keyOf(item)}` : `Add a ${thing}`
  const submit = async () => {
    const list: PutPath = path
    const last = item ? keyOf(item) : (key[keyField.name] ?? '').trim()
    const saved = await run('PUT', `${list}/${encodeURIComponent(last)}`, finish(bodyOf(fields, values)))
    if (saved !== null) onClose()
  }
  return (
    <OpenedForm {...{ title, isRunning, error, onClose }} onSubmit={submit}>
      {!item && <Fields fields={[keyField]} values={key} onChange={setKey} />}
      <Fields fields={fields} values={values} onChange={setValues} />
    </OpenedForm>
  )
}

/** A list of items that an operator creates and replaces as a whole, with its form: facilities, carriers, markets. */
export const PutPage = <P extends PutPath>(props: Props<P>) => {
  const { title, thing, about, path, columns, keyOf, notice } = props
  const { session } = useCurrentSession()
  const mayEdit = session.access === 'operator'
  const list = useWhole(path, isOperators(session))
  const [edited, setEdited] = useState<Item<P> | 'new' | null>(null)
  const change = (item: Item<P>) => (
    <button type="button" aria-label={`Change ${keyOf(item)}`} onClick={() => setEdited(item)}>
      Change
    </button>
  )
  const all = mayEdit ? [...columns, { title: 'Change', cell: change, width: 8 }] : columns
  return (
    <>
      <NetworkNav />
      <h1>{title}</h1>
      <p>{about}</p>
      {notice}
      {mayEdit && edited === null && (
        <p>
          <button type="button" onClick={() => setEdited('new')}>
            Add a {thing}
          </button>
        </p>
      )}
      {edited !== null && (
        <PutForm
          key={edited === 'new' ? '' : keyOf(edited)}
          {...props}
          item={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      <Listed list={list} label={title} columns={all} rowKey={keyOf} empty={<p>There are no entries yet.</p>} />
    </>
  )
}
