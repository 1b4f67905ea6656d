// Formats dates, money and distances for a language and a country.
import { type Money, moneyText } from '@backhaul/core/money.ts'
import { type Hours, WEEKDAYS } from '@backhaul/core/network.ts'
import type { Language } from './language.ts'

const KM_PER_MILE = 1.609344
/** Countries that give road distances in miles. */
const IN_MILES = new Set(['US', 'GB', 'LR', 'MM'])

export class Formats {
  readonly #locale: string
  readonly #country: string
  /** IANA name of the time zone. */
  readonly timezone: string
  /** Cached, because making a format takes longer than using it a hundred times. */
  readonly #made = new Map<string, Intl.DateTimeFormat>()
  #countries: Intl.DisplayNames | null = null
  #order: Intl.Collator | null = null

  constructor(language: Language, country: string, timezone: string) {
    this.#locale = `${language}-${country}`
    this.#country = country
    this.timezone = timezone
  }

  #format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const made = this.#made.get(name) ?? new Intl.DateTimeFormat(this.#locale, options)
    this.#made.set(name, made)
    return made
  }

  /** `timezone` is the time zone of the event, if it differs from that of the page. */
  day(at: string, timezone = this.timezone): string {
    return this.#format(`day ${timezone}`, { dateStyle: 'long', timeZone: timezone }).format(new Date(at))
  }

  /** Formats a date such as `2026-11-20`. Such a date does not depend on a time zone. */
  date(day: string): string {
    return new Intl.DateTimeFormat(this.#locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  }

  moment(at: string, timezone = this.timezone): string {
    const parts = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
    return this.#format(`moment ${timezone}`, { ...parts, timeZone: timezone }).format(new Date(at))
  }

  money(amount: Money, currency: string): string {
    return moneyText(amount, currency, { locale: this.#locale })
  }

  /** Length in km of the unit in which the country gives road distances: a mile or a kilometer. */
  get unit_km(): number {
    return IN_MILES.has(this.#country) ? KM_PER_MILE : 1
  }

  distance(km: number): string {
    const value = km / this.unit_km
    const unit = this.unit_km === 1 ? 'kilometer' : 'mile'
    const digits = { maximumFractionDigits: value < 10 ? 1 : 0 }
    return new Intl.NumberFormat(this.#locale, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(value)
  }

  country(code: string): string {
    this.#countries ??= new Intl.DisplayNames([this.#locale], { type: 'region' })
    return this.#countries.of(code) ?? code
  }

  /** Compares in the language's alphabetical order. */
  compare(a: string, b: string): number {
    this.#order ??= new Intl.Collator(this.#locale)
    return this.#order.compare(a, b)
  }

  #weekday(index: number): string {
    // January 5, 2026 is a Monday.
    return this.#format('weekday', { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 5 + index)))
  }

  #time(text: string): string {
    const [hour = 0, minute = 0] = text.split(':').map(Number)
    return this.#format('time', { timeStyle: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 5, hour, minute))
  }

  /** Returns a line for each run of days with the same hours. `closed` is the word for a day without hours. */
  hours(hours: Hours, closed: string): string[] {
    const times = WEEKDAYS.map(
      (day) => (hours[day] ?? []).map(([from, to]) => `${this.#time(from)}–${this.#time(to)}`).join(', ') || closed,
    )
    const lines: string[] = []
    for (let first = 0; first < times.length; ) {
      let last = first
      while (last + 1 < times.length && times[last + 1] === times[first]) last++
      const days = first === last ? this.#weekday(first) : `${this.#weekday(first)}–${this.#weekday(last)}`
      lines.push(`${days}: ${times[first]}`)
      first = last + 1
    }
    return lines
  }
}
