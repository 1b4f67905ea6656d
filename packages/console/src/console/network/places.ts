import type { FormField } from './fields.tsx'

/** The location fields of a store or a facility. */
export const PLACE: readonly FormField[] = [
  { name: 'name', label: 'Name', isRequired: true },
  { name: 'line1', label: 'Street and number' },
  { name: 'city', label: 'City', isRequired: true },
  { name: 'state', label: 'State, province or region' },
  { name: 'postal_code', label: 'Postal code', hint: 'Leave empty if the country has no postal codes' },
  { name: 'country', label: 'Country', hint: 'Two capital letters, such as US', isRequired: true },
  { name: 'lat', label: 'Latitude', kind: 'number', isRequired: true },
  { name: 'lon', label: 'Longitude', kind: 'number', isRequired: true },
  { name: 'timezone', label: 'Time zone', hint: 'Such as America/New_York', isRequired: true },
]

/** A store must have a street; a facility may have none. */
export const PLACE_OF_A_STORE = PLACE.map((field) => (field.name === 'line1' ? { ...field, isRequired: true } : field))

interface Address {
  line1: string | null
  city: string
  state: string | null
  postal_code: string | null
  country: string
}

export const addressWords = ({ line1, city, state, postal_code, country }: Address): string =>
  [line1, city, [state, postal_code].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
