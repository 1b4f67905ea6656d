// Amounts of money (packages/core/src/money.ts) with the decimals of ISO 4217.
import { CURRENCY_CODES, currencyFault, decimalsOf } from '@backhaul/core/currencies.ts'
import {
  add,
  codedText,
  compare,
  decimalText,
  fromMajorUnits,
  moneyText,
  negate,
  fromMinorUnits as of,
  parseMoney,
  share,
  subtract,
  sum,
  times,
  toMinorUnits,
} from '@backhaul/core/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

test('each currency has the decimals of ISO 4217, even where CLDR differs', () => {
  const rows = { JPY: 0, KRW: 0, CLP: 0, UGX: 0, USD: 2, HUF: 2, COP: 2, MGA: 2, IDR: 2, IQD: 3, KWD: 3, TND: 3, CLF: 4 }
  for (const [code, digits] of Object.entries(rows)) expect([code, decimalsOf(code)]).toEqual([code, digits])
  expect(CURRENCY_CODES).toHaveLength(155)
  const cldr = (code: string) => new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
  const differing = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'
  expect(CURRENCY_CODES.filter((code) => decimalsOf(code) !== cldr(code)).join(' ')).toBe(differing)
})

test.each([
  ['RMB', 'give CNY'],
  ['HRK', 'give EUR'],
  ['BGN', 'give EUR'],
  ['SLL', 'give SLE'],
  ['ZWL', 'give ZWG'],
  ['ANG', 'give XCG'],
  ['ZZZ', 'not a currency of ISO 4217; give one such as USD'],
  ['usd', 'give USD'],
  ['euro', 'not a code'],
  ['XAU', 'not money'],
  ['XTS', 'not money'],
  ['CLF', 'not money'],
])('%s is refused: %s', (code, words) => {
  expect(currencyFault(code)).toContain(words)
})

test('every code of the table is accepted', () => {
  expect(CURRENCY_CODES.filter((code) => currencyFault(code) !== null)).toEqual([])
})

describe('formatted for people', () => {
  test.each([
    [5000, 'JPY', 'en-US', '¥5,000'],
    [100_000, 'HUF', 'en-US', 'HUF 1,000.00'],
    [100_000, 'COP', 'es-CO', '$ 1.000,00'],
    [12_345, 'KWD', 'en-US', 'KWD 12.345'],
    [123_456, 'EUR', 'fr-FR', '1 234,56 €'],
    [-1250, 'USD', 'en-US', '-$12.50'],
    [123_456, 'ZZZ', 'en-US', 'ZZZ 1,234.56'],
    [1250, '', 'en-US', '12.50'],
    [999_999_999_999_999, 'USD', 'en-US', '$9,999,999,999,999.99'],
  ])('%i of %s in %s', (amount, currency, locale, text) => {
    expect(moneyText(of(amount), currency, { locale }).replace(/\s/g, ' ')).toBe(text)
  })

  test('with its sign, or without the currency', () => {
    expect(moneyText(of(1250), 'USD', { locale: 'en-US', sign: 'exceptZero' })).toBe('+$12.50')
    expect(moneyText(of(0), 'USD', { locale: 'en-US', sign: 'exceptZero' })).toBe('$0.00')
    expect(moneyText(of(123_450), 'USD', { locale: 'en-US', style: 'decimal' })).toBe('1,234.50')
  })

  test('as plain text', () => {
    expect(codedText(of(5), 'USD')).toBe('0.05 USD')
    expect(codedText(of(-5), 'KWD')).toBe('-0.005 KWD')
    expect(codedText(of(5), 'JPY')).toBe('5 JPY')
  })
})

describe('parsed as people type them', () => {
  test.each([
    ['12.50', 'USD', 1250],
    ['12,5', 'USD', 1250],
    [' 12 ', 'USD', 1200],
    ['-3', 'USD', -300],
    ['5000', 'JPY', 5000],
    ['1.234', 'KWD', 1234],
    ['1.5', 'HUF', 150],
    ['5000.5', 'JPY', null],
    ['1.234', 'USD', null],
    ['1,234.50', 'USD', null],
    ['', 'USD', null],
    ['1e3', 'USD', null],
    ['1.', 'USD', null],
    ['.5', 'USD', null],
    ['twelve', 'USD', null],
  ])('%j in %s', (text, currency, amount) => {
    expect(parseMoney(text, currency)).toBe(amount)
  })

  test('a written amount is read back unchanged in every currency', () => {
    const amounts = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(of)
    fc.assert(
      fc.property(amounts, fc.constantFrom(...CURRENCY_CODES), (amount, currency) => {
        expect(parseMoney(decimalText(amount, currency), currency)).toBe(amount)
      }),
    )
  })
})

test('arithmetic', () => {
  expect(add(of(1), of(2))).toBe(3)
  expect(subtract(of(1), of(2))).toBe(-1)
  expect(Object.is(toMinorUnits(negate(of(0))), 0)).toBe(true)
  expect(times(of(5), 3)).toBe(15)
  expect(sum([of(1), of(2), of(3)])).toBe(6)
  expect([compare(of(1), of(2)) < 0, compare(of(2), of(1)) > 0, compare(of(1), of(1))]).toEqual([true, true, 0])
  expect([share(of(100), 1250, 100_000, 'half_up'), share(of(40), 1250, 100_000, 'half_up')]).toEqual([1, 1])
  expect([share(of(39), 1250, 100_000, 'half_up'), share(of(1), 1, 1000, 'up')]).toEqual([0, 1])
  expect([fromMajorUnits(12.5, 'USD'), fromMajorUnits(12.5, 'JPY'), fromMajorUnits(0.29, 'USD')]).toEqual([1250, 13, 29])
})

test('a comma before three decimals is refused because it may group thousands', () => {
  expect([parseMoney('1,234', 'KWD'), parseMoney('1,234', 'USD'), parseMoney('1.234', 'KWD'), parseMoney('1,23', 'KWD')]).toEqual([
    null,
    null,
    1234,
    1230,
  ])
})
