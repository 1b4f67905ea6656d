// What happens to the carrier's label of a shipment in direct mode when the shipment changes: it falls back to the network, is handed over,
// amended, held, or expires.
import { describe, expect, test } from 'vitest'
import { orderLabel } from '../../src/kinds/carrier-labels/order.ts'
import { labelStateOf } from '../../src/kinds/carrier-labels/state.ts'
import { Execution } from '../../src/service/execute.ts'
import { label } from '../carriers/protocol.ts'
import { backdate } from '../support/backdate.ts'
import { ADDRESS } from '../support/client.ts'
import {
  bookings,
  exchange,
  fetch,
  labelsOf,
  order,
  parcel,
  replay,
  scripted,
  service,
  shipment,
  typesOf,
  wait,
  withDirectMode,
} from './direct-mode.ts'

withDirectMode()

const ELSEWHERE = { ...ADDRESS, line1: '2 Other Street' }
const amend = ({ id }: { id: string }, body: object) => service.demo.send('PATCH', `/v2/shipments/${id}`, { body })
const scan = ({ id }: { id: string }, command: string) => service.demo.post(`/v2/scan-events/${command}`, { shipment_id: id })
const passes = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await exchange.pass()
}

test('a shipment that a store accepts is booked like one in network mode', async () => {
  const carrier = await replay()
  const made = await parcel()
  await passes()
  expect(carrier.bookings).toEqual([])
  expect((await scan(made, 'accept')).status).toBe(200)
  await passes()
  expect(await bookings()).toMatchObject([{ state: 'booked', shipment_id: made.id }])
  expect((await shipment(made.id)).ltracking).toBe(labelsOf(carrier)[0]?.number)
})

test('no label is bought after the parcel was handed over', async () => {
  const carrier = await replay()
  const [due, refused] = [await parcel(), await parcel()]
  for (const one of [due, refused]) await order(one)
  await service.running.service.db.query('test_refuse', "update carrier_bookings set state = 'refused' where shipment_id = $1", [
    refused.id,
  ])
  for (const one of [due, refused]) expect((await scan(one, 'movement')).status).toBe(200)
  await passes()
  expect(carrier.bookings).toEqual([])
  expect((await bookings()).map(({ state }) => state)).toEqual(['void', 'void'])
})

test('a label that is found after the handover is voided, and the parcel keeps its number', async () => {
  let isFound = false
  const found = `{"labels":[${label('FOUND-1')}]}`
  const asked = await scripted({
    buy: (response) => response.writeHead(503).end(),
    find: (response) => response.writeHead(200).end(isFound ? found : '{"labels":[]}'),
  })
  const made = await parcel()
  await order(made)
  await exchange.pass()
  await scan(made, 'movement')
  const { ltracking } = await shipment(made.id)
  isFound = true
  for (let i = 0; i < 10; i++) {
    wait(60_000)
    await exchange.pass()
  }
  expect((await shipment(made.id)).ltracking).toBe(ltracking)
  expect(asked).toContain('void')
  expect(await bookings()).toMatchObject([{ state: 'void', purchases: [{ state: 'void' }] }])
  expect(await typesOf(made.id)).not.toContain('shipment.carrier_label_ready')
})

test('a cancellation between the reading and the commit of an order wins', async () => {
  await replay()
  const made = await parcel()
  const own = service.running.service
  let tries = 0
  const answer = await new Execution(own).execute(async () => {
    const result = await orderLabel(own, null, made.id)
    if (tries++ === 0) await service.demo.post(`/v2/shipments/${made.id}/cancel`)
    return result
  })
  expect([tries, answer]).toMatchObject([2, { code: 'label_voided' }])
  expect(await bookings()).toEqual([])
})

describe('an amendment', () => {
  test('of the destination voids the label, and a new order buys another one', async () => {
    const carrier = await replay()
    const made = await parcel()
    await order(made)
    await passes()
    const first = (await shipment(made.id)).ltracking
    expect((await amend(made, { to: ELSEWHERE })).json).toMatchObject({ ltracking: null })
    expect((await fetch(made)).json.error).toMatchObject({ code: 'carrier_label_not_ready', details: { state: null } })
    await passes()
    expect(labelsOf(carrier).map((one) => one.void)).toEqual(['settled'])
    expect((await order(made)).json).toMatchObject({ state: 'ordered', number: null })
    await passes()
    const { ltracking } = await shipment(made.id)
    expect(ltracking).not.toBe(first)
    expect(labelsOf(carrier).map((one) => [one.number, one.void])).toEqual([
      [first, 'settled'],
      [ltracking, 'none'],
    ])
  })

  test('of the declared value keeps the label', async () => {
    await replay()
    const made = await parcel()
    await order(made)
    await passes()
    const { ltracking } = await shipment(made.id)
    expect((await amend(made, { declared_value: 1250 })).json).toMatchObject({ ltracking })
    expect((await fetch(made)).status).toBe(200)
  })

  test('of the parcel is refused while nobody knows whether a label was sold', async () => {
    await scripted({ buy: (response) => response.writeHead(503).end() })
    const made = await parcel()
    await order(made)
    await exchange.pass()
    const { status, json } = await amend(made, { parcel: { weight: 9 } })
    expect([status, json.error.code]).toEqual([409, 'shipment_locked'])
    expect((await amend(made, { declared_value: 1250 })).status).toBe(200)
  })
})

test('no label is bought for a shipment that has expired', async () => {
  const carrier = await replay()
  const made = await parcel()
  await order(made)
  await service.running.service.db.query('test_expire', "update shipments set expires_at = now() - interval '1 hour' where id = $1", [
    made.id,
  ])
  await passes()
  expect(carrier.bookings).toEqual([])
  expect(await bookings()).toMatchObject([{ state: 'void' }])
})

test('a held shipment gets no label until it is released', async () => {
  await replay()
  const made = await parcel()
  await service.demo.post(`/v2/shipments/${made.id}/hold`)
  expect((await order(made)).json.error.code).toBe('shipment_held')
  expect(await (await globalThis.fetch(made.parcel_url)).text()).not.toContain('Get my label')
  await service.demo.post(`/v2/shipments/${made.id}/release`)
  expect((await order(made)).status).toBe(202)
})

test('a rehearsed label needs no void', async () => {
  await replay()
  const made = await parcel()
  expect((await service.demo.post('/v2/test/events/shipment.carrier_label_ready', { shipment_id: made.id })).status).toBe(200)
  await backdate(service, made.id)
  await service.demo.post(`/v2/shipments/${made.id}/cancel`)
  await passes()
  expect(await bookings()).toMatchObject([{ state: 'void', purchases: [{ state: 'void_not_needed', error: null }] }])
})

test('an order that waits for minutes is delayed', async () => {
  await scripted({ rates: (response) => response.writeHead(503).end() })
  await order(await parcel())
  const [booking] = await bookings()
  const waiting = { booking: { ...booking, error: null }, paper_id: null, format: null }
  const at = Date.parse(booking.updated_at)
  expect([60_000, 180_000].map((ms) => labelStateOf(waiting, at + ms))).toEqual(['ordered', 'delayed'])
})
