// One partner's work does not delay another partner, and abandoned work is not done.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import type { Plan } from '../../src/commit/plan.ts'
import { counterLock } from '../../src/kinds/scans/scan.ts'
import { Gate } from '../../src/process/gate.ts'
import { runExclusive } from '../../src/process/keyed-mutex.ts'
import { Slice } from '../../src/process/slice.ts'
import { Execution } from '../../src/service/execute.ts'
import { storesOf } from '../conformance/support.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

type Partner = TestClient & { partnerId: string }

let service: TestService
let mine: Partner
let others: Partner
let store: string
beforeAll(async () => {
  service = await startTestService()
  mine = await service.partner()
  others = await service.partner()
  store = (await storesOf(mine))[0].store_id
})
afterAll(() => service.close())

/** Holds a lock until the returned function is called, or until the end of the test. */
const hold = (turn: string): (() => void) => {
  let release = () => {}
  void runExclusive(turn, () => new Promise<void>((resolve) => (release = resolve)))
  atEndOfTest(() => release())
  return () => release()
}

const create = async (partner: Partner): Promise<string> => (await partner.post('/v2/shipments', RETURN)).json.id
const accept = (partner: Partner, shipment_id: string) => partner.post('/v2/scan-events/accept', { shipment_id, store_id: store })

test("a counter busy with one partner's parcels still accepts those of another partner", async () => {
  const [one, another] = [await create(mine), await create(others)]
  const release = hold(counterLock(mine.partnerId, store))
  const waiting = accept(mine, one)
  expect((await accept(others, another)).status).toBe(200)
  const state = await Promise.race([waiting.then(() => 'done'), others.get('/v2/shipments').then(() => 'waits')])
  expect(state).toBe('waits')
  release()
  expect((await waiting).status).toBe(200)
})

const bulkOf = (ids: string[]) => ({ scans: ids.map((shipment_id) => ({ kind: 'custody', shipment_id })) })

test('bulk requests of one partner run one after another and do not delay another partner', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => create(mine)))
  const release = hold(`bulk/${mine.partnerId}`)
  const waiting = mine.post('/v2/scan-events/bulk', bulkOf(ids))
  const foreign = await others.post('/v2/scan-events/bulk', bulkOf(await Promise.all(Array.from({ length: 20 }, () => create(others)))))
  expect(foreign.status).toBe(200)
  expect((await mine.get(`/v2/shipments/${ids[0]}/scans`)).json.data).toEqual([])
  release()
  expect((await waiting).json.data.map(({ status }: { status: number }) => status)).toEqual(ids.map(() => 200))
})

test('a command whose client left before it got its lock is not executed', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => create(mine)))
  const release = hold(`bulk/${mine.partnerId}`)
  const body = JSON.stringify(bulkOf(ids))
  const { api_key, signing_secret } = mine.credentials
  const headers = { 'X-Api-Key': api_key, ...(await new RequestSigner(signing_secret).headers(body)), 'Content-Type': 'application/json' }
  const arrived = new Promise<{ request: IncomingMessage; socket: Socket }>((resolve) => {
    const onStart = (message: unknown) => resolve(message as { request: IncomingMessage; socket: Socket })
    subscribe('http.server.request.start', onStart)
    atEndOfTest(() => unsubscribe('http.server.request.start', onStart))
  })
  const sent = request(`${service.url}/v2/scan-events/bulk`, { method: 'POST', headers, agent: false })
  sent.on('error', () => {})
  sent.end(body)
  const { request: received, socket } = await arrived
  await until('its body is here', () => received.complete)
  // Another request first fills the caches that this path uses, so that the remaining steps before the lock need no database.
  expect((await mine.post('/v2/scan-events/bulk', bulkOf(ids.slice(0, 1)))).status).toBe(200)
  const closed = once(socket, 'close')
  sent.destroy()
  await closed
  release()
  expect((await mine.post('/v2/scan-events/bulk', bulkOf(await Promise.all(Array.from({ length: 20 }, () => create(mine)))))).status).toBe(
    200,
  )
  expect((await mine.get(`/v2/shipments/${ids[1]}/scans`)).json.data).toEqual([])
})

