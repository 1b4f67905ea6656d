// A restored database must not send anything until an operator allows it (ADR 12): the original may still run, and the deliveries that were
// pending in the backup were sent long ago. So each database stores the place where it runs. When the place has changed, deliveries are
// held.
import type pg from 'pg'
import type { Database } from './db.ts'

/** Names of rows in `settings`. */
export const HOLD = 'deliveries_hold'
const PLACE = 'database_place'

/** Why webhook deliveries are held, and since when (ISO 8601). Both are absent while deliveries are sent. */
export interface Hold {
  since?: string
  reason?: string
}

/** SQL: whether deliveries are held. */
export const IS_HELD = `exists (select from settings where name = '${HOLD}' and value ->> 'since' is not null)`

export const REMEDY = 'to allow sending, run `backhaul restore --activate`'

export const readHold = async (db: Pick<Database, 'one'>): Promise<Required<Hold> | null> => {
  const row = await db.one<{ value: Hold }>('hold', 'select value from settings where name = $1', [HOLD])
  return row?.value.since === undefined ? null : (row.value as Required<Hold>)
}

/**
 * The place of a database: the cluster, and the database within it. Renaming changes neither. A restored dump, a copy and an upgraded
 * cluster have another place.
 */
const PLACES = `
  select (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as here,
         (select value ->> 'place' from settings where name = '${PLACE}') as before`
/** A managed PostgreSQL service may not allow reading the system identifier. */
const PERMISSION_DENIED = '42501'

const NOTE = `
  insert into settings (name, value) values ('${PLACE}', jsonb_build_object('place', $1::text))
  on conflict (name) do update set value = excluded.value`

const BEGIN_HOLD = `
  insert into settings (name, value) values ('${HOLD}', jsonb_build_object('since', now(), 'reason', $1::text))
  on conflict (name) do update set value = excluded.value where settings.value ->> 'since' is null`

interface Places {
  here: string
  before: string | null
}

const placesOf = async (client: pg.ClientBase): Promise<Places | null> => {
  try {
    return (await client.query<Places>(PLACES)).rows[0] ?? null
  } catch (error) {
    if ((error as { code?: string }).code === PERMISSION_DENIED) return null
    throw error
  }
}

/**
 * Holds deliveries if the database was restored, which is the case if its place differs from the stored one or if the caller gives the
 * reason (`restored`). Returns the reason if this call began the hold. Call it when the schema is up to date and before anything is sent.
 * Several processes may call it at once.
 */
export const holdIfRestored = async (client: pg.ClientBase, restored: string | null): Promise<string | null> => {
  const places = await placesOf(client)
  const hasMoved = places !== null && places.before !== null && places.before !== places.here
  const reason = restored ?? (hasMoved ? 'the database was restored or moved' : null)
  // The hold is stored before the new place. If the process is killed between the two statements, the next start repeats both.
  const isHeld = reason !== null && ((await client.query(BEGIN_HOLD, [reason])).rowCount ?? 0) > 0
  if (places !== null && places.before !== places.here) await client.query(NOTE, [places.here])
  return isHeld ? reason : null
}
