import { gs1CheckDigit } from '@backhaul/core/check-characters.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { newBarcode, newCarrierNumber } from '../../src/process/ids.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Returns the ids that `make` creates at these times, in Unix milliseconds. */
const madeAt = (make: () => string, times: number[]): string[] => {
  vi.useFakeTimers()
  return times.map((ms) => {
    vi.setSystemTime(ms)
    return make()
  })
}

const NOW_MS = 1_795_000_000_000
const TIMES = Array.from({ length: 500 }, (_, i) => NOW_MS + i * 977)

test('barcodes and carrier numbers increase over time, so they go to the end of their index', () => {
  for (const make of [newBarcode, newCarrierNumber]) {
    const made = madeAt(make, TIMES)
    expect(made).toEqual(made.toSorted())
  }
})

test('barcodes of the same moment are distinct and in order, even if the clock is set back', () => {
  const made = madeAt(newBarcode, [...Array.from({ length: 2000 }, () => NOW_MS + 10_000_000), NOW_MS])
  expect(new Set(made.map((barcode) => barcode.slice(0, 14))).size).toBe(made.length)
  expect(made).toEqual(made.toSorted())
})

test('a barcode has 20 digits with a check digit and never begins like an SSCC, in this century and the next', () => {
  const years = Array.from({ length: 120 }, (_, i) => NOW_MS + 1_000_000_000_000 + i * 31_557_600_000)
  for (const barcode of madeAt(newBarcode, [...years, ...TIMES])) {
    expect(barcode).toMatch(/^[1-9]\d{19}$/)
    expect(barcode.at(-1)).toBe(gs1CheckDigit(barcode.slice(0, -1)))
  }
})

test('a machine with an unset clock makes valid barcodes too', async () => {
  vi.resetModules()
  const { newBarcode: newEarly } = await import('../../src/process/ids.ts')
  for (const barcode of madeAt(newEarly, [0, 1_000_000_000_000, 1_699_999_999_999])) expect(barcode).toMatch(/^[1-9]\d{19}$/)
})

test('carrier numbers of the same moment differ in 45 random bits', () => {
  const made = madeAt(newCarrierNumber, Array(2000).fill(NOW_MS))
  expect(new Set(made.map((number) => number.slice(0, 9))).size).toBe(1)
  expect(new Set(made.map((number) => number.slice(9))).size).toBe(made.length)
  for (const number of made) expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{18}$/)
  const seen = new Set(made.map((number) => number[9]))
  expect(seen.size).toBe(32)
})
