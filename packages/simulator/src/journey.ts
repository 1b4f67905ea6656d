import type { ScanKind } from '@backhaul/core/transitions.ts'
import { type Calendar, DAY_MS, HOUR_MS, MINUTE_MS, TICK_MS } from './calendar.ts'
import { clerkOf } from './people.ts'
import type { Counter } from './places.ts'
import type { Random } from './random.ts'
import type { Act, At, Step } from './steps.ts'

const SATURDAY = 5
const SUNDAY = 6
/** Carriers collect at 6:30. Parcels must be sorted an hour earlier. */
const HAND_OVER_MINUTE = 6 * 60 + 30
const MIN_OPEN_MINUTES = 15
const LONGEST_CLOSED_DAYS = 14

/** Builds the steps of one parcel, one after another. */
export class Journey {
  readonly steps: Step[]
  readonly calendar: Calendar
  readonly random: Random
  /** Time of the last step. */
  at_ms: number

  constructor(calendar: Calendar, random: Random, at_ms: number, steps: Step[] = []) {
    this.steps = steps
    this.calendar = calendar
    this.random = random
    this.at_ms = at_ms
  }

  /** Starts a parallel sequence of steps for the same parcel. */
  fork(): Journey {
    return new Journey(this.calendar, this.random, this.at_ms, this.steps)
  }

  /** Waits for a random time between these limits. */
  wait(least_ms: number, most_ms: number): this {
    this.at_ms += this.random.whole(Math.ceil(least_ms / MINUTE_MS), Math.floor(most_ms / MINUTE_MS)) * MINUTE_MS + this.#seconds()
    return this
  }

  act(act: Act): this {
    this.steps.push({ ...act, at_ms: this.at_ms })
    return this
  }

  /** Adds a scan that is sent at once. */
  scan(kind: ScanKind, where: At, fields: Record<string, unknown> = {}, photo = false): this {
    return this.act(this.#scanned(kind, where, fields, photo))
  }

  /** Adds a scan by a device that is offline. The scan is sent `delay_ms` later, and later steps do not wait for it. */
  scanOffline(kind: ScanKind, where: At, delay_ms: number): this {
    this.steps.push({ ...this.#scanned(kind, where, {}, false), at_ms: this.at_ms + delay_ms })
    return this
  }

  #scanned(kind: ScanKind, where: At, fields: Record<string, unknown>, photo: boolean): Act {
    const place = where.store ?? where.facility
    const scanner = place === undefined ? {} : clerkOf(this.random, place)
    return { do: 'scan', kind, where, occurred_ms: this.at_ms, fields: { ...scanner, ...fields }, ...(photo && { photo }) }
  }

  /** Moves to a random minute when the counter is open: today, or on the next day that it opens. */
  untilOpen({ hours, timezone, closed_on }: Counter): this {
    const { calendar, random } = this
    const first = calendar.dateOf(this.at_ms, timezone)
    for (let date = first; date < first + LONGEST_CLOSED_DAYS; date++) {
      if (date === closed_on) continue
      const midnight = calendar.at(date, 0, timezone)
      const earliest = Math.ceil((this.at_ms - midnight) / MINUTE_MS)
      const open = (hours[calendar.weekday(date)] ?? [])
        .map(([from, to]) => [Math.max(from, earliest), to - 1] as const)
        .filter(([from, to]) => to - from >= MIN_OPEN_MINUTES)
      if (open.length === 0) continue
      const [from, to] = open[random.weighted(open.map(([opens, closes]) => closes - opens))] as (typeof open)[number]
      return this.#moveTo(midnight + random.whole(from, to) * MINUTE_MS)
    }
    throw new Error('a counter never opens')
  }

  /** Moves to the driver's next visit. There are no visits on Sundays and on days when the counter is closed. */
  untilVisit(counter: Counter): this {
    const { calendar } = this
    const { timezone, hours, visit, closed_on } = counter
    for (let date = calendar.dateOf(this.at_ms, timezone); ; date++) {
      const weekday = calendar.weekday(date)
      const at = calendar.at(date, visit, timezone)
      if (date === closed_on) continue
      if (at >= this.at_ms && weekday !== SUNDAY && (hours[weekday] ?? []).length > 0) return this.#moveTo(at)
    }
  }

  /** Moves to the carrier's next collection, which is at the same minute for all parcels of a facility. */
  untilHandOver(timezone: string): this {
    const { calendar } = this
    for (let date = calendar.dateOf(this.at_ms, timezone); ; date++) {
      const at = calendar.at(date, HAND_OVER_MINUTE, timezone)
      if (at - HOUR_MS < this.at_ms || calendar.weekday(date) === SUNDAY) continue
      this.at_ms = at
      return this
    }
  }

  /** Returns the delivery date after `days` working days. `saturdays`: whether Saturday is a working day. */
  deliveryDate(days: number, timezone: string, saturdays: boolean): number {
    const isFree = (weekday: number): boolean => weekday === SUNDAY || (weekday === SATURDAY && !saturdays)
    let date = this.calendar.dateOf(this.at_ms, timezone)
    for (let left = days; left > 0; ) if (!isFree(this.calendar.weekday(++date))) left--
    return date
  }

  /** Moves to a random minute of the date, between these limits. */
  untilMinute(date: number, timezone: string, least: number, most: number): this {
    return this.#moveTo(this.calendar.at(date, this.random.whole(least, most), timezone))
  }

  /** Returns the number of nights before the date. Each night has a scan in transit. */
  nights(date: number, timezone: string): number {
    return Math.max(0, Math.floor((this.calendar.at(date, 0, timezone) - this.at_ms) / DAY_MS))
  }

  /** Moves to the next tick. Steps in the same tick may be sent in another order. */
  afterTick(): this {
    this.at_ms += TICK_MS
    return this
  }

  #moveTo(at_ms: number): this {
    this.at_ms = Math.max(at_ms + this.#seconds(), this.at_ms)
    return this
  }

  #seconds(): number {
    return this.random.whole(0, 59) * 1000
  }
}
