import { expect, test } from 'vitest'
import { totalsOf } from '../src/console/cases/totals.ts'
import { fromMinorUnits as of } from '../src/shared/money.ts'

test('each currency has its own total', () => {
  const adjustment = (delta: number, currency: string, dispute_status: 'upheld' | null = null) => ({
    delta_amount: of(delta),
    currency,
    dispute_status,
  })
  const price = { amount: of(1_000), currency: 'CAD' }
  expect(totalsOf(price, [])).toEqual([price])
  expect(totalsOf(price, [adjustment(250, 'USD'), adjustment(-50, 'CAD'), adjustment(-30, 'USD'), adjustment(9, 'EUR', 'upheld')])).toEqual(
    [
      { amount: 950, currency: 'CAD' },
      { amount: 220, currency: 'USD' },
    ],
  )
})
