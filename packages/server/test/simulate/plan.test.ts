// What a simulation plans follows from its seed alone, and keeps to the hours of the world.
import { expect, test } from 'vitest'
import { Calendar, DAY_MS, firstStart, MINUTE_MS } from '../../src/cli/simulate/calendar.ts'
import { countersOf } from '../../src/cli/simulate/places.ts'
import { LONGEST_DAYS, planDay, scenarioOf } from '../../src/cli/simulate/plan.ts'
import { Random } from '../../src/cli/simulate/random.ts'
import { FATES, type ParcelPlan, type Step } from '../../src/cli/simulate/steps.ts'

const SUNDAY = '2026-11-22T20:00:00Z'
const calendar = new Calendar(Date.parse(SUNDAY))
const planned = (
  options: { seed?: number; stores?: number; parcels_per_day?: number; days?: number; from?: Calendar } = {},
): ParcelPlan[] => {
  const { days = 14, from = calendar } = options
  const scenario = scenarioOf({ seed: 1, parcels_per_day: 40, stores: 25, ...options }, from)
  return Array.from({ length: days }, (_, day) => planDay(scenario, day)).flat()
}
const nameOf = (step: Step): string => (step.do === 'scan' ? `scan ${step.kind}` : step.do === 'disposition' ? step.disposition : step.do)

test('a simulation begins on a Sunday at 20:00 UTC, so that the same seed meets the same weekends', () => {
  for (const now of ['2026-11-22T18:00:00Z', '2026-11-22T20:00:00Z', '2026-11-22T20:00:01Z', '2027-02-28T23:59:59Z']) {
    const start = new Date(firstStart(Date.parse(now)))
    expect([start.getUTCDay(), start.getUTCHours(), start.getUTCMinutes()]).toEqual([0, 20, 0])
    expect(start.getTime() - Date.parse(now)).toBeGreaterThanOrEqual(0)
    expect(start.getTime() - Date.parse(now)).toBeLessThan(7 * DAY_MS)
  }
  expect(calendar.weekday(0)).toBe(6)
  expect(calendar.dateOf(calendar.at(3, 30, 'America/Los_Angeles'), 'America/Los_Angeles')).toBe(3)
})

test('the same seed plans the same parcels, at the same time of the simulation, whenever it is begun', () => {
  expect(planned()).toEqual(planned())
  // Another week of the same season.
  const later = new Calendar(Date.parse(SUNDAY) + 7 * DAY_MS)
  const told = (plans: ParcelPlan[], from: Calendar) =>
    plans.map(({ name, fate, steps }) => [name, fate, steps.map((step) => [nameOf(step), step.at_ms - from.start_ms])])
  expect(told(planned({ from: later }), later)).toEqual(told(planned(), calendar))
})

test('another seed plans others', () => {
  const fates = (seed: number) => planned({ seed }).map(({ fate }) => fate)
  expect(fates(2)).not.toEqual(fates(1))
  expect([...fates(2)].sort()).not.toEqual(fates(2))
})

test('how many parcels there are: as many as were asked for in an average week, fewer on weekends, and never none', () => {
  const counts = Array.from(
    { length: 7 },
    (_, day) => planDay(scenarioOf({ seed: 1, parcels_per_day: 400, stores: 3 }, calendar), day).length,
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_800)
  expect(Math.min(...counts)).toBe(counts[6])
  expect(planned({ parcels_per_day: 1, days: 7 })).toHaveLength(7)
})

