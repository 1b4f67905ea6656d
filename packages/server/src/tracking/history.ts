// What public tracking shows of a parcel's scans.
import type { Place, ScanRow } from '../domain/shipment.ts'

/** Each field is copied by name, so that nothing else of a scan becomes public by accident. */
export interface HistoryEntry {
  kind: ScanRow['kind']
  status: ScanRow['status']
  occurred_at: string
  location: { city: string | null; state: string | null; country: string | null } | null
}

const shown = ({ city, state, country }: Place): HistoryEntry['location'] => ({
  city: city ?? null,
  state: state ?? null,
  country: country ?? null,
})

const samePlace = (a: HistoryEntry['location'], b: HistoryEntry['location']): boolean =>
  a === null || b === null || (a.city === b.city && a.state === b.state && a.country === b.country)

/**
 * The public history of these scans, in their order. A scan that was reported twice (same kind, same time, and not two different places) is
 * listed once, with the status after its first report and the place that any report named (decision 113). `scans`: oldest first; those of
 * the same time in the order in which they were reported.
 */
export const historyOf = (scans: readonly ScanRow[]): HistoryEntry[] => {
  const entries: HistoryEntry[] = []
  const byTime = new Map<string, HistoryEntry[]>()
  for (const { kind, status, occurred_at, location } of scans) {
    const entry: HistoryEntry = { kind, status, occurred_at, location: location && shown(location) }
    const key = `${occurred_at} ${kind}`
    const reported = byTime.get(key) ?? []
    const same = reported.find((other) => samePlace(other.location, entry.location))
    if (same) same.location ??= entry.location
    else {
      byTime.set(key, [...reported, entry])
      entries.push(entry)
    }
  }
  return entries
}
