// The history of one parcel, forward and backward: page by page, each record once, in the bytes that webhooks deliver.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backdate } from '../support/backdate.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const ORDERS = ['newest', 'oldest'] as const

/** Returns the ids of all pages of a list below the shipment. */
const pagesOf = async (client: TestClient, path: string, limit: number, idOf: (one: Record<string, string>) => string | undefined) => {
  const ids: (string | undefined)[] = []
  let cursor = ''
  for (;;) {
    const { status, json } = await client.get(`${path}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    ids.push(...json.data.map(idOf))
    if (!json.has_more) return ids
    cursor = json.next_cursor
  }
}

const heldOften = async (): Promise<string> => {
  const { json } = await service.demo.post('/v2/shipments', RETURN)
  for (const command of ['hold', 'release', 'hold', 'release']) await service.demo.post(`/v2/shipments/${json.id}/${command}`, {})
  return json.id
}

test('the events of a shipment match the feed, in both orders and at every page size', async () => {
  const id = await heldOften()
  await heldOften()
  await service.demo.settle()
  const feed = (await service.demo.get(`/v2/events?shipment=${id}`)).json.data
  expect(feed).toHaveLength(6)
  const ids = feed.map(({ eventID }: { eventID: string }) => eventID)
  for (const limit of [1, 2, 4, 500]) {
    expect(await pagesOf(service.demo, `/v2/shipments/${id}/events?order=oldest`, limit, ({ eventID }) => eventID)).toEqual(ids)
    expect(await pagesOf(service.demo, `/v2/shipments/${id}/events?order=newest`, limit, ({ eventID }) => eventID)).toEqual(
      ids.toReversed(),
    )
  }
  expect((await service.demo.get(`/v2/shipments/${id}/events`)).json.data).toEqual(feed.toReversed())
})

test("an operator reads any shipment's events; another partner gets 404, and a foreign cursor is refused", async () => {
  const id = await heldOften()
  const other = await service.partner()
  const theirs = (await other.post('/v2/shipments', RETURN)).json.id
  const [event] = (await other.get(`/v2/shipments/${theirs}/events?limit=1`)).json.data
  expect((await (await service.operator()).get(`/v2/shipments/${id}/events`)).json.data).toHaveLength(6)
  expect((await other.get(`/v2/shipments/${id}/events`)).status).toBe(404)
  for (const cursor of [Buffer.from(event.eventID).toString('base64url'), 'x']) {
    const { status, json } = await service.demo.get(`/v2/shipments/${id}/events?cursor=${cursor}`)
    expect([status, json.error.code]).toEqual([400, 'invalid_cursor'])
  }
})

test('scans are listed by when they happened, in both orders, even if reported late', async () => {
  const { id } = (await service.demo.post('/v2/shipments', RETURN)).json
  await backdate(service, id)
  const minutes = [30, 10, 50, 20, 40]
  const at = (minute: number) => new Date(Date.now() - minute * 60_000).toISOString()
  for (const [i, minute] of minutes.entries()) {
    const kind = i === 0 ? 'custody' : 'arrive'
    expect((await service.demo.post(`/v2/scan-events/${kind}`, { shipment_id: id, occurred_at: at(minute) })).status).toBe(200)
  }
  for (const order of ORDERS) {
    const times = await pagesOf(service.demo, `/v2/shipments/${id}/scans?order=${order}`, 2, ({ occurred_at }) => occurred_at)
    const sorted = times.toSorted()
    expect(times).toEqual(order === 'oldest' ? sorted : sorted.toReversed())
    expect(times).toHaveLength(minutes.length)
  }
})
