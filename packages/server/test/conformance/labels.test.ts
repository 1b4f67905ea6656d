// docs/guide/labels.md: which caller gets which label format, when there is no label, and that a label never changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QR_RETURN, RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { advance, command, create, inStatus, ok, outcome, scan } from './support.ts'

let service: TestService
let demo: TestClient
beforeAll(async () => {
  service = await startTestService()
  demo = service.demo
})
afterAll(() => service.close())

const BEGINS: Record<string, string> = { 'application/pdf': '%PDF-', 'image/png': '\u0089PNG', 'application/zpl': '^XA' }

const label = (id: string, query = '', accept?: string): Promise<TestAnswer> =>
  demo.get(`/v2/shipments/${id}/label${query}`, accept === undefined ? {} : { headers: { Accept: accept } })

const formOf = ({ status, headers, bytes }: TestAnswer): string => {
  expect(status).toBe(200)
  const type = headers.get('content-type')?.split(';')[0] as string
  if (type !== 'application/json')
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .startsWith(BEGINS[type] as string),
    ).toBe(true)
  return type
}

test("a label comes in the shipment's own format unless the request names another", async () => {
  for (const [label_format, type] of [
    ['pdf', 'application/pdf'],
    ['png', 'image/png'],
    ['zpl', 'application/zpl'],
  ] as const) {
    const { id } = await create(demo, { ...RETURN, label_format })
    for (const accept of [undefined, '*/*', '', 'text/html']) {
      expect([label_format, accept, formOf(await label(id, '', accept))]).toEqual([label_format, accept, type])
    }
  }
})

test('the Accept header chooses the format by quality; the format parameter takes precedence', async () => {
  const { id } = await create(demo)
  const asked: [string, string][] = [
    ['application/pdf', 'application/pdf'],
    ['image/png', 'image/png'],
    ['IMAGE/PNG', 'image/png'],
    ['application/zpl', 'application/zpl'],
    ['application/json', 'application/json'],
    ['image/*', 'image/png'],
    ['text/html, image/png', 'image/png'],
    ['image/png;q=0.5, application/zpl', 'application/zpl'],
    ['application/zpl;q=0.2, image/png;q=0.9', 'image/png'],
    ['application/json, text/plain, */*', 'application/json'],
    ['image/png;q=0.1, */*;q=0.01', 'image/png'],
    ['application/pdf;q=0, image/png', 'image/png'],
  ]
  for (const [accept, type] of asked) expect([accept, formOf(await label(id, '', accept))]).toEqual([accept, type])
  for (const [format, type] of [
    ['pdf', 'application/pdf'],
    ['png', 'image/png'],
    ['zpl', 'application/zpl'],
    ['json', 'application/json'],
  ] as const) {
    expect([format, formOf(await label(id, `?format=${format}`, 'text/html'))]).toEqual([format, type])
    expect([format, formOf(await label(id, `?format=${format}`, 'application/zpl'))]).toEqual([format, type])
  }
  for (const query of ['?format=gif', '?format=', '?dpi=72', '?dpi=high'])
    expect([query, ...outcome(await label(id, query))]).toEqual([query, 422, 'validation_failed'])
})

test('a label as JSON has its id, version, format and URL', async () => {
  const shipment = await create(demo, { ...RETURN, label_format: 'png' })
  const first = ok(await label(shipment.id, '?format=json'))
  expect(Object.keys(first).sort()).toEqual(['created_at', 'format', 'label_id', 'label_version', 'supersedes', 'url'])
  expect(first).toMatchObject({
    label_id: shipment.label_id,
    label_version: 1,
    supersedes: null,
    format: 'png',
    created_at: shipment.created_at,
  })
  expect(formOf(await demo.get(first.url))).toBe('image/png')
  ok(await command(demo, shipment.id, 'label/reprint'))
  const second = ok(await label(shipment.id, '', 'application/json'))
  expect([second.label_version, second.supersedes, second.label_id === first.label_id]).toEqual([2, first.label_id, false])
})

test('a label version always has the same bytes, even after a redirect', async () => {
  const { id } = await inStatus(demo, 'in_transit')
  const forms = ['?format=pdf', '?format=png', '?format=zpl', '?format=png&dpi=300', '?format=zpl&dpi=300']
  const before = await Promise.all(forms.map((form) => label(id, form)))
  ok(await command(demo, id, 'redirect', { to: { line1: '9 Elm', city: 'Boston', postal_code: '02108', country: 'US' } }))
  const after = await Promise.all(forms.map((form) => label(id, form)))
  expect(after.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes))
  expect(new Set(before.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(forms.length)
})

test('a label has 4 x 6 inches at 203 dpi, or at 300 dpi on request', async () => {
  const { id } = await create(demo)
  const size = async (query: string): Promise<number[]> => {
    const png = Buffer.from((await label(id, query)).bytes)
    return [png.readUInt32BE(16), png.readUInt32BE(20)]
  }
  expect([await size('?format=png'), await size('?format=png&dpi=203'), await size('?format=png&dpi=300')]).toEqual([
    [812, 1218],
    [812, 1218],
    [1200, 1800],
  ])
  expect((await label(id, '?format=zpl')).text).toMatch(/\^PW812[\s\S]*\^LL1218/)
  expect(Buffer.from((await label(id, '?format=pdf')).bytes).toString('latin1')).toMatch(/\/MediaBox \[0 0 288 432\]/)
})

test('ZPL contains the data of the label, and free text never becomes a command', async () => {
  const shipment = await create(demo, { ...RETURN, order_id: '^XZ~JA^FD', label_format: 'zpl' })
  const { text } = await label(shipment.id)
  expect(text).toContain(shipment.barcode)
  expect(text).toContain(shipment.tracking)
  expect(text.match(/\^XZ/g)).toHaveLength(1)
  expect(text).not.toContain('~JA')
})

test('a label is not ready before it is made, void after cancellation or expiry, and served in every other status', async () => {
  for (const way of ['created', 'rejected without a label']) {
    const { id } = await inStatus(demo, way)
    for (const form of ['', '?format=json', '?format=png'])
      expect([way, ...outcome(await label(id, form))]).toEqual([way, 409, 'label_not_ready'])
  }
  const client = await service.partner()
  for (const way of ['cancelled', 'expired']) {
    const { id } = await inStatus(client, way)
    for (const form of ['', '?format=json'])
      expect([way, ...outcome(await client.get(`/v2/shipments/${id}/label${form}`))]).toEqual([way, 409, 'label_voided'])
  }
  for (const way of ['label_ready', 'rejected', 'in_possession', 'delivered', 'return_to_sender', 'disposed']) {
    const { id } = await inStatus(demo, way)
    expect([way, formOf(await label(id))]).toEqual([way, 'application/pdf'])
  }
  const { id, qr_id } = await create(demo, QR_RETURN)
  ok(await scan(demo, 'walk-in', { qr_id }))
  expect(ok(await label(id, '?format=json')).label_version).toBe(1)
})

test('a label is never cached, and browsers do not guess its type', async () => {
  const { id } = await create(demo)
  for (const form of ['pdf', 'png', 'zpl', 'json']) {
    const { headers } = await label(id, `?format=${form}`)
    expect([form, headers.get('cache-control')]).toEqual([form, 'no-store'])
    if (form !== 'json') expect([form, headers.get('x-content-type-options')]).toEqual([form, 'nosniff'])
  }
})

test('a label that an advance made is served like any other', async () => {
  const { id } = await create(demo, QR_RETURN)
  expect(ok(await advance(demo, id)).label_version).toBe(1)
  expect(formOf(await label(id))).toBe('application/pdf')
})
