import type { Calendar } from './calendar.ts'
import type { AdapterName, CarrierCodes } from './carrier-scan.ts'
import type { CarrierNumbering, StoredNumbering } from './numbering.ts'
import type { Policy } from './policy.ts'
import type { RateTables } from './rating.ts'
import type { Address } from './shipment.ts'
import type { Row } from './tables.ts'

/** One row of `carriers`. `url`: where its service answers; null: it has none. */
export interface Carrier extends Row<'carriers'> {
  /** Where its tracking numbers come from; null: they are random. */
  numbers: CarrierNumbering | null
  adapter: AdapterName
  /** What its codes mean in reports; null: none is known. */
  codes: CarrierCodes | null
}

/** One row of `facilities`. `postal_code`: empty where the country has none. */
export type Facility = Row<'facilities'>

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Opening hours by weekday (`mon` … `sun`), each a list of [from, to] in HH:MM store-local time. */
export type Hours = Record<string, [from: string, to: string][]>

/** One row of `stores`. `postal_code`: empty where the country has none. */
export interface Store extends Row<'stores'> {
  hours: Hours | null
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
