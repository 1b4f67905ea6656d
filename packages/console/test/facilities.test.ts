import { expect, test } from 'vitest'
import { facilityFault } from '../src/counter/handler/facilities.ts'

const KNOWN = [{ code: 'EWR-SORT' }, { code: 'ORD' }]

test('facility scans require a facility; an unknown facility is refused before the scan is kept', () => {
  const titles = (kind: Parameters<typeof facilityFault>[0], facilities: typeof KNOWN | null) =>
    ['', 'EWR-SORT', 'ewr'].map((facility) => facilityFault(kind, facility, facilities)?.title ?? null)
  expect(titles('arrive', KNOWN)).toEqual(['Choose the facility first', null, 'ewr is not a facility in use'])
  expect(titles('sort', KNOWN)[0]).toBe('Choose the facility first')
  expect(titles('collect', KNOWN)).toEqual([null, null, 'ewr is not a facility in use'])
  expect(titles(null, KNOWN)).toEqual([null, null, null])
  // A device that opens without a connection keeps the facility that was chosen before.
  expect(titles('arrive', null)).toEqual(['Choose the facility first', null, null])
})
