// One line of a carrier's report about a parcel (docs/operating/carriers.md#reports-of-carriers).
import type { Place } from './shipment.ts'
import type { Row } from './tables.ts'
import type { ReportedKind } from './transitions.ts'

/** Adapters of carriers with a service. The server loads the package `@backhaul/carrier-<name>`, which must be one of its dependencies. */
export const SERVICE_ADAPTERS = ['replay', 'easypost'] as const
/**
 * Ways to exchange data with a carrier. `house`: holders of a key send the scans, as for a carrier that the network runs itself. `file`:
 * the carrier sends reports as files. Others: the carrier has a service, which sells labels and is asked for reports.
 */
export const ADAPTERS = ['house', 'file', ...SERVICE_ADAPTERS] as const
export type AdapterName = (typeof ADAPTERS)[number]
export const hasService = (adapter: AdapterName): boolean => SERVICE_ADAPTERS.some((name) => name === adapter)

/** Maps each code of the carrier to a kind of scan. Null: the code says nothing about where a parcel is. */
export type CarrierCodes = Readonly<Record<string, ReportedKind | null>>

/** The optional facts of a line. */
export interface ReportedFacts {
  /** The network's barcode or tracking number, if the line names it in addition to the carrier's own number. */
  reference?: string
  /** Code of a facility of the network. */
  facility?: string
  city?: string
  state?: string
  postal_code?: string
  country?: string
  signed_by?: string
  /** YYYY-MM-DD */
  scheduled_delivery_date?: string
}

export interface ReportedScan {
  number: string
  code: string
  kind: ReportedKind
  /** ISO 8601 UTC with milliseconds. */
  occurred_at: string
  facts: ReportedFacts
}

/**
 * `matched`: the report is in a parcel's history. `open`: the report is in the inbox. `dismissed`: an operator removed the report from the
 * inbox without a parcel.
 */
export const CARRIER_SCAN_STATES = ['matched', 'open', 'dismissed'] as const
export type CarrierScanState = (typeof CARRIER_SCAN_STATES)[number]

/**
 * One row of `carrier_scans`. `place`: the place as one text, which is used to recognize equal reports. `reason`: the reason why the report
 * is open: `unknown_number`, `several_shipments`, `surplus`, one of `WITHHELD` (carrier-claim.ts), or the code of the refusal.
 * `shipment_id`: the matched parcel or, as long as the report waits for an operator, the parcel that has the report's number. `surplus_of`:
 * the partner whose tender named the number as surplus.
 */
export interface CarrierScanRow extends Row<'carrier_scans'> {
  kind: ReportedKind
  facts: ReportedFacts
  state: CarrierScanState
}

const PLACE_FIELDS = ['facility', 'city', 'state', 'postal_code', 'country'] as const

/** Returns the place as one text. Equal places have equal texts. */
export const placeText = (facts: ReportedFacts): string => PLACE_FIELDS.map((field) => facts[field] ?? '').join(';')

/** Returns the place that the carrier names. Null: the carrier names no place, or only a facility. */
export const reportedPlace = ({ city, state, postal_code, country }: ReportedFacts): Place | null => {
  const place: Place = {
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(postal_code !== undefined && { postalCode: postal_code }),
    ...(country !== undefined && { country }),
  }
  return Object.keys(place).length > 0 ? place : null
}

/** Removes the spaces that people print in numbers, so that numbers can be compared. */
export const plainNumber = (text: string): string => text.replace(/\s+/g, '')

/** Whether the text has the form of a stored number: no spaces, control characters or unpaired surrogates. */
export const isNumber = (text: string): boolean => /^[^\s\p{Cc}\p{Cs}]{1,64}$/u.test(text)
