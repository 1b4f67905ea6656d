import { type ReactNode, useState } from 'react'
import type { Item } from '../../shared/api.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { Listed } from '../lists/listed.tsx'
import type { Column } from '../lists/table.tsx'
import type { FormField } from './fields.tsx'
import { OperatorsOnly } from './operators-only.tsx'
import { PutForm, type PutPath } from './put-form.tsx'
import { useWhole } from './use-whole.ts'

interface Props<P extends PutPath> {
  title: string
  /** One of them, as in "Add a carrier". */
  thing: string
  about: string
  path: P
  columns: Column<Item<P>>[]
  keyField: FormField
  keyOf: (item: Item<P>) => string
  fields: readonly FormField[]
  /** What has to be known above the list. */
  notice?: ReactNode
  finish?: (body: Record<string, unknown>) => Record<string, unknown>
}

/** A list of what an operator creates and replaces as a whole, with its form: facilities, carriers, markets. */
export const PutPage = <P extends PutPath>({ title, thing, about, path, columns, keyField, keyOf, fields, notice, finish }: Props<P>) => {
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
    <OperatorsOnly title={title}>
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
          title={edited === 'new' ? `Add a ${thing}` : `Change the ${thing} ${keyOf(edited)}`}
          path={path}
          {...(edited === 'new' ? { keyField } : { of: keyOf(edited) })}
          fields={fields}
          record={edited === 'new' ? null : edited}
          {...(finish ? { finish } : {})}
          onClose={() => setEdited(null)}
        />
      )}
      <Listed list={list} label={title} columns={all} rowKey={keyOf} empty={<p>There is none yet.</p>} />
    </OperatorsOnly>
  )
}
