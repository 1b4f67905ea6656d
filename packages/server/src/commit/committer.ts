// How commands change state. A command loads what it needs, decides without I/O, and hands the outcome over as a Plan. ONE data-modifying
// statement writes the whole plan, and the statement is its own transaction.
//
// Promise: a plan is applied whole or not at all. It is applied only if every row that it updates or guards still has the version that was
// read, and only if its idempotency key is new. (A row without a version must not have been written by another transaction since it was
// read.) The plan's event records commit with it, and so does a delivery row for each webhook that wants one.
//
// Plans of equal shape that arrive while a statement runs are written together by the next one (group commit), as long as they share no row
// and no key (./commit-queue.ts). So requests share network and disk round trips, which would otherwise limit the throughput.
//
// Commands are not the only writers. The following write with their own statements: the delivery engine (leases, attempts, retention); an
// operator's changes to the network's tables, to partners and to keys (kinds/network/put-row.ts, kinds/network/rate-cards.ts,
// kinds/partners/queries.ts); the index of events by time; the seed of the sandbox; migrations; and the reordering of a restored feed.
//
// Not promised: a retry of a plan that lost a race. `commit` answers `false`, and the caller loads and decides again.
//
// The order of the feed (src/kinds/events/feed.ts) and of deliveries relies on the following. A statement always starts after the reads of
// its command, and takes its transaction id at its first write, so the later of two changes to one row always has the higher id. If a plan
// has events, it also updates or inserts the row of each event's subject (core/src/effects.ts raises the version of a shipment that is
// otherwise unchanged). So two plans with events of the same subject never run at the same time. Their transaction ids, event numbers and
// commits are therefore in the same order.
import type { DatabaseWatch } from '../database/database-watch.ts'
import { Database, type DatabaseConfig, isTaken, Unavailable } from '../database/db.ts'
import { CommitQueue, ownerOf, type Pending } from './commit-queue.ts'
import type { Plan } from './plan.ts'
import { SmallStatements } from './small-statement.ts'
import { parameters, shapeOf, statement } from './statement.ts'

/** Limit on plans that wait or are being written. Further plans are refused at once. */
export const MAX_PLANS = 10_000
/** A plan with more rows than this, such as a batch of creates, is large. A full group of small plans has about this many rows. */
const LARGE_ROWS = 256
/**
 * Another statement starts while others run if one of two conditions holds. Either this many plans wait, because a few full groups cost the
 * database less than many small ones. Or the newest statement has run for this long, because a statement that waits for a lock must not
 * delay the other plans.
 */
const WORTH_A_LANE = 32
const NEXT_LANE_AFTER_MS = 10
/**
 * Every statement of this pool reaches a few rows by their keys. PostgreSQL plans it once per connection, often while the tables are almost
 * empty. Without these settings PostgreSQL would choose joins that read whole tables, and would keep that plan while the tables grow.
 */
const COMMIT_PLANNER = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'

/** The statement waited 5 s for a row that another transaction holds. */
export class LockTimeout extends Error {}

const locksOf = (plan: Plan): string[] => {
  const locks = [...(plan.updates ?? []), ...(plan.guards ?? [])].map(([table, row]) => `${table}/${row.id}`)
  if (plan.answer) locks.push(`key/${plan.answer.principal}/${plan.answer.endpoint}/${plan.answer.key}`)
  return locks
}

export class Committer {
  readonly #db: Database
  readonly #statements = new Map<string, { name: string; text: string }>()
  readonly #small = new SmallStatements()
  readonly #queue = new CommitQueue()
  /** Large plans use at most one lane. Writing one takes as long as writing a hundred small plans, and small plans arrive meanwhile. */
  readonly #large = new CommitQueue()
  readonly #lanes: number
  readonly #onEvents: (plans: number) => void
  /** Called when the number of waiting rows grows. */
  onRows: () => void = () => {}
  #plans = 0
  #rows = 0
  /** Number of running statements, without the statement of a large plan. */
  #active = 0
  #isLargeActive = false
  #lastBegan_ms = 0
  #looking = false

  /**
   * `lanes`: number of concurrent writing statements, at least 2. Each has its own connection, so that long reads do not delay writes.
   * `onEvents`: called with the number of committed plans that have events.
   */
  constructor(config: DatabaseConfig, lanes: number, onEvents: (plans: number) => void, watch: DatabaseWatch | null = null) {
    this.#db = new Database(config, lanes, COMMIT_PLANNER, { watch })
    this.#lanes = lanes
    this.#onEvents = onEvents
  }

  /** Number of plans that wait or are being written. */
  get depth(): number {
    return this.#plans
  }

