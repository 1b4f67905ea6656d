import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/serve.ts'
import { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { dayAhead, shipmentOf, storesByCode, typesOf, WINDOW } from './fixtures.ts'

// Two processes' worth of service on one database: turns that commands take within one of them hide nothing from these tests.
let service: TestService
let second: Running
let store_id: string
beforeAll(async () => {
  service = await startTestService()
  second = await serve({ ...service.running.service.config, port: 0 }, 'api')
  store_id = (await storesByCode(service)).get('NYC-001') as string
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const both = async () => {
  const here = await service.partner()
  return { here, there: new TestClient(second.url as string, here.credentials), partnerId: here.partnerId }
}
const booking = (shipment_id: string) => ({ shipment_id, store_id, date: dayAhead(2), ...WINDOW })

const statesOf = (partnerId: string) =>
  service.running.service.db.query<{ status: string; live: number; shipments: number }>(
    'test_sweeps',
    `select w.status, (select count(*) from pickups p where p.sweep_id = w.id and p.status = 'scheduled') as live,
            (select count(*) from shipments s where s.sweep_id = w.id) as shipments
       from sweeps w where w.partner_id = $1 order by w.created_at`,
    [partnerId],
  )

test('40 first bookings at once, through two processes, order one sweep', async () => {
  const { here, there, partnerId } = await both()
  const { json } = await here.post('/v2/shipments/batch', {
    shipments: Array.from({ length: 40 }, () => ({ direction: 'return', fulfillment: 'print_label' })),
  })
  const answers = await Promise.all(
    json.data.map((shipment: { id: string }, i: number) => (i % 2 ? here : there).post('/v2/pickups', booking(shipment.id))),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(40).fill(201))
  expect(new Set(answers.map((answer) => answer.json.confirmation_code)).size).toBe(40)
  expect(await statesOf(partnerId)).toEqual([{ status: 'ordered', live: 40, shipments: 40 }])
  const told = typesOf(await here.events()).filter((type) => !type.startsWith('shipment.'))
  expect(told).toEqual(['sweep.created', ...Array(40).fill('pickup.scheduled')])

  const cancels = await Promise.all(answers.map((answer, i) => (i % 2 ? there : here).post(`/v2/pickups/${answer.json.id}/cancel`)))
  expect(cancels.map((answer) => answer.status)).toEqual(Array(40).fill(200))
  expect(await statesOf(partnerId)).toEqual([{ status: 'closed', live: 0, shipments: 0 }])
})

test('a shipment booked twice at once has one live pickup', async () => {
  const { here, there, partnerId } = await both()
  const shipment = await shipmentOf(here)
  const answers = await Promise.all([here, there, here, there].map((client) => client.post('/v2/pickups', booking(shipment))))
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409])
  expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.json.error.code)).toEqual(
    Array(3).fill('pickup_already_scheduled'),
  )
  expect(await statesOf(partnerId)).toEqual([{ status: 'ordered', live: 1, shipments: 1 }])
})

test('a booking against the last cancellation never leaves a live pickup on a closed sweep', async () => {
  const { here, there, partnerId } = await both()
  for (let round = 0; round < 15; round++) {
    const [first, other] = [await shipmentOf(here), await shipmentOf(here)]
    const { json } = await here.post('/v2/pickups', booking(first))
    const [cancel, booked] = await Promise.all([here.post(`/v2/pickups/${json.id}/cancel`), there.post('/v2/pickups', booking(other))])
    expect([cancel.status, booked.status]).toEqual([200, 201])
    const states = await statesOf(partnerId)
    expect(states.filter(({ status, live, shipments }) => status === 'closed' && (live > 0 || shipments > 0))).toEqual([])
    expect(states.filter(({ status }) => status === 'ordered')).toHaveLength(1)
    expect((await there.post(`/v2/pickups/${booked.json.id}/cancel`)).status).toBe(200)
    expect((await statesOf(partnerId)).every(({ status }) => status === 'closed')).toBe(true)
  }
})

test('one pickup cancelled twice at once is cancelled once', async () => {
  const { here, there } = await both()
  const shipment = await shipmentOf(here)
  const { json } = await here.post('/v2/pickups', booking(shipment))
  const answers = await Promise.all([here, there, there].map((client) => client.post(`/v2/pickups/${json.id}/cancel`)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  expect(typesOf(await here.events(shipment)).filter((type) => type === 'pickup.cancelled')).toHaveLength(1)
})
