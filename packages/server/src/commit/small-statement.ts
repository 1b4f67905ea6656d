// Writes small plans that neither change nor rely on existing rows, mostly creates. commit/statement.ts has one statement per shape for any
// number of plans. This module has one statement per shape, columns and number of plans, which is cheaper:
// - Rows are lists of typed parameters, so PostgreSQL does not have to parse JSON.
// - Columns without a value in any row are left out.
// - No existing row has to be checked, so the statement does not join rows by the number of their plan.
//
// docs/commit-statements.sql shows one.
import { type Column, columnsOf } from '../database/columns.ts'
import type { Value } from '../database/db.ts'
import type { IdempotentAnswer, Plan } from './plan.ts'
import { storedAnswer } from './stored.ts'

/** Maximum number of rows of a small plan. A create has two rows, and two or three events. */
const MAX_ROWS = 8
/** Possible numbers of plans in one statement. Remaining plans wait for the next statement. */
const SIZES = [64, 32, 16, 8, 4, 2, 1]
/**
 * Maximum number of shapes that have statements of their own. Plans of further shapes use the statement for any plan. Every connection
 * keeps its prepared statements: those for creates take four megabytes, half of them for the two largest sizes. There are about ten shapes
 * of small plans, and only creates are frequent enough to use all sizes.
 */
const MAX_SHAPES = 16
/** After this many additions to its columns, a shape gets all columns, because each addition needs new statements. */
const MAX_ADDITIONS = 3

export const MAX_SMALL_PLANS = SIZES[0] as number

/** Returns the largest size of a statement that is not above `waiting`. */
export const sizeWithin = (waiting: number): number => SIZES.find((size) => size <= waiting) as number

/** Columns of an idempotency key with its answer. The body is stored as a row of `answers`, which gets the time of the statement. */
export const KEY = [
  { name: 'principal', type: 'text' },
  { name: 'endpoint', type: 'text' },
  { name: 'key', type: 'text' },
  { name: 'fingerprint', type: 'text' },
  { name: 'status', type: 'int' },
  { name: 'needs', type: 'text' },
  { name: 'body', type: 'text' },
  { name: 'answer', type: 'int' },
] as const
export const EVENT = [
  { name: 'id', type: 'text' },
  { name: 'partner_id', type: 'text' },
  { name: 'type', type: 'text' },
  { name: 'subject', type: 'text' },
  { name: 'shipment_id', type: 'text' },
  { name: 'created_at', type: 'timestamptz' },
  { name: 'body', type: 'text' },
] as const

/**
 * Returns a shape such as `labels shipments events 2 key`: a row in each of two tables, two events and a stored answer. Returns null when
 * the plan is not small.
 */
const shapeOf = ({ inserts = [], updates = [], guards = [], events = [], answer }: Plan): string | null => {
  if (updates.length > 0 || guards.length > 0 || inserts.length + events.length > MAX_ROWS) return null
  const tables = inserts.map(([table]) => table as string).sort()
  if (tables.some((table, i) => table === tables[i + 1]) || (tables.length === 0 && events.length === 0 && !answer)) return null
  return `${tables.join(' ')}${events.length > 0 ? ` events ${events.length}` : ''}${answer ? ' key' : ''}`
}

type Row = Readonly<Record<string, unknown>>

/** Converts a value for the driver. JSON columns become text, because the driver would turn JavaScript arrays into PostgreSQL arrays. */
const parameterOf = (row: Row, { name, type }: Column): Value => {
  const value = row[name] ?? null
  return value !== null && (type === 'jsonb' || type === 'json') ? JSON.stringify(value) : (value as Value)
}

/** A table of a shape, with the columns that have had a value in any row so far. */
class Part {
  readonly table: string
  columns: readonly Column[] = []
  #absent: readonly Column[]

  constructor(table: string) {
    this.table = table
    this.#absent = columnsOf(table)
  }

  rowOf({ inserts = [] }: Plan): Row {
    return (inserts.find(([table]) => table === this.table) as readonly [string, unknown])[1] as Row
  }

