// What a carrier reports of a parcel: one line of its report (docs/operating/carriers.md#reports-of-carriers).
import type { Place } from './shipment.ts'
import type { Row } from './tables.ts'
import type { ReportedKind } from './transitions.ts'

/**
 * How a carrier is talked to. `house`: its scans come from those who hold keys, as for a carrier that the network runs itself. `file`: it
 * sends reports. `replay`: it has a service of its own, which is told of parcels and asked for reports.
 */
export const ADAPTERS = ['house', 'file', 'replay'] as const
export type AdapterName = (typeof ADAPTERS)[number]

/** By the carrier's code: what it is here; null: it says nothing of where a parcel is. */
export type CarrierCodes = Readonly<Record<string, ReportedKind | null>>

/** The rest of a line. */
export interface ReportedFacts {
  /** The barcode or tracking number of ours that the line names beside the carrier's own number. */
  reference?: string
  /** Code of a facility of ours. */
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

/** `matched`: it is in the history of a parcel. `open`: in the inbox. `dismissed`: taken out of it without a parcel. */
export const CARRIER_SCAN_STATES = ['matched', 'open', 'dismissed'] as const
export type CarrierScanState = (typeof CARRIER_SCAN_STATES)[number]

/**
 * One row of `carrier_scans`. `place`: the place of its facts as one text, by which equal reports are known. `reason`: why it is open, as
 * `unknown_number`, `several_shipments`, `surplus`, one of `WITHHELD` (carrier-claim.ts), or the code of the refusal. `shipment_id`: the parcel it was
 * matched with, or the one that its number leads to while it waits for an operator. `surplus_of`: the partner whose tender named it as a surplus.
 */
export interface CarrierScanRow extends Row<'carrier_scans'> {
  kind: ReportedKind
  facts: ReportedFacts
  state: CarrierScanState
}

const PLACE_FIELDS = ['facility', 'city', 'state', 'postal_code', 'country'] as const

/** Equal places have equal texts. */
export const placeText = (facts: ReportedFacts): string => PLACE_FIELDS.map((field) => facts[field] ?? '').join(';')

/** Where the carrier says that it was, if it names more than a facility. */
export const reportedPlace = ({ city, state, postal_code, country }: ReportedFacts): Place | null => {
  const place: Place = {
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(postal_code !== undefined && { postalCode: postal_code }),
    ...(country !== undefined && { country }),
  }
  return Object.keys(place).length > 0 ? place : null
}

/** Numbers are compared without the spaces that people print in them. */
export const plainNumber = (text: string): string => text.replace(/\s+/g, '')

/** A number as it is stored: without spaces and without what no text has. */
export const isNumber = (text: string): boolean => /^[^\s\p{Cc}\p{Cs}]{1,64}$/u.test(text)
