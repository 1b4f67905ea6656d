// What public tracking shows of a parcel's scans: what happened when and where, and never when that became known.
import type { Place, ScanRow, Status } from '../domain/shipment.ts'
import { RANKS, RULES, type Rule, SCAN_KINDS, type ScanKind, type ShipmentState } from '../domain/transitions.ts'

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
const rank = (status: Status): number => RANKS[status as ShipmentState] ?? 0

/**
 * The status after each scan, as it is known now. The row of a scan has the status that its report found or left, which of a late report is
 * that of a later time. It counts where somebody had decided on it, had sent the parcel out again, or had taken it back: where it is below one
 * known before.
 */
const statusesOf = (scans: readonly ScanRow[]): Status[] => {
  const out = scans.filter(({ kind }) => kind === 'out-for-delivery')
  /** By a decision, as no scan that was known then says it. */
  const isSentOutAgain = (id: string, status: Status) => status === 'out_for_delivery' && out.every((scan) => scan.id > id)
  let reached: { status: Status; id: string } | null = null
  return scans.map(({ id, kind, status }) => {
    const own = leadsTo(kind as ScanKind)
    if (!ON_WAY.has(own) || !ON_WAY.has(status)) return status
    const isTakenBack = reached !== null && reached.id < id && rank(status) < rank(reached.status)
    if (isTakenBack) reached = { status, id }
    else if (isSentOutAgain(id, status)) reached = { status, id }
    // A counter's scan moves nothing that a driver has collected already.
    else if (rank(status) < rank(own)) reached ??= { status, id }
    else if (!reached || rank(own) > rank(reached.status)) reached = { status: own, id }
    return reached.status
  })
}

/**
 * The public history of these scans, in their order. A scan that was reported twice (same kind, same time, and not two different places) is
 * listed once, with the status after its first report and the place that any report named (decision 113). `scans`: in the order of the
 * history, oldest first.
 */
export const historyOf = (scans: readonly ScanRow[]): HistoryEntry[] => {
  const statuses = statusesOf(scans)
  const entries: { first: string; entry: HistoryEntry }[] = []
  const byTime = new Map<string, typeof entries>()
  for (const [i, { id, kind, occurred_at, location }] of scans.entries()) {
    const status = statuses[i] as Status
    const entry: HistoryEntry = { kind, status, occurred_at, location: location && shown(location) }
    const key = `${occurred_at} ${kind}`
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
