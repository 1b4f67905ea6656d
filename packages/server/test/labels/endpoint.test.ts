import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { negotiate } from '../../src/kinds/labels/negotiate.ts'
import { CANADA, createShipment, type Json } from '../scans/support.ts'
import { ADDRESS, QR_RETURN, RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { drawPdf, readPdf, readSymbols, scanLabel } from './decode.ts'
import { readPng } from './png.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const fetchLabel = (id: string, query = '', accept?: string) =>
  service.demo.get(`/v2/shipments/${id}/label${query}`, accept === undefined ? {} : { headers: { Accept: accept } })

const TYPES = { pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' } as const

const textOf = async (bytes: Uint8Array, format: 'pdf' | 'zpl'): Promise<string> =>
  format === 'zpl' ? new TextDecoder().decode(bytes) : (await readPdf(bytes)).map(({ text }) => text).join('\f')

describe('each form', () => {
  test.each(['pdf', 'png', 'zpl'] as const)('%s, selected by format or Accept, scans as the codes of the shipment', async (format) => {
    const created = await createShipment(service.demo)
    const byFormat = await fetchLabel(created.id, `?format=${format}`)
    const byAccept = await fetchLabel(created.id, '', TYPES[format])
    expect(byFormat.status).toBe(200)
    expect(Buffer.from(byAccept.bytes).equals(byFormat.bytes)).toBe(true)
    expect(byFormat.headers.get('content-type')).toBe(TYPES[format])
    expect(byFormat.headers.get('cache-control')).toBe('no-store')
    expect(byFormat.headers.get('x-content-type-options')).toBe('nosniff')
    expect(byFormat.headers.get('content-disposition')).toBe(`inline; filename="label-${created.tracking}-v1.${format}"`)
    if (format !== 'png') expect(await textOf(byFormat.bytes, format)).toContain('SANDBOX - DO NOT MAIL')
    expect(await scanLabel(byFormat.bytes, format, 203)).toEqual({ code128: [created.barcode], qr: [created.tracking] })
    const fine = await fetchLabel(created.id, `?format=${format}&dpi=300`)
    expect(await scanLabel(fine.bytes, format, 300)).toEqual({ code128: [created.barcode], qr: [created.tracking] })
  })

  test('has the requested resolution', async () => {
    const created = await createShipment(service.demo)
    const { bytes } = await fetchLabel(created.id, '?format=png&dpi=300')
    expect(readPng(bytes)).toMatchObject({ width: 1200, height: 1800 })
    expect(readPng((await fetchLabel(created.id, '?format=png')).bytes)).toMatchObject({ width: 812, height: 1218 })
  })

  test('as JSON describes the label and gives its URL', async () => {
    const created = await createShipment(service.demo, { ...RETURN, label_format: 'zpl' })
    const { json, headers } = await fetchLabel(created.id, '', 'application/json')
    expect(json).toEqual({
      label_id: created.label_id,
      label_version: 1,
      supersedes: null,
      format: 'zpl',
      url: `/v2/shipments/${created.id}/label?format=zpl`,
      created_at: created.created_at,
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await fetchLabel(created.id, '?format=json')).json).toEqual(json)
    expect((await service.demo.get(json.url)).headers.get('content-type')).toBe('application/zpl')
  })

  test('without a preference is the format of the shipment', async () => {
    for (const format of ['pdf', 'png', 'zpl'] as const) {
      const created = await createShipment(service.demo, { ...RETURN, label_format: format })
      for (const accept of ['*/*', undefined, 'text/html', 'application/xml;q=0.9, text/plain']) {
        expect((await fetchLabel(created.id, '', accept)).headers.get('content-type')).toBe(TYPES[format])
      }
    }
  })
})

test.each([
  ['application/pdf', 'zpl', 'pdf'],
  ['image/*', 'pdf', 'png'],
  ['application/*', 'zpl', 'zpl'],
  ['application/*', 'png', 'pdf'],
  ['application/json, text/plain, */*', 'pdf', 'json'],
  ['*/*, application/zpl', 'pdf', 'zpl'],
  ['application/pdf;q=0.5, image/png;q=0.9', 'zpl', 'png'],
  ['application/pdf;q=0, */*', 'pdf', 'png'],
  ['image/png, application/pdf', 'zpl', 'png'],
  ['image/png, application/pdf', 'pdf', 'pdf'],
  ['APPLICATION/ZPL ; q=1.0', 'pdf', 'zpl'],
  ['text/html', 'png', 'png'],
  ['application/pdf;q=nonsense', 'zpl', 'zpl'],
  ['', 'zpl', 'zpl'],
] as const)('Accept "%s" on a %s shipment gives %s', (accept, own, form) => {
  expect(negotiate(accept, own)).toBe(form)
})

test('an unknown format, resolution or parameter is refused with 422', async () => {
  const created = await createShipment(service.demo)
  for (const [query, path] of [
    ['?format=gif', '?format'],
    ['?dpi=204', '?dpi'],
    ['?dpi=203.5', '?dpi'],
    ['?size=big', '?size'],
    ['?format=pdf&format=png', '?format'],
  ]) {
    const { status, json } = await fetchLabel(created.id, query)
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', path])
  }
})

test('a label that does not exist yet is not ready; after cancellation or expiry it is void', async () => {
  const waiting = await createShipment(service.demo, QR_RETURN)
  const { status, json } = await fetchLabel(waiting.id)
  expect([status, json.error.code]).toEqual([409, 'label_not_ready'])
  await service.demo.post('/v2/scan-events/reject', { shipment_id: waiting.id })
  expect((await fetchLabel(waiting.id)).json.error.code).toBe('label_not_ready')

  for (const body of [RETURN, QR_RETURN]) {
    const gone = await createShipment(service.demo, body)
    await service.demo.post(`/v2/shipments/${gone.id}/cancel`)
    expect((await fetchLabel(gone.id, '?format=json')).json.error.code).toBe('label_voided')
  }
  const partner = await service.partner()
  const late = await createShipment(partner, { ...RETURN, to: ADDRESS })
  await partner.post('/v2/test/clock/advance', { seconds: 31 * 24 * 3600 })
  const expired = await partner.get(`/v2/shipments/${late.id}/label`)
  expect([expired.status, expired.json.error.code, expired.json.error.details.status]).toEqual([409, 'label_voided', 'expired'])
})

test('a reprint supersedes the label; a label version keeps its bytes when the shipment changes', async () => {
  const created = await createShipment(service.demo)
  const { json: reprinted } = await service.demo.post(`/v2/shipments/${created.id}/label/reprint`)
  const { json: second } = await fetchLabel(created.id, '?format=json')
  expect(second).toMatchObject({ label_id: reprinted.label_id, label_version: 2, supersedes: created.label_id })
  const before = await fetchLabel(created.id, '?format=pdf')
  await service.demo.patch(`/v2/shipments/${created.id}`, { declared_value: 5000 })
  await service.demo.post('/v2/scan-events/movement', { shipment_id: created.id })
  await service.demo.post(`/v2/shipments/${created.id}/redirect`, { to: { ...ADDRESS, name: 'Somebody Else' } })
  const after = await fetchLabel(created.id, '?format=pdf')
  expect(Buffer.from(after.bytes).equals(before.bytes)).toBe(true)
})

test('an amended destination is printed on the label', async () => {
  const created = await createShipment(service.demo)
  await service.demo.patch(`/v2/shipments/${created.id}`, { to: { ...ADDRESS, name: 'Bertha Newplace' } })
  const [page] = await readPdf((await fetchLabel(created.id)).bytes)
  expect(page?.text).toContain('Bertha Newplace')
})

test('a return label shows the RMA and the carrier number; an outbound label shows no RMA', async () => {
  const facts = { rma: 'RMA-4711', to: ADDRESS }
  const created = await createShipment(service.demo, { ...RETURN, ...facts })
  const [page] = await readPdf((await fetchLabel(created.id)).bytes)
  expect(page?.text).toMatch(/RMA\s+RMA-4711/)
  expect(created.ltracking).toMatch(/^[0-9A-Z]{18}$/)
  expect(page?.text).toContain(created.ltracking)
  const zpl = (await fetchLabel(created.id, '?format=zpl')).text
  for (const text of ['RMA-4711', created.ltracking]) expect(zpl).toContain(`^FD${text}^FS`)
  const sent = await createShipment(service.demo, { ...RETURN, ...facts, direction: 'outbound' })
  // Compares the whole text of a field, because a number may contain the letters RMA.
  expect(zpl).toContain('^FDRMA^FS')
  expect((await fetchLabel(sent.id, '?format=zpl')).text).not.toMatch(/\^FDRMA(-4711)?\^FS/)
})

test('a label version made without a known carrier has no carrier number and never gets one', async () => {
  const created = await createShipment(service.demo, { ...RETURN, to: CANADA })
  const before = await fetchLabel(created.id, '?format=zpl')
  expect(before.text).not.toContain("CARRIER'S NUMBER")
  await service.demo.post('/v2/scan-events/inject', { shipment_id: created.id, carrier: 'maplego', ltracking: 'MG-1' })
  expect((await service.demo.get(`/v2/shipments/${created.id}`)).json.ltracking).toBe('MG-1')
  expect((await fetchLabel(created.id, '?format=zpl')).text).toBe(before.text)
})

test('an amendment that changes the carrier prints the new carrier number', async () => {
  const created = await createShipment(service.demo, { ...RETURN, to: CANADA })
  const { json } = await service.demo.patch(`/v2/shipments/${created.id}`, { to: ADDRESS })
  expect([json.carrier, json.label_version]).toEqual(['northline', 2])
  expect((await fetchLabel(created.id, '?format=zpl')).text).toContain(`^FD${json.ltracking}^FS`)
})

test('free text in a shipment never becomes a ZPL command', async () => {
  const evil = '^XZ^XA^FO0,0^A0N,99^FDPWNED^FS~JR'
  const created = await createShipment(service.demo, { ...RETURN, order_id: evil, to: { ...ADDRESS, name: evil, line2: evil } })
  const { text, bytes } = await fetchLabel(created.id, '?format=zpl')
  expect(text.match(/\^XA/g)).toHaveLength(1)
  expect(text.match(/\^XZ/g)).toHaveLength(1)
  expect(text).not.toContain('~JR')
  expect(await scanLabel(bytes, 'zpl', 203)).toEqual({ code128: [created.barcode], qr: [created.tracking] })
})

test('forty labels requested at the same time are all correct', async () => {
  const { json } = await service.demo.post('/v2/shipments/batch', { shipments: Array(40).fill(RETURN) })
  const answers = await Promise.all(json.data.map((one: Json, i: number) => fetchLabel(one.id, i % 2 ? '?format=png' : '?format=pdf')))
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  for (const i of [0, 1, 38, 39]) {
    const { bytes } = answers[i]
    const picture = i % 2 ? bytes : (await drawPdf(bytes, 203))[0]
    expect((await readSymbols(picture)).code128).toEqual([json.data[i].barcode])
  }
})

test('the label of another partner is answered with 404', async () => {
  const created = await createShipment(service.demo)
  const partner = await service.partner()
  for (const id of [created.id, 'shp_00000000000000000000000000', 'x', '%00']) {
    const { status, json } = await partner.get(`/v2/shipments/${id}/label`)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
  }
})

test('labels in production have no sandbox mark', async () => {
  const production = await startTestService('api', { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: randomBytes(32).toString('base64') })
  try {
    const operator = await production.operator()
    await operator.send('PUT', '/v2/ops/carriers/acme', { body: { name: 'Acme' } })
    await operator.send('PUT', '/v2/ops/markets/US', { body: { kind: 'fixed', carrier: 'acme', currency: 'USD' } })
    const rates = [{ service_level: 'standard', zone: 'national', base_cents: 500, per_lb_cents: 10, max_weight_lb: 70 }]
    await operator.send('PUT', '/v2/ops/rate-cards/acme/US', { body: { rates } })
    const partner = await production.partner()
    const { id } = await createShipment(partner, { ...RETURN, to: ADDRESS })
    const one = await partner.get(`/v2/shipments/${id}/label?format=zpl`)
    const many = await partner.post('/v2/labels', { shipment_ids: [id], format: 'zpl' })
    expect([one.status, many.text]).toEqual([200, one.text])
    expect(one.text).not.toContain('SANDBOX')
    const image = (await partner.get(`/v2/shipments/${id}/label?format=png`)).bytes
    const sandbox = (await service.demo.get(`/v2/shipments/${(await createShipment(service.demo)).id}/label?format=png`)).bytes
    const grays = [image, sandbox].map((bytes) => readPng(bytes).pixels.filter((level) => level === 170).length)
    expect((grays[1] as number) - (grays[0] as number)).toBeGreaterThan(50_000)
  } finally {
    await production.close()
  }
})
