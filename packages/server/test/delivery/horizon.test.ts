// The order of first attempts, tested against a model of PostgreSQL: a sequence, transactions that end in any order, snapshots, crashes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type InFlight, WebhookBacklog } from '../../src/delivery/backlog.ts'
import type { HeldWebhook } from '../../src/delivery/claim.ts'
import { Horizon } from '../../src/delivery/horizon.ts'
import type { DeliveryRow, FetchRequest, Sight } from '../../src/delivery/queries.ts'

const webhookOf = (id: string): HeldWebhook => ({
  ...{ id, partner_id: 'ptn_1', url: 'https://example.com/', status: 'enabled', enabled_at: '2026-01-01T00:00:00.000Z', version: 1 },
  ...{
    secret: Buffer.alloc(0),
    next_secret: null,
    next_secret_at: null,
    signing: null,
    recover_since: null,
    clock_offset_s: 0,
    claimed: true,
  },
  ...{ failing_since: null, failures: 0, gone_event_id: null, last_failure: null },
})

interface Written {
  seq: number
  xid: number
  subject: number
}

interface Transaction {
  xid: number
  written: Written[]
}

const SUBJECTS = 4
/** For each webhook, whether it receives the events of a subject. */
const WEBHOOKS: ((subject: number) => boolean)[] = [() => true, (subject) => subject % 2 === 0]

const pick = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % Math.max(1, items.length)]

/** The guarantees of PostgreSQL for sequences, transactions and snapshots, and nothing else. */
class Cluster {
  #next_xid = 100
  #next_seq = 1
  readonly running: Transaction[] = []
  readonly committed: Written[] = []

