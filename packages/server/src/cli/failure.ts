import type { FieldError } from '@backhaul/core/refusal.ts'

/** The reason why a command failed. It is printed as one line on standard error, and the exit code is 1. */
export class CommandError extends Error {}

/** Replaces control characters, so that text from outside cannot control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
export const plain = (value: unknown): string => String(value ?? '-').replace(/[\x00-\x1f\x7f-\x9f]/g, '?')

const MAX_CHARACTERS = 4_000

/**
 * Formats a refusal as one line. The line names every faulty field. If no field is faulty, it has the message and those details that the
 * message does not contain.
 */
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
