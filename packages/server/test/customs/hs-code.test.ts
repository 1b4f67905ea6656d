import { expect, test } from 'vitest'
import { crossesBorder } from '../../src/domain/customs.ts'
import { HS_HEADINGS, isHsCode } from '../../src/domain/hs-code.ts'

test('the headings are those of the editions of 2017 and 2022', () => {
  expect(HS_HEADINGS.size).toBe(1_230)
  const chapters = new Set([...HS_HEADINGS].map((heading) => heading.slice(0, 2)))
  expect(chapters.size).toBe(96)
  // New in 2022, gone with it, and gone before it.
  for (const heading of ['0309', '2404', '3827', '8485', '8524', '8549', '8806', '8807', '8803', '8107'])
    expect(HS_HEADINGS).toContain(heading)
  for (const heading of ['0503', '2838', '4204', '6503', '6908', '7701', '8469', '8520', '9203', '9501'])
    expect(HS_HEADINGS).not.toContain(heading)
})

test.each(['610910', '6109.10', '6109.10.00', '6109.10.0012', '61.09.10', '6109.10.00.12', '8471300000', '9801.00', '99999999'])(
  '%s is taken',
  (code) => {
    expect(isHsCode(code)).toBe(true)
  },
)

test.each([
  '',
  '6109',
  '61091',
  '61091000123',
  '6109-10',
  '6109.1.0',
  '6109..10',
  '.610910',
  '610910.',
  '６109.10',
  '7700.00',
  '0000.00',
  '8469.00',
])('%s is none', (code) => {
  expect(isHsCode(code)).toBe(false)
})

test('a border is crossed between customs territories, not between countries', () => {
  const way = (from: string | null, to: string) => {
    const address = (country: string) => ({ line1: '1 Main St', city: 'X', postal_code: '1', country })
    return crossesBorder({ from_address: from === null ? null : address(from), to_address: address(to) })
  }
  for (const [from, to] of [
    ['US', 'CA'],
    ['DE', 'CH'],
    ['GB', 'FR'],
    ['PR', 'CA'],
  ] as [string, string][])
    expect([from, to, way(from, to)]).toEqual([from, to, true])
  for (const [from, to] of [
    ['US', 'US'],
    ['US', ' us'],
    ['DE', 'FR'],
    ['MC', 'IT'],
    ['CH', 'LI'],
    ['US', 'PR'],
    [null, 'CA'],
  ] as [string | null, string][])
    expect([from, to, way(from, to)]).toEqual([from, to, false])
})
