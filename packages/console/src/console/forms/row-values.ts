// Rows of a form. Values stay text until they are sent. Each row has its own key, so that removing a row does not change the text typed in
// the other rows.
import type { Choice } from '../../design/field.tsx'

export interface RowField {
  name: string
  label: string
  help?: string
  isNumber?: boolean
  /** The value is a day or a yearly day. */
  isDay?: boolean
  isRequired?: boolean
  choices?: readonly Choice[]
}

export interface Row {
  key: number
  values: Readonly<Record<string, string>>
}

export const rowsOf = (all: readonly Row['values'][]): Row[] => all.map((values, i) => ({ key: i + 1, values }))