  begin(): void {
    this.running.push({ xid: this.#next_xid++, written: [] })
  }

  /**
   * Writes an event of a subject. Only one open transaction can write events of a subject, because the causes of such events exclude each
   * other.
   */
  write(transaction: Transaction, subject: number): void {
    const others = this.running.filter((one) => one !== transaction)
    if (others.some(({ written }) => written.some((one) => one.subject === subject))) return
    transaction.written.push({ seq: this.#next_seq++, xid: transaction.xid, subject })
  }

  end(transaction: Transaction, commits: boolean): void {
    this.running.splice(this.running.indexOf(transaction), 1)
    if (commits) this.committed.push(...transaction.written)
  }

  /** Forgets everything that was not committed. Numbers and ids that only open transactions had are assigned again. */
  crash(): void {
    this.running.length = 0
    this.#next_seq = Math.max(0, ...this.committed.map(({ seq }) => seq)) + 1
    this.#next_xid = Math.max(99, ...this.committed.map(({ xid }) => xid)) + 1
  }

  look() {
    const newest = this.committed.toSorted((a, b) => a.xid - b.xid || a.seq - b.seq).at(-1)?.seq ?? null
    return { rows: [...this.committed], xmin: Math.min(this.#next_xid, ...this.running.map(({ xid }) => xid)), newest }
  }

  mark(): number {
    return this.#next_xid++
  }
}

/** One webhook, with the events that its receiver has received. */
class Target {
  readonly backlog: WebhookBacklog
  readonly delivered = new Set<number>()
  readonly got: { seq: number; subject: number }[] = []
  readonly open: InFlight[] = []
  readonly #wants: (subject: number) => boolean

  constructor(id: string, wants: (subject: number) => boolean) {
    this.backlog = new WebhookBacklog(webhookOf(id), Number.POSITIVE_INFINITY, 0)
    this.#wants = wants
  }

  waiting(rows: readonly Written[]): Written[] {
    return rows.filter(({ seq, subject }) => this.#wants(subject) && !this.delivered.has(seq)).sort((a, b) => a.seq - b.seq)
  }

  dispatch(): void {
    for (let row = this.backlog.take(1, false); row; row = this.backlog.take(1, false)) this.open.push(this.backlog.start(row, 0, 0))
  }

  /** Returns the id of the recorded delivery. */
  finish(attempt: InFlight): string {
    this.open.splice(this.open.indexOf(attempt), 1)
    this.backlog.end(attempt, false)
    this.backlog.close(attempt, 0)
    const { id, event_seq: seq, subject } = attempt.delivery
    this.delivered.add(seq)
    this.got.push({ seq, subject: Number(subject) })
    return id
  }

  giveUp(attempt: InFlight): void {
    this.open.splice(this.open.indexOf(attempt), 1)
    this.backlog.giveUp(attempt, 0)
  }
}

const rowOf = (webhook_id: string, { seq, subject }: Written): DeliveryRow => ({
  ...{ id: `${webhook_id}/${seq}`, webhook_id, event_id: `evt_${seq}`, event_seq: seq, subject: String(subject), attempts: 0 },
  ...{ trigger: 'schedule', version: 1, fresh: true, body: '{}', webhook_version: 1, clock_offset_s: 0 },
})

interface Looking {
  requests: { target: Target; request: FetchRequest; found: DeliveryRow[] }[]
  asking: string | null
  xmin: number
  newest: number | null
}

/** A worker with slow statements: a read takes its snapshot in one step and gets the result in another. */
class Worker {
  readonly cluster = new Cluster()
  readonly targets = WEBHOOKS.map((wants, i) => new Target(`whk_${i}`, wants))
  readonly #horizon = new Horizon()
  #looking: Looking | null = null
  readonly #ended = new Set<string>()
  #now_ms = 0

  pass(ms: number): void {
    this.#now_ms += ms
  }

  look(room: number, which: number): void {
    if (this.#looking) {
      this.hear()
      return
    }
    this.#ended.clear()
    const { rows, xmin, newest } = this.cluster.look()
    const asking = this.#horizon.asking
    const targets = this.targets.filter((_, i) => which & (1 << i))
    const requests = targets.map((target) => {
      const request = target.backlog.request(room, this.#now_ms)
      const unknown = target.waiting(rows).filter(({ seq }) => seq > request.after && !request.known.includes(seq))
      return { target, request, found: unknown.slice(0, request.fresh).map((row) => rowOf(request.webhook_id, row)) }
    })
    this.#looking = { requests, asking, xmin, newest: asking === null ? null : newest }
  }

  hear(): void {
    if (!this.#looking) return
    const { requests, asking, xmin, newest } = this.#looking
    this.#looking = null
    const sight: Sight = { at: '', xmin: String(xmin), mark: asking === null ? null : String(this.cluster.mark()), newest }
    const settled = this.#horizon.advance(
      sight,
      requests.flatMap(({ found }) => found),
    )
    for (const { target, request, found } of requests) target.backlog.accept(found, request, this.#ended, settled)
  }

  /** The read in progress never gets its result. */
  crash(): void {
    this.#looking = null
    this.cluster.crash()
  }

  finish(target: Target, n: number): void {
    const attempt = pick(target.open, n)
    if (attempt) this.#ended.add(target.finish(attempt))
  }

  /** Ends all work in progress and delivers everything. Returns the webhooks that still had something to deliver. */
  drain(): Target[] {
    for (const transaction of [...this.cluster.running]) this.cluster.end(transaction, true)
    this.hear()
    const left = () => this.targets.filter((target) => target.waiting(this.cluster.committed).length > 0)
    for (let round = 0; round < 200 && left().length > 0; round++) {
      this.look(3, 0b11)
      this.hear()
      this.pass(100)
      for (const target of this.targets) {
        target.dispatch()
        while (target.open.length > 0) this.finish(target, 0)
      }
    }
    return left()
  }
}

type Step = [what: number, a: number, b: number]

/** Steps of a run. Commits and reads are frequent, and faults are rare. */
const STEPS: ((worker: Worker, a: number, b: number) => void)[] = [
  ...Array(3).fill(({ cluster }: Worker) => cluster.begin()),
  ...Array(6).fill(({ cluster }: Worker, a: number, b: number) => {
    const transaction = pick(cluster.running, a)
    if (transaction) cluster.write(transaction, b % SUBJECTS)
  }),
  ...Array(3).fill(({ cluster }: Worker, a: number, b: number) => {
    const transaction = pick(cluster.running, a)
    if (transaction) cluster.end(transaction, b % 5 > 0)
  }),
  // Like most causes of events, this is a separate transaction that begins and commits at once, while other transactions stay open.
  ...Array(4).fill(({ cluster }: Worker, a: number) => {
    cluster.begin()
    const transaction = cluster.running.at(-1) as Transaction
    cluster.write(transaction, a % SUBJECTS)
    cluster.end(transaction, true)
  }),
  ...Array(5).fill((worker: Worker, a: number, b: number) => worker.look(1 + (a % 4), 1 + (b % 3))),
  ...Array(3).fill((worker: Worker) => worker.hear()),
  ...Array(3).fill((worker: Worker, a: number) => pick(worker.targets, a)?.dispatch()),
  ...Array(4).fill((worker: Worker, a: number, b: number) => worker.finish(pick(worker.targets, a) as Target, b)),
  (worker, a) => worker.pass(a * 10),
  (worker, a) => pick(worker.targets, a)?.backlog.forgetWaiting(),
  (worker, a, b) => {
    const target = pick(worker.targets, a) as Target
    const attempt = pick(target.open, b)
    if (attempt) target.giveUp(attempt)
  },
  (worker, a) => a % 4 === 0 && worker.crash(),
]

const step = fc.tuple(fc.nat(STEPS.length - 1), fc.nat(59), fc.nat(59))

test('each subject gets all first attempts in order, for any order of commits and reads', () => {
  const holds = (steps: Step[]) => {
    const worker = new Worker()
    for (const [what, a, b] of steps) STEPS[what]?.(worker, a, b)
    expect(worker.drain()).toEqual([])
    for (const { got } of worker.targets) {
      for (let subject = 0; subject < SUBJECTS; subject++) {
        const order = got.filter((one) => one.subject === subject).map(({ seq }) => seq)
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }
    }
  }
  fc.assert(fc.property(fc.array(step, { minLength: 20, maxLength: 150 }), holds), { numRuns: 3000 })
})

const sight = (xmin: number, mark: number | null = null, newest: number | null = null): Sight => ({
  at: '',
  xmin: String(xmin),
  mark: mark === null ? null : String(mark),
  newest,
})
const shown = (...numbers: number[]) => numbers.map((event_seq) => ({ event_seq, webhook_id: 'whk_1' }))

test('a number is settled once all transactions that ran when the mark was taken have ended', () => {
  const horizon = new Horizon()
  expect(horizon.asking).toBeNull()
  expect(horizon.advance(sight(10), shown(7))).toBe(-1)
  expect(horizon.asking).toBe('whk_1')
  expect(horizon.advance(sight(10, 20, 9), shown(8))).toBe(-1)
  // Until the current mark is reached, no other mark is taken, even if more events are visible.
  expect(horizon.advance(sight(19), shown(12))).toBe(-1)
  expect(horizon.asking).toBeNull()
  expect(horizon.advance(sight(20), shown(15))).toBe(9)
  expect(horizon.asking).toBe('whk_1')
  expect(horizon.advance(sight(20, 30), [])).toBe(9)
  expect(horizon.advance(sight(31), [])).toBe(15)
  // There is nothing new, so no more transaction ids are used.
  expect(horizon.asking).toBeNull()
})