  /** Adds the columns in which these rows have values. Returns true if any were added. */
  takeIn(rows: readonly Row[]): boolean {
    const isNew = ({ name }: Column) => rows.some((row) => (row[name] ?? null) !== null)
    if (!this.#absent.some(isNew)) return false
    this.#keep((column) => this.columns.includes(column) || isNew(column))
    return true
  }

  takeInAll(): void {
    this.#keep(() => true)
  }

  #keep(isKept: (column: Column) => boolean): void {
    const all = columnsOf(this.table)
    const columns = all.filter(isKept)
    this.#absent = all.filter((column) => !columns.includes(column))
    this.columns = columns
  }
}

/** Numbers the parameters of a statement: `($1, $2), ($3, $4)`. Only the first row of a list has types; PostgreSQL infers the others. */
class Parameters {
  #used = 0

  each(columns: readonly unknown[]): string[] {
    return columns.map(() => `$${++this.#used}`)
  }

  list(columns: readonly Pick<Column, 'type'>[], isTyped: boolean): string {
    const numbers = this.each(columns)
    return listOf(columns.map(({ type }, i) => `${numbers[i]}${isTyped ? `::${type}` : ''}`))
  }
}

const ITEMS_IN_A_LINE = 6
export const listOf = (items: readonly string[]): string =>
  items.map((item, i) => (i === 0 ? '' : i % ITEMS_IN_A_LINE === 0 ? ',\n      ' : ', ') + item).join('')

/** SQL: inserts a delivery of each event in `e` for each webhook that wants the event. */
export const DELIVERIES = `d as (
  insert into deliveries (webhook_id, partner_id, event_id, event_seq, subject, status, created_at)
  select w.id, e.partner_id, e.id, e.seq, e.subject, case w.status when 'enabled' then 'pending' else 'skipped' end, e.created_at
    from e join webhooks w on w.partner_id = e.partner_id and w.status <> 'deleted' and w.enabled_events && array[e.type, '*']
)`

const KEY_NAMES = ['principal', 'endpoint', 'key']

const WRITTEN: readonly string[] = KEY.flatMap(({ name }) => (name === 'body' ? [] : [name]))

/**
 * SQL: inserts the new keys among these rows. The order of insertion does not depend on the order of the plans, so two statements with the
 * same keys cannot wait for each other.
 */
export const insertKeys = (rows: string): string => {
  const names = WRITTEN.join(', ')
  return `k as (
  insert into idempotency_keys (${names})
  select ${names} from ${rows}
   order by key, principal, endpoint
  on conflict do nothing
  returning principal, endpoint, key
)`
}

const NOT_REFUSED = '\n   where r.plan <> all (array (select plan from refused))'

interface Small {
  parts: readonly { table: string; columns: readonly Column[] }[]
  /** Number of events per plan. */
  events: number
  hasKey: boolean
}

/**
 * CTEs that write the keys with their answers and find the plans whose keys were already taken. The rows of `p` are read only when fewer
 * keys were written than there are plans. The keys use the first parameters of the statement.
 */
const keys = (size: number, parameters: Parameters): string[] => {
  const rows = Array.from({ length: size }, () => parameters.each(KEY))
  const of = (row: readonly string[], names: readonly string[], isTyped = false) =>
    KEY.flatMap(({ name, type }, i) => (names.includes(name) ? [`${row[i]}${isTyped ? `::${type}` : ''}`] : [])).join(', ')
  const values = rows.map((row, i) => `(${of(row, WRITTEN, i === 0)})`)
  const bodies = rows.map((row, i) => `(${i}, ${of(row, ['body'])}, ${of(row, ['answer'])})`)
  return [
    insertKeys(`(values ${values.join(',\n    ')}) as r(${WRITTEN.join(', ')})`),
    `refused as materialized (
  select plan from (values ${rows.map((row, i) => `(${i}, ${of(row, KEY_NAMES)})`).join(', ')}) as p(plan, principal, endpoint, key)
   where (select count(*) from k) < ${size} and (principal, endpoint, key) not in (select principal, endpoint, key from k)
)`,
    `a as (
  insert into answers (id, body)
  select r.id, r.body from (values ${bodies.join(', ')}) as r(plan, body, id)${NOT_REFUSED}
)`,
  ]
}

