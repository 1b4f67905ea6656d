// Claims and disputes as queues, with the longest waiting first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
let mine: TestClient
let other: TestClient
let claims: string[]
let disputes: string[]
let otherDispute: string

const dispute = async (client: TestClient): Promise<string> => {
  const { id } = (await client.post('/v2/shipments', RETURN)).json
  const made = (await client.post(`/v2/shipments/${id}/adjustments`, { delta_amount: 100, reason: 'reweigh' })).json
  expect((await client.post(`/v2/adjustments/${made.id}/dispute`, { reason: 'no' })).status).toBe(200)
  return made.id
}
const claim = async (client: TestClient): Promise<string> => {
  const { id } = (await client.post('/v2/shipments', RETURN)).json
  return (await client.post('/v2/claims', { shipment_id: id, type: 'lost' })).json.id
}

beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
  mine = await service.partner()
  other = await service.partner()
  claims = []
  disputes = []
  for (let i = 0; i < 4; i++) {
    claims.push(await claim(mine))
    disputes.push(await dispute(mine))
    if (i === 1) otherDispute = await dispute(other)
  }
})
afterAll(() => service.close())

/** Reads a whole list in pages of two, and returns its ids. */
const idsOf = async (client: TestClient, path: string): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await client.get(`${path}&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    ids.push(...json.data.map(({ id }: { id: string }) => id))
    cursor = json.next_cursor
  }
  return ids
}

test('a queue is read oldest or newest first, page by page, with each row once', async () => {
  expect(await idsOf(mine, '/v2/claims?status=open&order=oldest')).toEqual(claims)
  expect(await idsOf(mine, '/v2/claims?status=open&order=newest')).toEqual(claims.toReversed())
  expect(await idsOf(operator, '/v2/ops/claims?status=open&order=oldest')).toEqual(claims)
  expect(await idsOf(operator, '/v2/ops/claims?status=open')).toEqual(claims.toReversed())
  expect(await idsOf(mine, '/v2/disputes?order=oldest')).toEqual(disputes)
  expect(await idsOf(mine, '/v2/disputes?order=newest')).toEqual(disputes.toReversed())
  expect(await idsOf(operator, '/v2/ops/disputes?order=oldest')).toEqual([...disputes.slice(0, 2), otherDispute, ...disputes.slice(2)])
})

test('a partner lists only its own disputes and an operator lists all; resolved disputes leave the queue', async () => {
  expect(await idsOf(other, '/v2/disputes?status=open')).toEqual([otherDispute])
  expect(await idsOf(operator, '/v2/disputes?order=oldest')).toContain(otherDispute)
  expect((await operator.post(`/v2/ops/adjustments/${otherDispute}/resolve`, { outcome: 'upheld' })).status).toBe(200)
  expect(await idsOf(other, '/v2/disputes?status=open')).toEqual([])
  const { json } = await other.get('/v2/disputes?status=upheld')
  expect(json.data).toEqual([(await other.get(`/v2/adjustments/${otherDispute}`)).json])
  expect((await other.get('/v2/disputes?order=best')).status).toBe(422)
})
