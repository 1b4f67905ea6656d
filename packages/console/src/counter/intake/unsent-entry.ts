import type { Entry } from '../queue/types.ts'

const IDENTIFICATIONS = ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token']

/**
 * Returns the latest unsent entry of a parcel. The service does not know about this entry yet. `names` lists all known identifications of
 * the parcel.
 */
export const unsentEntryOf = (entries: readonly Entry[], names: readonly (string | null | undefined)[]): Entry | undefined =>
  entries.findLast(
    ({ state, parcel, body }) =>
      state !== 'refused' &&
      state !== 'sent' &&
      (names.includes(parcel) || IDENTIFICATIONS.some((field) => body[field] !== undefined && names.includes(body[field] as string))),
  )
