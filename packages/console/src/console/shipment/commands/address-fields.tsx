import type { AddressRecord } from '@backhaul/client'
import { Field } from '../../../design/field.tsx'
import { errorAt } from '../../forms/errors.ts'

const FIELDS = [
  ['name', 'Name'],
  ['company', 'Company'],
  ['line1', 'Street and number'],
  ['line2', 'Address line 2'],
  ['city', 'City'],
  ['state', 'State or province'],
  ['postal_code', 'Postal code'],
  ['country', 'Country, two letters'],
  ['phone', 'Phone'],
  ['email', 'Email'],
] as const
type Name = (typeof FIELDS)[number][0]
export type AddressForm = Record<Name, string>

export const addressPaths = FIELDS.map(([name]) => `/to/${name}`)

export const formOf = (address: AddressRecord): AddressForm =>
  Object.fromEntries(FIELDS.map(([name]) => [name, address[name] ?? ''])) as AddressForm

/** Returns the address for the service, which validates it. Countries are sent in capital letters. */
export const addressOf = (form: AddressForm): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form)
      .map(([name, text]) => [name, name === 'country' ? text.trim().toUpperCase() : text.trim()] as const)
      .filter(([, text]) => text !== ''),
  )

interface Props {
  form: AddressForm
  onChange: (form: AddressForm) => void
  error: unknown
}

export const AddressFields = ({ form, onChange, error }: Props) => (
  <fieldset>
    <legend>New destination</legend>
    {FIELDS.map(([name, label]) => (
      <Field
        key={name}
        label={label}
        value={form[name]}
        error={errorAt(error, `/to/${name}`)}
        onChange={(text) => onChange({ ...form, [name]: text })}
      />
    ))}
  </fieldset>
)
