// A database that was restored must not send anything to anybody before somebody has said so: the one that it is a copy of may still run, and
// what was pending in the backup has long been sent. So a database knows where it is, and holds its deliveries when it finds itself elsewhere
// (ADR 12).
import type pg from 'pg'
import type { Database } from './db.ts'

/** Rows of `settings`. */
export const HOLD = 'deliveries_hold'
const PLACE = 'database_place'

/** Why nothing is sent to webhooks, and since when (ISO 8601); without them it is. */
export interface Hold {
  since?: string
  reason?: string
}

/** SQL: whether deliveries are held. */
export const IS_HELD = `exists (select from settings where name = '${HOLD}' and value ->> 'since' is not null)`

export const REMEDY = 'when it is to send, run `backhaul restore --activate`'

export const readHold = async (db: Pick<Database, 'one'>): Promise<Required<Hold> | null> => {
  const row = await db.one<{ value: Hold }>('hold', 'select value from settings where name = $1', [HOLD])
  return row?.value.since === undefined ? null : (row.value as Required<Hold>)
}

/** The cluster and the database within it. A rename changes neither; a dump that is restored, a copy and an upgraded cluster have others. */
const PLACES = `
  select (select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database()) as here,
         (select value ->> 'place' from settings where name = '${PLACE}') as before`
/** Somebody else's PostgreSQL may keep that to itself. */
const NOT_TOLD = '42501'

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
    if ((error as { code?: string }).code === NOT_TOLD) return null
    throw error
  }
}

/**
 * Holds deliveries if the database was restored: if it was elsewhere before, or `restored` says why it is known to be. Returns the reason if
 * they are held by this. To be called when the schema is up to date, before anything is sent. Of several processes that do at once each may.
 */
export const holdIfRestored = async (client: pg.ClientBase, restored: string | null): Promise<string | null> => {
  const places = await placesOf(client)
  const hasMoved = places !== null && places.before !== null && places.before !== places.here
  const reason = restored ?? (hasMoved ? 'the database was restored or moved' : null)
  // First the hold: whoever is killed in between does it again.
  const isHeld = reason !== null && ((await client.query(BEGIN_HOLD, [reason])).rowCount ?? 0) > 0
  if (places !== null && places.before !== places.here) await client.query(NOTE, [places.here])
  return isHeld ? reason : null
}
