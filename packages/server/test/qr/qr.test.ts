import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSymbols } from '../labels/decode.ts'
import { createShipment, type Json, scan, scanned, types } from '../scans/support.ts'
import { backdate } from '../support/backdate.ts'
import { QR_RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const readQr = async (id: string): Promise<Json> => (await service.demo.get(`/v2/qr/${id}`)).json
const reissue = (id: string) => service.demo.post(`/v2/shipments/${id}/qr/reissue`)
const invalidate = (id: string) => service.demo.post(`/v2/qr/${id}/invalidate`)

test('a QR is returned with all its facts', async () => {
  const created = await createShipment(service.demo, QR_RETURN)
  const qr = await readQr(created.qr_id)
  expect(qr).toEqual({
    id: created.qr_id,
    object: 'qr',
    shipment_id: created.id,
    token: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{32}$/),
    status: 'active',
    expires_at: created.expires_at,
    image_url: `/v2/qr/${created.qr_id}/image`,
    previous_qr_id: null,
    superseded_by: null,
    used_at: null,
    invalidated_at: null,
    created_at: created.created_at,
  })
})

test('the QR image encodes the token, as PNG and as SVG', async () => {
  const created = await createShipment(service.demo, QR_RETURN)
  const qr = await readQr(created.qr_id)
  const png = await service.demo.get(qr.image_url)
  expect(png.headers.get('content-type')).toBe('image/png')
  expect(png.headers.get('cache-control')).toBe('no-store')
  expect(png.headers.get('x-content-type-options')).toBe('nosniff')
  expect(png.headers.get('content-disposition')).toBe(`inline; filename="qr-${qr.id}.png"`)
  expect(await readSymbols(png.bytes)).toEqual({ code128: [], qr: [qr.token] })
  const svg = await service.demo.get(`${qr.image_url}?format=svg`)
  expect(svg.headers.get('content-type')).toBe('image/svg+xml')
  expect(svg.text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  const bad = await service.demo.get(`${qr.image_url}?format=gif`)
  expect([bad.status, bad.json.error.details.errors[0].path]).toEqual([422, '?format'])
})

test('a replaced or invalidated QR has no image, and the answer says what to show instead', async () => {
  const created = await createShipment(service.demo, QR_RETURN)
  const image = (id: string, format = 'png') => service.demo.get(`/v2/qr/${id}/image?format=${format}`)
  const { json: next } = await reissue(created.id)
  for (const format of ['png', 'svg']) {
    const { status, json } = await image(created.qr_id, format)
    expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'invalidated', superseded_by: next.id }])
    expect(json.error.message).toContain(next.id)
  }
  expect((await image(next.id)).status).toBe(200)
  await invalidate(next.id)
  const { status, json } = await image(next.id)
  expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'invalidated', superseded_by: null }])
  const { json: last } = await reissue(created.id)
  expect((await image(next.id)).json.error.details.superseded_by).toBe(last.id)
})

test('a presented QR still has its image; an expired one does not', async () => {
  const partner = await service.partner()
  const used = await createShipment(service.demo, QR_RETURN)
  await scanned(service.demo, 'walk-in', { qr_id: used.qr_id })
  expect((await readQr(used.qr_id)).status).toBe('used')
  expect((await service.demo.get(`/v2/qr/${used.qr_id}/image`)).status).toBe(200)
  const late = await createShipment(partner, QR_RETURN)
  await partner.post('/v2/test/clock/advance', { seconds: 31 * 86_400 })
  expect((await partner.get(`/v2/qr/${late.qr_id}`)).json.status).toBe('expired')
  const { status, json } = await partner.get(`/v2/qr/${late.qr_id}/image`)
  expect([status, json.error.code, json.error.details]).toEqual([409, 'qr_not_valid', { status: 'expired', superseded_by: null }])
})

