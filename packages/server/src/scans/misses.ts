// Counts codes that name no parcel, for each session of a counter or handler. Where numbers are consecutive, a session could find other
// parcels by counting up. After 20 misses within 10 minutes, the session may look up one code every 10 seconds, until the misses are older.
// Parcels in hand are not affected, nor are scans that name a parcel by its id, which cannot be guessed. The counts are in the database, for
// all processes and machines.
import { type Refusal, refuse } from '../domain/refusal.ts'
import { iso } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import type { Caller } from '../service/key-cache.ts'
import { reachOf } from '../service/reach.ts'
import type { Service } from '../service/service.ts'

export const MOST_MISSES = 20
export const MISSES_WINDOW_MS = 10 * 60_000
export const SLOW_MS = 10_000

/** `recent`: times of the newest misses, oldest first. */
interface Misses {
  recent: string[]
  looked_up_at: string
}

/** The session whose misses count; null: the caller sees all parcels of its tenant anyway. */
export const guesserOf = (caller: Caller): string | null => (reachOf(caller).hands === null ? null : (caller.key.session?.id ?? null))

const recentOf = ({ recent }: Misses, now_ms: number): number => recent.filter((at) => Date.parse(at) > now_ms - MISSES_WINDOW_MS).length

/** One statement, so that simultaneous requests cannot all pass. Returns and counts nothing for a session that has to wait. */
const ADMIT = `
  insert into session_misses as m (session_id, misses, recent, looked_up_at)
  values ($1, $2::int, array_fill($3::timestamptz, array[least($2::int, ${MOST_MISSES})]), $3::timestamptz)
  on conflict (session_id) do update
    set misses = m.misses + $2::int, looked_up_at = $3::timestamptz,
        recent = (m.recent || excluded.recent)[greatest(1, cardinality(m.recent) + cardinality(excluded.recent) - ${MOST_MISSES - 1}):]
    where cardinality(m.recent) < ${MOST_MISSES} or m.recent[1] <= $3::timestamptz - interval '${MISSES_WINDOW_MS} milliseconds'
       or m.looked_up_at <= $3::timestamptz - interval '${SLOW_MS} milliseconds'
  returning session_id`

const read = (db: Database, session_id: string): Promise<Misses | null> =>
  db.one<Misses>('session_misses', 'select recent, looked_up_at from session_misses where session_id = $1', [session_id])

const slowDown = (looked_up_ms: number, now_ms: number): Refusal => {
  const retry_after_s = Math.max(1, Math.ceil((looked_up_ms + SLOW_MS - now_ms) / 1000))
  const message = `More than ${MOST_MISSES} codes that you scanned lately name no parcel; wait ${retry_after_s} seconds, then scan this code again.`
  return refuse('rate_limited', message, { limit: MOST_MISSES, retry_after_s })
}

/** Counts look-ups of a session by code that found nothing in its hands, `misses` of which found nothing at all. A refusal: it has to wait. */
export const countLookUp = async (
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  session_id: string | null,
  misses: number,
): Promise<Refusal | null> => {
  if (session_id === null) return null
  const now_ms = clock.now()
  const known = await read(db, session_id)
  // A look-up that found something is only written down for a session that is slowed.
  if (misses === 0 && (known === null || recentOf(known, now_ms) < MOST_MISSES)) return null
  if (await db.one('session_misses_admit', ADMIT, [session_id, misses, iso(now_ms)])) return null
  return slowDown(known ? Date.parse(known.looked_up_at) : now_ms, now_ms)
}

/** How many look-ups one request may make before the session is slowed: in all, and without a result. */
export const lookUpsLeft = async (
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  session_id: string,
): Promise<{ look_ups: number; misses: number }> => {
  const known = await read(db, session_id)
  const misses = MOST_MISSES - (known ? recentOf(known, clock.now()) : 0)
  return misses > 0 ? { look_ups: Number.POSITIVE_INFINITY, misses } : { look_ups: 1, misses: 1 }
}

/** Of scans that come after those of `lookUpsLeft`. */
export const LATER = slowDown(SLOW_MS, SLOW_MS)
