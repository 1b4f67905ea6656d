// Tariff import and export by operators (docs/operating/money.md#tariffs).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { trailOf } from './fixtures.ts'
import { runImport } from './imports-support.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
  await operator.send('PUT', '/v2/ops/carriers/acme', { body: { name: 'Acme' } })
})
afterAll(() => service.close())

const HEADER = 'carrier,country,currency,effective_on,kind,service_level,measure,zone,from,to,value,cents,percent'
const lines = (key: string, ...rows: string[]): string => [HEADER, ...rows.map((row) => `${key},${row}`)].join('\n')
const ACME = 'acme,CA,CAD,2026-01-01'
const GOOD = [
  'zone,,,1,M4A-M9Z,M4A-M9Z,,,',
  'zone,,,7,*,*,,,',
  'zone,,,9,US,*,,,',
  ...[1, 7, 9].flatMap((zone) => [`rate,standard,,${zone},,,5,${zone * 11},`, `rate,standard,,${zone},,,70,${zone * 22},`]),
  'divisor,,,,,,166,,',
  'size,,length,,,,108,,',
  'size,,girth,,,,80,50,',
  'fuel,,,,,,,,12.5',
  'tax,,,,,ON,,,13',
  'tax,,,,,*,,,0',
]
const TORONTO = { ...ADDRESS, line1: '1 King St W', city: 'Toronto', state: 'ON', postal_code: 'M5H 1A1', country: 'CA' }
const BODY = {
  direction: 'outbound',
  from: { ...TORONTO, postal_code: 'm4b1b3' },
  to: TORONTO,
  parcel: { weight: 3, length: 10, width: 6, height: 2 },
}
const exported = async (path: string) => (await operator.get(`/v2/ops/tariffs/${path}`)).json

test('an imported tariff prices quotes and shipments from its effective day, and quotes show its lines', async () => {
  const before = (await service.demo.post('/v2/quotes', BODY)).json
  expect(before.candidates.every((one: { tariff: unknown }) => one.tariff === null)).toBe(true)
  const done = await runImport(operator, 'tariffs', lines(ACME, ...GOOD))
  expect(done).toMatchObject({ kind: 'tariffs', state: 'done', rows: 15, created_rows: 15, changed_rows: 0, errors: [] })
  const { amount, currency, candidates } = (await service.demo.post('/v2/quotes', BODY)).json
  expect([amount, currency, candidates[0].carrier]).toEqual([14, 'CAD', 'acme'])
  expect(candidates[0]).toMatchObject({
    ...{ chosen: true, base_cents: 14, weight_cents: 0, max_weight_lb: 70, tariff: { effective_on: '2026-01-01', zone: 1 } },
    lines: [
      { code: 'base', cents: 11, detail: 'zone 1, up to 5 lb' },
      { code: 'fuel', cents: 1, detail: '12.5 % of the freight' },
      { code: 'tax', cents: 2, detail: '13 % of all lines' },
    ],
  })
  expect((await service.demo.post('/v2/shipments', { ...BODY, fulfillment: 'print_label' })).json.amount).toBe(amount)
  // Other carriers have only a rate card. It is still used to compare them.
  expect(candidates.slice(1)).toEqual(before.candidates.map((one: object) => ({ ...one, chosen: false })))
})

test('an exported tariff can be imported again without any change', async () => {
  await runImport(operator, 'tariffs', lines(ACME, ...GOOD))
  const { csv, ...listed } = await exported('acme/CA/2026-01-01')
  expect(listed).toMatchObject({ object: 'tariff', carrier: 'acme', country: 'CA', currency: 'CAD', in_use: true, rows: 15 })
  expect(csv.replaceAll('\r\n', '\n')).toBe(`${lines(ACME, ...GOOD)}\n`)
  expect(await runImport(operator, 'tariffs', csv)).toMatchObject({ state: 'done', created_rows: 0, changed_rows: 0 })
  expect((await operator.get('/v2/ops/tariffs?carrier=acme')).json.data).toEqual([listed])
  expect(await trailOf(operator, 'acme/CA/2026-01-01')).toHaveLength(1)
})

test.each([
  ['a negative price', 'rate,standard,,1,,,99,-5,', 'cents', 'negative'],
  ['a fraction of a cent', 'rate,standard,,1,,,99,5.5,', 'cents', 'number'],
  ['a prefix of another country', 'zone,,,1,430,*,,,', 'from', 'prefix'],
  ['a cell that its kind does not have', 'fuel,,,,,,,7,10', 'cents', 'unexpected'],
  ['a cell that its kind needs', 'tax,,,,,ON,,,', 'percent', 'required'],
  ['a kind that there is not', 'bonus,,,,,,,7,', 'kind', 'choice'],
  ['a gap', 'zone,,,3,K1A,*,,,', 'zone', 'gap'],
  ['an overlap', 'zone,,,7,M4A,M9Z,,,', 'from', 'overlap'],
  ['a price that falls', 'rate,standard,,1,,,99,1,', 'cents', 'falls'],
])('a file with %s is refused with the row and the reason, and none of it is applied', async (_, bad, field, code) => {
  const path = 'acme/CA/2026-02-02'
  const key = 'acme,CA,CAD,2026-02-02'
  const other = lines('acme,CA,CAD,2026-03-03', ...GOOD)
    .split('\n')
    .slice(1)
  const found = await runImport(operator, 'tariffs', [lines(key, ...GOOD, bad), ...other].join('\n'))
  expect(found).toMatchObject({ state: 'refused', applied_rows: 0 })
  expect(found.errors).toContainEqual(expect.objectContaining({ row: 17, field, code }))
  for (const one of [path, 'acme/CA/2026-03-03']) expect((await operator.get(`/v2/ops/tariffs/${one}`)).status).toBe(404)
})

test('a tariff with two currencies or a currency other than its market is refused with the row', async () => {
  const [head, ...rows] = lines('acme,CA,CAD,2026-04-04', ...GOOD).split('\n') as [string, ...string[]]
  const found = await runImport(operator, 'tariffs', [head, ...rows.slice(0, -1), rows.at(-1)?.replace('CAD', 'USD')].join('\n'))
  expect(found.errors).toMatchObject([{ row: 16, field: 'currency', code: 'currency' }])
})

test('after a tariff is removed, the previous tariff or the rate card applies', async () => {
  await runImport(operator, 'tariffs', lines('acme,CA,CAD,2026-01-02', 'zone,,,1,*,*,,,', 'rate,standard,,1,,,70,5,'))
  const amount = async () => (await service.demo.post('/v2/quotes', BODY)).json.amount
  expect(await amount()).toBe(5)
  expect((await operator.send('DELETE', '/v2/ops/tariffs/acme/CA/2026-01-02')).status).toBe(204)
  await runImport(operator, 'tariffs', lines(ACME, ...GOOD))
  expect(await amount()).toBe(14)
  expect(await trailOf(operator, 'acme/CA/2026-01-02')).toMatchObject([{ action: 'tariff.imported' }, { action: 'tariff.removed' }])
  expect((await operator.send('DELETE', '/v2/ops/tariffs/acme/CA/2026-01-02')).status).toBe(404)
})
