// Errors at the fields that they are about, by the names that the service gives them.
import { Refused } from '../../shared/api.ts'
import { decimalText, fromMinorUnits } from '../../shared/money.ts'

interface FieldError {
  path: string
  rule?: string
  message: string
}

export const fieldErrorsOf = (error: unknown): FieldError[] => {
  if (!(error instanceof Refused)) return []
  const { errors, field } = error.details as { errors?: FieldError[]; field?: string }
  if (Array.isArray(errors)) return errors
  return typeof field === 'string' ? [{ path: `/${field}`, message: error.message }] : []
}

/** What is wrong with the field of this path, such as /to/postal_code; null: nothing. */
export const errorAt = (error: unknown, path: string): string | null =>
  fieldErrorsOf(error).find((one) => one.path === path)?.message ?? null

const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}/`)

/** The same of a field that has parts, such as hours: what is wrong with the first that is. */
export const errorWithin = (error: unknown, field: string): string | null =>
  fieldErrorsOf(error).find(({ path }) => isWithin(path, field))?.message ?? null

/** The error, unless these fields show all of it. */
export const errorBeside = (error: unknown, fields: readonly string[]): unknown => {
  const errors = fieldErrorsOf(error)
  return errors.length > 0 && errors.every(({ path }) => fields.some((field) => isWithin(path, field))) ? null : error
}

/** The same error with its fields named from below a part of the body, where the service names them from its head. */
export const errorBelow = (error: unknown, part: string): unknown => {
  const errors = fieldErrorsOf(error)
  if (!(error instanceof Refused) || errors.length === 0) return error
  const below = errors.map((one) => (one.path.startsWith(`${part}/`) ? { ...one, path: one.path.slice(part.length) } : one))
  const { status, code, message, details, retry_after_s } = error
  return new Refused(status, { code, message, details: { ...details, errors: below } }, retry_after_s)
}

/** A number as people type it, with a comma or a point; null: none. Whether it may be used is the service's to say. */
export const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

const EXAMPLE = 1250
/** For text that is not an amount, or has more decimals than its currency. */
export const amountWanted = (currency: string): string =>
  `Enter an amount in ${currency}, such as ${decimalText(fromMinorUnits(EXAMPLE), currency)}.`

/** The error of an amount field. Text that is not an amount is sent as it was typed, so that the service refuses it. */
export const amountErrorAt = (error: unknown, path: string, currency: string): string | null => {
  const found = fieldErrorsOf(error).find((one) => one.path === path)
  return found?.rule === 'type' ? amountWanted(currency) : (found?.message ?? null)
}
