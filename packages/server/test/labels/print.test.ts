import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countRows, createShipment, type Json } from '../scans/support.ts'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { drawPdf, drawZpl, readPdf, readSymbols } from './decode.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const print = (shipment_ids: readonly string[], more: object = {}, idempotencyKey: string = randomUUID()) =>
  service.demo.post('/v2/labels', { shipment_ids, ...more }, { idempotencyKey })
const fetchLabel = (id: string, query: string) => service.demo.get(`/v2/shipments/${id}/label${query}`)

const several = async (count: number): Promise<Json[]> => {
  const { json } = await service.demo.post('/v2/shipments/batch', { shipments: Array(count).fill(RETURN) })
  return json.data
}

test('a PDF has one page per label, in the order of the request', async () => {
  const shipments = (await several(4)).reverse()
  const { status, headers, bytes } = await print(shipments.map(({ id }) => id))
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'application/pdf', 'no-store'])
  expect(headers.get('content-disposition')).toBe('inline; filename="labels-4.pdf"')
  const pages = await drawPdf(bytes, 203)
  const symbols = await Promise.all(pages.map((page) => readSymbols(page)))
  expect(symbols).toEqual(shipments.map(({ barcode, tracking }) => ({ code128: [barcode], qr: [tracking] })))
  const read = await readPdf(bytes)
  expect(read.every(({ width, height }) => width === 288 && height === 432)).toBe(true)
  expect(read.every(({ text }) => text.includes('SANDBOX - DO NOT MAIL'))).toBe(true)
})

test('ZPL output is the labels one after another, for the requested printer resolution', async () => {
  const ids = (await several(2)).map(({ id }) => id)
  for (const dpi of [203, 300] as const) {
    const { headers, text } = await print(ids, { format: 'zpl', dpi })
    expect(headers.get('content-type')).toBe('application/zpl')
    const each = await Promise.all(ids.map(async (id) => (await fetchLabel(id, `?format=zpl&dpi=${dpi}`)).text))
    expect(text).toBe(each.join(''))
    if (dpi === 203) expect(await drawZpl(text, dpi)).toHaveLength(2)
  }
})

test('a single printed label is identical to the fetched label', async () => {
  const { id } = await createShipment(service.demo)
  const one = await print([id])
  expect(Buffer.from(one.bytes).equals((await fetchLabel(id, '?format=pdf')).bytes)).toBe(true)
})

test('500 labels in any script print at once; 501, none and duplicates are refused', async () => {
  const shipments = await several(499)
  const world = await createShipment(service.demo, { ...RETURN, to: { ...ADDRESS, name: '山田太郎', line1: 'רחוב הרצל 12', city: 'Łódź' } })
  const ids = [...shipments, world].map(({ id }) => id)
  const { status, bytes } = await print(ids)
  expect(status).toBe(200)
  const pages = await readPdf(bytes)
  expect(pages.map(({ text }) => /\b\d{20}\b/.exec(text)?.[0])).toEqual([...shipments, world].map(({ barcode }) => barcode))
  for (const refused of [[...ids, ids[0] as string], [], [ids[0] as string, ids[0] as string]]) {
    const { status, json } = await print(refused)
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', '/shipment_ids'])
  }
})

test('every unknown, void or missing label is named, and then nothing is printed or written', async () => {
  const good = await createShipment(service.demo)
  const [waiting, waiting_too] = [await createShipment(service.demo, QR_RETURN), await createShipment(service.demo, QR_RETURN)]
  const [gone, gone_too] = [await createShipment(service.demo), await createShipment(service.demo)]
  for (const { id } of [gone, gone_too]) await service.demo.post(`/v2/shipments/${id}/cancel`)
  const foreign = await createShipment(await service.partner())
  const before = await countRows(service)

  const mixed = [good.id, waiting.id, foreign.id, gone.id, 'nonsense']
  const unknown = (await print(mixed)).json.error
  expect([unknown.code, unknown.details]).toEqual([
    'not_found',
    { field: '/shipment_ids/2', fields: ['/shipment_ids/2', '/shipment_ids/4'] },
  ])
  const voided = await print([waiting.id, gone.id, good.id, gone_too.id])
  expect([voided.status, voided.json.error.code]).toEqual([409, 'label_voided'])
  expect(voided.json.error.details.shipments).toEqual([gone, gone_too].map(({ id }) => ({ id, status: 'cancelled' })))
  const unmade = await print([good.id, waiting.id, waiting_too.id])
  expect([unmade.status, unmade.json.error.code]).toEqual([409, 'label_not_ready'])
  expect(unmade.json.error.details.shipments).toEqual([waiting, waiting_too].map(({ id }) => ({ id, status: 'created' })))

  await print([good.id])
  expect(await countRows(service)).toEqual(before)
})

test('printing expires a shipment whose time has passed, and its label is void', async () => {
  const partner = await service.partner()
  const { id } = await createShipment(partner)
  await partner.post('/v2/test/clock/advance', { seconds: 31 * 86_400 })
  const { status, json } = await partner.post('/v2/labels', { shipment_ids: [id] })
  expect([status, json.error.code, json.error.details.shipments]).toEqual([409, 'label_voided', [{ id, status: 'expired' }]])
  expect((await partner.events(id)).map(({ type }: Json) => type)).toContain('shipment.expired')
})

test('a replay prints the original label versions, even if they were replaced or voided since', async () => {
  const [reprinted, cancelled] = await several(2)
  const ids = [reprinted.id, cancelled.id]
  const key = randomUUID()
  const first = await print(ids, {}, key)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  await service.demo.post(`/v2/shipments/${reprinted.id}/label/reprint`)
  for (const change of ['', `/v2/shipments/${cancelled.id}/cancel`]) {
    if (change) await service.demo.post(change)
    const again = await print(ids, {}, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true)
    expect((await readPdf(again.bytes))[0]?.text).toContain(reprinted.label_id)
  }

  const other = await print(ids, { format: 'zpl' }, key)
  expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await print(ids)).json.error.code).toBe('label_voided')
})

test('a refusal is replayed even after the label was made', async () => {
  const { id } = await createShipment(service.demo, QR_RETURN)
  const key = randomUUID()
  expect((await print([id], {}, key)).json.error.code).toBe('label_not_ready')
  await service.demo.post(`/v2/test/shipments/${id}/advance`)
  const again = await print([id], {}, key)
  expect([again.status, again.json.error.code, again.headers.get('idempotent-replayed')]).toEqual([409, 'label_not_ready', 'true'])
  expect((await print([id])).status).toBe(200)
})