describe('reissue', () => {
  test('creates a new QR and invalidates the old one, which links to it, without a qr.invalidated event', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { status, json } = await reissue(created.id)
    expect(status).toBe(200)
    expect(json).toMatchObject({ object: 'qr', status: 'active', shipment_id: created.id, previous_qr_id: created.qr_id })
    expect((await service.demo.get(`/v2/shipments/${created.id}`)).json.qr_id).toBe(json.id)
    expect(await readQr(created.qr_id)).toMatchObject({ status: 'invalidated', superseded_by: json.id, invalidated_at: json.created_at })
    expect(await readQr(json.id)).toEqual(json)
    expect(json).toMatchObject({ superseded_by: null, invalidated_at: null })
    const events = await service.demo.events(created.id)
    expect(types(events)).toEqual(['shipment.created', 'qr.reissued'])
    expect(events[1].identifiers).toMatchObject({ qr: json.id, previousQr: created.qr_id })
    expect(events[1]).not.toHaveProperty('eventSpecific')
    expect(events[1].event_info).not.toHaveProperty('status')

    const old = await scan(service.demo, 'walk-in', { qr_id: created.qr_id })
    expect([old.status, old.json.error.code, old.json.error.details]).toEqual([409, 'qr_not_valid', { status: 'invalidated' }])
    const again = await invalidate(created.qr_id)
    expect([again.status, again.json.error.code, again.json.error.details]).toEqual([409, 'qr_not_valid', { status: 'invalidated' }])
    expect(types(await service.demo.events(created.id))).toEqual(['shipment.created', 'qr.reissued'])
    expect((await scanned(service.demo, 'walk-in', { qr_token: json.token })).applied).toBe(true)
  })

  test('of an invalidated QR keeps its invalidation time and names the successor', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { json: invalidated } = await invalidate(created.qr_id)
    const { json } = await reissue(created.id)
    expect(await readQr(created.qr_id)).toEqual({ ...invalidated, superseded_by: json.id })
  })

  test('written by an older program, with or without a time, reads the same', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { json } = await reissue(created.id)
    await service.running.service.db.query('t_old_qr', 'update qrs set invalidated_at = null where id = $1', [created.qr_id])
    expect(await readQr(created.qr_id)).toMatchObject({ status: 'invalidated', superseded_by: json.id, invalidated_at: json.created_at })
  })

  test('is refused after the drop-off and for shipments without a QR', async () => {
    const dropped = await createShipment(service.demo, QR_RETURN)
    await scanned(service.demo, 'walk-in', { qr_id: dropped.qr_id })
    const printed = await createShipment(service.demo)
    for (const { id } of [dropped, printed]) {
      const { status, json } = await reissue(id)
      expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
    }
  })

  test('twenty times at once leaves one active QR', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reissue(created.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const rows = await service.running.service.db.query<Json>(
      't_qrs',
      'select status, count(*) as n from qrs where shipment_id = $1 group by 1',
      [created.id],
    )
    expect(Object.fromEntries(rows.map(({ status, n }) => [status, n]))).toEqual({ active: 1, superseded: 20 })
  })

  test('takes effect once per idempotency key', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const send = () => service.demo.post(`/v2/shipments/${created.id}/qr/reissue`, undefined, { idempotencyKey: 'reissue-once' })
    const first = await send()
    expect((await send()).text).toBe(first.text)
    expect(types(await service.demo.events(created.id))).toEqual(['shipment.created', 'qr.reissued'])
  })
})