  /** Number of rows in plans that wait or are being written. */
  get rows(): number {
    return this.#rows
  }

  /**
   * Resolves with true when the plan is committed. Resolves with false when a row changed, a key exists or a unique index rejected a row;
   * nothing was written in these cases. Throws Unavailable when the outcome is unknown or too many plans wait. Throws LockTimeout after 5 s
   * of waiting for another transaction.
   */
  commit(plan: Plan): Promise<boolean> {
    const size = (plan.inserts?.length ?? 0) + (plan.updates?.length ?? 0) + (plan.events?.length ?? 0)
    if (this.#plans >= MAX_PLANS) return Promise.reject(new Unavailable(`${MAX_PLANS} plans are already waiting to be written`))
    this.#plans++
    this.#rows += size
    this.onRows()
    const written = new Promise<boolean>((resolve, reject) => {
      const small = this.#small.shapeOf(plan)
      const queue = size > LARGE_ROWS ? this.#large : this.#queue
      queue.push({
        plan,
        owner: ownerOf(plan),
        shape: small ?? shapeOf(plan),
        isSmall: small !== null,
        locks: locksOf(plan),
        size,
        resolve,
        reject,
      })
      if (this.#mayBegin || this.#mayBeginLarge) setImmediate(() => this.#pump())
      else this.#checkAgain()
    })
    return written.finally(() => {
      this.#plans--
      this.#rows -= size
    })
  }

  async close(): Promise<void> {
    await this.#db.close()
  }

  get #isLaneFree(): boolean {
    return this.#active + Number(this.#isLargeActive) < this.#lanes
  }

  get #mayBeginLarge(): boolean {
    return this.#large.length > 0 && !this.#isLargeActive && this.#isLaneFree
  }

  get #mayBegin(): boolean {
    if (this.#queue.length === 0 || !this.#isLaneFree) return false
    if (this.#active === 0) return true
    return this.#queue.length >= WORTH_A_LANE || performance.now() - this.#lastBegan_ms >= NEXT_LANE_AFTER_MS
  }

  #checkAgain(): void {
    if (this.#looking || !this.#isLaneFree) return
    this.#looking = true
    setTimeout(() => {
      this.#looking = false
      this.#pump()
    }, NEXT_LANE_AFTER_MS)
  }

  #pump(): void {
    if (this.#mayBeginLarge) {
      this.#isLargeActive = true
      void this.#write(this.#large.takeGroup()).finally(() => {
        this.#isLargeActive = false
        this.#pump()
      })
    }
    while (this.#mayBegin) {
      this.#active++
      this.#lastBegan_ms = performance.now()
      void this.#write(this.#queue.takeGroup()).finally(() => {
        this.#active--
        this.#pump()
      })
    }
    if (this.#queue.length > 0) this.#checkAgain()
  }

  async #write(group: Pending[]): Promise<void> {
    try {
      const committed = await this.#run(group)
      if (committed.size > 0 && group.some((one) => one.plan.events?.length)) this.#onEvents(committed.size)
      group.forEach((one, i) => {
        one.resolve(committed.has(i))
      })
    } catch (error) {
      const code = (error as { code?: string }).code
      const mayBeOneMembersFault = isTaken(error) || code === DEADLOCK || code === LOCK_TIMEOUT
      if (group.length > 1 && (mayBeOneMembersFault || !(error instanceof Unavailable))) {
        for (const one of group) await this.#write([one])
        return
      }
      for (const one of group) {
        if (isTaken(error) || code === DEADLOCK) one.resolve(false)
        else one.reject(code === LOCK_TIMEOUT ? new LockTimeout('timed out waiting for another transaction', { cause: error }) : error)
      }
    }
  }

  async #run(group: Pending[]): Promise<Set<number>> {
    const { shape, isSmall } = group[0] as Pending
    if (isSmall) return this.#runSmall(shape, group)
    let prepared = this.#statements.get(shape)
    if (!prepared) {
      prepared = { name: `commit_${this.#statements.size}`, text: statement(shape) }
      this.#statements.set(shape, prepared)
    }
    const rows = await this.#db.query<{ plan: number }>(prepared.name, prepared.text, await parameters(shape, group))
    return new Set(rows.map((row) => row.plan))
  }

  async #runSmall(shape: string, group: Pending[]): Promise<Set<number>> {
    const { name, text, values } = this.#small.of(
      shape,
      group.map(({ plan }) => plan),
    )
    const refused = await this.#db.query<{ plan: number }>(name, text, values)
    const committed = new Set(group.keys())
    for (const { plan } of refused) committed.delete(plan)
    return committed
  }
}
