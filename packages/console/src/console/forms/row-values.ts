// Rows of a form: text until they are sent, each with a key of its own, so that removing one leaves what is typed in the others.
import type { Choice } from './field.tsx'

export interface RowField {
  name: string
  label: string
  help?: string
  isNumber?: boolean
  /** A day, or one of every year. */
  isDay?: boolean
  isRequired?: boolean
  choices?: readonly Choice[]
}

export interface Row {
  key: number
  values: Readonly<Record<string, string>>
}

export const rowsOf = (all: readonly Row['values'][]): Row[] => all.map((values, i) => ({ key: i + 1, values }))
