// Which rows a backlog requests from the database. The tests pass rows and times as parameters and need no database.
import { expect, test } from 'vitest'
import { WebhookBacklog } from '../../src/delivery/backlog.ts'
import type { HeldWebhook } from '../../src/delivery/claim.ts'
import type { DeliveryRow, FetchRequest } from '../../src/delivery/queries.ts'

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
  signing: null,
  recover_since: null,
  version: 1,
  clock_offset_s: 0,
  claimed: true,
  failing_since: null,
  failures: 0,
  gone_event_id: null,
  last_failure: null,
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

/** A backlog that reads rows from a table. `settled` applies to each read that does not set its own. */
const reader = (waiting: Set<number>, settled = Number.POSITIVE_INFINITY, of: (seq: number) => DeliveryRow = rowOf) => {
  const backlog = new WebhookBacklog(WEBHOOK, Number.POSITIVE_INFINITY, 0)
  const delivered: number[] = []
  const read = (now_ms: number, settled_then = settled, ended = new Set<string>()): FetchRequest => {
    const request = backlog.request(ROOM, now_ms)
    const found = [...waiting].filter((seq) => seq > request.after && !request.known.includes(seq)).sort((a, b) => a - b)
    backlog.accept(found.slice(0, request.fresh).map(of), request, ended, settled_then)
    return request
  }
  const deliverAll = (): void => {
    for (let row = backlog.take(1, false); row; row = backlog.take(1, false)) {
      const attempt = backlog.start(row, 0, 0)
      backlog.end(attempt, false)
      backlog.close(attempt, 0)
      waiting.delete(row.event_seq)
      delivered.push(row.event_seq)
    }
  }
  return { backlog, delivered, read, deliverAll }
}

test('a backlog is read in parts, each from the end of the one before, without listing known rows', () => {
  const { delivered, read, deliverAll } = reader(new Set(span(1, 1000)))
  expect(read(0)).toMatchObject({ after: -1, fresh: ROOM, known: [] })
  deliverAll()
  for (const after of [ROOM, 2 * ROOM, 3 * ROOM]) {
    expect(read(1)).toMatchObject({ after, fresh: ROOM, known: [] })
    deliverAll()
  }
  expect(delivered).toEqual(span(1, 1000))
})

test('rows below the settled numbers are found by the next full read and the reads right after it', () => {
  const waiting = new Set([5000])
  const { delivered, read, deliverAll } = reader(waiting, 5000)
  read(0)
  deliverAll()
  for (const seq of span(1, 900)) waiting.add(seq)
  expect(read(500)).toMatchObject({ after: 5000 })
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

test('a read begins after the settled numbers of the previous one and lists the known rows from there', () => {
  const waiting = new Set(span(3001, 3003))
  const { read } = reader(waiting)
  read(0, 2000)
  expect(read(10, 2000)).toMatchObject({ after: 2000, known: [3001, 3002, 3003] })
  waiting.add(2500)
  expect(read(20, 3002)).toMatchObject({ after: 2000, fresh: ROOM - 3 })
  expect(read(30, 3003)).toMatchObject({ after: 3002, known: [3003] })
  expect(read(1000, 3003)).toMatchObject({ after: -1, known: [2500, 3001, 3002, 3003] })
})

test('a late commit below the end of a limited read is sent before later events of its subject', () => {
  const waiting = new Set(span(761, 1015).concat(1017, 1018))
  const late = new Set([1016, 1021])
  const { delivered, read, deliverAll } = reader(waiting, 760, (seq) => ({
    ...rowOf(seq),
    subject: late.has(seq) ? 'shp_late' : `shp_${seq}`,
  }))
  // The read ends with 1017, because 1016 has not committed.
  expect(read(0)).toMatchObject({ after: -1, fresh: ROOM })
  deliverAll()
  for (const seq of late) waiting.add(seq)
  read(1)
  deliverAll()
  expect(delivered.filter((seq) => late.has(seq))).toEqual([1016, 1021])
})

test('a read that began before the backlog was dropped is discarded, and nothing starts before the next', () => {
  const waiting = new Set(span(11, 12))
  const { backlog, delivered, read, deliverAll } = reader(waiting)
  const request = backlog.request(ROOM, 0)
  backlog.forgetWaiting()
  waiting.add(10)
  backlog.accept([11, 12].map(rowOf), request, new Set(), 12)
  deliverAll()
  expect(delivered).toEqual([])
  expect(read(1)).toMatchObject({ after: -1 })
  deliverAll()
  expect(delivered).toEqual([10, 11, 12])
})

test('an abandoned attempt is read again before the next one of its subject starts', () => {
  const waiting = new Set(span(1, 2))
  const { backlog, delivered, read, deliverAll } = reader(waiting, 2, (seq) => ({ ...rowOf(seq), subject: 'shp_1' }))
  read(0)
  const first = backlog.take(1, false) as DeliveryRow
  backlog.giveUp(backlog.start(first, 0, 0), 1)
  expect(backlog.take(1, false)).toBeNull()
  read(1)
  deliverAll()
  expect(delivered).toEqual([1, 2])
})

test('nothing starts after the lease ends, until it is renewed', () => {
  const { backlog, read } = reader(new Set(span(1, 3)))
  read(0)
  backlog.leased_until_ms = 100
  expect([99, 100, 5000].map((now_ms) => backlog.take(now_ms, false)?.event_seq)).toEqual([1, undefined, undefined])
  backlog.leased_until_ms = 6000
  expect(backlog.take(5000, false)?.event_seq).toBe(2)
})

test('a delivery recorded during a read is not started again, although the read still returns it', () => {
  // Nothing is settled, so the second read begins at the same position as the first.
  const { backlog, read } = reader(new Set(span(1, 2)), 0)
  read(0)
  const row = backlog.take(1, false) as DeliveryRow
  const attempt = backlog.start(row, 0, 0)
  backlog.end(attempt, false)
  backlog.close(attempt, 0)
  read(1, undefined, new Set([row.id]))
  expect([backlog.take(2, false)?.event_seq, backlog.take(2, false)]).toEqual([2, null])
})

test('news that arrives without room is remembered until the next read', () => {
  const RETRIES = 5
  const of = (seq: number) => (seq <= RETRIES ? { ...rowOf(seq), fresh: false, attempts: 1 } : rowOf(seq))
  const { backlog, read, deliverAll } = reader(new Set(span(1, RETRIES + ROOM / 2)), undefined, of)
  expect(backlog.wants(ROOM)).toBe(false)
  backlog.expectChanges()
  expect(backlog.wants(ROOM)).toBe(true)
  read(0)
  backlog.expectChanges()
  expect(backlog.wants(ROOM)).toBe(false)
  deliverAll()
  expect(backlog.wants(ROOM)).toBe(true)
  read(1)
  expect(backlog.wants(ROOM)).toBe(false)
})
