// Direct mode, from the order of the carrier's label to the delivery, without a store, a counter or a facility
// (docs/guide/labels.md#label-of-the-carrier).
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { rates } from '../carriers/protocol.ts'
import { ADDRESS, QR_RETURN } from '../support/client.ts'
import { until } from '../support/until.ts'
import {
  bookings,
  exchange,
  fetch,
  type Json,
  labelsOf,
  open,
  order,
  PRINTED,
  parcel,
  replay,
  scripted,
  service,
  setMode,
  setService,
  shipment,
  typesOf,
  withDirectMode,
  work,
} from './direct-mode.ts'

withDirectMode()

test('a parcel goes from its shopper to the merchant with the label of the carrier, and nobody else scans it', async () => {
  await service.running.service.db.query('test_no_network', 'delete from stores')
  await service.running.service.db.query('test_no_facilities', 'delete from facilities')
  await service.running.service.network.forget()
  const carrier = await replay({}, 20)
  const made = await parcel()
  expect(made).toMatchObject({ status: 'label_ready', ltracking: null, carrier_label_url: `/v2/shipments/${made.id}/carrier-label` })
  expect((await service.demo.get(`/v2/shipments/${made.id}/label`)).status).toBe(200)
  await exchange.pass()
  expect(await bookings()).toEqual([])
  expect((await fetch(made)).json.error).toMatchObject({
    code: 'carrier_label_not_ready',
    message: expect.stringContaining(`POST /v2/shipments/${made.id}/carrier-label`),
    details: { status: 'label_ready', mode: 'direct', state: null },
  })

  const ordered = await order(made)
  expect([ordered.status, ordered.json]).toEqual([
    202,
    {
      ...{ object: 'carrier_label', shipment_id: made.id, state: 'ordered', carrier: 'northline', number: null, format: null },
      ...{ url: made.carrier_label_url, message: expect.stringContaining('shipment.carrier_label_ready') },
    },
  ])
  expect((await fetch(made)).json.error).toMatchObject({ code: 'carrier_label_not_ready', details: { state: 'ordered' } })
  await exchange.pass()
  const file = await fetch(made)
  expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([200, 'application/zpl', 'no-store'])
  const number = labelsOf(carrier)[0]?.number
  expect(file.text).toContain(`^FD${number}^FS`)
  expect(await shipment(made.id)).toMatchObject({ status: 'label_ready', ltracking: number })

  await until('it is delivered', async () => {
    await exchange.pass()
    await work()
    return (await shipment(made.id)).status === 'delivered'
  })
  const types = await typesOf(made.id)
  expect(types.slice(0, 3)).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.carrier_label_ready'])
  expect(types).toContain('shipment.injected')
  expect(types.at(-1)).toBe('shipment.delivered')
  expect((await shipment(made.id)).store_id).toBeNull()
  expect((await fetch(made)).bytes).toEqual(file.bytes)
  expect(labelsOf(carrier)).toHaveLength(1)
})

test('orders at the same time, repeated orders and two workers buy one label', async () => {
  const carrier = await replay()
  const parcels = await Promise.all(Array.from({ length: 5 }, () => parcel()))
  const workers = [exchange, open()]
  const orders = await Promise.all(parcels.flatMap((one) => [order(one), order(one), order(one)]))
  expect(orders.map(({ status }) => status)).toEqual(orders.map(() => 202))
  for (let i = 0; i < 3; i++) {
    await Promise.all(workers.map((one) => one.pass()))
    await Promise.all(parcels.map((one) => order(one)))
  }
  expect(labelsOf(carrier)).toHaveLength(parcels.length)
  expect((await bookings()).map(({ state }) => state)).toEqual(parcels.map(() => 'booked'))
  for (const one of parcels) expect((await typesOf(one.id)).filter((type) => type === 'shipment.carrier_label_ready')).toHaveLength(1)
  const [one] = parcels
  const { status, json } = await order(one)
  // Nothing else: what the carrier charges is not for partners.
  const sold = { object: 'carrier_label', shipment_id: one.id, state: 'ready', carrier: 'northline', format: 'zpl', message: null }
  expect([status, json]).toEqual([200, { ...sold, number: (await shipment(one.id)).ltracking, url: one.carrier_label_url }])
})

