// How events, stored answers and labels are written: as they are sent; packed (packed-text.ts); packed and, of answers, the bodies in a table
// of their own, which partitions make easy to clear (`answers`, delivery/retention.ts); or that and what an answer has repeatedly once. This
// program reads all four. Earlier ones do not: 0.2.0 would send the packed form as it is, and a development version of 0.3.0 an answer in the
// last. So a database gets the last form only if no such program has to run on it: if a later one made it, or if its operator said so. From then on earlier programs refuse to start on it, as after a migration that
// takes something away.
import type pg from 'pg'
import type { Database } from './db.ts'
import { randomNumber } from './ids.ts'
import { pack, packWith, unpack } from './packed-text.ts'

const SETTING = 'stored_form'
/** Programs without this migration are refused, unless they are of this version or newer. */
const MIGRATION = '0085_answers'
export const FIRST_VERSION = '0.3.0'

/** What of an event is in its other columns. */
export interface EventFrame {
  id: string
  partner_id: string
  type: string
  subject: string
}

const givenOf = ({ type, subject, partner_id }: Omit<EventFrame, 'id'>, id: string): string[] => [id, type, subject, partner_id]

/** How events, answers and labels are written. */
export interface StoredForm {
  /** Bodies of answers are rows of `answers`, not columns of `idempotency_keys`. */
  isApart: boolean
  body(event: EventFrame & { body: string }): string
  answer<A extends { body: string; fingerprint: string }>(answer: A): A & { needs: string; answer: number | null }
  /** Of a table that plans insert into. */
  row<R extends object>(table: string, row: R): R
}

export const AS_SENT: StoredForm = {
  isApart: false,
  body: ({ body }) => body,
  answer: (answer) => ({ needs: '', ...answer, answer: null }),
  row: (_, row) => row,
}

/** Characters kept of a fingerprint in base64: half of it, and as much as two requests never share by chance. */
const FINGERPRINT = 22

const withBody = <A extends { fingerprint: string }>(answer: A, body: string): A & { needs: string } => ({
  needs: '',
  ...answer,
  body,
  fingerprint: answer.fingerprint.slice(0, FINGERPRINT),
})

export const AS_PACKED: StoredForm = {
  isApart: false,
  body: (event) => pack(event.body, givenOf(event, event.id)),
  answer: (answer) => ({ ...withBody(answer, pack(answer.body)), answer: null }),
  row: (table, row) => (table === 'labels' && 'facts' in row ? { ...row, facts: pack(JSON.stringify(row.facts)) } : row),
}

/** The number tells an answer from the others of its moment: those of its statement, and of one that began in the same microsecond. */
export const APART: StoredForm = {
  ...AS_PACKED,
  isApart: true,
  answer: (answer) => ({ ...withBody(answer, pack(answer.body)), answer: randomNumber() }),
}

/** Of a shipment: in its links too, and in the time that it was created and changed and expires. */
const ID = /"id":"[a-z]{3}_([0-9a-z]{26})"/
const CREATED = /"created_at":"([0-9-]{10})(T[0-9:.]{12}Z)"/

/** What an answer has more than once: the id of what it tells of, and the day and time of its creation. */
const repeatedIn = (body: string): string[] => [...(ID.exec(body)?.slice(1) ?? []), ...(CREATED.exec(body)?.slice(1) ?? [])]

export const REPEATED: StoredForm = {
  ...APART,
  answer: (answer) => ({ ...withBody(answer, packWith(answer.body, repeatedIn(answer.body))), answer: randomNumber() }),
}

/** `stored`: whole, or its first half. */
export const isFingerprint = (stored: string, fingerprint: string): boolean =>
  stored === fingerprint || (stored.length === FINGERPRINT && fingerprint.startsWith(stored))

/** A label in whichever form its facts are stored. */
export const labelRow = <L extends { facts: unknown }>(row: L): L =>
  typeof row.facts === 'string' ? { ...row, facts: JSON.parse(unpack(row.facts)) } : row

/** The bytes of an event, in whichever form they are stored. `id`: the event's, where `row` has that of something else. */
export const eventBody = (row: EventFrame & { body: string }, id = row.id): string => unpack(row.body, givenOf(row, id))

/** By the value of the setting. Development versions of 0.3.0 left `packed` and `packed_apart`. */
const FORMS: Readonly<Record<string, StoredForm>> = { packed: AS_PACKED, packed_apart: APART, packed_repeated: REPEATED }

/** In every process that starts from now on. The database has migration 0085. */
export const packOn = (client: Pick<pg.ClientBase, 'query'>): Promise<unknown> =>
  client.query(
    `with setting as (
       insert into settings (name, value) values ('${SETTING}', '"packed_repeated"') on conflict (name) do update set value = excluded.value)
     update migrations set oldest_program = '${FIRST_VERSION}' where name = '${MIGRATION}'`,
  )

/** The form in which this database is written. */
export const storedForm = async (db: Database): Promise<StoredForm> => {
  const row = await db.one<{ form: string }>('stored_form', `select value #>> '{}' as form from settings where name = '${SETTING}'`, [])
  return FORMS[row?.form ?? ''] ?? AS_SENT
}
