import { crossesBorder } from '@backhaul/core/customs.ts'
import { hsCodeFault, plainHsCode } from '@backhaul/core/hs-code.ts'
import { ENDED_WITH_2017, SUBHEADINGS_2022 } from '@backhaul/core/hs-subheadings.ts'
import { expect, test } from 'vitest'

const codesOf = (table: string): string[] =>
  table
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [heading, endings] = entry.split(':') as [string, string]
      return endings.split(',').map((ending) => heading + ending)
    })

const CURRENT = codesOf(SUBHEADINGS_2022)
const ENDED = codesOf(ENDED_WITH_2017)
const isHsCode = (code: string): boolean => hsCodeFault(code) === null

test('the tables have the published numbers of codes, sorted and without duplicates', () => {
  // The 2022 edition has 5,612 codes, 370 of them new. The 2017 edition had 5,387 codes, 145 of which ended with it.
  expect([CURRENT.length, ENDED.length]).toEqual([5_612, 145])
  const all = [...CURRENT, ...ENDED]
  expect(new Set(all).size).toBe(all.length)
  for (const table of [CURRENT, ENDED]) {
    expect(table.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(table).toEqual(table.toSorted())
  }
  expect(new Set(CURRENT.map((code) => code.slice(0, 2))).size).toBe(96)
  expect(new Set(CURRENT.map((code) => code.slice(0, 4))).size).toBe(1_228)
})

test('of all six-digit numbers, exactly those in the tables and national chapters are accepted', () => {
  const taken = Array.from({ length: 1_000_000 }, (_, i) => String(i).padStart(6, '0')).filter(isHsCode)
  const national = taken.filter((code) => code >= '980000')
  expect(national.length).toBe(20_000)
  expect(taken.filter((code) => code < '980000')).toEqual([...CURRENT, ...ENDED].sort())
})

test.each([
  // Codes of both editions: plain, with a country's own digits at the end, and with dots in different places.
  ...['610910', '6109.10', '6109.10.00', '6109.10.0012', '61.09.10', '6109.10.00.12', '8471300000', '640399', '420221', '9503.00.00'],
  // New in 2022: smartphones, drones, electronic cigarettes, electronic waste.
  ...['851713', '8517.14', '880621', '2404.12', '854921', '0309.90'],
  // Codes that ended with the 2017 edition: telephones for cellular networks, parts of aircraft, coats by their fabric.
  ...['8517.12', '880330', '6201.11.00', '8107.90', '970300'],
  // Codes that only one country uses.
  ...['9801.00', '99999999', '9900.01'],
])('%s is accepted', (code) => {
  expect(hsCodeFault(code)).toBeNull()
})

test.each([
  // Code formats used in tariffs and spreadsheets.
  ...['6205 20 00', '6205-20-00', '6205 2000', '6109-10', '6109.1.0', ' 610910', '610910 ', '\t6109.10\n', '6109\u00a010', '6109\u201310'],
])('%j is accepted, and its separators are dropped', (code) => {
  expect(hsCodeFault(code)).toBeNull()
  expect(plainHsCode(code)).toMatch(/^(620520(00)?|610910)$/)
})

const EXPECTED = 'must be a code of the Harmonized System, 6 to 10 digits such as 6109.10'
test.each([
  ['', 'this is empty'],
  ['  ', 'this is empty'],
  ['6109', 'this has 4 digits'],
  ['6', 'this has 1 digit'],
  ['61091', 'this has 5 digits'],
  ['61091000123', 'this has 11 digits, so leave out the digits after the tenth'],
  ['6109.10.00.12.34', 'this has 12 digits, so leave out the digits after the tenth'],
  ['901.21', 'this has 5 digits, and 0901.21 exists: its leading zero was lost'],
  ['90121', 'this has 5 digits, and 0901.21 exists: its leading zero was lost'],
  ['6109..10', 'this has a separator that is not between two digits'],
  ['.610910', 'this has a separator that is not between two digits'],
  ['6109.10.', 'this has a separator that is not between two digits'],
  ['\uff16109.10', 'this contains "\uff16"'],
  ['6109.1O', 'this contains "O"'],
  ['HS 6109.10', 'this contains "H"'],
])('%j is not a valid code, and the message names the cause', (code, cause) => {
  expect(hsCodeFault(code)).toBe(`${EXPECTED}; ${cause}`)
})

test.each([
  ['6109.20', '6109.20', 'heading 6109 has 6109.10, 6109.90'],
  ['61092000', '6109.20', 'heading 6109 has 6109.10, 6109.90'],
  ['6109.20.00.12', '6109.20', 'heading 6109 has 6109.10, 6109.90'],
  // Codes of an edition before 2017.
  ['852540', '8525.40', 'heading 8525 has 8525.50, 8525.60, 8525.81, 8525.82, 8525.83 and 1 more'],
  ['0302.48', '0302.48', 'heading 0302 has 0302.45, 0302.46, 0302.47, 0302.49, 0302.51 and 40 more'],
  ['8803.40', '8803.40', 'heading 8803 ended with the edition of 2017'],
  ['8469.00', '8469.00', 'it has no heading 8469'],
  ['7701.10', '7701.10', 'it has no heading 7701'],
  ['000000', '0000.00', 'it has no heading 0000'],
])('%s does not exist, and the refusal says why', (code, plain, why) => {
  const none = `must be a code of the Harmonized System, which has no ${plain} in its editions of 2017 and 2022: ${why}`
  expect(hsCodeFault(code)).toBe(none)
})

test('a customs border lies between customs territories, not between countries', () => {
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

test.each([
  ['901.21.00', '0901.21.00'],
  ['9012100', '0901.21.00'],
  ['901.21', '0901.21'],
  ['901.21.00.10', '0901.21.00.10'],
  ['901210010', '0901.21.00.10'],
])('%s is refused because it lost the leading zero of %s', (code, whole) => {
  expect(hsCodeFault(code)).toMatch(new RegExp(`and ${whole} exists: its leading zero was lost$`))
})

test('a code is accepted if no leading zero was lost', () => {
  expect([hsCodeFault('6109.10.0'), hsCodeFault('9012.10.00'), hsCodeFault('610910001')]).toEqual([null, null, null])
})
