// A simulation plan depends only on its seed, and respects the opening hours of its world.
import { expect, test } from 'vitest'
import { Calendar, DAY_MS, firstStart, MINUTE_MS } from '../src/calendar.ts'
import { countersOf, MERCHANTS } from '../src/places.ts'
import { LONGEST_DAYS, planDay, scenarioOf } from '../src/plan.ts'
import { Random } from '../src/random.ts'
import { FATES, type ParcelPlan, type Step } from '../src/steps.ts'

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

test('a simulation begins on a Sunday at two in Chicago, so that a seed always meets the same weekends', () => {
  const begun = (now: string) => new Date(firstStart(Date.parse(now))).toISOString()
  expect(begun('2026-11-22T18:00:00Z')).toBe('2026-11-22T20:00:00.000Z')
  expect(begun('2026-11-22T20:00:00Z')).toBe('2026-11-22T20:00:00.000Z')
  expect(begun('2026-11-22T20:00:01Z')).toBe('2026-11-29T20:00:00.000Z')
  expect(begun('2027-06-30T23:59:59Z')).toBe('2027-07-04T19:00:00.000Z')
  expect(calendar.weekday(0)).toBe(6)
  expect(calendar.dateOf(calendar.at(3, 30, 'America/Los_Angeles'), 'America/Los_Angeles')).toBe(3)
})

test('the same seed plans the same parcels at the same simulated times, whenever it begins', () => {
  expect(planned()).toEqual(planned())
  const summer = new Calendar(Date.parse('2027-07-04T19:00:00Z'))
  const told = (from: Calendar) =>
    planned({ from, stores: 8 }).map(({ name, fate, steps }) => [
      name,
      fate,
      steps.map((step) => [nameOf(step), step.at_ms - from.start_ms]),
    ])
  expect(told(summer)).toEqual(told(calendar))
})

test('another seed plans other parcels', () => {
  const fates = (seed: number) => planned({ seed }).map(({ fate }) => fate)
  expect(fates(2)).not.toEqual(fates(1))
  expect([...fates(2)].sort()).not.toEqual(fates(2))
})

test('the number of parcels matches the option over a week, is lower on weekends and never zero', () => {
  const counts = Array.from(
    { length: 7 },
    (_, day) => planDay(scenarioOf({ seed: 1, parcels_per_day: 400, stores: 3 }, calendar), day).length,
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_800)
  expect(Math.min(...counts)).toBe(counts[6])
  expect(planned({ parcels_per_day: 1, days: 7 })).toHaveLength(7)
})

test('200 parcels show every fate, and a month of few parcels shows every kind of step', () => {
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
  expect([...kinds].sort()).toEqual([...scans.map((kind) => `scan ${kind}`), ...commands, ...money, ...dispositions, 'report'].sort())
})

test('only a carrier with its own service reports parcels: late, twice and out of order', () => {
  const reports: Extract<Step, { do: 'report' }>[] = []
  let isDisordered = false
  for (const { steps, body, merchant, fate } of planned({ parcels_per_day: 100 })) {
    const own = steps.filter((step) => step.do === 'report')
    if (own.length === 0) continue
    expect([body.to?.country ?? MERCHANTS[merchant]?.hub.country, ['redirected', 'lost', 'unclaimed'].includes(fate)]).toEqual([
      'CA',
      false,
    ])
    expect(steps.some((step) => step.do === 'scan' && step.kind === 'deliver')).toBe(false)
    expect(own.filter(({ code, isAgain }) => code === 'DL' && !isAgain)).toHaveLength(1)
    const handed = steps.filter((step) => step.do === 'hand-over' || (step.do === 'scan' && step.kind === 'inject'))
    expect(handed.every((step) => 'reporting' in step && step.reporting)).toBe(true)
    const first = Math.min(...own.map(({ occurred_ms }) => occurred_ms))
    expect(steps.every((step) => step.do === 'report' || step.at_ms < first)).toBe(true)
    expect(own.every(({ at_ms, occurred_ms }) => at_ms >= occurred_ms)).toBe(true)
    const told = [...own].sort((a, b) => a.at_ms - b.at_ms).map(({ occurred_ms }) => occurred_ms)
    isDisordered ||= told.some((at, i) => i > 0 && at < (told[i - 1] as number))
    reports.push(...own)
  }
  expect(isDisordered).toBe(true)
  const once = reports.filter(({ isAgain }) => !isAgain)
  expect(once.length).toBeGreaterThan(100)
  expect(once.filter(({ isLate }) => isLate).length).toBeGreaterThan(10)
  expect(reports.length - once.length).toBeGreaterThan(10)
})

test('counters scan while open; nothing is delivered on Sundays, or to a warehouse on Saturdays', () => {
  const counters = new Map(countersOf(25).map((counter) => [counter.code, counter]))
  let atCounters = 0
  for (const { steps, body } of planned()) {
    for (const step of steps) {
      if (step.do !== 'scan') continue
      const { kind, where, occurred_ms } = step
      if (kind === 'walk-in' || kind === 'accept' || kind === 'reject') {
        const { hours, timezone, closed_on } = counters.get(where.store as string) as NonNullable<ReturnType<typeof counters.get>>
        const date = calendar.dateOf(occurred_ms, timezone)
        expect(date).not.toBe(closed_on)
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

test('a distant parcel travels longer than a near one', () => {
  const plans = planned({ parcels_per_day: 150 })
  // Parcels to Reno from Arizona and Colorado come from one zone, and those from all other places come from another zone.
  const mean = (levels: string[], near: boolean): number => {
    const days = plans.flatMap(({ fate, body, steps }) => {
      const isNear = body.from?.state === 'AZ' || body.from?.state === 'CO'
      const isOurs = body.order_id?.startsWith('TP') && levels.includes(body.service_level ?? '')
      if (fate !== 'delivered' || body.direction !== 'return' || !isOurs || isNear !== near) return []
      const at = (kind: string) => steps.find((step) => step.do === 'scan' && step.kind === kind)?.at_ms ?? 0
      return [(at('deliver') - at('movement')) / DAY_MS]
    })
    return days.reduce((sum, day) => sum + day, 0) / days.length
  }
  expect(mean(['standard'], true)).toBeLessThan(mean(['standard'], false))
  expect(mean(['express'], false)).toBeLessThan(mean(['economy'], false))
})

test('no step is before the creation of its parcel, or too late for a resumed run to see', () => {
  for (const { steps, created_ms } of planned({ parcels_per_day: 100 })) {
    for (const step of steps) {
      expect(calendar.tickOf(step.at_ms)).toBeGreaterThan(calendar.tickOf(created_ms))
      expect(step.at_ms - created_ms).toBeLessThan((LONGEST_DAYS - 1) * DAY_MS)
    }
  }
})

test('random numbers are spread evenly and differ from those of a neighboring seed', () => {
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
