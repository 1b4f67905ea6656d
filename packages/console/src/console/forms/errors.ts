// Matches errors to form fields, by the field names that the service uses.
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

/** Returns the error of the field at this path, such as /to/postal_code, or null. */
export const errorAt = (error: unknown, path: string): string | null =>
  fieldErrorsOf(error).find((one) => one.path === path)?.message ?? null

/** Returns whether a path is that of a field, or of a part of it. */
export const isWithin = (path: string, field: string): boolean => path === field || path.startsWith(`${field}/`)

/** Returns the error of a field with parts, such as the hours: the error of the first invalid part. */
export const errorWithin = (error: unknown, field: string): string | null =>
  fieldErrorsOf(error).find(({ path }) => isWithin(path, field))?.message ?? null

/** Returns the error, or null if these fields already show all of it. */
export const errorOutside = (error: unknown, fields: readonly string[]): unknown => {
  const errors = fieldErrorsOf(error)
  return errors.length > 0 && errors.every(({ path }) => fields.some((field) => isWithin(path, field))) ? null : error
}

/** Returns the error with field paths relative to a part of the body. The service names fields from the root of the body. */
export const errorBelow = (error: unknown, part: string): unknown => {
  const errors = fieldErrorsOf(error)
  if (!(error instanceof Refused) || errors.length === 0) return error
  const below = errors.map((one) => (one.path.startsWith(`${part}/`) ? { ...one, path: one.path.slice(part.length) } : one))
  const { status, code, message, details, retry_after_s } = error
  return new Refused(status, { code, message, details: { ...details, errors: below } }, retry_after_s)
}

/**
 * Parses a number as people type it, with a comma or a point. Returns null if the text is not a number. The service validates the value.
 */
export const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

const EXAMPLE = 1250
/** Error text for input that is not an amount, or has more decimals than its currency. */
export const amountWanted = (currency: string): string =>
  `Enter an amount in ${currency}, such as ${decimalText(fromMinorUnits(EXAMPLE), currency)}.`

/** Returns the error of an amount field. Text that is not an amount is sent as typed, and the service rejects it. */
export const amountErrorAt = (error: unknown, path: string, currency: string): string | null => {
  const found = fieldErrorsOf(error).find((one) => one.path === path)
  return found?.rule === 'type' ? amountWanted(currency) : (found?.message ?? null)
}
