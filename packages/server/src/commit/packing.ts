// How events, stored answers and labels are stored: packed (packed-text.ts).
import { randomNumber } from '../process/ids.ts'
import { pack, packWith, unpack } from './packed-text.ts'

/** Text that was packed with no values that its reader has as well. */
export { unpack }

/** What of an event is in its other columns. */
export interface EventFrame {
  id: string
  partner_id: string
  type: string
  subject: string
}

const givenOf = ({ type, subject, partner_id }: Omit<EventFrame, 'id'>, id: string): string[] => [id, type, subject, partner_id]

export const storedBody = (event: EventFrame & { body: string }): string => pack(event.body, givenOf(event, event.id))

/** The bytes of an event. `id`: the event's, where `row` has that of something else. */
export const eventBody = (row: EventFrame & { body: string }, id = row.id): string => unpack(row.body, givenOf(row, id))

/** Characters kept of a fingerprint in base64: half of it, and as much as two requests never share by chance. */
const FINGERPRINT = 22

/** Of a shipment: in its links too, and in the time that it was created and changed and expires. */
const ID = /"id":"[a-z]{3}_([0-9a-z]{26})"/
const CREATED = /"created_at":"([0-9-]{10})(T[0-9:.]{12}Z)"/

/** What an answer has more than once: the id of what it tells of, and the day and time of its creation. */
const repeatedIn = (body: string): string[] => [...(ID.exec(body)?.slice(1) ?? []), ...(CREATED.exec(body)?.slice(1) ?? [])]

/** The number tells an answer from the others of its moment: those of its statement, and of one that began in the same microsecond. */
export const storedAnswer = <A extends { body: string; fingerprint: string }>(answer: A): A & { needs: string; answer: number } => ({
  needs: '',
  ...answer,
  body: packWith(answer.body, repeatedIn(answer.body)),
  fingerprint: answer.fingerprint.slice(0, FINGERPRINT),
  answer: randomNumber(),
})

/** `stored`: the first half of one. */
export const isFingerprint = (stored: string, fingerprint: string): boolean => fingerprint.slice(0, FINGERPRINT) === stored

/** Of a table that plans insert into. */
export const storedRow = <R extends object>(table: string, row: R): R =>
  table === 'labels' && 'facts' in row ? { ...row, facts: pack(JSON.stringify(row.facts)) } : row

export const labelRow = <L extends { facts: unknown }>(row: L): L => ({ ...row, facts: JSON.parse(unpack(row.facts as string)) })
