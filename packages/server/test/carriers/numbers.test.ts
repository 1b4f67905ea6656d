// Numbers and postal codes in reports, as carriers' programs and spreadsheets write them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOtherZeros } from '../../src/kinds/carriers/similar.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { csv, Desk, type Json } from './support.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startTestService('api')
  desk = await Desk.open(service, 'relay')
})
afterAll(() => service.close())

const AT = '2026-11-20T09:00:00Z'
/** A parcel of the carrier with this tracking number. */
const parcelOf = async (ltracking: string): Promise<Json> => {
  const parcel = await desk.parcel()
  const { status } = await service.demo.post('/v2/scan-events/inject', { shipment_id: parcel.id, carrier: 'relay', ltracking })
  expect(status).toBe(200)
  return parcel
}
const reported = (number: string, more: object = {}) =>
  desk.report(csv({ number, code: 'DL', occurred_at: new Date().toISOString(), ...more }))

test.each([
  ['9405511899223197428490', '420100019405511899223197428490'],
  ['794898713246', '9632001900000000000000794898713246'],
  ['1Z999AA10123456784', '1z999aa10123456784'],
  ['JD014600006281230704', 'JJD014600006281230704'],
])('the number %s is found in the bar code %s', async (ltracking, number) => {
  const { id } = await parcelOf(ltracking)
  expect(await reported(number)).toMatchObject({ state: 'done', unmatched_rows: 0 })
  expect(await desk.shipment(id)).toMatchObject({ status: 'delivered', ltracking })
})

test('a reference is read like a scanned code', async () => {
  const { id, barcode } = await parcelOf('RL-77')
  const reference = `]C1${barcode}`
  expect(await reported('RL-78', { reference })).toMatchObject({ unmatched_rows: 0 })
  expect(await desk.shipment(id)).toMatchObject({ status: 'delivered' })
})

test('a number in scientific notation is a bad line', async () => {
  const lines = ['9.40011E+21', '9,40011E+21', '9.4E21'].map((number) => ({ number: `"${number}"`, code: 'DL', occurred_at: AT }))
  const done = await desk.report(csv(...lines, { number: 'RL-79', code: 'DL', occurred_at: AT, reference: '9.40011E+21' }))
  expect([done.state, done.unmatched_rows]).toEqual(['refused', 0])
  expect(done.errors.map(({ field, code }: Json) => [field, code])).toEqual([
    ...Array.from({ length: 3 }, () => ['number', 'scientific_notation']),
    ['reference', 'scientific_notation'],
  ])
})

test('a number that lost its zeros waits in the inbox, which suggests the possible parcels', async () => {
  const { id } = await parcelOf('00340434161094042557')
  expect(await reported('340434161094042557')).toMatchObject({ unmatched_rows: 0 })
  const { id: cut } = await parcelOf('000123456789')
  expect(await reported('123456789')).toMatchObject({ unmatched_rows: 1 })
  const [waiting] = await desk.inbox('123456789')
  expect(waiting.suggestions).toEqual([{ shipment_id: cut, number: '000123456789' }])
  expect((await desk.shipment(cut)).status).toBe('injected')
  expect((await desk.shipment(id)).status).toBe('delivered')
  expect(await reported('0000123456788')).toMatchObject({ unmatched_rows: 1 })
  expect((await desk.inbox('0000123456788'))[0].suggestions).toEqual([])
})

test('other numbers of leading zeros are tried only for numbers made of digits', () => {
  expect(withOtherZeros('RL-1')).toEqual([])
  expect(withOtherZeros('0012')).toContain('12')
  expect(withOtherZeros('12')).toContain('00000000000000000012')
  expect(withOtherZeros('0')).not.toContain('0')
})

test('a ZIP code without its leading zero is completed if the state agrees, with a warning', async () => {
  const { id } = await parcelOf('RL-90')
  const boston = { city: 'Boston', state: 'MA', postal_code: '2134', country: 'US' }
  const done = await reported('RL-90', boston)
  expect(done).toMatchObject({ error_count: 0, warning_count: 1 })
  expect(done.warnings).toEqual([
    { row: 2, field: 'postal_code', code: 'leading_zeros', message: 'was read as 02134, because the leading zeros of 2134 are missing' },
  ])
  expect((await desk.scans(id)).at(-1).location.postal_code ?? (await desk.scans(id)).at(-1).location.postalCode).toBe('02134')
  await parcelOf('RL-91')
  expect(await reported('RL-91', { ...boston, state: 'TX' })).toMatchObject({ warning_count: 0 })
})

const bodyOf = '420606019261290100000000000026'
test.each([
  ['1Z 999 AA1 0123 4567 85', '1Z999AA10123456785'],
  ['1Z 999 AA1 0123 4567 86', '1Z 999 AA1 0123 4567 86'],
  [bodyOf, '9261290100000000000026'],
  ['1z999aa10123456787', '1Z999AA10123456787'],
  ['9632001900000000000000794898713257', '794898713257'],
  ['9622001900000000000000123456789012345'.slice(0, 34), '9622001900000000000000123456789012345'.slice(14, 34)],
])('the stored number %s is found by %s', async (ltracking, asked) => {
  const { id } = await parcelOf(ltracking)
  expect((await desk.shipment(id)).ltracking).toBe(ltracking)
  const found = await service.demo.get(`/v2/parcels/find?code=${encodeURIComponent(asked)}`)
  expect(found.json).toMatchObject({ shipment_id: id, matched_by: 'ltracking' })
  const searched = await service.demo.get(`/v2/search?q=${encodeURIComponent(asked)}`)
  expect(searched.json.data.map((hit: Json) => hit.id)).toContain(id)
  expect(await reported(asked)).toMatchObject({ state: 'done', unmatched_rows: 0 })
  expect(await desk.shipment(id)).toMatchObject({ status: 'delivered', ltracking })
})

test('the inbox suggests a number that is stored with separators', async () => {
  const { id } = await parcelOf('000 1234 567 11')
  expect(await reported('123456711')).toMatchObject({ unmatched_rows: 1 })
  expect((await desk.inbox('123456711'))[0].suggestions).toEqual([{ shipment_id: id, number: '00123456711'.padStart(12, '0') }])
})

test('a number damaged by a spreadsheet is accepted in a scan but finds nothing', async () => {
  await parcelOf('9.40011E+22')
  expect((await service.demo.get(`/v2/parcels/find?code=${encodeURIComponent('9.40011E+22')}`)).status).toBe(404)
})

test.each(['940.011E+19', '1E21', '1.E+21', '-1.2E+21', '#######'])('the number %s in a report makes its line bad', async (number) => {
  const done = await desk.report(csv({ number: `"${number}"`, code: 'DL', occurred_at: AT }))
  expect([done.state, done.errors[0]?.code]).toEqual(['refused', 'scientific_notation'])
})
