// Logic of the pages for claims, disputes and Today, without rendering.
import { expect, test } from 'vitest'
import { measuredRows } from '../src/console/cases/measured-rows.ts'
import { nextOf } from '../src/console/cases/next.ts'
import { detailsOf } from '../src/console/cases/scan-words.ts'
import { durationText } from '../src/console/charts/format.ts'
import { askFor, pageOf } from '../src/console/today/addresses.ts'
import { linesOf, titleOf } from '../src/console/today/kinds.ts'

test('the next case is the next newer one; after the newest comes the oldest, never the same case', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id, i) => ({ id, created_at: `2026-01-0${i + 1}T00:00:00.000Z` })) as [never, never, never]
  expect(nextOf([a, b, c], a)).toBe('b')
  expect(nextOf([a, c], b)).toBe('c')
  expect(nextOf([a, b], c)).toBe('a')
  expect([nextOf([], a), nextOf([a], a)]).toEqual([null, null])
  const [same, other] = [
    { id: 'x1', created_at: '2026-01-01T00:00:00.000Z' },
    { id: 'x2', created_at: '2026-01-01T00:00:00.000Z' },
  ]
  expect([nextOf([same, other], same), nextOf([same, other], other)]).toEqual(['x2', 'x1'])
})

test('a list path of the API becomes the console page with the same filters', () => {
  expect(pageOf('/v2/ops/disputes?status=open')).toBe('/console/disputes?status=open')
  expect(pageOf('/v2/shipments?status=sorted&not_moved_since=2026-01-01T00:00:00.000Z')).toBe(
    '/console/shipments?status=sorted&not_moved_since=2026-01-01T00:00:00.000Z',
  )
  expect([pageOf(null), pageOf('/v2/unheard-of?x=1')]).toEqual([null, null])
})

test('a time filter that moves with every answer does not create a different list', () => {
  const at = (time: string) => askFor(`/v2/shipments?status=sorted&not_moved_since=${time}`, { limit: 3 })
  expect(at('2026-01-01T10:11:12.000Z')).toEqual({
    path: '/v2/shipments',
    query: { status: 'sorted', not_moved_since: '2026-01-01T10:10:00.000Z', limit: 3 },
  })
  expect(at('2026-01-01T10:19:59.999Z')).toEqual(at('2026-01-01T10:11:12.000Z'))
})

test('rows are sorted by longest wait, regardless of the list order; a webhook shows why it fails', () => {
  const need = { kind: 'webhook_failing', stage: null, day: null, count: 2, is_more: false, oldest_at: null, list: '' } as const
  const row = (id: string, failing_since: string) => ({
    id,
    url: `https://${id}`,
    disabled_reason: null,
    created_at: '2026-01-01',
    health: { failing_since, last_failure: { error_message: 'the receiver answered 500' } },
  })
  expect(linesOf(need, [row('new', '2026-01-03'), row('old', '2026-01-02')]).map(({ id, to, detail, at }) => [id, to, detail, at])).toEqual(
    [
      ['old', '/console/webhooks/old', 'the receiver answered 500', '2026-01-02'],
      ['new', '/console/webhooks/new', 'the receiver answered 500', '2026-01-03'],
    ],
  )
  expect(titleOf({ ...need, kind: 'not_moved', stage: 'at_sort_center' })).toBe('Not moved: at the sort center')
  // A newer service may report kinds that this page does not know.
  expect(titleOf({ ...need, kind: 'something_new' as never })).toBe('Something new')
})

test('a duration is shown in its largest unit', () => {
  expect([0.24, 35, 90, 5_400, 200_000].map((seconds) => durationText(seconds).replace(/[^\d.]/g, ''))).toEqual([
    '240',
    '35',
    '1.5',
    '1.5',
    '2.3',
  ])
  expect(durationText(null)).toBe('unknown')
})

test('the details of a scan are described in words, including measurements', () => {
  const details = { reweigh: { weight: 8.9, unit: null }, seals: ['A1', 'B2'], note: null, photo_document_id: 'doc_1', pieces: 2 }
  expect(detailsOf({ details })).toBe('Reweigh: weight 8.9; Seals: A1, B2; Pieces: 2')
})

test('a parcel weighed at a counter shows its earlier weight as declared; each row names its record', () => {
  const parcel = { weight: 5, length: 10, width: 8, height: 4 } as never
  const shipment = { id: 'shp_1', parcel, created_at: '2026-01-01', updated_at: '2026-01-05' }
  const counter = { id: 'adj_1', source: 'counter', original_weight: 2, new_weight: 5, created_at: '2026-01-02' } as const
  const byHand = { id: 'adj_2', source: 'manual', original_weight: 5, new_weight: 7, created_at: '2026-01-04' } as const
  const found = { id: 'dsc_1', reason: null, stage: 'sort', declared: parcel, observed: parcel, created_at: '2026-01-03' } as never
  const rows = (...all: Parameters<typeof measuredRows>) =>
    measuredRows(...all).map(({ words, weight, size, source, to }) => [words, weight, size !== null, source, to])
  expect(rows(shipment, [found], [byHand, counter])).toEqual([
    ['Declared', 2, true, 'Charge by a counter, original value', '/console/disputes/adj_1'],
    ['Weighed at a counter', 5, false, 'Charge by a counter, before: 2 lb', '/console/disputes/adj_1'],
    ['Observed at sort', 5, true, 'Discrepancy', '/console/discrepancies/dsc_1'],
    ['Weight in a charge', 7, false, 'Charge by hand, before: 5 lb', '/console/disputes/adj_2'],
    ['Recorded now', 5, true, 'Shipment', '/console/shipments/shp_1'],
  ])
  expect(rows(shipment, [], [])[0]).toEqual(['Declared', 5, true, 'Shipment', '/console/shipments/shp_1'])
})
