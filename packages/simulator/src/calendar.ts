// The time of a simulation. It begins at two in the afternoon in Chicago. `simulate` begins on a Sunday, whatever day it really is, so that the
// same seed meets the same weekends. Days are numbered from the first one on; what happens at a place is planned in the place's own time.
import { localMoment } from '@backhaul/core/local-time.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const DAYS_OF_WEEK = 7
const BEGINS = ['14:00', 'America/Chicago'] as const

/** What the simulation does together: clocks are advanced by this much. */
export const TICK_MS = HOUR_MS
export const TICKS_A_DAY = DAY_MS / TICK_MS

/** The first moment at which a simulation can begin, from `now` on. */
export const firstStart = (now_ms: number): number => {
  for (let at_ms = now_ms - DAY_MS; ; at_ms += DAY_MS) {
    const day = new Date(at_ms)
    if (day.getUTCDay() !== 0) continue
    const start_ms = localMoment(day.toISOString().slice(0, 10), ...BEGINS)
    if (start_ms >= now_ms) return start_ms
  }
}

/** The last moment at which a simulation can begin so many days before `now`, on whichever weekday. */
export const startBefore = (now_ms: number, days: number): number => {
  for (let at_ms = now_ms - (days - 1) * DAY_MS; ; at_ms -= DAY_MS) {
    const start_ms = localMoment(new Date(at_ms).toISOString().slice(0, 10), ...BEGINS)
    if (start_ms <= now_ms - days * DAY_MS) return start_ms
  }
}

export class Calendar {
  readonly start_ms: number
  readonly #midnight_ms: number
  readonly #firstWeekday: number
  readonly #offsets = new Map<string, number>()

  constructor(start_ms: number) {
    this.start_ms = start_ms
    this.#midnight_ms = Math.floor(start_ms / DAY_MS) * DAY_MS
    this.#firstWeekday = new Date(this.#midnight_ms).getUTCDay() + DAYS_OF_WEEK - 1
  }

  /** YYYY-MM-DD */
  dateText(date: number): string {
    return new Date(this.#midnight_ms + date * DAY_MS).toISOString().slice(0, 10)
  }

  /** 0 is Monday, 6 Sunday. */
  weekday(date: number): number {
    return (((date + this.#firstWeekday) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK
  }

  /** The moment of a minute of the day in a time zone. */
  at(date: number, minute: number, timezone: string): number {
    return this.#midnight_ms + date * DAY_MS + minute * MINUTE_MS + this.#offset(date, timezone)
  }

  /** The date in a time zone at a moment. */
  dateOf(at_ms: number, timezone: string): number {
    const near = Math.floor((at_ms - this.#midnight_ms) / DAY_MS)
    return Math.floor((at_ms - this.#offset(near, timezone) - this.#midnight_ms) / DAY_MS)
  }

  /** The end of this tick; the first one ends an hour after the beginning. */
  tickEnd(tick: number): number {
    return this.start_ms + (tick + 1) * TICK_MS
  }

  /** The tick in which something that happens at this moment is told. */
  tickOf(at_ms: number): number {
    return Math.ceil((at_ms - this.start_ms) / TICK_MS) - 1
  }

  /** As it is at noon: days on which clocks change do so at night. */
  #offset(date: number, timezone: string): number {
    const key = `${timezone} ${date}`
    const known = this.#offsets.get(key)
    if (known !== undefined) return known
    const offset = localMoment(this.dateText(date), '12:00', timezone) - (this.#midnight_ms + date * DAY_MS + 12 * HOUR_MS)
    this.#offsets.set(key, offset)
    return offset
  }
}
