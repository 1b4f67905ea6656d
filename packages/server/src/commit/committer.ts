// How commands change state. A command loads what it needs, decides without I/O, and hands the outcome over as a Plan; the
// whole plan is written by ONE data-modifying statement, which is its own transaction.
//
// Promise: a plan is applied whole or not at all. It is applied only if every row it updates or guards still has the version that was
// read (a row without versions: was last written by the transaction that wrote what was read), and only if its idempotency key is new. Its event records, and a delivery row for each webhook that wants one, commit with it.
// Equal-shaped plans that arrive while a statement is under way are written together by the next one (group commit), as long as they
// share no row and no key (./commit-queue.ts), so throughput does not depend on one network and disk round trip per request.
//
// Commands are not all that writes. What else does, does so with statements of its own: the delivery engine (leases, attempts, retention), an
// operator's changes of the network's tables, of partners and of keys (kinds/network/put-row.ts, kinds/network/rate-cards.ts, kinds/partners/queries.ts), the index of
// events by time, the seed of the sandbox, migrations and the order of a restored feed.
//
// Not promised: that a plan which lost a race is tried again. `commit` answers `false`, and the caller loads and decides anew.
// A statement always starts after its loads, and takes its transaction id at its first write: so of two changes to one row the later
// one always has the higher id. A plan with events updates or inserts the row of each subject (core/src/effects.ts raises the version of
// a shipment that stays as it is), so two causes of one subject never run at once: the ids of their transactions, the numbers of their
// events and the order of their commits agree. The order of the feed (src/kinds/events/feed.ts) and of deliveries rest on it.
import type { DatabaseWatch } from '../database/database-watch.ts'
import { Database, type DatabaseConfig, isTaken, Unavailable } from '../database/db.ts'
import { CommitQueue, ownerOf, type Pending } from './commit-queue.ts'
import type { Plan } from './plan.ts'
import { SmallStatements } from './small-statement.ts'
import { parameters, shapeOf, statement } from './statement.ts'

/** Plans that may wait or be written; of more, each is refused at once. */
export const MAX_PLANS = 10_000
/** A plan of more rows is a large one, such as a batch of creations: as many as the small ones have that are written together. */
const LARGE_ROWS = 256
/**
 * A further statement begins beside those under way when this many plans wait, as few full groups cost the database less than many small
 * ones, or when the one begun last is this old, so that a statement that waits for a lock does not hold up the others.
 */
const WORTH_A_LANE = 32
const NEXT_LANE_AFTER_MS = 10
/**
 * Every statement here reaches a handful of rows by their keys, and its plan is made once per connection, often while its tables are all
 * but empty: left to itself PostgreSQL would join by reading them whole, and go on doing so while they grow.
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
  /** Large plans, which have one lane at most: the statement of one takes as long as those of a hundred others, which come meanwhile. */
  readonly #large = new CommitQueue()
  readonly #lanes: number
  readonly #onEvents: (plans: number) => void
  /** Called when rows were added to those that wait. */
  onRows: () => void = () => {}
  #plans = 0
  #rows = 0
  /** Statements under way, but for that of a large plan. */
  #active = 0
  #isLargeActive = false
  #lastBegan_ms = 0
  #looking = false

  /**
   * `lanes`: statements that write at a time, at least 2, each on a connection of its own, so that no long reading keeps them waiting. `onEvents`: so many
   * plans were committed with events.
   */
  constructor(config: DatabaseConfig, lanes: number, onEvents: (plans: number) => void, watch: DatabaseWatch | null = null) {
    this.#db = new Database(config, lanes, COMMIT_PLANNER, { watch })
    this.#lanes = lanes
    this.#onEvents = onEvents
  }

  /** Plans that wait or are being written. */
  get depth(): number {
    return this.#plans
  }

  /** Rows of those plans. */
  get rows(): number {
    return this.#rows
  }

  /**
   * True: the plan is committed. False: a row changed, a key exists or a unique index refused; nothing was written.
   * Throws Unavailable when the outcome is unknown or too many wait, LockTimeout after 5 s of waiting for another transaction.
   */
  commit(plan: Plan): Promise<boolean> {
    const size = (plan.inserts?.length ?? 0) + (plan.updates?.length ?? 0) + (plan.events?.length ?? 0)
    if (this.#plans >= MAX_PLANS) return Promise.reject(new Unavailable(`${MAX_PLANS} plans wait to be written`))
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
      else this.#lookAgain()
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

  #lookAgain(): void {
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
    if (this.#queue.length > 0) this.#lookAgain()
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
        else one.reject(code === LOCK_TIMEOUT ? new LockTimeout('waited for another transaction', { cause: error }) : error)
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
