import type { ErrorCode } from './errors.ts'

/** The reason why a command is refused: a value, not an exception. Its HTTP status is in the code's row in core/src/errors.ts. */
export interface Refusal {
  refused: true
  code: ErrorCode
  /** One sentence that names the field or state and the remedy. */
  message: string
  details: Record<string, unknown>
}

export const refuse = (code: ErrorCode, message: string, details: Record<string, unknown> = {}): Refusal => ({
  refused: true,
  code,
  message,
  details,
})

export const isRefusal = (value: unknown): value is Refusal => typeof value === 'object' && value !== null && 'refused' in value

/** One entry of details.errors. */
export interface FieldError {
  /** JSON pointer into the body, or `?name` of a query parameter. */
  path: string
  rule: string
  message: string
}

export const MAX_LISTED_ERRORS = 100

/** Returns `validation_failed` with its fields. The message names the first. */
export const invalid = (errors: FieldError[]): Refusal => {
  const first = errors[0]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const where = first?.path.startsWith('?') ? `The query parameter ${first.path.slice(1)}` : `The field ${first?.path || '/'}`
  const end = more === '' && first?.message.endsWith('?') ? '' : '.'
  return refuse('validation_failed', `${where} ${first?.message}${more}${end}`, { errors: errors.slice(0, MAX_LISTED_ERRORS) })
}

/** Returns `validation_failed` for one field. */
export const invalidField = (path: string, rule: string, message: string): Refusal => invalid([{ path, rule, message }])