describe('invalidate', () => {
  test('ends an active QR once and sends an event', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const { status, json } = await invalidate(created.qr_id)
    expect(status).toBe(200)
    expect(json).toMatchObject({ id: created.qr_id, status: 'invalidated', invalidated_at: expect.any(String) })
    const event = (await service.demo.events(created.id)).at(-1)
    expect(event).toMatchObject({ type: 'qr.invalidated', event: 'qr.invalidated', identifiers: { qr: created.qr_id } })
    expect(event.eventSpecific).toEqual({ qrStatus: 'invalidated', expiresAt: created.expires_at })
    expect(event.event_info.status).toBe('invalidated')

    const again = await invalidate(created.qr_id)
    expect([again.status, again.json.error.code, again.json.error.details.status]).toEqual([409, 'qr_not_valid', 'invalidated'])
    const presented = await scan(service.demo, 'walk-in', { qr_id: created.qr_id })
    expect([presented.status, presented.json.error.details.status]).toEqual([409, 'invalidated'])
    expect((await service.demo.events(created.id)).length).toBe(2)
  })

  test('does not block the parcel, which is accepted by its barcode or a new QR', async () => {
    const [a, b] = [await createShipment(service.demo, QR_RETURN), await createShipment(service.demo, QR_RETURN)]
    await invalidate(a.qr_id)
    await invalidate(b.qr_id)
    await scanned(service.demo, 'walk-in', { barcode: a.barcode })
    const presented = (await service.demo.events(a.id)).find(({ type }: Json) => type === 'qr.scanned')
    expect(presented.identifiers).not.toHaveProperty('qr')
    expect(await readQr(a.qr_id)).toMatchObject({ status: 'invalidated', used_at: null })
    const { json: fresh } = await reissue(b.id)
    expect(await readQr(b.qr_id)).toMatchObject({ status: 'invalidated' })
    expect((await scanned(service.demo, 'walk-in', { qr_id: fresh.id })).applied).toBe(true)
  })

  test('twenty times at once sends one event', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const answers = await Promise.all(Array.from({ length: 20 }, () => invalidate(created.qr_id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(types(await service.demo.events(created.id))).toEqual(['shipment.created', 'qr.invalidated'])
  })
})

describe('presenting', () => {
  test.each(['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token'] as const)(
    'a walk-in that names a parcel by %s uses its QR, and qr.scanned names the QR',
    async (by) => {
      const { id, tracking, barcode, qr_id } = await createShipment(service.demo, QR_RETURN)
      const { token: qr_token } = await readQr(qr_id)
      await backdate(service, id)
      const occurred_at = new Date(Date.now() - 60_000).toISOString()
      await scanned(service.demo, 'walk-in', { [by]: { shipment_id: id, tracking, barcode, qr_id, qr_token }[by], occurred_at })
      const told = (await service.demo.events(id)).find(({ type }: Json) => type === 'qr.scanned')
      expect(told.identifiers.qr).toBe(qr_id)
      expect(await readQr(qr_id)).toMatchObject({ status: 'used', used_at: occurred_at, superseded_by: null })
    },
  )

  test('qr.scanned names no QR for a parcel without one', async () => {
    const { id } = await createShipment(service.demo)
    await scanned(service.demo, 'walk-in', { shipment_id: id })
    const told = (await service.demo.events(id)).find(({ type }: Json) => type === 'qr.scanned')
    expect(told.identifiers).not.toHaveProperty('qr')
  })

  test('a second scan of a used QR is a late scan', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    await scanned(service.demo, 'walk-in', { qr_id: created.qr_id })
    const again = await scanned(service.demo, 'walk-in', { qr_id: created.qr_id })
    expect(again).toMatchObject({ applied: false, events: [], shipment: { status: 'in_possession' } })
  })

  test('the same QR at several counters at once accepts the parcel once', async () => {
    const created = await createShipment(service.demo, QR_RETURN)
    const answers = await Promise.all(Array.from({ length: 10 }, () => scanned(service.demo, 'walk-in', { qr_id: created.qr_id })))
    expect(answers.filter(({ applied }) => applied)).toHaveLength(1)
    expect(types(await service.demo.events(created.id))).toEqual([
      'shipment.created',
      'shipment.label_ready',
      'qr.scanned',
      'shipment.in_possession',
    ])
  })

  test('an expired QR is refused and is shown as expired', async () => {
    const partner = await service.partner({ name: 'Late' })
    const expires_at = new Date(Date.now() + 3600_000).toISOString()
    const created = await createShipment(partner, {
      ...QR_RETURN,
      to: { line1: '1 Main St', city: 'Columbus', postal_code: '43004', country: 'US' },
      expires_at,
    })
    await partner.post('/v2/test/clock/advance', { seconds: 3601 })
    expect((await partner.get(`/v2/qr/${created.qr_id}`)).json.status).toBe('expired')
    for (const occurred_at of [undefined, new Date(Date.parse(expires_at) + 1).toISOString()]) {
      const { status, json } = await scan(partner, 'walk-in', { qr_id: created.qr_id, occurred_at })
      expect([status, json.error.code, json.error.details.status]).toEqual([409, 'qr_not_valid', 'expired'])
    }
    const late = await partner.post(`/v2/qr/${created.qr_id}/invalidate`)
    expect([late.status, late.json.error.details.status]).toEqual([409, 'expired'])
  })
})

test('the QR of another partner can be neither read nor changed', async () => {
  const partner = await service.partner()
  const created = await createShipment(service.demo, QR_RETURN)
  for (const id of [created.qr_id, 'qr_00000000000000000000000000', 'nonsense', '%00', randomUUID()]) {
    for (const answer of [
      await partner.get(`/v2/qr/${id}`),
      await partner.get(`/v2/qr/${id}/image`),
      await partner.post(`/v2/qr/${id}/invalidate`),
    ]) {
      expect([answer.status, answer.json.error.code, answer.json.error.details]).toEqual([404, 'not_found', { field: 'id' }])
    }
  }
  expect((await partner.post(`/v2/shipments/${created.id}/qr/reissue`)).status).toBe(404)
  expect((await readQr(created.qr_id)).status).toBe('active')
})
