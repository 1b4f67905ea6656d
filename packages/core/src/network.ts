import type { Calendar } from './calendar.ts'
import type { AdapterName, CarrierCodes } from './carrier-scan.ts'
import type { CarrierNumbering, StoredNumbering } from './numbering.ts'
import type { Policy } from './policy.ts'
import type { RateTables } from './rating.ts'
import type { Address } from './shipment.ts'
import type { Row } from './tables.ts'

/** One row of `carriers`. `url`: address of the carrier's service. Null: it has none. */
export interface Carrier extends Row<'carriers'> {
  /** Source of the carrier's tracking numbers. Null: they are random. */
  numbers: CarrierNumbering | null
  adapter: AdapterName
  /** Meaning of the carrier's codes in reports. Null: none is known. */
  codes: CarrierCodes | null
}

/** One row of `facilities`. `postal_code`: empty if the country has none. */
export type Facility = Row<'facilities'>

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Opening hours by weekday (`mon` … `sun`), each a list of [from, to] in HH:MM store-local time. */
export type Hours = Record<string, [from: string, to: string][]>

/** One row of `stores`. `postal_code`: empty if the country has none. */
export interface Store extends Row<'stores'> {
  hours: Hours | null
  /** The store's own calendar, if it was read with the store. */
  calendar?: Calendar | null
}

export interface NetworkTables extends RateTables {
  carriers: ReadonlyMap<string, Carrier>
  facilities: ReadonlyMap<string, Facility>
  /** Default destination of returns if neither the request nor the partner names one. Seeded in the sandbox. */
  returns_hub: Address | null
  policy: Policy
  /** Calendars of markets, by country. */
  calendars: ReadonlyMap<string, Calendar>
  numbering: StoredNumbering
  tariffs: NonNullable<RateTables['tariffs']>
}