test('an order is replayed for its Idempotency-Key, also after the label was bought', async () => {
  await replay()
  const made = await parcel()
  const first = await order(made, { idempotencyKey: 'order-once' })
  await exchange.pass()
  const again = await order(made, { idempotencyKey: 'order-once' })
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([202, first.text, 'true'])
})

test('the event is delivered only to webhooks that name it or ask for all', async () => {
  await replay()
  const asks = [['shipment.label_ready'], ['shipment.carrier_label_ready'], ['*']]
  const hooks = await Promise.all(
    asks.map(async (enabled_events) => {
      const { json } = await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events })
      return json.id as string
    }),
  )
  const made = await parcel()
  await order(made)
  await exchange.pass()
  const [event] = (await service.demo.events(made.id)).filter(({ type }) => type === 'shipment.carrier_label_ready')
  expect(event).toMatchObject({
    identifiers: { shipment: made.id, label: made.label_id, ltracking: (await shipment(made.id)).ltracking },
    event_info: { status: 'label_ready', direction: 'return', email: '', full_name: '' },
    eventSpecific: { carrier: 'northline', carrierLabelUrl: made.carrier_label_url },
  })
  const told = await Promise.all(
    hooks.map(async (id) => {
      const { json } = await service.demo.get(`/v2/webhooks/${id}/deliveries?limit=100`)
      return json.data.filter(({ event_id }: Json) => event_id === event.eventID).length
    }),
  )
  expect(told).toEqual([0, 1, 1])
})

