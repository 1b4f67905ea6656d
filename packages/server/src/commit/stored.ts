// How events, labels and answers of commands are stored and read.
import { randomNumber } from '../process/ids.ts'
import { unpack } from './unpack.ts'

/** The columns of an event that packed text left out (unpack.ts). */
export interface EventFrame {
  id: string
  partner_id: string
  type: string
  subject: string
}

/** The bytes of an event. `id`: the event's, where `row` has that of something else. */
export const eventBody = ({ body, type, subject, partner_id, ...row }: EventFrame & { body: string }, id = row.id): string =>
  unpack(body, [id, type, subject, partner_id])

/** Characters kept of a fingerprint in base64: half of it, and as much as two requests never share by chance. */
const FINGERPRINT = 22

/** The number tells an answer from the others of its moment: those of its statement, and of one that began in the same microsecond. */
export const storedAnswer = <A extends { fingerprint: string }>(answer: A): A & { needs: string; answer: number } => ({
  needs: '',
  ...answer,
  fingerprint: answer.fingerprint.slice(0, FINGERPRINT),
  answer: randomNumber(),
})

/** `stored`: the first half of one. */
export const isFingerprint = (stored: string, fingerprint: string): boolean => fingerprint.slice(0, FINGERPRINT) === stored

/** Earlier builds stored the facts as a packed text, which is a string in JSON. */
export const labelRow = <L extends { facts: unknown }>(row: L): L =>
  typeof row.facts === 'string' ? { ...row, facts: JSON.parse(unpack(row.facts)) } : row
