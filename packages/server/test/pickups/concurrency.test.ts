import type { Partner } from '@backhaul/core/partner.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPickup, cancelPickup } from '../../src/kinds/pickups/command.ts'
import { type Answer, type CommandResult, Execution } from '../../src/service/execute.ts'
import type { Caller } from '../../src/service/key-cache.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { dayAhead, shipmentOf, storesByCode, typesOf, WINDOW } from './fixtures.ts'

let service: TestService
let store_id: string
beforeAll(async () => {
  service = await startTestService()
  store_id = (await storesByCode(service)).get('NYC-001') as string
})
afterAll(() => service.close())

const booking = (shipment_id: string) => ({ shipment_id, store_id, date: dayAhead(2), ...WINDOW })

const shipmentsOf = async (client: TestClient, count: number): Promise<string[]> => {
  const shipments = Array.from({ length: count }, () => ({ direction: 'return', fulfillment: 'print_label' }))
  return (await client.post('/v2/shipments/batch', { shipments })).json.data.map(({ id }: { id: string }) => id)
}

const statesOf = (partnerId: string) =>
  service.running.service.db.query<{ status: string; live: number; shipments: number }>(
    'test_sweeps',
    `select w.status, (select count(*) from pickups p where p.sweep_id = w.id and p.status = 'scheduled') as live,
            (select count(*) from shipments s where s.sweep_id = w.id) as shipments
       from sweeps w where w.partner_id = $1 order by w.created_at`,
    [partnerId],
  )

/**
 * Runs the commands without the in-process queue, as if they came from several processes. Only versions and unique indexes keep the data
 * consistent.
 */
const unordered = async (client: TestClient & { partnerId: string }) => {
  const { keyCache } = service.running.service
  const key = await keyCache.key(client.credentials.api_key.split('_').slice(2, 4).join('_'))
  const caller = { key, partner: (await keyCache.partner(client.partnerId)) as Partner } as Caller
  const run = async (attempt: () => Promise<CommandResult>) => {
    const outcome: Answer | Refusal = await new Execution(service.running.service).execute(attempt)
    return isRefusal(outcome) ? { code: outcome.code } : { code: outcome.status, json: JSON.parse(outcome.body as string) }
  }
  return {
    book: (shipment: string) => run(() => bookPickup(service.running.service, caller, booking(shipment))),
    cancel: (pickup: string) => run(() => cancelPickup(service.running.service, caller, pickup)),
  }
}

test('100 concurrent first bookings order one sweep, and 100 concurrent cancellations close it, without retries', async () => {
  const client = await service.partner()
  const shipments = await shipmentsOf(client, 100)
  const answers = await Promise.all(shipments.map((shipment) => client.post('/v2/pickups', booking(shipment))))
  expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(201))
  expect(new Set(answers.map((answer) => answer.json.confirmation_code)).size).toBe(100)
  expect(await statesOf(client.partnerId)).toEqual([{ status: 'ordered', live: 100, shipments: 100 }])
  const told = typesOf(await client.events()).filter((type) => !type.startsWith('shipment.'))
  expect(told).toEqual(['sweep.created', ...Array(100).fill('pickup.scheduled')])

  const cancels = await Promise.all(answers.map((answer) => client.post(`/v2/pickups/${answer.json.id}/cancel`)))
  expect(cancels.map((answer) => answer.status)).toEqual(Array(100).fill(200))
  expect(await statesOf(client.partnerId)).toEqual([{ status: 'closed', live: 0, shipments: 0 }])
})

test('a shipment booked several times at once has one active pickup', async () => {
  const client = await service.partner()
  const shipment = await shipmentOf(client)
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.post('/v2/pickups', booking(shipment))))
  expect(answers.map((answer) => answer.json.error?.code ?? answer.status).sort()).toEqual([
    201,
    ...Array(3).fill('pickup_already_scheduled'),
  ])
  expect(await statesOf(client.partnerId)).toEqual([{ status: 'ordered', live: 1, shipments: 1 }])
})

test('a pickup canceled several times at once is canceled once', async () => {
  const client = await service.partner()
  const shipment = await shipmentOf(client)
  const { json } = await client.post('/v2/pickups', booking(shipment))
  const answers = await Promise.all(Array.from({ length: 3 }, () => client.post(`/v2/pickups/${json.id}/cancel`)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  expect(typesOf(await client.events(shipment)).filter((type) => type === 'pickup.cancelled')).toHaveLength(1)
})

test('without serialization, concurrent first bookings order one sweep', async () => {
  const client = await service.partner()
  const { book } = await unordered(client)
  const outcomes = await Promise.all((await shipmentsOf(client, 10)).map(book))
  expect(outcomes.map(({ code }) => code)).toEqual(Array(10).fill(201))
  expect(await statesOf(client.partnerId)).toEqual([{ status: 'ordered', live: 10, shipments: 10 }])
  const shipment = await shipmentOf(client)
  const twice = await Promise.all([book(shipment), book(shipment), book(shipment)])
  expect(twice.map(({ code }) => code).sort()).toEqual([201, 'pickup_already_scheduled', 'pickup_already_scheduled'])
})

test('without serialization, no closed sweep keeps an active pickup and no sweep stays open without one', async () => {
  const client = await service.partner()
  const { book, cancel } = await unordered(client)
  for (let round = 0; round < 20; round++) {
    const [first, second, third, fourth] = (await shipmentsOf(client, 4)) as [string, string, string, string]
    const old = [(await book(first)).json.id, (await book(second)).json.id]
    const [one, two, ...booked] = await Promise.all([cancel(old[0]), cancel(old[1]), book(third), book(fourth)])
    expect([one, two, ...booked].map(({ code }) => code)).toEqual([200, 200, 201, 201])
    const states = await statesOf(client.partnerId)
    expect(states.filter(({ status, live, shipments }) => status === 'closed' && (live > 0 || shipments > 0))).toEqual([])
    expect(states.filter(({ status }) => status === 'ordered')).toEqual([{ status: 'ordered', live: 2, shipments: 2 }])
    await Promise.all(booked.map(({ json }) => cancel(json.id)))
    expect((await statesOf(client.partnerId)).filter(({ status }) => status !== 'closed')).toEqual([])
  }
})
