// Formats in which events, labels and answers of commands are stored.
import { randomNumber } from '../process/ids.ts'
import { unpack } from './unpack.ts'

/** Columns of an event that its packed text does not repeat (unpack.ts). */
export interface EventFrame {
  id: string
  partner_id: string
  type: string
  subject: string
}

/** Returns the JSON text of an event. `id` is the event's id, for rows whose own id identifies something else. */
export const eventBody = ({ body, type, subject, partner_id, ...row }: EventFrame & { body: string }, id = row.id): string =>
  unpack(body, [id, type, subject, partner_id])

/**
 * Number of base64 characters of a fingerprint that are stored, which is half of them. Different requests never have that many in common by
 * chance.
 */
const FINGERPRINT = 22

/**
 * Returns the answer with the stored half of its fingerprint, and with a random number. The number distinguishes it from other answers of
 * the same statement, and from those of a statement that began in the same microsecond.
 */
export const storedAnswer = <A extends { fingerprint: string }>(answer: A): A & { needs: string; answer: number } => ({
  needs: '',
  ...answer,
  fingerprint: answer.fingerprint.slice(0, FINGERPRINT),
  answer: randomNumber(),
})

/** Whether a stored fingerprint matches. `stored` is the first half of a fingerprint. */
export const isFingerprint = (stored: string, fingerprint: string): boolean => fingerprint.slice(0, FINGERPRINT) === stored

/** Unpacks the facts of a label. Earlier builds stored them as a packed text, which is a JSON string. */
export const labelRow = <L extends { facts: unknown }>(row: L): L =>
  typeof row.facts === 'string' ? { ...row, facts: JSON.parse(unpack(row.facts)) } : row
