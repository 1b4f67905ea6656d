import { ChoiceField } from '../../design/choice-field.tsx'
import { TextField } from '../../design/text-field.tsx'

/** One field of a form. Values are text until they are sent. */
export interface FormField {
  name: string
  label: string
  kind?: 'text' | 'number' | 'choice' | 'flag'
  choices?: readonly { value: string; label: string }[]
  hint?: string
  isRequired?: boolean
}

export type Values = Record<string, string>

interface Props {
  fields: readonly FormField[]
  values: Values
  onChange: (values: Values) => void
}

const Field = ({ field, value, onChange }: { field: FormField; value: string; onChange: (value: string) => void }) => {
  const { label, kind = 'text', choices = [], hint, isRequired = false } = field
  if (kind === 'flag')
    return (
      <label className="choice">
        <input type="checkbox" checked={value === 'true'} onChange={(event) => onChange(String(event.target.checked))} />
        {label}
      </label>
    )
  const shared = { label, hint, value, onChange, required: isRequired }
  if (kind === 'choice') return <ChoiceField {...shared} none="" choices={choices.map((one) => [one.value, one.label])} />
  return <TextField {...shared} dir="auto" inputMode={kind === 'number' ? 'decimal' : undefined} />
}

export const Fields = ({ fields, values, onChange }: Props) => (
  <div className="grid">
    {fields.map((field) => (
      <Field
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        onChange={(value) => onChange({ ...values, [field.name]: value })}
      />
    ))}
  </div>
)

/** Returns the body for the API: numbers for number fields, and null for an empty field that may be null. */
export const bodyOf = (fields: readonly FormField[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, kind, isRequired }) => {
      const text = (values[name] ?? '').trim()
      if (kind === 'flag') return [name, text === 'true']
      if (text === '' && !isRequired) return [name, null]
      // Text that is not a number is sent as typed, so that the service reports the error.
      return [name, kind === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text]
    }),
  )

export const valuesOf = (fields: readonly FormField[], record: object | null): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, String((record as Record<string, unknown> | null)?.[name] ?? '')]))
