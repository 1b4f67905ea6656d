// The values of a form, as text, by the paths of the fields in the request's body, such as /from/city. Other names are not sent.
import { numberOf } from '../forms/errors.ts'

export type Values = Readonly<Record<string, string>>

const isNumber = (path: string): boolean => path.startsWith('/parcel/') || path === '/package_count' || path === '/max_shipments'

/** Text that is not a number is sent as typed: the service's refusal names the field. */
const sentValue = (path: string, text: string): string | number => {
  if (isNumber(path)) return numberOf(text) ?? text
  return path.endsWith('/country') ? text.toUpperCase() : text
}

/** Returns the body of the request. Empty fields are left out. */
export const bodyOf = (values: Values): Record<string, unknown> => {
  const body: Record<string, unknown> = {}
  for (const [path, text] of Object.entries(values)) {
    const names = path.split('/').slice(1)
    const last = names.pop()
    if (last === undefined || text.trim() === '') continue
    let part = body
    for (const name of names) {
      part[name] ??= {}
      part = part[name] as Record<string, unknown>
    }
    part[last] = sentValue(path, text.trim())
  }
  return body
}

/** Returns the address at a part of the body, such as /from, or null if it is not complete enough to be checked. */
export const addressAt = (values: Values, part: string): Record<string, unknown> | null => {
  const isWhole = ['line1', 'city', 'country'].every((name) => (values[`${part}/${name}`] ?? '').trim() !== '')
  return isWhole ? (bodyOf(values)[part.slice(1)] as Record<string, unknown>) : null
}
