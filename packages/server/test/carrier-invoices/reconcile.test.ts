// Carrier invoice lines compared with the amounts owed for their parcel (docs/operating/money.md#invoices-of-carriers).
import { CHARGES, type Charge, type EarlierLine, type Owed, reconcileLines } from '@backhaul/core/carrier-invoice.ts'
import { add, fromMinorUnits as of, subtract, sum, toMinorUnits } from '@backhaul/core/money.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const OWED: Owed = {
  price: of(1000),
  lines: [
    { code: 'base', cents: of(700) },
    { code: 'residential', cents: of(200) },
    { code: 'fuel', cents: of(100) },
  ],
  correction: of(0),
}

type Said = readonly [charge: Charge, amount: number]
const lines = (...said: Said[]) => said.map(([charge, amount_cents], i) => ({ id: `l${i}`, charge, amount_cents: of(amount_cents) }))
const earlier = (...said: (readonly [Charge, number, number?])[]): EarlierLine[] =>
  said.map(([charge, amount, stands = amount], i) => ({ id: `e${i}`, charge, amount_cents: of(amount), stands_cents: of(stands) }))
/** Returns the verdict and the difference of each line. */
const outcome = (owed: Owed, before: EarlierLine[], ...said: Said[]): string[] =>
  reconcileLines(owed, before, lines(...said)).map(({ verdict, difference_cents }) => `${verdict} ${toMinorUnits(difference_cents)}`)

describe('a price in one line', () => {
  test.each([
    [1000, 'matched 0'],
    [1001, 'over 1'],
    [999, 'under -1'],
  ] as const)('of %i is %s', (amount, said) => {
    expect(outcome(OWED, [], ['price', amount])).toEqual([said])
  })

  test('charged again is doubled, in the same invoice or the next, and names the earlier line', () => {
    expect(outcome(OWED, [], ['price', 1000], ['price', 1000])).toEqual(['matched 0', 'doubled 1000'])
    expect(reconcileLines(OWED, earlier(['price', 1000]), lines(['price', 1000]))).toEqual([
      { id: 'l0', verdict: 'doubled', expected_cents: 0, difference_cents: 1000, doubled_of: 'e0' },
    ])
    expect(outcome(OWED, earlier(['price', 1400, 1000]), ['price', 1400])).toEqual(['doubled 1400'])
  })

  test('charged again with another amount is over by that amount', () => {
    expect(outcome(OWED, earlier(['price', 1000]), ['price', 1100])).toEqual(['over 1100'])
  })
})

describe('an adjustment', () => {
  const heavier = { ...OWED, correction: of(250) }
  const lighter = { ...OWED, correction: of(-250) }

  test('is matched by its own line or within the price', () => {
    expect(outcome(heavier, [], ['price', 1250])).toEqual(['matched 0'])
    expect(outcome(heavier, [], ['price', 1000], ['correction', 250])).toEqual(['matched 0', 'matched 0'])
    expect(outcome(heavier, [], ['correction', 260], ['price', 1000])).toEqual(['over 10', 'matched 0'])
  })

  test('that the carrier has not charged makes the price under, and matches when charged later', () => {
    expect(outcome(heavier, [], ['price', 1000])).toEqual(['under -250'])
    expect(outcome(heavier, earlier(['price', 1000]), ['correction', 250])).toEqual(['matched 0'])
  })

  test('in the operator’s favor that the carrier omits makes the price over', () => {
    expect(outcome(lighter, [], ['price', 1000])).toEqual(['over 250'])
    expect(outcome(lighter, [], ['price', 1000], ['correction', -250])).toEqual(['matched 0', 'matched 0'])
  })

  test('that exists twice is charged twice correctly, and a third charge is doubled', () => {
    const twice = { ...OWED, correction: of(500) }
    const said = ['correction', 250] as const
    expect(outcome(twice, earlier(['price', 1000]), said, said, said)).toEqual(['matched 0', 'matched 0', 'doubled 250'])
  })
})

describe('a price in several lines', () => {
  test('is compared line by line, in any order', () => {
    expect(outcome(OWED, [], ['fuel', 100], ['base', 700], ['residential', 200])).toEqual(['matched 0', 'matched 0', 'matched 0'])
    expect(outcome(OWED, [], ['fuel', 130], ['base', 690], ['residential', 200])).toEqual(['over 30', 'under -10', 'matched 0'])
  })

  test('is over by a line that is not owed; without an owed line, the base is under by it', () => {
    expect(outcome(OWED, [], ['base', 1000], ['remote', 300])).toEqual(['matched 0', 'over 300'])
    expect(outcome(OWED, [], ['base', 700], ['fuel', 100])).toEqual(['under -200', 'matched 0'])
  })

  test('is compared as a whole if its lines are unknown or another line charges the whole price', () => {
    expect(outcome({ ...OWED, lines: null }, [], ['base', 900], ['fuel', 100])).toEqual(['matched 0', 'matched 0'])
    expect(outcome(OWED, earlier(['price', 1000]), ['fuel', 100])).toEqual(['over 100'])
  })
})

test('if nothing is owed, any charge is over, any credit is under, and zero matches', () => {
  const nothing: Owed = { price: of(0), lines: null, correction: of(0) }
  for (const [amount, said] of [
    [5, 'over 5'],
    [-5, 'under -5'],
    [0, 'matched 0'],
  ] as const)
    expect(outcome(nothing, [], ['price', amount])).toEqual([said])
})

const anyOwed: fc.Arbitrary<Owed> = fc
  .tuple(
    fc.array(fc.record({ code: fc.constantFrom(...LINE_CODES), cents: fc.integer({ min: 0, max: 500 }).map(of) }), { maxLength: 5 }),
    fc.integer({ min: -300, max: 300 }).map(of),
    fc.boolean(),
  )
  .map(([own, correction, isKnown]) => ({ price: sum(own.map(({ cents }) => cents)), lines: isKnown ? own : null, correction }))
const anyLine = fc.tuple(fc.constantFrom(...CHARGES), fc.integer({ min: -50, max: 600 }))

test('each cent is expected or a difference; once the price is charged, the expected cents equal the unpaid rest', () => {
  fc.assert(
    fc.property(anyOwed, fc.array(anyLine, { maxLength: 4 }), fc.array(anyLine, { minLength: 1, maxLength: 6 }), (owed, before, said) => {
      const known = earlier(...before)
      const reconciled = reconcileLines(owed, known, lines(...said))
      expect(reconciled.map(({ id }) => id)).toEqual(said.map((_, i) => `l${i}`))
      for (const [i, { expected_cents, difference_cents, verdict }] of reconciled.entries()) {
        expect(add(expected_cents, difference_cents)).toBe(said[i]?.[1])
        expect(Math.sign(toMinorUnits(difference_cents))).toBe(verdict === 'matched' ? 0 : verdict === 'under' ? -1 : 1)
      }
      const isWhole = owed.lines === null || [...before, ...said].some(([charge]) => charge === 'price')
      const isMain = ([charge]: Said): boolean => (isWhole ? charge !== 'correction' : charge === 'base')
      if (!said.some((one, i) => isMain(one) && reconciled[i]?.verdict !== 'doubled')) return
      const paid = sum(known.map(({ stands_cents }) => stands_cents))
      const left = subtract(add(owed.price, owed.correction), paid)
      expect(sum(reconciled.map(({ expected_cents }) => expected_cents))).toBe(left)
    }),
    { numRuns: 2_000 },
  )
})
