// The database's records of objects. Each put uses a new name, and an object marked for removal can never be needed again. So a process
// that was suspended during a removal can do no harm when it continues (ADR 11).
import type { Row } from '@backhaul/core/tables.ts'
import type { Update } from '../commit/plan.ts'
import type { Database } from '../database/db.ts'
import { IS_HELD } from '../database/hold.ts'
import { newId } from '../process/ids.ts'
import { type Objects, sha256Of } from './objects.ts'

/**
 * A row of `objects`. `remove_after` is null if something needs the object. `claimed_until` is the time until which a process may remove
 * the object that it has claimed.
 */
export type ObjectRow = Row<'objects'>

/** Hours after which an object that nothing needs is removed. Putting an object and committing its use takes far less time. */
const LOOSE_HOURS = 1
/**
 * Days for which an object is kept after the row that needed it is gone. If the database is restored to a point within this time, it still
 * finds its objects (docs/operating/backup.md).
 */
export const RETENTION_DAYS = 30
/** Time in which a process must remove the objects that it claimed. After that, another process may claim them. */
const CLAIM_MINUTES = 5
const BATCH = 50

/**
 * Stores bytes as a new object that nothing needs yet. The caller commits `needed` together with the row that refers to the object.
 * Otherwise the object is removed after an hour. `folder` is the prefix of the object's name. Errors: ObjectsAway.
 */
export const putLoose = async (db: Database, objects: Objects, folder: string, bytes: Uint8Array): Promise<ObjectRow> => {
  const random = newId('object')
  const stored = { id: `${folder}/${random.slice(-2)}/${random}`, sha256: sha256Of(bytes), size: bytes.length }
  const text = `insert into objects (id, sha256, size, remove_after) values ($1, $2, $3, now() + interval '${LOOSE_HOURS} hours') returning *`
  const [row] = await db.query<ObjectRow>('object_loose', text, [stored.id, stored.sha256, stored.size])
  await objects.put(stored, bytes)
  return row as ObjectRow
}

/** The commit is refused if another process is about to remove the object. */
export const needed = (row: ObjectRow): Update => ['objects', { ...row, remove_after: null, version: row.version + 1 }]

/**
 * Claims some objects that are due for removal, for a limited time. A claimed object can no longer be needed. While the database is a copy,
 * no objects are claimed, because the original database may need them.
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

/** Deletes the rows of removed objects. */
export const forget = async (db: Database, removed: readonly Pick<ObjectRow, 'id' | 'version'>[]): Promise<void> => {
  await db.query(
    'objects_forget',
    `delete from objects o using unnest($1::text[], $2::int[]) r (id, version) where o.id = r.id and o.version = r.version`,
    [removed.map(({ id }) => id), removed.map(({ version }) => String(version))],
  )
}
