import type { FieldError } from '@backhaul/core/refusal.ts'

/** A reason why a command did not do what it was asked to: one line on standard error, exit code 1. */
export class CommandError extends Error {}

/** Text from outside must not command the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
export const plain = (value: unknown): string => String(value ?? '-').replace(/[\x00-\x1f\x7f-\x9f]/g, '?')

const MAX_CHARACTERS = 4_000

/** What a refusal says, in one line: every faulty field, or the message and those of its details that the message does not have already. */
export const refusalText = ({ message, details = {} }: { message: string; details?: Record<string, unknown> }): string => {
  const { errors, ...facts } = details
  if (Array.isArray(errors) && errors.length > 0)
    return plain(errors.map(({ path, message }: FieldError) => `${path || '/'} ${message}`).join('; ')).slice(0, MAX_CHARACTERS)
  const told = Object.entries(facts)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
    .filter(([, text]) => text !== undefined && !message.includes(text))
  const more = told.map(([name, text]) => `${name}: ${text}`).join(', ')
  return plain(more === '' ? message : `${message} (${more})`).slice(0, MAX_CHARACTERS)
}
