// The time of a simulation. It begins at 14:00 in Chicago. `simulate` always begins on a Sunday, so that the same seed has the same
// weekends. Days are numbered from the first one. The steps at a place are planned in its local time.
import { localMoment } from '@backhaul/core/local-time.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const DAYS_OF_WEEK = 7
const BEGINS = ['14:00', 'America/Chicago'] as const

/** The length of a tick. Clocks advance tick by tick. */
export const TICK_MS = HOUR_MS
export const TICKS_A_DAY = DAY_MS / TICK_MS

/** Returns the first possible start of a simulation at or after `now`. */
export const firstStart = (now_ms: number): number => {
  for (let at_ms = now_ms - DAY_MS; ; at_ms += DAY_MS) {
    const day = new Date(at_ms)
    if (day.getUTCDay() !== 0) continue
    const start_ms = localMoment(day.toISOString().slice(0, 10), ...BEGINS)
    if (start_ms >= now_ms) return start_ms
  }
}

/** Returns the last possible start that is at least `days` days before `now`. It may be on any weekday. */
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

  /** Returns the moment at which a minute of the day begins in a time zone. */
  at(date: number, minute: number, timezone: string): number {
    return this.#midnight_ms + date * DAY_MS + minute * MINUTE_MS + this.#offset(date, timezone)
  }

  /** Returns the date in a time zone at a moment. */
  dateOf(at_ms: number, timezone: string): number {
    const near = Math.floor((at_ms - this.#midnight_ms) / DAY_MS)
    return Math.floor((at_ms - this.#offset(near, timezone) - this.#midnight_ms) / DAY_MS)
  }

  /** Returns the end of this tick. The first tick ends an hour after the start. */
  tickEnd(tick: number): number {
    return this.start_ms + (tick + 1) * TICK_MS
  }

  /** Returns a tick. A step planned for this moment is sent to the service at the end of that tick. */
  tickOf(at_ms: number): number {
    return Math.ceil((at_ms - this.start_ms) / TICK_MS) - 1
  }

  /** Returns the time zone's offset at noon. Clocks change only at night. */
  #offset(date: number, timezone: string): number {
    const key = `${timezone} ${date}`
    const known = this.#offsets.get(key)
    if (known !== undefined) return known
    const offset = localMoment(this.dateText(date), '12:00', timezone) - (this.#midnight_ms + date * DAY_MS + 12 * HOUR_MS)
    this.#offsets.set(key, offset)
    return offset
  }
}
