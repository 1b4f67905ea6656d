// Chooses the time zone of each history entry: that of its place, or else that of the sender.
import { localTimezone } from '@backhaul/core/regions.ts'
import type { ScanRow } from '@backhaul/core/shipment.ts'
import type { Service } from '../../service/service.ts'
import type { HistoryEntry } from '../tracking/history.ts'

export interface LocalEntry extends HistoryEntry {
  /** IANA time zone name. */
  timezone: string
}

/** The time zone of the scan's store or facility if it is known, otherwise of the reported city. Null if none is known. */
const timezoneOfScan = async ({ network }: Service, { store_id, facility, location }: ScanRow): Promise<string | null> => {
  const store = store_id === null ? null : await network.store(store_id)
  if (store) return store.timezone
  const known = facility === null ? undefined : (await network.tables()).facilities.get(facility)
  if (known) return known.timezone
  return location && localTimezone({ country: location.country, state: location.state, postal_code: location.postalCode })
}

type Moment = Pick<HistoryEntry, 'kind' | 'occurred_at'> & { location: { city?: string | null } | null }
const atPlace = ({ kind, occurred_at, location }: Moment): string => `${occurred_at} ${kind} ${location?.city ?? ''}`
const atMoment = ({ kind, occurred_at }: Moment): string => `${occurred_at} ${kind}`

/** Used if no time zone is known. */
const TIMEZONE = 'UTC'

/**
 * `scans`: the scans from which the entries were made. `home`: the time zone of entries whose place has no known time zone. If null, such
 * entries get the time zone of the nearest other entry.
 */
export const inLocalTimes = async (
  service: Service,
  entries: readonly HistoryEntry[],
  scans: readonly ScanRow[],
  home: string | null,
): Promise<LocalEntry[]> => {
  const found = new Map<string, string>()
  for (const scan of scans) {
    const timezone = await timezoneOfScan(service, scan)
    if (timezone === null) continue
    for (const key of [atPlace(scan), atMoment(scan)]) if (!found.has(key)) found.set(key, timezone)
  }
  const zones = entries.map((entry) => found.get(atPlace(entry)) ?? found.get(atMoment(entry)) ?? home)
  const known = zones.flatMap((zone, at) => (zone === null ? [] : [{ zone, at }]))
  let next = 0
  return entries.map((entry, i) => {
    while ((known[next]?.at ?? i) < i) next++
    const [earlier, later] = [known[next - 1], known[next]]
    const nearest = earlier && (!later || i - earlier.at <= later.at - i) ? earlier : later
    return { ...entry, timezone: nearest?.zone ?? TIMEZONE }
  })
}
