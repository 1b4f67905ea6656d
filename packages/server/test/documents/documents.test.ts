import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, createShipment, type Json, scan, scanned } from '../scans/support.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const image = (signature = PNG, size = 2000): Buffer => Buffer.concat([signature, randomBytes(size - signature.length)])
const upload = (client: TestClient, bytes: Uint8Array | string, type = 'image/png', request = {}) =>
  client.post('/v2/documents', bytes, { headers: { 'Content-Type': type }, ...request })
const uploaded = async (client: TestClient, bytes: Uint8Array, type = 'image/png'): Promise<Json> => {
  const { status, json } = await upload(client, bytes, type)
  expect(status).toBe(201)
  return json
}
const delivered = async (client: TestClient, scanner: TestClient, fields: object): Promise<Json> => {
  const created = await createShipment(client)
  return (await scanned(scanner, 'deliver', { shipment_id: created.id, ...fields })).shipment
}

describe('a document', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
  ])('of type %s is returned byte for byte', async (type, signature) => {
    const bytes = image(signature, 300_000)
    const document = await uploaded(service.demo, bytes, type)
    expect(document).toEqual({ id: expect.stringMatching(/^doc_/), object: 'document', content_type: type, size: 300_000 })
    const read = await service.demo.get(`/v2/documents/${document.id}`)
    expect(read.status).toBe(200)
    expect(Buffer.from(read.bytes).equals(bytes)).toBe(true)
    expect(read.headers.get('content-type')).toBe(type)
    expect(read.headers.get('cache-control')).toBe('no-store')
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
    expect(read.headers.get('content-disposition')).toMatch(/^inline; filename="doc_\w+\.(png|jpg)"$/)
  })

  test('of 5 MiB is accepted, and one byte more is refused', async () => {
    const before = await countRows(service)
    const { status, json } = await upload(service.demo, image(PNG, 5 * 1024 * 1024 + 1))
    expect([status, json.error.code, json.error.details.limit_bytes]).toEqual([413, 'payload_too_large', 5 * 1024 * 1024])
    expect(await countRows(service)).toEqual(before)
    const bytes = image(PNG, 5 * 1024 * 1024)
    const document = await uploaded(service.demo, bytes)
    expect(Buffer.from((await service.demo.get(`/v2/documents/${document.id}`)).bytes).equals(bytes)).toBe(true)
  })

  test('must not be empty or of another type than declared', async () => {
    const before = await countRows(service)
    for (const [bytes, type] of [
      [image(JPEG), 'image/png'],
      [image(PNG), 'image/jpeg'],
      ['', 'image/png'],
    ] as const) {
      const { status, json } = await upload(service.demo, bytes, type)
      expect([status, json.error.code, json.error.details.errors[0].rule]).toEqual([422, 'validation_failed', 'content'])
    }
    for (const type of ['image/gif', 'application/json', 'text/html', 'image/svg+xml']) {
      const { status, json } = await upload(service.demo, image(), type)
      expect([status, json.error.code]).toEqual([415, 'unsupported_media_type'])
    }
    expect(await countRows(service)).toEqual(before)
  })

  test('is always served with its declared type', async () => {
    const { status, json } = await upload(service.demo, '<svg onload="alert(1)"/>', 'image/png')
    expect(status).toBe(201)
    const { headers, text } = await service.demo.get(`/v2/documents/${json.id}`)
    expect([headers.get('content-type'), headers.get('x-content-type-options'), text]).toEqual([
      'image/png',
      'nosniff',
      '<svg onload="alert(1)"/>',
    ])
  })

  test('is created once per idempotency key', async () => {
    const bytes = image()
    const send = () => upload(service.demo, bytes, 'image/png', { idempotencyKey: 'upload-once' })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await upload(service.demo, image(), 'image/png', { idempotencyKey: 'upload-once' })).json.error.code).toBe(
      'idempotency_key_reused',
    )
  })

  test('of another partner does not exist', async () => {
    const partner = await service.partner()
    const document = await uploaded(partner, image())
    for (const id of [document.id, 'doc_00000000000000000000000000', 'x', '%00']) {
      const { status, json } = await service.demo.get(`/v2/documents/${id}`)
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
    }
    expect((await operator.get(`/v2/documents/${document.id}`)).status).toBe(200)
  })
})

