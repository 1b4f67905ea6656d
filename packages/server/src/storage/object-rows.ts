// What the database knows of the objects. Their names are new for each put, so that no name is ever put again, and what was to be removed
// cannot be needed again: a process that was asleep while it removed something takes nothing away from anybody (ADR 11).
import type { Row } from '@backhaul/core/tables.ts'
import type { Update } from '../commit/plan.ts'
import type { Database } from '../database/db.ts'
import { IS_HELD } from '../database/hold.ts'
import { newId } from '../process/ids.ts'
import { type Objects, sha256Of } from './objects.ts'

/** One row of `objects`. `remove_after`: null: something needs it. `claimed_until`: until then a process is removing it. */
export type ObjectRow = Row<'objects'>

/** A put, and the commit of what needs it, take less by far. */
const LOOSE_HOURS = 1
/** After the row that needed it. A database that is restored to a moment of this time finds its objects (docs/operating/backup.md). */
export const KEPT_DAYS = 30
/** A process that removes some has them for so long; then another one does. */
const CLAIM_MINUTES = 5
const BATCH = 50

/**
 * Puts bytes into a new object that nothing needs yet: whoever does commits `needed` with what names it, and otherwise it is removed after
 * an hour. `folder`: the beginning of its name. Errors: ObjectsAway.
 */
export const putLoose = async (db: Database, objects: Objects, folder: string, bytes: Uint8Array): Promise<ObjectRow> => {
  const random = newId('object')
  const stored = { id: `${folder}/${random.slice(-2)}/${random}`, sha256: sha256Of(bytes), size: bytes.length }
  const text = `insert into objects (id, sha256, size, remove_after) values ($1, $2, $3, now() + interval '${LOOSE_HOURS} hours') returning *`
  const [row] = await db.query<ObjectRow>('object_loose', text, [stored.id, stored.sha256, stored.size])
  await objects.put(stored, bytes)
  return row as ObjectRow
}

/** Refused by the commit if somebody is about to remove it. */
export const needed = (row: ObjectRow): Update => ['objects', { ...row, remove_after: null, version: row.version + 1 }]

/**
 * Some of those that are to go now, which no other process removes for a while. They can no longer be needed. None while the database is a
 * copy: what it is a copy of may need them.
 */
export const claimLoose = (db: Database): Promise<Pick<ObjectRow, 'id' | 'version'>[]> =>
  db.query(
    'objects_claim',
    `update objects set claimed_until = now() + interval '${CLAIM_MINUTES} minutes', version = version + 1
      where id = any (array (
        select id from objects where remove_after < now() and (claimed_until is null or claimed_until < now())
         order by remove_after limit ${BATCH} for update skip locked)) and not ${IS_HELD}
     returning id, version`,
  )

/** Those that are removed. */
export const forget = async (db: Database, removed: readonly Pick<ObjectRow, 'id' | 'version'>[]): Promise<void> => {
  await db.query(
    'objects_forget',
    `delete from objects o using unnest($1::text[], $2::int[]) r (id, version) where o.id = r.id and o.version = r.version`,
    [removed.map(({ id }) => id), removed.map(({ version }) => String(version))],
  )
}
