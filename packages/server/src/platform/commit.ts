// The one way in which state changes. A command loads what it needs, decides without I/O, and hands the outcome over as a Plan; the
// whole plan is written by ONE data-modifying statement, which is its own transaction.
//
// Promise: a plan is applied whole or not at all. It is applied only if every row it updates or guards still has the version that was
// read, and only if its idempotency key is new. Its event records, and a delivery row for each webhook that wants one, commit with it.
// Equal-shaped plans that arrive while a statement is under way are written together by the next one (group commit), as long as they
// share no row and no key, so throughput does not depend on one network and disk round trip per request.
//
// Not promised: that a plan which lost a race is tried again. `commit` answers `false`, and the caller loads and decides anew.
// A statement always starts after its loads, and takes its transaction id at its first write: so of two changes to one row the later
// one always has the higher id. A plan with events updates or inserts the row of each subject (domain/effects.ts raises the version of
// a shipment that stays as it is), so two causes of one subject never run at once: the ids of their transactions, the numbers of their
// events and the order of their commits agree. The order of the feed (src/events/feed.ts) and of deliveries rest on it.
import type { EventRecord } from '../domain/events/catalog.ts'
import { columnList, columnsOf } from './columns.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { Database, type DatabaseConfig, Unavailable } from './db.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every table pass through here; only columns that platform/columns.ts knows are written
type Row = any

export interface IdempotentAnswer {
  principal: string
  endpoint: string
  key: string
  fingerprint: string
  status: number
  body: string
}

export interface Plan {
  inserts?: readonly (readonly [table: string, row: Row])[]
  /** The whole next row; its `version` is one above the version that was read. */
  updates?: readonly (readonly [table: string, row: Row])[]
  /** Rows that were read for the decision and must not have changed since. */
  guards?: readonly (readonly [table: string, row: Row])[]
  events?: readonly EventRecord[]
  answer?: IdempotentAnswer | null
}

interface Pending {
  plan: Plan
  shape: string
  locks: string[]
  size: number
  resolve(committed: boolean): void
  reject(error: unknown): void
}

const MAX_MERGED_PLANS = 48
const MAX_MERGED_ROWS = 2_000
/**
 * A further statement begins beside those under way when this many plans wait, as few full groups cost the database less than many small
 * ones, or when the one begun last is this old, so that a statement that waits for a lock does not hold up the others.
 */
const WORTH_A_LANE = 32
const PATIENCE_MS = 10
/**
 * Every statement here reaches a handful of rows by their keys, and its plan is made once per connection, often while its tables are all
 * but empty: left to itself PostgreSQL would join by reading them whole, and go on doing so while they grow.
 */
const PLANNER = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'
const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'

/** The statement waited 5 s for a row that another transaction holds. */
export class LockTimeout extends Error {}

const shapeOf = (plan: Plan): string => {
  const parts = new Set<string>()
  for (const [table] of plan.inserts ?? []) parts.add(`+${table}`)
  for (const [table] of plan.updates ?? []) parts.add(`~${table}`)
  for (const [table] of plan.guards ?? []) parts.add(`?${table}`)
  if (plan.events?.length) parts.add('events')
  if (plan.answer) parts.add('key')
  return [...parts].sort().join(' ')
}

const locksOf = (plan: Plan): string[] => {
  const locks = [...(plan.updates ?? []), ...(plan.guards ?? [])].map(([table, row]) => `${table}/${row.id}`)
  if (plan.answer) locks.push(`key/${plan.answer.principal}/${plan.answer.endpoint}/${plan.answer.key}`)
  return locks
}

export class Committer {
  readonly #db: Database
  readonly #statements = new Map<string, { name: string; text: string }>()
  readonly #queue: Pending[] = []
  readonly #lanes: number
  readonly #onEvents: () => void
  #plans = 0
  #rows = 0
  /** Statements under way. */
  #active = 0
  #lastBegan_ms = 0
  #looking = false

