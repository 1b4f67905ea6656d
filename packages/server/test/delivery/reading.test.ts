// What a queue asks of the database. Pure: rows and times are given.
import { expect, test } from 'vitest'
import { Queue } from '../../src/delivery/queue.ts'
import type { DeliveryRow, FetchRequest, HeldWebhook } from '../../src/delivery/store.ts'

const ROOM = 256

const WEBHOOK: HeldWebhook = {
  id: 'whk_1',
  partner_id: 'ptn_1',
  url: 'https://example.com/',
  status: 'enabled',
  enabled_at: '2026-01-01T00:00:00.000Z',
  secret: Buffer.alloc(0),
  next_secret: null,
  next_secret_at: null,
  recover_since: null,
  version: 1,
  clock_offset_s: 0,
  claimed: true,
  failing_since: null,
  failures: 0,
  gone_event_id: null,
}

const rowOf = (event_seq: number): DeliveryRow => ({
  id: `dlv_${event_seq}`,
  webhook_id: WEBHOOK.id,
  event_id: `evt_${event_seq}`,
  event_seq,
  subject: `shp_${event_seq}`,
  attempts: 0,
  trigger: 'schedule',
  version: 1,
  fresh: true,
  body: '{}',
  webhook_version: 1,
  clock_offset_s: 0,
})

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** A queue over rows that wait in a table. */
const reader = (waiting: Set<number>) => {
  const queue = new Queue(WEBHOOK, Number.POSITIVE_INFINITY, 0)
  const delivered: number[] = []
  const read = (now_ms: number, ended = new Set<string>()): FetchRequest => {
    const request = queue.request(ROOM, now_ms)
    const found = [...waiting].filter((seq) => seq > request.after && !request.known.includes(seq)).sort((a, b) => a - b)
    queue.accept(found.slice(0, request.fresh).map(rowOf), request, ended)
    return request
  }
  const deliverAll = (): void => {
    for (let row = queue.take(1, false); row; row = queue.take(1, false)) {
      const attempt = queue.start(row, 0, 0)
      queue.end(attempt, false)
      queue.close(attempt, 0)
      waiting.delete(row.event_seq)
      delivered.push(row.event_seq)
    }
  }
  return { queue, delivered, read, deliverAll }
}

test('a backlog is read onward, each reading from where the one before ended, without naming what is known', () => {
  const { delivered, read, deliverAll } = reader(new Set(span(1, 1000)))
  expect(read(0)).toMatchObject({ after: -1, fresh: ROOM, known: [] })
  deliverAll()
  for (const after of [ROOM, 2 * ROOM, 3 * ROOM]) {
    expect(read(1)).toMatchObject({ after, fresh: ROOM, known: [] })
    deliverAll()
  }
  expect(delivered).toEqual(span(1, 1000))
})

test('rows of a transaction that commits late are found by the next full reading, and all that it leaves behind right after', () => {
  const waiting = new Set([5000])
  const { delivered, read, deliverAll } = reader(waiting)
  read(0)
  deliverAll()
  for (const seq of span(1, 900)) waiting.add(seq)
  expect(read(500)).toMatchObject({ after: 4000 })
  deliverAll()
  expect(delivered).toEqual([5000])
  expect(read(1000)).toMatchObject({ after: -1 })
  deliverAll()
  for (let n = 1; n <= 3; n++) {
    expect(read(1000 + n)).toMatchObject({ after: n * ROOM })
    deliverAll()
  }
  expect(delivered).toEqual([5000, ...span(1, 900)])
})

test('a reading before the newest names what is known, and one of news only looks back a little', () => {
  const waiting = new Set(span(3001, 3003))
  const { read } = reader(waiting)
  read(0)
  expect(read(10)).toMatchObject({ after: 2003, known: [3001, 3002, 3003] })
  waiting.add(2500)
  expect(read(20)).toMatchObject({ after: 2003, fresh: ROOM - 3 })
  expect(read(30).known).toEqual([2500, 3001, 3002, 3003])
  expect(read(1000)).toMatchObject({ after: -1, known: [2500, 3001, 3002, 3003] })
})

test('nothing starts once the lease has run out, and again when it is renewed', () => {
  const { queue, read } = reader(new Set(span(1, 3)))
  read(0)
  queue.leased_until_ms = 100
  expect([99, 100, 5000].map((now_ms) => queue.take(now_ms, false)?.event_seq)).toEqual([1, undefined, undefined])
  queue.leased_until_ms = 6000
  expect(queue.take(5000, false)?.event_seq).toBe(2)
})

test('what was recorded while a reading was under way is not started again, though the reading still shows it', () => {
  const { queue, read } = reader(new Set(span(1, 2)))
  read(0)
  const row = queue.take(1, false) as DeliveryRow
  const attempt = queue.start(row, 0, 0)
  queue.end(attempt, false)
  queue.close(attempt, 0)
  read(1, new Set([row.id]))
  expect([queue.take(2, false)?.event_seq, queue.take(2, false)]).toEqual([2, null])
})