/** Builds the statement for `size` plans. It returns the plans whose keys were already taken, and writes nothing for these plans. */
export const smallStatement = ({ parts, events, hasKey }: Small, size: number): string => {
  const parameters = new Parameters()
  const ctes = hasKey ? keys(size, parameters) : []
  const condition = hasKey ? NOT_REFUSED : ''
  for (const { table, columns } of parts) {
    const names = columns.map(({ name }) => name)
    const rows = Array.from({ length: size }, (_, i) => `(${i}, ${parameters.list(columns, i === 0)})`)
    ctes.push(`i_${table} as (
  insert into ${table} (${listOf(names)})
  select ${listOf(names.map((name) => `r.${name}`))}
    from (values ${rows.join(',\n    ')}) as r(plan, ${listOf(names)})${condition}
)`)
  }
  if (events > 0) {
    const rows = Array.from({ length: size * events }, (_, i) => `(${i}, ${Math.floor(i / events)}, ${parameters.list(EVENT, i === 0)})`)
    const names = EVENT.map(({ name }) => name).join(', ')
    ctes.push(`e as (
  insert into events (${names})
  select ${EVENT.map(({ name }) => `r.${name}`).join(', ')}
    from (values ${rows.join(',\n    ')}) as r(nth, plan, ${names})${condition}
   order by r.nth
  returning seq, id, partner_id, type, subject, created_at
)`)
    ctes.push(DELIVERIES)
  }
  return `with ${ctes.join(',\n')}\n${hasKey ? 'select plan from refused' : 'select null::int as plan where false'}`
}

interface Prepared {
  name: string
  text: string
}

class Shape {
  readonly #number: number
  readonly #parts: readonly Part[]
  readonly #events: number
  readonly #hasKey: boolean
  /** Statements by number of plans. */
  #statements = new Map<number, Prepared>()
  #additions = 0

  constructor(number: number, { inserts = [], events = [], answer }: Plan) {
    this.#number = number
    this.#parts = inserts.map(([table]) => new Part(table)).sort((a, b) => (a.table < b.table ? -1 : 1))
    this.#events = events.length
    this.#hasKey = Boolean(answer)
  }

  of(plans: readonly Plan[]): Prepared & { values: Value[] } {
    const rows = this.#parts.map((part) => plans.map((plan) => part.rowOf(plan)))
    this.#takeIn(rows)
    const values: Value[] = []
    if (this.#hasKey) {
      for (const { answer } of plans as { answer: IdempotentAnswer }[]) {
        const stored = storedAnswer(answer)
        for (const { name } of KEY) values.push(stored[name])
      }
    }
    this.#parts.forEach(({ columns }, i) => {
      for (const row of rows[i] as Row[]) for (const column of columns) values.push(parameterOf(row, column))
    })
    for (const { events = [] } of plans) for (const event of events) for (const { name } of EVENT) values.push(event[name])
    return { ...this.#prepared(plans.length), values }
  }

  #takeIn(rows: readonly Row[][]): void {
    const isMore = this.#parts.map((part, i) => part.takeIn(rows[i] as Row[])).includes(true)
    if (!isMore) return
    if (++this.#additions > MAX_ADDITIONS) for (const part of this.#parts) part.takeInAll()
    this.#statements = new Map()
  }

  #prepared(size: number): Prepared {
    let prepared = this.#statements.get(size)
    if (!prepared) {
      const text = smallStatement({ parts: this.#parts, events: this.#events, hasKey: this.#hasKey }, size)
      prepared = { name: `commit_small_${this.#number}_${this.#additions}_${size}`, text }
      this.#statements.set(size, prepared)
    }
    return prepared
  }
}

/** The shapes of small plans that this process has seen, and their statements. */
export class SmallStatements {
  readonly #shapes = new Map<string, Shape>()

  /** Returns the shape of the plan, or null when these statements cannot write it. */
  shapeOf(plan: Plan): string | null {
    const shape = shapeOf(plan)
    if (shape === null || this.#shapes.has(shape)) return shape
    if (this.#shapes.size === MAX_SHAPES) return null
    this.#shapes.set(shape, new Shape(this.#shapes.size, plan))
    return shape
  }

  /** Returns the statement and values for plans of this shape. The number of plans must be a result of `sizeWithin`. */
  of(shape: string, plans: readonly Plan[]): Prepared & { values: Value[] } {
    return (this.#shapes.get(shape) as Shape).of(plans)
  }
}
