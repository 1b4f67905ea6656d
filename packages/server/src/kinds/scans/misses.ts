// Counts the codes that match no parcel, for each person at a counter or handler. Otherwise a person could find parcels with consecutive
// numbers by trying one number after another. After 20 misses within 10 minutes, the person may look up only one code every 10 seconds,
// until the misses are older than 10 minutes. For codes of other networks the limit is 60 misses, because a counter may scan a shelf of
// such parcels. A code that one of this network's carriers could have issued counts toward the limit of 20. The limits do not apply to
// parcels in hand, nor to scans by parcel id, because an id cannot be guessed. The counts are in the database and apply across all
// processes and machines.

import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Database } from '../../database/db.ts'
import { iso } from '../../process/clock.ts'
import type { Caller } from '../../service/key-cache.ts'
import { reachOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { sha256 } from '../../storage/secrets.ts'

export const MAX_MISSES = 20
export const MAX_FOREIGN_MISSES = 60
export const MISSES_WINDOW_MS = 10 * 60_000
export const SLOW_MS = 10_000

/** `recent`: times of the newest misses, oldest first. `recent_foreign`: the same for codes of other networks. */
type Misses = Pick<Row<'person_misses'>, 'recent' | 'recent_foreign' | 'looked_up_at'>

/**
 * The person whose misses are counted; service/sessions.ts has the same rule in SQL. Null: the caller may see all parcels of its tenant
 * anyway.
 */
export const limitedPersonOf = (caller: Caller): string | null => {
  const { email, partner_id, session } = caller.key
  if (reachOf(caller).hands === null || !session) return null
  const { issuer, subject, store_id } = session
  const person = issuer === null ? ['link', partner_id ?? '', store_id ?? '', email] : ['provider', issuer, subject]
  return sha256(person.join('\n')).toString('hex')
}

const within = (times: readonly string[], now_ms: number): number => times.filter((at) => Date.parse(at) > now_ms - MISSES_WINDOW_MS).length
const isSlowed = ({ recent, recent_foreign }: Misses, now_ms: number): boolean =>
  within(recent, now_ms) >= MAX_MISSES || within(recent_foreign, now_ms) >= MAX_FOREIGN_MISSES

const WINDOW = `interval '${MISSES_WINDOW_MS} milliseconds'`
const newest = (column: string, most: number): string =>
  `(m.${column} || excluded.${column})[greatest(1, cardinality(m.${column}) + cardinality(excluded.${column}) - ${most - 1}):]`
const hasRoom = (column: string, most: number): string =>
  `(cardinality(m.${column}) < ${most} or m.${column}[1] <= $3::timestamptz - ${WINDOW})`

/** A single statement, so that simultaneous requests cannot all pass. If the person has to wait, it returns no row and counts nothing. */
const ADMIT = `
  insert into person_misses as m (person, misses, recent, recent_foreign, looked_up_at)
  values ($1, $2::int, array_fill($3::timestamptz, array[least($2::int, ${MAX_MISSES})]), array_fill($3::timestamptz, array[$4::int]),
          $3::timestamptz)
  on conflict (person) do update
    set misses = m.misses + $2::int, looked_up_at = $3::timestamptz,
        recent = ${newest('recent', MAX_MISSES)}, recent_foreign = ${newest('recent_foreign', MAX_FOREIGN_MISSES)}
    where ${hasRoom('recent', MAX_MISSES)} and ${hasRoom('recent_foreign', MAX_FOREIGN_MISSES)}
       or m.looked_up_at <= $3::timestamptz - interval '${SLOW_MS} milliseconds'
  returning person`

const read = (db: Database, person: string): Promise<Misses | null> =>
  db.one<Misses>('person_misses', 'select recent, recent_foreign, looked_up_at from person_misses where person = $1', [person])

const slowDown = (looked_up_ms: number, now_ms: number): Refusal => {
  const retry_after_s = Math.max(1, Math.ceil((looked_up_ms + SLOW_MS - now_ms) / 1000))
  const message = `Too many codes that you scanned recently match no parcel of this network; wait ${retry_after_s} seconds, then scan this code again.`
  return refuse('rate_limited', message, { limit: MAX_MISSES, retry_after_s })
}

/**
 * Counts look-ups by code that found nothing in this person's hands. `misses` is the number of look-ups that found no parcel at all. If a
 * single code of another network was looked up, `foreign` is 1 and counts instead of `misses`. Returns a refusal if the person has to wait.
 */
export const countLookUp = async (
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  person: string | null,
  { misses = 0, foreign = 0 }: { misses?: number; foreign?: 0 | 1 },
): Promise<Refusal | null> => {
  if (person === null) return null
  const now_ms = clock.now()
  const known = await read(db, person)
  // A look-up with a result is recorded only for a person who is slowed down.
  if (misses + foreign === 0 && (known === null || !isSlowed(known, now_ms))) return null
  if (await db.one('person_misses_admit', ADMIT, [person, misses, iso(now_ms), foreign])) return null
  return slowDown(known ? Date.parse(known.looked_up_at) : now_ms, now_ms)
}

/**
 * Number of look-ups that one request may make before the person is slowed down: `look_ups` in total, of which `misses` may find nothing.
 */
export const lookUpsLeft = async (
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  person: string,
): Promise<{ look_ups: number; misses: number }> => {
  const known = await read(db, person)
  const now_ms = clock.now()
  const misses = MAX_MISSES - (known ? within(known.recent, now_ms) : 0)
  return !known || !isSlowed(known, now_ms) ? { look_ups: Number.POSITIVE_INFINITY, misses } : { look_ups: 1, misses: 1 }
}

/** The refusal of scans beyond the number that `lookUpsLeft` allows. */
export const LATER = slowDown(SLOW_MS, SLOW_MS)