  /** `lanes`: statements that write at a time, each on a connection of its own, so that no long reading keeps them waiting. */
  constructor(config: DatabaseConfig, lanes: number, onEvents: () => void, watch: DatabaseWatch | null = null) {
    this.#db = new Database(config, lanes, PLANNER, { watch })
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
   * Throws Unavailable when the outcome is unknown, LockTimeout after 5 s of waiting for another transaction.
   */
  commit(plan: Plan): Promise<boolean> {
    const size = (plan.inserts?.length ?? 0) + (plan.updates?.length ?? 0) + (plan.events?.length ?? 0)
    this.#plans++
    this.#rows += size
    const written = new Promise<boolean>((resolve, reject) => {
      this.#queue.push({ plan, shape: shapeOf(plan), locks: locksOf(plan), size, resolve, reject })
      if (this.#mayBegin) setImmediate(() => this.#pump())
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

  get #mayBegin(): boolean {
    if (this.#active === 0) return this.#queue.length > 0
    if (this.#active === this.#lanes || this.#queue.length === 0) return false
    return this.#queue.length >= WORTH_A_LANE || performance.now() - this.#lastBegan_ms >= PATIENCE_MS
  }

  #lookAgain(): void {
    if (this.#looking || this.#active === this.#lanes) return
    this.#looking = true
    setTimeout(() => {
      this.#looking = false
      this.#pump()
    }, PATIENCE_MS)
  }

  #pump(): void {
    while (this.#mayBegin) {
      const group = this.#takeGroup()
      this.#active++
      this.#lastBegan_ms = performance.now()
      void this.#write(group).finally(() => {
        this.#active--
        this.#pump()
      })
    }
    if (this.#queue.length > 0) this.#lookAgain()
  }

  #takeGroup(): Pending[] {
    const first = this.#queue.shift()
    if (!first) return []
    const group = [first]
    const locks = new Set(first.locks)
    let rows = first.size
    for (let i = 0; i < this.#queue.length && group.length < MAX_MERGED_PLANS; ) {
      const next = this.#queue[i] as Pending
      if (next.shape !== first.shape || rows + next.size > MAX_MERGED_ROWS || next.locks.some((lock) => locks.has(lock))) {
        i++
        continue
      }
      for (const lock of next.locks) locks.add(lock)
      rows += next.size
      group.push(next)
      this.#queue.splice(i, 1)
    }
    return group
  }

  async #write(group: Pending[]): Promise<void> {
    try {
      const committed = await this.#run(group)
      if (committed.size > 0 && group.some((one) => one.plan.events?.length)) this.#onEvents()
      group.forEach((one, i) => {
        one.resolve(committed.has(i))
      })
    } catch (error) {
      const code = (error as { code?: string }).code
      const mayBeOneMembersFault = code === UNIQUE_VIOLATION || code === DEADLOCK || code === LOCK_TIMEOUT
      if (group.length > 1 && (mayBeOneMembersFault || !(error instanceof Unavailable))) {
        for (const one of group) await this.#write([one])
        return
      }
      for (const one of group) {
        if (code === UNIQUE_VIOLATION || code === DEADLOCK) one.resolve(false)
        else one.reject(code === LOCK_TIMEOUT ? new LockTimeout('waited for another transaction', { cause: error }) : error)
      }
    }
  }

  async #run(group: Pending[]): Promise<Set<number>> {
    const shape = (group[0] as Pending).shape
    let prepared = this.#statements.get(shape)
    if (!prepared) {
      prepared = { name: `commit_${this.#statements.size}`, text: statement(shape) }
      this.#statements.set(shape, prepared)
    }
    const rows = await this.#db.query<{ plan: number }>(prepared.name, prepared.text, parameters(shape, group))
    return new Set(rows.map((row) => row.plan))
  }
}

const partsOf = (shape: string) => {
  const parts = shape.split(' ')
  const of = (sign: string) => parts.filter((part) => part.startsWith(sign)).map((part) => part.slice(1))
  return { inserts: of('+'), updates: of('~'), guards: of('?'), events: parts.includes('events'), key: parts.includes('key') }
}

/**
 * One JSON array per table and use, each row with the number of its plan; same order as in `statement`. PostgreSQL takes them as jsonb:
 * as json it would read them twice, and the values of jsonb columns three times.
 */
const parameters = (shape: string, group: Pending[]): string[] => {
  const { inserts, updates, guards, events } = partsOf(shape)
  const heads = group.map(({ plan }, i) => ({
    plan: i,
    locks: (plan.updates?.length ?? 0) + (plan.guards?.length ?? 0),
    ...plan.answer,
  }))
  const rows = (use: 'inserts' | 'updates' | 'guards', table: string): string =>
    JSON.stringify(group.flatMap(({ plan }, i) => (plan[use] ?? []).filter(([t]) => t === table).map(([, row]) => ({ ...row, plan: i }))))
  const result = [JSON.stringify(heads)]
  for (const table of updates) result.push(rows('updates', table))
  for (const table of guards) {
    const picked = group.flatMap(({ plan }, i) =>
      (plan.guards ?? []).filter(([t]) => t === table).map(([, row]) => ({ plan: i, id: row.id, version: row.version })),
    )
    result.push(JSON.stringify(picked))
  }
  for (const table of inserts) result.push(rows('inserts', table))
  if (events) result.push(JSON.stringify(group.flatMap(({ plan }, i) => (plan.events ?? []).map((event) => ({ plan: i, ...event })))))
  return result
}

const EVENT_COLUMNS = 'id, partner_id, type, subject, shipment_id, created_at, body'

/** The statement of a shape: locks and version checks, then the key, then everything else for the plans that passed both. */
const statement = (shape: string): string => {
  const { inserts, updates, guards, events, key } = partsOf(shape)
  let parameter = 1
  const recordset = (table: string): string =>
    `jsonb_to_recordset($${++parameter}::jsonb) as r(plan int, ${columnsOf(table)
      .map(({ name, type }) => `${name} ${type}`)
      .join(', ')})`

  const head = 'plan int, locks int, principal text, endpoint text, key text, fingerprint text, status int, body text'
  const ctes = [`p as materialized (select * from jsonb_to_recordset($1::jsonb) as p(${head}))`]
  /** In the order of the tables, whatever is done to their rows, so that no two shapes lock two tables in opposite orders. */
  const locked: { table: string; rows: string }[] = []
  for (const table of updates) {
    ctes.push(`u_${table} as materialized (select * from ${recordset(table)})`)
    ctes.push(
      `l_${table} as materialized (select r.plan from ${table} t join u_${table} r on t.id = r.id and t.version = r.version - 1 order by t.id for update of t)`,
    )
    locked.push({ table, rows: `select plan from l_${table}` })
  }
  for (const table of guards) {
    ctes.push(
      `g_${table} as materialized (select r.plan from ${table} t join jsonb_to_recordset($${++parameter}::jsonb) as r(plan int, id text, version int) on t.id = r.id and t.version = r.version order by t.id for share of t)`,
    )
    locked.push({ table, rows: `select plan from g_${table}` })
  }
  locked.sort((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0))
  const ready = locked.length
    ? `select p.* from p where p.locks = (select count(*) from (${locked.map(({ rows }) => rows).join(' union all ')}) l where l.plan = p.plan)`
    : 'select * from p'
  ctes.push(`ready as materialized (${ready})`)
  if (key) {
    ctes.push(
      'k as (insert into idempotency_keys (principal, endpoint, key, fingerprint, status, body) select principal, endpoint, key, fingerprint, status, body from ready on conflict do nothing returning principal, endpoint, key)',
      'ok as materialized (select ready.plan from ready join k using (principal, endpoint, key))',
    )
  } else ctes.push('ok as materialized (select plan from ready)')
  for (const table of updates) {
    const set = columnsOf(table).filter(({ name }) => name !== 'id')
    const assign = set.map(({ name }) => `${name} = r.${name}`).join(', ')
    ctes.push(`w_${table} as (update ${table} t set ${assign} from u_${table} r join ok using (plan) where t.id = r.id)`)
  }
  for (const table of inserts) {
    ctes.push(
      `i_${table} as (insert into ${table} (${columnList(table)}) select ${columnList(table, 'r.')} from ${recordset(table)} join ok using (plan))`,
    )
  }
  if (events) {
    ctes.push(
      `e as (insert into events (${EVENT_COLUMNS}) select r.id, r.partner_id, r.type, r.subject, r.shipment_id, r.created_at, r.body from (select *, row_number() over () as nth from jsonb_to_recordset($${++parameter}::jsonb) as r(plan int, id text, partner_id text, type text, subject text, shipment_id text, created_at timestamptz, body text)) r join ok using (plan) order by r.nth returning seq, id, partner_id, type, subject, created_at)`,
      `d as (insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at) select w.id, e.partner_id, e.id, e.seq, e.subject, case w.status when 'enabled' then 'pending' else 'skipped' end, e.created_at from e join webhooks w on w.partner_id = e.partner_id and w.status <> 'deleted' and w.enabled_events && array[e.type, '*'])`,
    )
  }
  return `with ${ctes.join(',\n')}\nselect plan from ok`
}
