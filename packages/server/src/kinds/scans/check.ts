import { refuseFuture, type ScanInput } from '@backhaul/core/decide-scan.ts'
import { MEASURES } from '@backhaul/core/parcel.ts'
import { type FieldError, invalid, type Refusal } from '@backhaul/core/refusal.ts'
import { type ReadCode, readCode } from '@backhaul/core/scanned-code.ts'
import { IDENTIFICATIONS, type Identification } from './schema.ts'

/** One scan: what happened, and to which parcel. */
export type ScanRequest = ScanInput & Partial<Record<Identification, string>>

/** The form in which each identification is stored. */
const FORMS: Readonly<Record<Identification, (code: ReadCode) => string>> = {
  shipment_id: ({ id }) => id,
  tracking: ({ crockford }) => crockford,
  barcode: ({ barcode }) => barcode,
  qr_id: ({ id }) => id,
  qr_token: ({ crockford }) => crockford,
}

/** Converts the scan's identifications to the form in which they are stored, no matter how a scanner or a person wrote them. */
export const asStored = (scan: ScanRequest): ScanRequest => {
  const read = givenOf(scan).map((field) => [field, FORMS[field](readCode(scan[field] as string))])
  return { ...scan, ...Object.fromEntries(read) }
}

export const givenOf = (scan: ScanRequest): Identification[] => IDENTIFICATIONS.filter((field) => scan[field] !== undefined)

const faultsOfIdentification = (scan: ScanRequest): FieldError[] => {
  const given = givenOf(scan)
  const all = IDENTIFICATIONS.join(', ')
  if (given.length === 0) return [{ path: '', rule: 'identification', message: `must have exactly one of these fields: ${all}` }]
  return given.slice(1).map((field) => ({
    path: `/${field}`,
    rule: 'identification',
    message: `cannot be combined with ${given[0]}; send exactly one of ${all}`,
  }))
}

/**
 * Makes the checks that the schema of a scan cannot express (docs/guide/scans.md#what-a-scan-says). Returns null if the scan passes. `now`
 * is null while the current time for the scan's partner is unknown. Errors: `validation_failed`.
 */
export const checkScan = (scan: ScanRequest, now: string | null): Refusal | null => {
  const errors = faultsOfIdentification(scan)
  const fault = (path: string, rule: string, message: string) => errors.push({ path, rule, message })
  if (scan.store_id !== undefined && scan.facility !== undefined)
    fault('/facility', 'exclusive', 'cannot be combined with store_id; send either store_id or facility')
  if (scan.lat !== undefined && scan.lon === undefined) fault('/lon', 'required', 'is required with lat')
  if (scan.lon !== undefined && scan.lat === undefined) fault('/lat', 'required', 'is required with lon')
  const { reweigh } = scan
  if (reweigh && MEASURES.every((measure) => reweigh[measure] === undefined)) {
    fault('/reweigh', 'required', `must have at least one of ${MEASURES.join(', ')}`)
  }
  if (errors.length > 0) return invalid(errors)
  return scan.occurred_at !== undefined && now !== null ? refuseFuture(scan.occurred_at, now) : null
}
