import type { CustomsDeclaration } from '@backhaul/client'
import { CONTENTS_TYPES, INCOTERMS, NON_DELIVERY } from '@backhaul/core/customs.ts'
import { WEIGHT_UNITS } from '@backhaul/core/parcel.ts'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Choice, Field } from '../../../design/field.tsx'
import { Problem } from '../../../shared/problem.tsx'
import { errorAt, errorBelow, errorOutside } from '../../forms/errors.ts'
import type { Row, RowField } from '../../forms/row-values.ts'
import { Rows } from '../../forms/rows.tsx'
import { useCommand } from '../../live/use-live.ts'
import { plainWords } from '../../words.ts'
import { bodyOf, formOf, TEXT_FIELDS, type TextField } from './declaration.ts'

const choices = (words: readonly string[], wordOf: (word: string) => string = plainWords): Choice[] =>
  words.map((value) => ({ value, label: wordOf(value) }))

const LABELS: Record<TextField, { label: string; help?: string; choices?: Choice[] }> = {
  contents_type: { label: 'Contents', choices: choices(CONTENTS_TYPES) },
  contents_explanation: { label: 'Description of other contents' },
  currency: { label: 'Currency of the values', help: 'Three letters, such as USD' },
  export_reference: {
    label: 'Export reference',
    help: 'For returned goods: the number of their export, or the id of your outbound shipment. If you list no items, the items of the outbound shipment are declared.',
  },
  incoterm: { label: 'Delivery terms (Incoterm)', choices: choices(INCOTERMS, (word) => word) },
  invoice_number: { label: 'Invoice number' },
  non_delivery: { label: 'If it cannot be delivered', choices: choices(NON_DELIVERY) },
  signer: { label: 'Declared by' },
}

const ITEM: RowField[] = [
  { name: 'description', label: 'Description', help: 'Specific enough for customs' },
  { name: 'quantity', label: 'Pieces', isNumber: true },
  { name: 'value', label: 'Value per piece', isNumber: true, help: 'Such as 19.99' },
  { name: 'weight', label: 'Net weight per piece', isNumber: true },
  { name: 'weight_unit', label: 'Unit', isRequired: true, choices: choices(WEIGHT_UNITS, (word) => word) },
  { name: 'hs_code', label: 'HS code', help: '6 to 10 digits' },
  { name: 'origin_country', label: 'Country of origin', help: 'Two letters, such as PT' },
  { name: 'sku', label: 'Your item number' },
]

export type DeclarationPath = `/v2/shipments/${string}/customs`

interface Props {
  path: DeclarationPath
  declared: CustomsDeclaration
  onClose: () => void
}

/** Replaces the whole declaration of the contents. */
export const Declare = ({ path, declared, onClose }: Props) => {
  const heading = useId()
  const first = useRef<HTMLHeadingElement>(null)
  const [begun] = useState(declared)
  const [form, setForm] = useState(() => formOf(declared))
  const { run, isRunning, error: refused } = useCommand()
  useLayoutEffect(() => first.current?.focus(), [])
  // The service reports the path of a missing field from the root of the shipment, and the path of an invalid field from the root of the
  // declaration.
  const error = errorBelow(refused, '/customs')
  const lacks = (field: string): string | undefined => begun.missing.find((one) => one.path === `/customs/${field}`)?.message
  const hint = ({ key, values }: Row, field: string) => (values[field] ? undefined : lacks(`items/${key - 1}/${field}`))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning && (await run('PUT', path, bodyOf(form))) !== null) onClose()
  }
  return (
    <form onSubmit={submit} aria-labelledby={heading}>
      <h3 id={heading} ref={first} tabIndex={-1}>
        Declare the contents
      </h3>
      {TEXT_FIELDS.map((name) => (
        <Field
          key={name}
          {...LABELS[name]}
          help={(form.texts[name] === '' ? lacks(name) : undefined) ?? LABELS[name].help}
          value={form.texts[name]}
          error={errorAt(error, `/${name}`)}
          onChange={(text) => setForm({ ...form, texts: { ...form.texts, [name]: text } })}
        />
      ))}
      <Rows
        {...{ title: 'Items', one: 'item', path: '/items', fields: ITEM, rows: form.items, error, hint }}
        blank={{ weight_unit: 'lb' }}
        onChange={(items) => setForm({ ...form, items })}
      />
      {declared.updated_at !== begun.updated_at && (
        <p className="notice warn" role="status">
          Another person has changed the declaration since you opened it. If you save, you replace that change.
        </p>
      )}
      <Problem error={errorOutside(error, [...TEXT_FIELDS.map((name) => `/${name}`), '/items'])} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={isRunning}>
          Save
        </button>
        <button type="button" onClick={onClose}>
          Do not save
        </button>
      </div>
    </form>
  )
}
