import { type Calendar, calendarOf, type StoredCalendar } from '@backhaul/core/calendar.ts'
import { countedTimezone } from '@backhaul/core/regions.ts'
import type { Database } from '../database/db.ts'

export interface ListedCalendar {
  country: string
  hash: string
}

/**
 * SQL: the calendars of markets with a hash instead of their content, which is cached. Calendars of stores are separate rows, read with
 * their store.
 */
export const MARKET_CALENDARS = `(select coalesce(json_agg(json_build_object('country', subject, 'hash', md5(content::text))), '[]')
    from calendars where subject ~ '^[A-Z]{2}$')`

/** Reads and compiles the content of a calendar once per process, until it changes. */
export class CalendarCache {
  readonly #db: Database
  #known = new Map<string, { hash: string; calendar: Calendar }>()

  constructor(db: Database) {
    this.#db = db
  }

  /** The calendars, keyed by country. */
  async of(listed: readonly ListedCalendar[]): Promise<ReadonlyMap<string, Calendar>> {
    const known = new Map<string, { hash: string; calendar: Calendar }>()
    for (const { country, hash } of listed) {
      const before = this.#known.get(country)
      if (before?.hash === hash) {
        known.set(country, before)
        continue
      }
      // The calendar may have changed since it was listed. In that case the next call finds another hash and reads the calendar again.
      const row = await this.#db.one<{ content: StoredCalendar }>('calendar_content', 'select content from calendars where subject = $1', [
        country,
      ])
      if (!row) continue
      const { timezone } = row.content
      const content = { ...row.content, timezone: timezone === null ? null : countedTimezone({ country, timezone }) }
      known.set(country, { hash, calendar: calendarOf(content) })
    }
    this.#known = known
    return new Map([...known].map(([country, { calendar }]) => [country, calendar]))
  }
}
