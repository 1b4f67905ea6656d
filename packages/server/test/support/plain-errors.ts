// Error messages must be sentences for people. They may not contain a regular expression, a keyword of the schema language, or the name of
// a table or column.
import { expect } from 'vitest'

const JARGON = [
  /\^[[(\\\w#]|\[\^?[a-zA-Z0-9]-[a-zA-Z0-9]|\\[dswbDSWx]|\(\?[:=!]|[\])]\{\d+,?\d*\}|[\w)\]]\$"/,
  /\b(anyOf|oneOf|allOf|minLength|maxLength|exclusiveMinimum|additionalProperties|patternProperties|uniqueItems|instancePath|schemaPath)\b/,
  /\b(schema|must be (string|integer|equal to constant)|must match)\b/,
]
const NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b/g

/**
 * Returns the names of tables and columns that occur in no request or answer. They are loaded when a message contains such a name for the
 * first time, because few test files need the endpoints.
 */
const internalNames = async (): Promise<ReadonlySet<string>> => {
  const { KNOWN_COLUMNS } = await import('@backhaul/core/generated/known-columns.ts')
  const { ENDPOINTS } = await import('../../src/app/routes.ts')
  const shown = new Set(JSON.stringify(ENDPOINTS).match(/\w+/g))
  const names = [...Object.keys(KNOWN_COLUMNS), ...Object.values(KNOWN_COLUMNS).flatMap((columns) => Object.keys(columns))]
  return new Set(names.filter((name) => name.includes('_') && !shown.has(name)))
}
let internal: Promise<ReadonlySet<string>> | null = null

/** Removes quoted values, because they come from the sender. */
const withoutQuotes = (message: string): string =>
  message.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, (quoted) => (quoted.startsWith('"^') ? quoted : ''))

export const jargonIn = async (message: string, sent = ''): Promise<string | null> => {
  for (const pattern of JARGON) {
    const found = pattern.exec(message)
    // A message may quote words that the sender wrote.
    if (found && !sent.includes(found[0])) return found[0]
  }
  const names = withoutQuotes(message).match(NAME) ?? []
  if (names.length === 0) return null
  internal ??= internalNames()
  const known = await internal
  return names.find((name) => known.has(name)) ?? null
}

const messagesOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const { message, code, rule } = value as Record<string, unknown>
  const own = typeof message === 'string' && (typeof code === 'string' || typeof rule === 'string') ? [message] : []
  return [...own, ...Object.values(value).flatMap(messagesOf)]
}

/** `sent` is the path and the body of the request, as text. */
export const expectPlainErrors = async (json: unknown, sent: string): Promise<void> => {
  for (const message of messagesOf(json)) {
    const jargon = await jargonIn(message, sent)
    // Only failures are passed to `expect`, because an answer can have thousands of messages, and one call for each took longer than
    // reading them.
    if (jargon !== null) expect({ message, jargon }).toEqual({ message, jargon: null })
  }
}
