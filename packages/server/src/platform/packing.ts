// Whether events and stored answers are written packed (packed-text.ts). All programs from migration 0057 on read both forms, but 0.2.0 would
// send the packed one as it is. So a database is written in the packed form only if no such program has to run on it: if a later one made it,
// or if its operator said so. From then on earlier programs refuse to start on it, as after a migration that takes something away.
import type pg from 'pg'
import type { Database } from './db.ts'
import { pack, unpack } from './packed-text.ts'

const SETTING = 'stored_form'
const PACKED = 'packed'
/** Who has this migration reads both forms, and otherwise who is of this version or newer. */
const MIGRATION = '0057_packed'
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
  body(event: EventFrame & { body: string }): string
  answer<A extends { body: string; fingerprint: string }>(answer: A): A
  /** Of a table that plans insert into. */
  row<R extends object>(table: string, row: R): R
}

export const AS_SENT: StoredForm = { body: ({ body }) => body, answer: (answer) => answer, row: (_, row) => row }

/** Characters kept of a fingerprint in base64: half of it, and as much as two requests never share by chance. */
const FINGERPRINT = 22

export const AS_PACKED: StoredForm = {
  body: (event) => pack(event.body, givenOf(event, event.id)),
  answer: (answer) => ({ ...answer, body: pack(answer.body), fingerprint: answer.fingerprint.slice(0, FINGERPRINT) }),
  row: (table, row) => (table === 'labels' && 'facts' in row ? { ...row, facts: pack(JSON.stringify(row.facts)) } : row),
}

/** `stored`: whole, or its first half. */
export const isFingerprint = (stored: string, fingerprint: string): boolean =>
  stored === fingerprint || (stored.length === FINGERPRINT && fingerprint.startsWith(stored))

/** A label in whichever form its facts are stored. */
export const labelRow = <L extends { facts: unknown }>(row: L): L =>
  typeof row.facts === 'string' ? { ...row, facts: JSON.parse(unpack(row.facts)) } : row

/** The bytes of an event, in whichever form they are stored. `id`: the event's, where `row` has that of something else. */
export const eventBody = (row: EventFrame & { body: string }, id = row.id): string => unpack(row.body, givenOf(row, id))

/** In every process that starts from now on. The database has migration 0057. */
export const packOn = (client: Pick<pg.ClientBase, 'query'>): Promise<unknown> =>
  client.query(
    `with setting as (
       insert into settings (name, value) values ('${SETTING}', '"${PACKED}"') on conflict (name) do update set value = excluded.value)
     update migrations set oldest_program = '${FIRST_VERSION}' where name = '${MIGRATION}'`,
  )

/** The form in which this database is written. */
export const storedForm = async (db: Database): Promise<StoredForm> => {
  const row = await db.one<{ is_packed: boolean }>(
    'stored_form',
    `select exists (select from settings where name = '${SETTING}' and value = '"${PACKED}"') as is_packed`,
    [],
  )
  return row?.is_packed ? AS_PACKED : AS_SENT
}
