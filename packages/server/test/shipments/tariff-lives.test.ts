// Prices of shipments that change after their creation: amended, reweighed, redirected (docs/guide/money.md).
import { compileTariff, type TariffRow } from '@backhaul/core/compile-tariff.ts'
import { remeasure } from '@backhaul/core/correction.ts'
import { decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { decideAmend } from '@backhaul/core/decide-lifecycle.ts'
import type { DecisionContext } from '@backhaul/core/effects.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allowed, CANADA, envAt, LATER, RATES, refused, shipmentIn, US, US_FAR } from './fixtures.ts'

const EMPTY = { service_level: null, measure: null, zone: null, from: null, to: null, value: null, cents: null, percent: null }
const ROWS: TariffRow[] = [
  { ...EMPTY, kind: 'zone', from: '*', to: '*', zone: 1 },
  { ...EMPTY, kind: 'rate', service_level: 'standard', zone: 1, value: 5, cents: cents(1000) },
  { ...EMPTY, kind: 'rate', service_level: 'standard', zone: 1, value: 70, cents: cents(1500) },
  { ...EMPTY, kind: 'declared', value: 10_000, percent: 1_000 },
]
const { tariff } = compileTariff(
  { carrier: 'ups', country: 'US', currency: 'USD', effective_on: '2026-11-01' },
  ROWS.map((row, i) => ({ ...row, row: i + 2 })),
)
const withTariff = (): DecisionContext => ({
  ...envAt(LATER),
  rates: { ...RATES, today: LATER.slice(0, 10), tariffs: new Map([['US', new Map([['ups', [tariff]]])]]) },
})
const parcel = { weight: 4, length: 4, width: 3, height: 2 }
const sold = (more = {}) =>
  shipmentIn('label_ready', {
    to_address: US_FAR,
    from_address: US,
    parcel,
    market: 'US',
    currency: 'USD',
    carrier: 'ups',
    amount: cents(1000),
    ...more,
  })

it('a changed declared value is priced again only if the tariff charges for it', () => {
  const amend = (declared_value: number, env: DecisionContext) =>
    allowed(decideAmend(sold(), { declared_value: cents(declared_value) }, env)).shipment
  expect(amend(30_000, withTariff())).toMatchObject({ declared_value: 30_000, amount: 1200 })
  expect(amend(9_000, withTariff())).toMatchObject({ declared_value: 9_000, amount: 1000 })
  expect(amend(30_000, envAt(LATER))).toMatchObject({ declared_value: 30_000, amount: 1000 })
})

it('the tariff charges a measured difference, including the declared value', () => {
  const charged = remeasure(sold({ declared_value: 30_000 }), { ...parcel, weight: 6 }, withTariff())
  expect(charged?.adjustment).toMatchObject({ delta_amount: 500, currency: 'USD', reason: 'reweigh' })
})

const weights = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1000)

it('without a tolerance, every reweigh that differs is adjusted, even by a thousandth of a pound', () => {
  fc.assert(
    fc.property(weights, weights, (recorded, observed) => {
      const found = remeasure(sold({ parcel: { ...parcel, weight: recorded } }), { ...parcel, weight: observed }, envAt(LATER))
      expect(found === null).toBe(recorded === observed)
      if (found) expect(found.shipment.parcel.weight).toBe(observed)
    }),
  )
})

it('within the tolerance nothing is adjusted and the weight stays; above it the whole difference counts', () => {
  const env = { ...envAt(LATER), reweigh_tolerance: { lb: 0.1, percent: 1 } }
  const outcome = (recorded: number, observed: number, more = {}) =>
    remeasure(sold({ parcel: { ...parcel, weight: recorded } }), { ...parcel, weight: observed, ...more }, env)
  for (const [recorded, observed] of [
    [4, 4.1],
    [4, 3.9],
    [0.3, 0.2],
    [50, 50.5],
    [50, 49.5],
  ] as const)
    expect([observed, outcome(recorded, observed)]).toEqual([observed, null])
  for (const [recorded, observed] of [
    [4, 4.101],
    [4, 3.899],
    [50, 50.501],
  ] as const)
    expect(outcome(recorded, observed)?.adjustment).toMatchObject({ original_weight: recorded, new_weight: observed })
  expect(outcome(4, 4.05, { length: 5 })?.adjustment).toMatchObject({ reason: 'reweigh' })
})

it('a redirect to another country keeps the price, or is refused by the policy', () => {
  const { policy } = envAt(LATER)
  const way = shipmentIn('in_transit', { to_address: US_FAR, from_address: US, carrier: 'ups' })
  expect(allowed(decideRedirect(way, CANADA, envAt(LATER))).shipment).toMatchObject({
    to_address: CANADA,
    amount: way.amount,
    currency: way.currency,
  })
  const strict = { ...envAt(LATER), policy: { ...policy, redirects_abroad: 'refuse' as const } }
  expect(refused(decideRedirect(way, CANADA, strict))).toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ path: '/to/country', rule: 'policy' }] },
  })
  expect(allowed(decideRedirect(way, { ...US_FAR, country: ' us ', line1: '2 Elm St' }, strict)).shipment.to_address.line1).toBe('2 Elm St')
})
