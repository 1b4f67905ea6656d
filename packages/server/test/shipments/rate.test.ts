import { crockfordCheck, gs1CheckDigit } from '@backhaul/core/check-characters.ts'
import { add, compare, subtract } from '@backhaul/core/money.ts'
import { parcelFrom } from '@backhaul/core/parcel.ts'
import { cheapestCarrier, correctionCents, price, type RateFacts, zoneOf } from '@backhaul/core/rating.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CANADA, RATES, US, US_FAR } from './fixtures.ts'

const BOX = { weight: 1, length: 10, width: 8, height: 4 }
const facts = (more: Partial<RateFacts> = {}): RateFacts => ({ from: US, to: US_FAR, parcel: BOX, service_level: 'standard', ...more })
const quote = (more: Partial<RateFacts> = {}) => {
  const found = price(facts(more), RATES)
  if (isRefusal(found)) throw new Error(found.message)
  return found
}

it.each([
  ['local', US, { ...US_FAR, state: ' nv ' }],
  ['regional', US, { ...US_FAR, postal_code: '85001', state: 'AZ' }],
  ['local', { ...US, state: null }, { ...US, state: null }],
  // A place is in the same zone, however its state is spelled.
  ['local', { ...US_FAR, state: 'IL', postal_code: '60601' }, { ...US_FAR, state: 'Illinois', postal_code: '62701' }],
  ['local', { ...US_FAR, state: null, postal_code: '60601' }, { ...US_FAR, state: 'IL', postal_code: '62701' }],
  ['local', { ...US_FAR, country: 'PR', state: null, postal_code: '00716' }, { ...US_FAR, state: 'Puerto Rico', postal_code: '00901' }],
  ['local', { ...US_FAR, country: 'PR', state: null, postal_code: '00716' }, { ...US_FAR, state: null, postal_code: '00901' }],
  ['local', { ...US_FAR, country: 'GU', state: null, postal_code: '96910' }, { ...US_FAR, state: 'Guam', postal_code: '96913' }],
  ['local', { ...US_FAR, state: 'Massachusetts', postal_code: '2134' }, { ...US_FAR, state: 'MA', postal_code: '01001' }],
  // The prefix 205 covers Virginia and the District of Columbia.
  ['regional', { ...US_FAR, state: null, postal_code: '20501' }, { ...US_FAR, state: 'VA', postal_code: '22201' }],
  ['national', US, US_FAR],
  ['national', null, US_FAR],
  ['international', US, CANADA],
] as const)('zone %s', (zone, from, to) => {
  expect(zoneOf(from, to)).toBe(zone)
})

it('bills the larger of weight and dimensional weight, rounded up to a cent', () => {
  expect(quote().amount).toBe(700 + 116)
  expect(quote({ parcel: { ...BOX, weight: 3 } }).amount).toBe(850)
  expect(quote({ parcel: { ...BOX, weight: 3.001 } }).amount).toBe(851)
  expect(quote({ parcel: { ...BOX, weight: 3.02 } }).amount).toBe(851)
})

it('a marketplace charges the lowest price of its able carriers, ties by code, and assigns no carrier yet', () => {
  expect(quote({ to: CANADA, parcel: { ...BOX, weight: 5 } })).toEqual({ market: 'CA', currency: 'CAD', amount: 700 + 450, carrier: null })
  expect(quote({ to: CANADA, parcel: { ...BOX, weight: 10 } }).amount).toBe(900 + 600)
  const lane = (weight: number) => cheapestCarrier(facts({ to: CANADA, parcel: { ...BOX, weight } }), RATES)
  expect([lane(5), lane(10), lane(50), lane(500)]).toEqual(['cpc', 'puro', 'puro', 'puro'])
  const [one] = RATES.rates
  const tied = {
    ...RATES,
    rates: ['puro', 'cpc'].map((carrier) => ({ ...one, carrier, country: 'CA', zone: 'international' as const })) as typeof RATES.rates,
  }
  expect(cheapestCarrier(facts({ to: CANADA }), tied)).toBe('cpc')
})

it('an inactive carrier is not a candidate', () => {
  const inactive = { ...RATES, carriers: new Map([['ups', { active: false }]]) }
  expect(price(facts(), inactive)).toMatchObject({ code: 'validation_failed' })
  expect(cheapestCarrier(facts({ to: CANADA }), inactive)).toBeNull()
})

const measure = fc.integer({ min: 1, max: 40_000 }).map((thousandths) => thousandths / 1000)
const parcels = fc.record({ weight: measure, length: measure, width: measure, height: measure })

it('equal shipments cost equal whole cents, and more weight never costs less', () => {
  fc.assert(
    fc.property(parcels, measure, (parcel, more) => {
      const { amount } = quote({ parcel })
      const heavier = quote({ parcel: { ...parcel, weight: Math.min(parcel.weight + more, 70) } }).amount
      expect(Number.isInteger(amount)).toBe(true)
      expect(quote({ parcel: { ...parcel } }).amount).toBe(amount)
      expect(compare(heavier, amount)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('a correction and its reversal add up to zero', () => {
  fc.assert(
    fc.property(parcels, parcels, (recorded, observed) => {
      for (const [to, carrier] of [
        [US_FAR, 'ups'],
        [CANADA, null],
        [CANADA, 'puro'],
      ] as const) {
        const there = correctionCents({ ...facts({ to, parcel: recorded }), carrier }, observed, RATES)
        const back = correctionCents({ ...facts({ to, parcel: observed }), carrier }, recorded, RATES)
        expect(add(there, back)).toBe(0)
      }
    }),
  )
})

it('a correction is the difference of two prices', () => {
  fc.assert(
    fc.property(parcels, parcels, (recorded, observed) => {
      const delta = correctionCents({ ...facts({ to: CANADA, parcel: recorded }), carrier: null }, observed, RATES)
      expect(delta).toBe(subtract(quote({ to: CANADA, parcel: observed }).amount, quote({ to: CANADA, parcel: recorded }).amount))
    }),
  )
})

it('measures that were not given stay unchanged, and none becomes zero', () => {
  expect(parcelFrom({ height: 2.54, dimension_unit: 'cm' }, BOX)).toEqual({ ...BOX, height: 1 })
  expect(parcelFrom({ weight: 0.0001, weight_unit: 'g' }, BOX).weight).toBe(0.001)
})

it.each(['6291041500213', '4006381333931', '036000291452', '376104250021234569'])(
  'the GS1 check digit of the published number %s is correct',
  (number) => {
    expect(gs1CheckDigit(number.slice(0, -1))).toBe(number.slice(-1))
  },
)

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const tracking = fc.array(fc.constantFrom(...CROCKFORD), { minLength: 26, maxLength: 26 }).map((letters) => letters.join(''))

it('the check character catches every wrong character and every swap of neighbors except 0 and Z', () => {
  fc.assert(
    fc.property(tracking, fc.nat(25), fc.constantFrom(...CROCKFORD), (text, at, letter) => {
      const check = crockfordCheck(text)
      expect(check).toMatch(/^[0-9A-HJKMNP-TV-Z]$/)
      const wrong = text.slice(0, at) + letter + text.slice(at + 1)
      if (wrong !== text) expect(crockfordCheck(wrong)).not.toBe(check)
      const [a, b] = [text.charAt(at), text.charAt(at + 1)]
      const blind = a === b || b === '' || (a + b).split('').sort().join('') === '0Z'
      const swapped = text.slice(0, at) + b + a + text.slice(at + 2)
      if (!blind) expect(crockfordCheck(swapped)).not.toBe(check)
    }),
  )
})
