// A parcel whose `dispose_after` has passed is listed, and stays unchanged until an operator disposes of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock, shipmentOf } from '../pickups/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const DAYS_S = 86_400
const due = async (client: TestClient, more = ''): Promise<string[]> =>
  (await client.get(`/v2/shipments?dispose_due=true${more}`)).json.data.map(({ id }: { id: string }) => id)
const unclaimed = async (client: TestClient): Promise<string> => {
  const id = await shipmentOf(client)
  await client.post('/v2/scan-events/movement', { shipment_id: id })
  await client.post(`/v2/shipments/${id}/disposition`, { disposition: 'unclaimed' })
  return id
}

test('lists unclaimed parcels past their disposal date, longest due first, until they are disposed of or move on', async () => {
  const client = await service.partner()
  const [first, second, third] = [await unclaimed(client), await unclaimed(client), await unclaimed(client)]
  await setClock(service, client.partnerId, 20 * DAYS_S)
  const late = await unclaimed(client)
  expect(await due(client)).toEqual([])
  await setClock(service, client.partnerId, 30 * DAYS_S + 60)
  const told = await client.events()
  expect(await due(client)).toEqual([first, second, third])
  expect(await due(client, '&status=unclaimed')).toEqual([first, second, third])
  expect(await due(client, '&status=in_transit')).toEqual([])
  expect(await due(client, '&status=label_ready')).toEqual([])
  expect(await client.events()).toEqual(told)
  const page = (await client.get('/v2/shipments?dispose_due=true&limit=2')).json
  expect(page.has_more).toBe(true)
  expect(await due(client, `&cursor=${page.next_cursor}`)).toEqual([third])
  await client.post(`/v2/shipments/${second}/disposition`, { disposition: 'dispose' })
  const { json } = await client.get(`/v2/shipments/${third}`)
  await client.post(`/v2/shipments/${third}/redirect`, { to: json.to })
  expect(await due(client)).toEqual([first])
  await setClock(service, client.partnerId, 51 * DAYS_S)
  expect(await due(client)).toEqual([first, late])
})

test("an operator's list covers all partners, each by the clock of that partner", async () => {
  const operator = await service.operator()
  const [ahead, behind] = [await service.partner(), await service.partner()]
  const [id] = [await unclaimed(ahead), await unclaimed(behind)]
  await setClock(service, ahead.partnerId, 30 * DAYS_S + 60)
  const listed = await due(operator, '&limit=100')
  expect(listed).toContain(id)
  expect(listed).not.toContain(await unclaimed(behind))
  expect(await due(operator, '&status=unclaimed&limit=100')).toEqual(listed)
  expect(await due(behind)).toEqual([])
  expect(await due(await service.partner())).toEqual([])
})

test.each(['false', '1', 'TRUE', ''])('dispose_due=%s is refused by name, as only true is valid', async (value) => {
  const { status, json } = await service.demo.get(`/v2/shipments?dispose_due=${value}`)
  expect([status, json.error.details.errors[0].path]).toEqual([422, '?dispose_due'])
})
