import { needsPostalCode } from '@backhaul/core/countries.ts'
import { isCustomsBorder, isPostalBorder, marketCodes, territoryOf } from '@backhaul/core/territories.ts'
import { expect, test } from 'vitest'

interface Place {
  country: string
  state?: string
  postal_code?: string
}
const at = (text: string): Place => {
  const [country = '', state, postal_code] = text.split('/')
  return { country, ...(state && { state }), ...(postal_code && { postal_code }) }
}
const OHIO = 'US/OH/43004'

test.each([
  ['ES//38001', 'ES-CN'],
  // A postal code of Alicante without its leading zero.
  ['ES//3801', 'ES'],
  ['FI//2210', 'FI'],
  ['FI//AX-22100', 'AX'],
  ['FR//F-97400', 'RE'],
  ['DK//FO-100', 'FO'],
  ['DK//3900', 'GL'],
  ['CN/Hong Kong SAR', 'HK'],
  ['CN/Macau SAR', 'MO'],
  ['US//96910-1234', 'GU'],
])('%s is in %s', (text, territory) => {
  expect(territoryOf(at(text))).toBe(territory)
})

test.each([
  // The Virgin Islands, Guam, Samoa, the Marianas and military post are outside the US customs territory, in every spelling.
  [OHIO, 'VI', true],
  [OHIO, 'US/VI/00802', true],
  [OHIO, 'US//00802', true],
  [OHIO, 'US/U.S. Virgin Islands', true],
  [OHIO, 'GU', true],
  [OHIO, 'US/gu', true],
  [OHIO, 'US//96910-1234', true],
  [OHIO, 'US/AS/96799', true],
  [OHIO, 'US//96950', true],
  [OHIO, 'US/AE/09012', true],
  [OHIO, 'US//09012', true],
  [OHIO, 'US/AP/96205', true],
  [OHIO, 'US/AA/34002', true],
  ['VI', 'US/VI/00802', false],
  ['VI', 'GU', true],
  [OHIO, 'US/HI/96701', false],
  [OHIO, 'PR', false],
  [OHIO, 'US/PR/00901', false],
  ['PR', 'US//00901', false],
  // Northern Ireland belongs to both customs territories.
  ['IE', 'GB//BT1 5GS', false],
  ['IE', 'GB/Northern Ireland', false],
  ['GB//SW1A 1AA', 'GB//BT1 5GS', false],
  ['IE', 'GB//SW1A 1AA', true],
  ['US', 'GB//BT1 5GS', true],
  ['GB//SW1A 1AA', 'GB//JE2 3AB', true],
  ['GB//SW1A 1AA', 'GB//IM1 1AA', false],
  ['GB//SW1A 1AA', 'IM', false],
  // Special territories of the European Union.
  ['ES//28001', 'ES//35001', true],
  ['ES//28001', 'ES//38001', true],
  ['DE//10115', 'ES//51001', true],
  ['ES//28001', 'ES//52001', true],
  ['ES//28001', 'ES//08001', false],
  ['FR//75001', 'FR//97400', true],
  ['RE', 'FR//97400', false],
  ['FR//75001', 'RE', true],
  ['FR//75001', 'GP', true],
  ['FR//75001', 'MC', false],
  ['FI//00100', 'AX', true],
  ['AX', 'FI//22100', false],
  ['DE//10115', 'DE//27498', true],
  ['DE//10115', 'DE//78266', true],
  ['CH//8200', 'DE//78266', false],
  ['IT//20121', 'IT//23041', true],
  ['IT//20121', 'IT//22061', true],
  ['IT//20121', 'SM', true],
  ['GR//10431', 'GR//63086', true],
  ['DK//1050', 'DK//3900', true],
  ['GL', 'DK//3900', false],
  ['NO//0150', 'SJ', true],
  ['SJ', 'NO//9170', false],
  ['CH//8001', 'LI', false],
  ['CN', 'HK', true],
  ['NL//1011', 'CW', true],
  ['DE//10115', 'FR//75001', false],
])('a customs border from %s to %s is %s in both directions', (from, to, crossed) => {
  expect([isCustomsBorder(at(from), at(to)), isCustomsBorder(at(to), at(from))]).toEqual([crossed, crossed])
})

test('US territories belong to the market and the postal area of the US', () => {
  for (const code of ['PR', 'VI', 'GU', 'AS', 'MP']) {
    expect([marketCodes({ country: code }), marketCodes({ country: 'US', state: code })]).toEqual([
      [code, 'US'],
      [code, 'US'],
    ])
    expect(isPostalBorder(at(OHIO), { country: code })).toBe(false)
  }
  expect([marketCodes(at(OHIO)), marketCodes(at('US/AE/09012')), marketCodes({ country: 'FM' })]).toEqual([['US'], ['US'], ['FM']])
  expect(isPostalBorder(at(OHIO), { country: 'CA' })).toBe(true)
  expect(territoryOf(at('US//96799'))).toBe('AS')
})

test.each([
  [true, ['US', 'CA', 'GB', 'DE', 'FR', 'JP', 'AU', 'MX', 'IN', 'BR', 'PR']],
  [false, ['AE', 'HK', 'BS', 'QA', 'ZW', 'IE', 'XX']],
])('an address needs a postal code: %s in %j', (needed, countries) => {
  expect(countries.map(needsPostalCode)).toEqual(countries.map(() => needed))
})