test('nothing is written for a client that leaves while its command is decided', async () => {
  const { service: inside } = service.running
  let awaited = true
  const execution = new Execution(inside, null, null, '', () => awaited)
  const outcome = await execution.execute(async () => {
    awaited = false
    return { status: 200, body: {}, plan: { inserts: [['settings', { name: 'never', value: 1 }]] } as unknown as Plan }
  })
  expect(outcome).toMatchObject({ code: 'unavailable' })
  expect((await inside.db.pool.query("select 1 from settings where name = 'never'")).rowCount).toBe(0)
})

test('a list of many members takes a slot, even if it is small in bytes', async () => {
  const entered = vi.spyOn(Gate.prototype, 'run')
  atEndOfTest(() => entered.mockRestore())
  const batchOf = (length: number) => mine.post('/v2/shipments/batch', { shipments: Array.from({ length }, () => RETURN) })
  expect((await batchOf(49)).status).toBe(201)
  expect(entered).not.toHaveBeenCalled()
  expect((await batchOf(50)).status).toBe(201)
  expect(entered.mock.calls.map(([owner]) => owner)).toEqual([mine.partnerId])
})

test('one owner has at most half of the slots, rounded up', async () => {
  const gate = new Gate(3, 10_000)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string) =>
    gate.run(owner, () => {
      begun.push(owner)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [run('a'), run('a'), run('a'), run('b')]
  expect(begun).toEqual(['a', 'a', 'b'])
  ends[2]?.()
  await all[3]
  expect(begun).toEqual(['a', 'a', 'b'])
  ends[0]?.()
  await all[0]
  expect(begun).toEqual(['a', 'a', 'b', 'a'])
  for (const end of ends) end()
  await Promise.all(all)
})

test('a bulk request of faulty scans lists a hundred errors and then one for each scan', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 95 }, (_, i) => [`unknown_${i}`, 1]))
  const { status, json } = await mine.post('/v2/scan-events/bulk', {
    scans: Array.from({ length: 40 }, () => ({ kind: 'custody', shipment_id: 'shp_x', ...unknown })),
  })
  expect(status).toBe(200)
  const counts = json.data.map(({ error }: { error: { details: { errors: unknown[] } } }) => error.details.errors.length)
  // Each scan has 95 unknown fields. Only the first few of them are reported.
  expect(counts).toEqual([21, 21, 21, 21, 16, ...Array.from({ length: 35 }, () => 1)])
})

test('a clock that is set back does not lock out a key', async () => {
  const partner = await service.partner({ rate_limit: 2 })
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  atEndOfTest(() => vi.useRealTimers())
  for (let i = 0; i < 2; i++) expect((await partner.get('/v2/shipments')).status).toBe(200)
  vi.useRealTimers()
  const { status, headers } = await partner.get('/v2/shipments')
  expect([status, Number(headers.get('retry-after')) <= 60]).toEqual([429, true])
})

test('a batch and a bulk request of 1,000 yield to other requests between members and during writes', async () => {
  vi.spyOn(Slice.prototype, 'isOver', 'get').mockReturnValue(true)
  const given = vi.spyOn(Slice.prototype, 'next')
  atEndOfTest(() => vi.restoreAllMocks())
  const during = async (work: () => Promise<{ status: number; json: { data: { id: string }[] } }>) => {
    given.mockClear()
    const { status, json } = await work()
    expect(status).toBeLessThan(300)
    return { json, times: given.mock.calls.length }
  }
  const batch = await during(() => mine.post('/v2/shipments/batch', { shipments: Array.from({ length: 1000 }, () => RETURN) }))
  // The batch lets other work run once for each shipment and once for every 64 rows. Each shipment has four rows: the shipment, its label
  // and two events.
  expect(batch.times).toBeGreaterThanOrEqual(1000 + (4 * 1000) / 64)
  const bulk = await during(() => mine.post('/v2/scan-events/bulk', bulkOf(batch.json.data.map(({ id }) => id))))
  expect(bulk.times).toBeGreaterThanOrEqual(1000 + (3 * 1000) / 64)
})
