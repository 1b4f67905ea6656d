import type { Tender } from '@backhaul/client'
import { expect, test } from 'vitest'
import { letterAboutMissing, letterAboutSurplus, missingMembersOf } from '../src/console/tenders/missing.ts'

const shipments = (...statuses: string[]) => statuses.map((status, i) => ({ id: `s${i}`, status })) as Tender['shipments']

test('a parcel named missing is missing until the carrier has it; without names, parcels are missing until scanned', () => {
  const members = shipments('label_ready', 'injected', 'in_transit')
  const found = (missing_shipment_ids: string[]) =>
    missingMembersOf({ shipments: members, missing_shipment_ids }).map(({ id, isFound }) => [id, isFound])
  expect(found(['s0', 's1'])).toEqual([
    ['s0', false],
    ['s1', true],
  ])
  expect(found([])).toEqual([
    ['s0', false],
    ['s1', false],
    ['s2', true],
  ])
})

test('a letter to the carrier names the parcels, and text of a tender cannot add headers', () => {
  const tender = { id: 'tnd_1', carrier: 'a&bcc=x@example.com', piece_count: 3, piece_count_received: 1, facility: null, accepted_at: null }
  const letter = letterAboutMissing(tender as Tender, [{ tracking: '9400' }, { tracking: '9401' }])
  for (const one of [letter, letterAboutSurplus(tender as Tender)]) expect(one).not.toContain('&bcc=')
  expect(decodeURIComponent(letter)).toContain('9400\n9401')
})
