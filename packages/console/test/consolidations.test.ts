// Logic of the consolidation pages, without rendering.
import type { Sweep, Tender } from '@backhaul/client'
import { expect, test } from 'vitest'
import { bodyOf, countedIds, EMPTY, NOTHING, progressOf, restOf } from '../src/console/consolidations/count.ts'
import { candidatesAt, chosen, createBody, facilityChoices, refusedOf } from '../src/console/consolidations/open-there.ts'
import { differenceWords } from '../src/console/consolidations/words.ts'
import { Refused } from '../src/shared/api.ts'

const tender = (id: string, facility: string | null, piece_count = 1) =>
  ({ id, facility, piece_count, partner_id: 'par_1', carrier: 'northline' }) as unknown as Tender
const sweep = (id: string, dp: string) => ({ id, dp }) as unknown as Sweep
const TENDERS = [tender('a', 'DOCK'), tender('b', 'ELSE'), tender('c', null), tender('d', 'DOCK')]
const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id)

test('facilities with open tenders come first', () => {
  expect(facilityChoices(TENDERS, ['ABC', 'DOCK']).map(({ label }) => label)).toEqual([
    'DOCK: 2 open',
    'ELSE: 1 open',
    'ABC: no open tenders or sweeps',
  ])
})

test('tenders for the facility are preselected; tenders without a facility are included only by choice', () => {
  const where = { facility: 'DOCK', store_id: '', date: '' }
  const found = candidatesAt(where, 'northline', TENDERS, [sweep('s', 'northline')])
  expect(idsOf(found)).toEqual(['a', 'd', 'c'])
  expect(idsOf(chosen(found, new Set()))).toEqual(['a', 'd'])
  expect(idsOf(chosen(found, new Set(['a', 'c'])))).toEqual(['d', 'c'])
  expect(createBody('northline', where, chosen(found, new Set()))).toEqual({
    carrier: 'northline',
    facility: 'DOCK',
    tender_ids: ['a', 'd'],
  })
})

test('a store visit contains the sweeps of its carrier', () => {
  const where = { facility: '', store_id: 'sto_1', date: '2026-12-01' }
  const found = candidatesAt(where, 'northline', TENDERS, [sweep('s', 'northline'), sweep('t', 'swiftship')])
  expect(idsOf(chosen(found, new Set()))).toEqual(['s'])
  expect(createBody('northline', where, chosen(found, new Set()))).toEqual({
    ...{ carrier: 'northline', store_id: 'sto_1', date: '2026-12-01', sweep_ids: ['s'] },
  })
})

test('a refusal of a sent tender is assigned by its id', () => {
  const errors = [
    { path: '/tender_ids/1', message: 'is cancelled; omit this member' },
    { path: '/facility', message: 'is required' },
  ]
  const error = new Refused(422, { code: 'validation_failed', message: 'No.', details: { errors } }, null)
  expect([...refusedOf(error, { tender_ids: ['a', 'd'] })]).toEqual([['d', 'is cancelled; omit this member']])
  expect([...refusedOf(null, {})]).toEqual([])
})

const member = (id: string, piece_count: number, more: object = {}) =>
  ({ id, kind: 'tender', status: 'created', state: 'open', piece_count, ...more }) as const
const MEMBERS = [
  member('a', 10),
  member('b', 5),
  member('s', 3, { kind: 'sweep', status: 'ordered' }),
  member('x', 0, { status: 'cancelled' }),
]
const entry = (count: string, more: object = {}) => ({ ...NOTHING, count, ...more })

test('an expected count is sent alone; differing counts list their members, with numbers where known', () => {
  expect(bodyOf(MEMBERS, { ...EMPTY, total: ' 18 ' })).toEqual({ piece_count_received: 18 })
  const members = {
    a: entry('8', { missing: ['shp_1'], surplus: 'left from before' }),
    b: entry('6', { missing: ['shp_9'], surplus: 'X1\nX2, X1' }),
    s: entry('2', { missing: ['shp_3'] }),
    x: entry('7'),
  }
  const form = { ...EMPTY, total: '17', accepted_by: ' Ann ', members, unattributed: '1', surplus: 'Y1' }
  expect(countedIds(MEMBERS, form)).toEqual(['a', 'b', 's'])
  expect(bodyOf(MEMBERS, form)).toEqual({
    piece_count_received: 17,
    accepted_by: 'Ann',
    counts: [
      { id: 'a', piece_count_received: 8, missing_shipment_ids: ['shp_1'] },
      { id: 'b', piece_count_received: 6, surplus_numbers: ['X1', 'X2'] },
      { id: 's', piece_count_received: 2 },
    ],
    unattributed: 1,
    surplus_numbers: ['Y1'],
  })
  expect(bodyOf(MEMBERS, { ...EMPTY, total: 'many', members: { a: entry('few') }, unattributed: '-1', surplus: 'Y1' })).toEqual({
    ...{ piece_count_received: 'many', counts: [{ id: 'a', piece_count_received: 'few' }], unattributed: -1 },
  })
})

test('the unassigned part of a difference is shown before sending', () => {
  expect(restOf(MEMBERS, EMPTY)).toBe(null)
  expect(restOf(MEMBERS, { ...EMPTY, total: '18' })).toBe(0)
  expect(restOf(MEMBERS, { ...EMPTY, total: '16', members: { a: entry('9') } })).toBe(-1)
  expect(restOf(MEMBERS, { ...EMPTY, total: '16', members: { a: entry('9') }, unattributed: '-1' })).toBe(0)
})

test('progress counts tenders, including refused ones; a difference is described in words', () => {
  const states = ['accepting', 'accepted', 'refused', 'accepted'].map((state, i) =>
    member(String(i), 1, { state, kind: i === 3 ? 'sweep' : 'tender' }),
  )
  expect(progressOf({ members: states as never })).toEqual({ done: 2, of: 3 })
  expect([differenceWords(5, null), differenceWords(5, 5), differenceWords(5, 3), differenceWords(5, 6)]).toEqual([
    null,
    null,
    '2 short',
    '1 over',
  ])
})
