import { type Choice, Field, type FieldProps } from '../../design/field.tsx'
import { errorAt } from '../forms/errors.ts'
import type { Draft } from './use-draft.tsx'

export interface NewField extends Omit<FieldProps, 'value' | 'onChange' | 'error'> {
  /** The path in the body, such as /from/city. */
  path: string
}

export const choicesOf = (words: Record<string, string>): Choice[] => Object.entries(words).map(([value, label]) => ({ value, label }))

/** Fields of a draft. Refusals are shown at their fields. */
export const Fields = ({ fields, draft: { values, set, error } }: { fields: readonly NewField[]; draft: Draft }) =>
  fields.map(({ path, ...field }) => (
    <Field key={path} name={path} {...field} value={values[path] ?? ''} error={errorAt(error, path)} onChange={(text) => set(path, text)} />
  ))

export const ORDER: NewField[] = [
  { path: '/order_id', label: 'Order number', maxLength: 255 },
  { path: '/rma', label: 'RMA', maxLength: 255 },
]
export const pathsOf = (fields: readonly NewField[]): string[] => fields.map(({ path }) => path)

export const PARCEL: NewField[] = [
  { path: '/parcel/weight', label: 'Weight, lb', isNumber: true },
  { path: '/parcel/length', label: 'Length, in', isNumber: true },
  { path: '/parcel/width', label: 'Width, in', isNumber: true },
  { path: '/parcel/height', label: 'Height, in', isNumber: true },
]
