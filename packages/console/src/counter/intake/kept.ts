import type { Entry } from '../queue/types.ts'

const IDENTIFICATIONS = ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token']

/** What this device last kept of a parcel and has not sent yet: the service does not know of it. `names`: by which it may be known. */
export const keptOf = (entries: readonly Entry[], names: readonly (string | null | undefined)[]): Entry | undefined =>
  entries.findLast(
    ({ state, parcel, body }) =>
      state !== 'refused' &&
      state !== 'sent' &&
      (names.includes(parcel) || IDENTIFICATIONS.some((field) => body[field] !== undefined && names.includes(body[field] as string))),
  )
