import { type Calendar, MINUTE_MS, TICK_MS } from './calendar.ts'
import type { Merchant, Shared } from './merchant.ts'
import type { Counter } from './places.ts'

const PAGE = 100
/** Counters close their manifests when the last parcel of the day is stored. */
const AFTER_CLOSING_MS = 15 * MINUTE_MS

/** Returns when the counter closes on a date, or null if it is closed all day. */
const closingOf = (calendar: Calendar, { hours, timezone }: Counter, date: number): number | null => {
  const last = (hours[calendar.weekday(date)] ?? []).at(-1)
  return last ? calendar.at(date, last[1], timezone) + AFTER_CLOSING_MS : null
}

/** Whether any counter closes in this tick. */
export const isClosing = ({ calendar, counters }: Pick<Shared, 'calendar' | 'counters'>, tick: number): boolean => {
  const now_ms = calendar.tickEnd(tick)
  return counters.some((counter) => {
    const closes = closingOf(calendar, counter, calendar.dateOf(now_ms - AFTER_CLOSING_MS, counter.timezone))
    return closes !== null && closes <= now_ms && closes > now_ms - TICK_MS
  })
}

/** Closes the manifests of the counters that close in this tick. */
export const closeManifests = async (merchant: Merchant, tick: number): Promise<void> => {
  const { client, shared } = merchant
  const { calendar, counters } = shared
  const now_ms = calendar.tickEnd(tick)
  const byStore = new Map(counters.map((counter) => [merchant.storeId(counter.code), counter]))
  const closing: string[] = []
  for await (const { manifest_id, store_id, manifest_date } of client.listManifests({ status: 'open', limit: PAGE })) {
    const counter = byStore.get(store_id)
    if (!counter) continue
    const today = calendar.dateOf(now_ms, counter.timezone)
    const closes = closingOf(calendar, counter, today)
    if (manifest_date < calendar.dateText(today) || (closes !== null && closes <= now_ms)) closing.push(manifest_id)
  }
  await merchant.together(closing, async (id) => {
    await merchant.attempt(() => client.closeManifest(id, { idempotency_key: id }))
  })
}
