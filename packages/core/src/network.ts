import type { Calendar } from './calendar.ts'
import type { AdapterName, CarrierCodes } from './carrier-scan.ts'
import type { CarrierNumbering, StoredNumbering } from './numbering.ts'
import type { Policy } from './policy.ts'
import type { RateTables } from './rating.ts'
import type { Address } from './shipment.ts'

export interface Carrier {
  code: string
  name: string
  active: boolean
  /** Where its tracking numbers come from; null: they are random. */
  numbers: CarrierNumbering | null
  adapter: AdapterName
  /** What its codes mean in reports; null: none is known. */
  codes: CarrierCodes | null
  /** Where its service answers; null: it has none. */
  url: string | null
}

export interface Facility {
  code: string
  name: string
  line1: string | null
  city: string
  state: string | null
  /** Empty where the country has none. */
  postal_code: string
  country: string
  lat: number
  lon: number
  timezone: string
  active: boolean
}

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Opening hours by weekday (`mon` … `sun`), each a list of [from, to] in HH:MM store-local time. */
export type Hours = Record<string, [from: string, to: string][]>

export interface Store {
  id: string
  code: string
  pudo_code: string
  name: string
  line1: string
  city: string
  state: string | null
  /** Empty where the country has none. */
  postal_code: string
  country: string
  lat: number
  lon: number
  /** IANA name. */
  timezone: string
  hours: Hours | null
  active: boolean
  created_at: string
  /** Its own calendar, where it was read with it. */
  calendar?: Calendar | null
}

export interface NetworkTables extends RateTables {
  carriers: ReadonlyMap<string, Carrier>
  facilities: ReadonlyMap<string, Facility>
  /** Where returns go when neither the request nor the partner says; seeded in the sandbox. */
  returns_hub: Address | null
  policy: Policy
  /** Of markets, by country. */
  calendars: ReadonlyMap<string, Calendar>
  numbering: StoredNumbering
  tariffs: NonNullable<RateTables['tariffs']>
}
