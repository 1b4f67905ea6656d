// What public tracking shows of a parcel's scans: what happened when and where, and never when that became known.
import type { Place, ScanRow, Status } from '@backhaul/core/shipment.ts'
import { RANKS, RULES, type Rule, SCAN_KINDS, type ScanKind, type ShipmentState } from '@backhaul/core/transitions.ts'

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

/** Where a scan takes a parcel. */
const leadsTo = (kind: ScanKind): Status => (RULES[kind] as Rule).moves[0]?.to as Status
/** The statuses that scans of the network lead to. On the others somebody decided, a counter that refused the parcel among them. */
const ON_WAY: ReadonlySet<Status> = new Set(SCAN_KINDS.map(leadsTo).filter((status) => status !== 'rejected'))
/** What the network decided about a parcel that it had. */
const DECIDED: ReadonlySet<Status> = new Set(['undeliverable', 'unclaimed', 'return_to_sender', 'disposed'])
const rank = (status: Status): number => RANKS[status as ShipmentState] ?? 0

const higher = (a: Status, b: Status): Status => (rank(b) > rank(a) ? b : a)

/**
 * The status after each scan, as it is known now. The row of a scan has the status that its report found or left. For a scan that nothing of a
 * later time was known before, that is the status of its time, decisions included; only what became known afterward, of an earlier time, can
 * have taken the parcel further. A late scan's row has the status of a later time: there it is the status before it, or where the scan leads.
 */
const statusesOf = (scans: readonly ScanRow[]): Status[] => {
  /** The least id of what follows: ids are in the order of recording. */
  const leastAfter = new Array<string>(scans.length)
  scans.reduceRight((least, { id }, i) => {
    leastAfter[i] = least
    return id < least ? id : least
  }, '\uffff')
  const late: { id: string; leadsTo: Status }[] = []
  let reached: Status | null = null
  return scans.map(({ id, kind, status }, i) => {
    const own = leadsTo(kind as ScanKind)
    // The decision may have come before the scan or after it, so the scan shows its own step.
    if (DECIDED.has(status) && ON_WAY.has(own)) return own
    if (!ON_WAY.has(own) || !ON_WAY.has(status)) return status
    if (id < (leastAfter[i] as string)) {
      reached = late.filter((scan) => scan.id > id).reduce((found, scan) => higher(found, scan.leadsTo), status)
      return reached
    }
    // A counter's scan moves nothing that a driver has collected already.
    const moved = rank(status) >= rank(own)
    if (moved) late.push({ id, leadsTo: own })
    if (reached === null) reached = moved ? own : status
    else if (moved) reached = higher(reached, own)
    return reached
  })
}

/**
 * The public history of these scans, in their order. A scan that was reported twice (same kind, same time, and not two different places) is
 * listed once, with the status after its first report and the place that any report named (ADR 30). `scans`: in the order of the
 * history, oldest first.
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