test('two hundred parcels show every fate, and a month of few every kind of step', () => {
  const first = planned({ parcels_per_day: 40, days: 5 }).slice(0, 200)
  expect([...new Set(first.map(({ fate }) => fate))].sort()).toEqual([...Object.keys(FATES), 'delivered'].sort())
  const kinds = new Set(planned({ parcels_per_day: 25, days: 30 }).flatMap(({ steps }) => steps.map(nameOf)))
  const scans = ['walk-in', 'accept', 'reject', 'collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']
  const commands = [
    'cancel',
    'hold',
    'release',
    'reprint',
    'reissue-qr',
    'invalidate-qr',
    'expire',
    'pickup',
    'cancel-pickup',
    'amend',
    'redirect',
  ]
  const money = ['claim', 'resolve-claim', 'adjust', 'dispute', 'resolve-dispute', 'discrepancy', 'hand-over']
  const dispositions = ['rts', 'redeliver', 'unclaimed', 'dispose']
  expect([...kinds].sort()).toEqual([...scans.map((kind) => `scan ${kind}`), ...commands, ...money, ...dispositions].sort())
})

test('counters scan while they are open, and nothing is delivered on a Sunday, nor to a warehouse on a Saturday', () => {
  const counters = new Map(countersOf(25).map((counter) => [counter.code, counter]))
  let atCounters = 0
  for (const { steps, body } of planned()) {
    for (const step of steps) {
      if (step.do !== 'scan') continue
      const { kind, where, occurred_ms } = step
      if (kind === 'walk-in' || kind === 'accept' || kind === 'reject') {
        const { hours, timezone } = counters.get(where.store as string) as NonNullable<ReturnType<typeof counters.get>>
        const date = calendar.dateOf(occurred_ms, timezone)
        const minute = (occurred_ms - calendar.at(date, 0, timezone)) / MINUTE_MS
        const open = (hours[calendar.weekday(date)] ?? []).some(([from, to]) => from <= minute && minute <= to)
        expect([step.kind, where.store, minute, open]).toEqual([step.kind, where.store, minute, true])
        atCounters++
      }
      if (kind !== 'deliver') continue
      const weekday = new Date(occurred_ms - 6 * 60 * MINUTE_MS).getUTCDay()
      expect(weekday).not.toBe(0)
      if (body.direction === 'return') expect(weekday).not.toBe(6)
    }
  }
  expect(atCounters).toBeGreaterThan(300)
})

test('a far parcel is longer on its way than a near one', () => {
  // From Arizona and Colorado to Reno is one zone, from elsewhere another.
  const days = (level: string, local: boolean): number[] =>
    planned({ parcels_per_day: 200 }).flatMap(({ fate, body, steps }) => {
      const near = body.from?.state === 'AZ' || body.from?.state === 'CO'
      if (
        fate !== 'delivered' ||
        body.direction !== 'return' ||
        body.service_level !== level ||
        !body.order_id?.startsWith('TP') ||
        near !== local
      )
        return []
      const [moved, delivered] = ['movement', 'deliver'].map(
        (kind) => steps.find((step) => step.do === 'scan' && step.kind === kind)?.at_ms ?? 0,
      )
      return [((delivered ?? 0) - (moved ?? 0)) / DAY_MS]
    })
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  expect(mean(days('standard', true))).toBeLessThan(mean(days('standard', false)))
  expect(mean(days('express', false))).toBeLessThan(mean(days('economy', false)))
})

test('nothing is told of a parcel before its creation, nor later than a run that goes on looks back', () => {
  for (const { steps, created_ms } of planned({ parcels_per_day: 100 })) {
    for (const step of steps) {
      expect(calendar.tickOf(step.at_ms)).toBeGreaterThan(calendar.tickOf(created_ms))
      expect(step.at_ms - created_ms).toBeLessThan((LONGEST_DAYS - 1) * DAY_MS)
    }
  }
})

test('numbers of a seed are spread evenly and differ from those of its neighbor', () => {
  const random = new Random(1, 'parcel', 0, 1)
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 10_000; i++) {
    const index = Math.floor(random.next() * 10)
    buckets[index] = (buckets[index] as number) + 1
  }
  expect(Math.min(...buckets)).toBeGreaterThan(850)
  expect(new Random(1, 'parcel', 0, 2).next()).not.toBeCloseTo(new Random(1, 'parcel', 0, 1).next(), 3)
  expect(new Random(7).shuffled([1, 2, 3, 4, 5, 6]).sort()).toEqual([1, 2, 3, 4, 5, 6])
})
