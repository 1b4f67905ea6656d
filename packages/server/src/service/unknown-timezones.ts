import { isTimezone } from '@backhaul/core/local-time.ts'
import type { Database } from '../database/db.ts'

const MAX_NAMED = 10

interface Row {
  kind: string
  name: string
  timezone: string
}

const IN_USE = `
  select distinct timezone from (
    select timezone from stores union select timezone from facilities union select content->>'timezone' from calendars) x
   where timezone is not null`

const PLACES = `
  select * from (
    (select 'store' as kind, code as name, timezone from stores where timezone = any($1) order by code limit $2)
    union all (select 'facility', code, timezone from facilities where timezone = any($1) order by code limit $2)
    union all (select 'calendar', subject, content->>'timezone' from calendars where content->>'timezone' = any($1) order by subject limit $2)) x
   limit $2`

/**
 * Warnings for operators about places with an unknown time zone: one line for each of the first 10 places. A time zone may become unknown
 * because time zone databases add and remove names. Such a place uses the time zone of its address, or else UTC.
 */
export const timezoneWarnings = async (db: Database): Promise<string[]> => {
  const zones = await db.query<{ timezone: string }>('timezones_in_use', IN_USE)
  const unknown = zones.map(({ timezone }) => timezone).filter((timezone) => !isTimezone(timezone))
  if (unknown.length === 0) return []
  const places = await db.query<Row>('timezones_unknown', PLACES, [unknown, MAX_NAMED])
  return places.map(
    ({ kind, name, timezone }) =>
      `the time zone ${timezone} of ${kind} ${name} is not an IANA name such as America/New_York; until you set one, the time zone of its address is used, or else UTC`,
  )
}