describe('the bytes of the label are served as the carrier gave them, and their type is', () => {
  test.each([
    ['application/pdf', '%PDF-1.7\n%\xff'],
    ['image/png', '\x89PNG\r\n\x1a\n\0'],
    ['image/gif', 'GIF89a\x01\0'],
    ['application/zpl', '\n^XA^XZ'],
    ['application/octet-stream', '<svg onload="alert(1)"/>'],
  ])('%s', async (type, bytes) => {
    await scripted({}, bytes)
    const made = await parcel()
    await order(made)
    await exchange.pass()
    const { headers, bytes: got } = await fetch(made)
    expect(headers.get('content-type')).toBe(type)
    expect(Buffer.from(got).toString('latin1')).toBe(bytes)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('an order that fails', () => {
  const SECRET = 'account A1B2C3 at 9.99 USD'
  test('because the carrier refuses is told in our own words, and asked again by a new order', async () => {
    let isRefused = true
    const refuse = (response: ServerResponse) => response.writeHead(422).end(JSON.stringify({ error: SECRET, cause: 'address' }))
    const sell = (response: ServerResponse) => response.writeHead(200).end(rates())
    const asked = await scripted({ rates: (response) => (isRefused ? refuse : sell)(response) })
    const made = await parcel()
    await order(made)
    await exchange.pass()
    const answer = await fetch(made)
    expect(answer.json.error).toMatchObject({ code: 'carrier_label_not_ready', details: { status: 'label_ready', state: 'failed' } })
    expect(answer.json.error.message).toContain('does not accept an address')
    expect(answer.text).not.toContain('A1B2C3')
    expect((await bookings())[0]).toMatchObject({ state: 'refused', error: expect.stringContaining('A1B2C3') })
    isRefused = false
    expect((await order(made)).json).toMatchObject({ state: 'ordered' })
    await exchange.pass()
    expect((await fetch(made)).status).toBe(200)
    expect(asked.filter((step) => step === 'buy')).toHaveLength(1)
  })

  test('because the carrier does not answer waits, and a new order changes nothing', async () => {
    await scripted({ buy: (response) => response.writeHead(503).end(SECRET) })
    const made = await parcel()
    await order(made)
    await exchange.pass()
    const { status, json, text } = await order(made)
    expect([status, json.state]).toEqual([202, 'delayed'])
    expect(text + (await fetch(made)).text).not.toContain('A1B2C3')
    expect((await bookings())[0]).toMatchObject({ state: 'uncertain', purchases: [{ state: 'uncertain' }] })
  })
})

test('the label of a shipment that is canceled or expires is voided, and cannot be fetched or ordered', async () => {
  const carrier = await replay()
  const [called, never, kept] = [await parcel(), await parcel(), await parcel()]
  for (const one of [called, kept]) await order(one)
  await exchange.pass()
  for (const { id } of [called, never]) expect((await service.demo.post(`/v2/shipments/${id}/cancel`)).status).toBe(200)
  for (let i = 0; i < 2; i++) await exchange.pass()
  expect(labelsOf(carrier).map((one) => one.void)).toEqual(['settled', 'none'])
  for (const one of [called, never]) {
    expect((await fetch(one)).json.error).toMatchObject({ code: 'label_voided', details: { status: 'cancelled' } })
    expect((await order(one)).json.error.code).toBe('label_voided')
  }
  await service.demo.post('/v2/test/clock/advance', { seconds: 31 * 86_400 })
  expect((await fetch(kept)).json.error).toMatchObject({ code: 'label_voided', details: { status: 'expired' } })
  for (let i = 0; i < 2; i++) await exchange.pass()
  expect(labelsOf(carrier).map((one) => one.void)).toEqual(['settled', 'settled'])
  expect((await bookings()).map(({ state }) => state)).toEqual(['void', 'void'])
})

test('an order that is followed by a cancellation at once buys nothing', async () => {
  const carrier = await replay()
  const made = await parcel()
  await order(made)
  await service.demo.post(`/v2/shipments/${made.id}/cancel`)
  await exchange.pass()
  expect(carrier.bookings).toEqual([])
  expect(await bookings()).toMatchObject([{ state: 'void' }])
})

describe('no label can be ordered', () => {
  test('in network mode, which every QR, outbound parcel and other market has', async () => {
    await replay()
    const [coded, outbound] = [await parcel(QR_RETURN), await parcel({ ...PRINTED, direction: 'outbound', to: ADDRESS })]
    await setMode('network')
    const networked = await parcel()
    for (const [one, word] of [
      [coded, 'fulfillment qr_code, which is always in network mode'],
      [outbound, 'in network mode'],
      [networked, 'in network mode'],
    ]) {
      expect(one.carrier_label_url).toBeNull()
      const { status, json } = await order(one)
      expect([status, json.error.code, json.error.details.mode]).toEqual([409, 'carrier_label_not_offered', 'network'])
      expect(json.error.message).toContain(word)
    }
    expect((await fetch(coded)).json.error).toMatchObject({
      code: 'carrier_label_not_ready',
      message: expect.stringContaining('qr_code'),
      details: { mode: 'network', state: null },
    })
    // The network buys its labels as before.
    await exchange.pass()
    expect((await bookings()).map(({ shipment_id, state }) => [shipment_id, state]).sort()).toEqual(
      [outbound, networked].map(({ id }) => [id, 'booked']).sort(),
    )
    expect((await fetch(networked)).status).toBe(200)
    expect(await typesOf(networked.id)).not.toContain('shipment.carrier_label_ready')
  })

  test('without a sender, without a carrier that sells labels, and after the parcel was handed over', async () => {
    const { from: _, ...unsent } = PRINTED as Json
    const unserved = await parcel()
    await replay()
    const [nowhere, unsold] = [await parcel(unsent), await parcel()]
    for (const one of [unserved, nowhere]) {
      expect(one.carrier_label_url).toBeNull()
      expect((await order(one)).json.error).toMatchObject({ code: 'carrier_label_not_offered', details: { mode: 'network' } })
    }
    await setService(null)
    const none = (await order(unsold)).json.error
    expect(none).toMatchObject({ code: 'carrier_label_not_offered', details: { mode: 'direct' } })
    expect((await fetch(unsold)).json.error).toMatchObject({ code: 'carrier_label_not_ready', message: none.message })
    await service.demo.post('/v2/scan-events/movement', { shipment_id: unsold.id })
    expect((await order(unsold)).json.error).toMatchObject({ code: 'invalid_transition', details: { status: 'in_transit' } })
    expect((await bookings()).filter(({ shipment_id }) => shipment_id === unsold.id)).toEqual([])
  })

  test('by another partner, or with a body', async () => {
    await replay()
    const made = await parcel()
    const other = await service.partner()
    expect((await other.post(`/v2/shipments/${made.id}/carrier-label`)).status).toBe(404)
    expect((await other.get(`/v2/shipments/${made.id}/carrier-label`)).status).toBe(404)
    expect((await service.demo.post(`/v2/shipments/${made.id}/carrier-label`, { rate: 'cheapest' })).status).toBe(422)
    expect(await bookings()).toEqual([])
  })
})

describe('the page of the parcel', () => {
  const PDF = '%PDF-1.7\n'
  const visit = async (url: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) => {
    const form = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const answer = await globalThis.fetch(url, { method, headers: { ...form, ...headers }, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  test('orders the label by its button only, and then has the label', async () => {
    const asked = await scripted({}, PDF)
    const { parcel_url: page, ...made } = await parcel()
    const first = await visit(page)
    expect(first.text).toContain('Get my label')
    expect(first.text).not.toContain('Counters near you')
    // Programs that check mail follow every link, and other sites send forms.
    for (const [, link] of first.text.matchAll(/href="([^"]*\/p\/[^"]*)"/g)) await visit(new URL(link as string, page).href)
    for (const method of ['GET', 'HEAD']) expect((await visit(`${page}/carrier-label`, { method })).status).toBe(404)
    const evil = { headers: { 'sec-fetch-site': 'cross-site' }, method: 'POST' }
    expect((await visit(`${page}/carrier-label`, evil)).status).toBe(403)
    expect((await visit(`${page}/carrier-label`, { method: 'POST', headers: { 'content-type': 'application/json' } })).status).toBe(415)
    await exchange.pass()
    expect(await bookings()).toEqual([])

    const [ordered] = await Promise.all([1, 2, 3].map(() => visit(`${page}/carrier-label?lang=fr`, { method: 'POST' })))
    expect([ordered?.status, ordered?.headers.get('location')]).toEqual([303, `${new URL(page).pathname}?lang=fr`])
    expect((await visit(page)).text).toContain('Your label is being made')
    await exchange.pass()
    const last = await visit(page)
    expect(last.text).toContain('give the parcel to the carrier')
    expect(last.text).not.toContain('Get my label')
    const file = await visit(`${page}/carrier-label`)
    expect([file.status, file.headers.get('content-type'), file.text]).toEqual([200, 'application/pdf', PDF])
    expect(asked.filter((step) => step === 'buy')).toHaveLength(1)
    await service.demo.post(`/v2/shipments/${made.id}/cancel`)
    expect((await visit(`${page}/carrier-label`)).status).toBe(404)
  })

  test('shows a plain sentence and our own label if the order fails', async () => {
    await scripted({ rates: (response) => response.writeHead(422).end('{"error":"account A1B2C3","cause":"service"}') })
    const { parcel_url: page } = await parcel()
    await visit(`${page}/carrier-label`, { method: 'POST' })
    await exchange.pass()
    const { text } = await visit(page)
    expect(text).toContain('We could not get a label from the carrier. Use this label instead.')
    expect(text).toContain('/label"')
    expect(text).toContain('Counters near you')
    expect(text).not.toContain('A1B2C3')
    expect((await visit(`${page}/carrier-label`)).status).toBe(404)
    // The button is gone, and a form that is sent all the same asks the carrier nothing.
    const before = (await bookings())[0].updated_at
    await visit(`${page}/carrier-label`, { method: 'POST' })
    expect((await bookings())[0]).toMatchObject({ state: 'refused', updated_at: before })
  })

  test('in network mode has neither the button nor the label', async () => {
    await setMode('network')
    await scripted({}, PDF)
    const { parcel_url: page } = await parcel()
    await exchange.pass()
    expect((await visit(page)).text).not.toContain('carrier-label')
    expect((await visit(`${page}/carrier-label`)).status).toBe(404)
  })
})

test('a market keeps its mode if a client does not name it, and only a fixed market is direct', async () => {
  expect((await setMode()).json).toMatchObject({ mode: 'direct' })
  expect((await setMode('direct', 'marketplace')).json.error.details.errors).toMatchObject([{ path: '/mode' }])
  expect((await setMode('elsewhere')).status).toBe(422)
  await replay()
  const made = await parcel()
  expect((await setMode('network')).json).toMatchObject({ mode: 'network' })
  expect((await shipment(made.id)).carrier_label_url).not.toBeNull()
})
