// Runs a simulation tick by tick.
import { Calendar, DAY_MS, TICKS_A_DAY } from './calendar.ts'
import type { Merchant, Shared } from './merchant.ts'
import { Interrupted, type SavedSimulation } from './model.ts'
import { clientOf } from './network.ts'
import { countersOf } from './places.ts'
import { LONGEST_DAYS, scenarioOf } from './plan.ts'
import { Timetable } from './timetable.ts'

const PAGE = 100

/** Finds the shipments of parcels that an earlier run created. */
const findParcels = async (merchants: readonly Merchant[], timetable: Timetable, now_ms: number): Promise<void> => {
  const wanted = new Map([...timetable.onTheirWay()].map((parcel) => [parcel.plan.name, parcel]))
  if (wanted.size === 0) return
  const created_after = new Date(now_ms - (LONGEST_DAYS + 1) * DAY_MS).toISOString()
  await Promise.all(
    merchants.map(async ({ client }) => {
      for await (const { id, ship_ext_id } of client.listShipments({ created_after, limit: PAGE })) {
        const parcel = wanted.get(ship_ext_id ?? '')
        if (parcel) parcel.id = id
      }
    }),
  )
}

export interface Run {
  kept: SavedSimulation
  merchants: Merchant[]
  shared: Shared
  signal: AbortSignal
  save: () => void | Promise<void>
  /** Called after each tick with the number of finished ticks. It throws if the next tick may not begin. */
  onTick: (done: number) => void | Promise<void>
}

/**
 * Runs ticks until the last day is over or the signal asks to stop. The state is saved after each tick. If a run fails, its last tick is
 * half done. The next run repeats that tick with the same bodies and Idempotency-Keys, so nothing is done twice.
 */
export const simulate = async ({ kept, merchants, shared, signal, save, onTick }: Run): Promise<void> => {
  const scenario = scenarioOf(kept, shared.calendar)
  const timetable = new Timetable(scenario, merchants.length, kept.next_tick)
  await findParcels(merchants, timetable, shared.calendar.tickEnd(kept.next_tick))
  const last = kept.until_day * TICKS_A_DAY
  while (kept.next_tick < last) {
    if (signal.aborted) throw new Interrupted()
    const tick = kept.next_tick
    const isLast = (tick + 1) % TICKS_A_DAY === 0
    const works = timetable.take(tick)
    const before = { ...shared.tally }
    // All merchants finish before a failure is reported.
    const outcomes = await Promise.allSettled(
      merchants.map((merchant, i) => merchant.work(tick, works[i] as (typeof works)[number], isLast)),
    )
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed) {
      // The whole tick will be repeated and counted again.
      kept.tally = before
      throw failed.reason
    }
    kept.next_tick = tick + 1
    await save()
    await onTick(tick + 1)
  }
}

export const sharedOf = (kept: SavedSimulation, url: string, onRefusal: Shared['onRefusal']): Shared => ({
  seed: kept.seed,
  calendar: new Calendar(Date.parse(kept.start)),
  counters: countersOf(kept.stores),
  store_ids: kept.store_ids,
  carriers: kept.carriers,
  operator: clientOf(url, kept.operator),
  tally: kept.tally,
  reporting: null,
  onRefusal,
})
