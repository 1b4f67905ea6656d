// The public history of a parcel: kind, time and place of its scans, but never when a scan was recorded.
import type { Place, ScanRow, Status } from '@backhaul/core/shipment.ts'
import { RANKS, RULES, type Rule, SCAN_KINDS, type ScanKind, type ShipmentState } from '@backhaul/core/transitions.ts'

/** The fields are listed by name, so that no other field of a scan becomes public by accident. */
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

/** The status to which a scan leads. */
const statusAfter = (kind: ScanKind): Status => (RULES[kind] as Rule).moves[0]?.to as Status
/** The statuses to which scans of the network lead. The others are decisions, such as a counter's refusal of the parcel. */
const ON_WAY: ReadonlySet<Status> = new Set(SCAN_KINDS.map(statusAfter).filter((status) => status !== 'rejected'))
/** The statuses to which a decision of the network leads, after the network has received the parcel. */
const DECIDED: ReadonlySet<Status> = new Set(['undeliverable', 'unclaimed', 'return_to_sender', 'disposed'])
const rank = (status: Status): number => RANKS[status as ShipmentState] ?? 0

const higher = (a: Status, b: Status): Status => (rank(b) > rank(a) ? b : a)

/**
 * The status after each scan, according to all scans known today. A scan's row has the status of the shipment right after the scan was
 * recorded. A scan is late if a scan with a later time was recorded before it.
 *
 * If a scan is not late, the status in its row belongs to the scan's time and includes decisions. Only late scans that were recorded
 * afterward, with an earlier time, can raise this status. If a scan is late, the status in its row belongs to a later time. So a late scan
 * gets the status of the scan before it, or the status to which the late scan leads.
 */
const statusesOf = (scans: readonly ScanRow[]): Status[] => {
  /** For each scan, the lowest id among the scans that follow it. Ids ascend in the order of recording. */
  const leastAfter = new Array<string>(scans.length)
  scans.reduceRight((least, { id }, i) => {
    leastAfter[i] = least
    return id < least ? id : least
  }, '\uffff')
  const late: { id: string; statusAfter: Status }[] = []
  let reached: Status | null = null
  return scans.map(({ id, kind, status }, i) => {
    const own = statusAfter(kind as ScanKind)
    // The decision may have come before or after the scan, so the scan shows the status to which it leads.
    if (DECIDED.has(status) && ON_WAY.has(own)) return own
    if (!ON_WAY.has(own) || !ON_WAY.has(status)) return status
    if (id < (leastAfter[i] as string)) {
      reached = late.filter((scan) => scan.id > id).reduce((found, scan) => higher(found, scan.statusAfter), status)
      return reached
    }
    // A counter's scan changes nothing once a driver has collected the parcel.
    const moved = rank(status) >= rank(own)
    if (moved) late.push({ id, statusAfter: own })
    if (reached === null) reached = moved ? own : status
    else if (moved) reached = higher(reached, own)
    return reached
  })
}

/**
 * The public history of these scans, in their order. A scan that was reported twice (same kind, same time, and not two different places) is
 * listed once. Its entry has the status after the first report, and the place if any of the reports named it (ADR 30). `scans` must be in
 * the order of the history, oldest first.
 */
export const historyOf = (scans: readonly ScanRow[]): HistoryEntry[] => {
  const statuses = statusesOf(scans)
  const entries: { first: string; entry: HistoryEntry }[] = []
  const byTime = new Map<string, typeof entries>()
  for (const [i, { id, kind, occurred_at, sent_occurred_at, location }] of scans.entries()) {
    const status = statuses[i] as Status
    const entry: HistoryEntry = { kind, status, occurred_at, location: location && shown(location) }
    const key = `${sent_occurred_at ?? occurred_at} ${kind}`
    const reported = byTime.get(key) ?? []
    const same = reported.find((other) => samePlace(other.entry.location, entry.location))
    if (same) {
      same.entry.location ??= entry.location
      if (id < same.first) Object.assign(same, { first: id, entry: { ...same.entry, status } })
    } else {
      const one = { first: id, entry }
      byTime.set(key, [...reported, one])
      entries.push(one)
    }
  }
  return entries.map(({ entry }) => entry)
}