describe('the proof of delivery', () => {
  test('is graded A with image and signature, B with one of them, C with neither', async () => {
    const { id } = await uploaded(service.demo, image())
    const cases = [
      [{ pod_document_id: id, signed_by: 'Ada' }, 'A'],
      [{ pod_document_id: id }, 'B'],
      [{ signed_by: 'Ada' }, 'B'],
      [{}, 'C'],
    ] as const
    for (const [fields, grade] of cases) {
      const shipment = await delivered(service.demo, service.demo, fields)
      const document = 'pod_document_id' in fields ? `/v2/documents/${id}` : null
      expect(shipment.pod).toEqual({ document, grade })
      const event = (await service.demo.events(shipment.id)).at(-1)
      expect(event.type).toBe('shipment.delivered')
      expect(event.eventSpecific.podGrade).toBe(grade)
      expect(event.eventSpecific.pod ?? null).toBe(document)
      expect(Object.hasOwn(event.eventSpecific, 'pod')).toBe(document !== null)
    }
  })

  test('is the image named at delivery', async () => {
    const bytes = image(JPEG)
    const { id } = await uploaded(service.demo, bytes, 'image/jpeg')
    const shipment = await delivered(service.demo, service.demo, { pod_document_id: id })
    const pod = await service.demo.get(`/v2/shipments/${shipment.id}/pod`)
    expect(pod.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(pod.bytes).equals(bytes)).toBe(true)
    expect(Buffer.from((await service.demo.get(shipment.pod.document)).bytes).equals(bytes)).toBe(true)
  })

  test('is not available before the delivery and without an image', async () => {
    const waiting = await createShipment(service.demo)
    const bare = await delivered(service.demo, service.demo, { signed_by: 'Ada' })
    for (const [{ id }, status] of [
      [waiting, 'label_ready'],
      [bare, 'delivered'],
    ] as const) {
      const answer = await service.demo.get(`/v2/shipments/${id}/pod`)
      expect([answer.status, answer.json.error.code, answer.json.error.details]).toEqual([409, 'pod_not_available', { status }])
    }
    const foreign = await (await service.partner()).get(`/v2/shipments/${bare.id}/pod`)
    expect([foreign.status, foreign.json.error.details]).toEqual([404, { field: 'id' }])
  })

  test("from an operator can be read by the parcel's partner and by no other", async () => {
    const bytes = image()
    const { id } = await uploaded(operator, bytes)
    const other = await service.partner()
    expect((await service.demo.get(`/v2/documents/${id}`)).status).toBe(404)
    const shipment = await delivered(service.demo, operator, { pod_document_id: id })
    expect(shipment.pod.document).toBe(`/v2/documents/${id}`)
    expect(Buffer.from((await service.demo.get(shipment.pod.document)).bytes).equals(bytes)).toBe(true)
    expect((await service.demo.get(`/v2/shipments/${shipment.id}/pod`)).status).toBe(200)
    expect((await other.get(shipment.pod.document)).status).toBe(404)
  })

  test("must be a document of the parcel's partner or of the scanning operator", async () => {
    const partner = await service.partner()
    const theirs = await uploaded(partner, image())
    const operators = await uploaded(operator, image())
    const created = await createShipment(service.demo)
    const cases: [client: TestClient, id: string][] = [
      [service.demo, theirs.id],
      [service.demo, operators.id],
      [service.demo, 'doc_00000000000000000000000000'],
      [service.demo, 'nonsense'],
      [operator, theirs.id],
    ]
    const before = await countRows(service)
    for (const [client, pod_document_id] of cases) {
      const { status, json } = await scan(client, 'deliver', { shipment_id: created.id, pod_document_id })
      expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'pod_document_id' }])
    }
    expect(await countRows(service)).toEqual(before)
  })
})
