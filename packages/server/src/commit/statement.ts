// The statement that can write any plan (commit/committer.ts). Plans that only add a few rows have a cheaper one (small-statement.ts).
// Plans that touch the same tables in the same ways have the same shape. Each shape has one statement for any number of plans and rows.
// docs/commit-statements.sql shows the statement of a hold.
import { type Column, columnsOf } from '../database/columns.ts'
import { Slice } from '../process/slice.ts'
import type { Plan } from './plan.ts'
import { DELIVERIES, EVENT, insertKeys, KEY, listOf } from './small-statement.ts'
import { storedAnswer } from './stored.ts'
import { TextArray } from './text-array.ts'

/**
 * Returns a shape such as `+labels +shipments events key`: inserts into two tables, with events and a stored answer. `~` marks updates and
 * `?` marks guards.
 */
export const shapeOf = (plan: Plan): string => {
  const parts = new Set<string>()
  for (const [table] of plan.inserts ?? []) parts.add(`+${table}`)
  for (const [table] of plan.updates ?? []) parts.add(`~${table}`)
  for (const [table] of plan.guards ?? []) parts.add(`?${table}`)
  if (plan.events?.length) parts.add('events')
  if (plan.answer) parts.add('key')
  return [...parts].sort().join(' ')
}

const partsOf = (shape: string) => {
  const parts = shape.split(' ')
  const of = (sign: string) => parts.filter((part) => part.startsWith(sign)).map((part) => part.slice(1))
  return { inserts: of('+'), updates: of('~'), guards: of('?'), events: parts.includes('events'), key: parts.includes('key') }
}

const PLAN: Column = { name: 'plan', type: 'int' }
const HEAD: readonly Column[] = [{ name: 'locks', type: 'int' }, ...KEY]
const GUARD: readonly Column[] = [
  { name: 'id', type: 'text' },
  { name: 'version', type: 'int' },
]
const isVersioned = (table: string): boolean => columnsOf(table).some(({ name }) => name === 'version')
const XMIN: Column = { name: 'xmin', type: 'xid' }
const ofUpdates = (table: string): readonly Column[] => [...(isVersioned(table) ? [] : [XMIN]), ...columnsOf(table)]
const locksOf = ({ updates = [], guards = [] }: Plan): number => updates.length + guards.length
type Row = Readonly<Record<string, unknown>>

/** Converts a value to PostgreSQL's text format. Arrays become array literals. */
const textOf = (value: unknown, type: string): string | null => {
  if (value === null || value === undefined) return null
  if (type === 'jsonb' || type === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return `{${value.map((one) => `"${String(one).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
  return String(value)
}

/**
 * Returns an array of values for each column, grouped by table and use, in the order that `statement` expects. An array with the number of
 * each row's plan precedes each group.
 */
export const parameters = async (shape: string, group: readonly { plan: Plan }[]): Promise<(Buffer | null)[]> => {
  const slice = new Slice()
  const { inserts, updates, guards, events } = partsOf(shape)
  const result: (Buffer | null)[] = []
  const add = async (columns: readonly Column[], rowsOf: (plan: Plan) => Iterable<object>): Promise<void> => {
    const plans = new TextArray()
    const arrays = columns.map((column) => ({ ...column, array: new TextArray() }))
    for (const [i, { plan }] of group.entries())
      for (const row of rowsOf(plan) as Iterable<Row>) {
        if (slice.isOver) await slice.next()
        plans.push(String(i))
        for (const { name, type, array } of arrays) array.push(textOf(row[name], type))
      }
    result.push(plans.end(), ...arrays.map(({ array }) => array.end()))
  }
  const rowsOf = (use: 'inserts' | 'updates' | 'guards', table: string) =>
    function* (plan: Plan) {
      for (const [name, row] of plan[use] ?? []) if (name === table) yield row
    }
  await add(HEAD, (plan) => [{ locks: locksOf(plan), ...(plan.answer && storedAnswer(plan.answer)) }])
  for (const table of updates) await add(ofUpdates(table), rowsOf('updates', table))
  for (const table of guards) await add(GUARD, rowsOf('guards', table))
  for (const table of inserts) await add(columnsOf(table), rowsOf('inserts', table))
  if (events) await add(EVENT, (plan) => plan.events ?? [])
  return result
}

/** Numbers the parameters of a statement. */
class Arrays {
  #used = 0

  /**
   * Selects rows whose columns are the next parameters, all as text arrays (text-array.ts). The arrays are unnested in the select list, so
   * that PostgreSQL reads them in parallel; in `from`, it would first copy each array. CTEs that select from these rows must be
   * materialized, or PostgreSQL would unnest them again for each plan.
   */
  rows(columns: readonly Column[]): string {
    const items = [PLAN, ...columns].map(({ name, type }) => {
      const item = `unnest($${++this.#used}::text[])`
      return `${type === 'text' ? item : `${item}::${type}`} as ${name}`
    })
    return `(select ${listOf(items)}) r`
  }
}

const TAKEN = `ok as materialized (
  select ready.plan from ready join k using (principal, endpoint, key)
)`

const ANSWERS = `a as (
  insert into answers (id, body)
  select p.answer, p.body from p join ok using (plan)
)`

const eventsAndDeliveries = (arrays: Arrays): string => `r_events as materialized (
  select *, row_number() over () as nth from ${arrays.rows(EVENT)}
),
e as (
  insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
  select r.id, r.partner_id, r.type, r.subject, r.shipment_id, r.created_at, r.body
    from r_events r join ok using (plan)
   order by r.nth
  returning seq, id, partner_id, type, subject, created_at
),
${DELIVERIES}`

/** SQL: locks the rows to update, and finds those that are unchanged since they were read, by version or by last writer. */
const locksOfUpdates = (table: string, arrays: Arrays): string => `u_${table} as materialized (
  select * from ${arrays.rows(ofUpdates(table))}
),
l_${table} as materialized (
  select r.plan from ${table} t join u_${table} r on t.id = r.id and ${isVersioned(table) ? 't.version = r.version - 1' : 't.xmin = r.xmin'}
   order by t.id for update of t
)`

const locksOfGuards = (table: string, arrays: Arrays): string => `g_${table} as materialized (
  select r.plan from ${table} t
    join ${arrays.rows(GUARD)} on t.id = r.id and t.version = r.version
   order by t.id for share of t
)`

const update = (table: string): string => {
  const changed = columnsOf(table).filter(({ name }) => name !== 'id')
  return `w_${table} as (
  update ${table} t
     set ${listOf(changed.map(({ name }) => `${name} = r.${name}`))}
    from u_${table} r join ok using (plan)
   where t.id = r.id
)`
}

const insert = (table: string, arrays: Arrays): string => {
  const names = columnsOf(table).map(({ name }) => name)
  return `r_${table} as materialized (
  select * from ${arrays.rows(columnsOf(table))}
),
i_${table} as (
  insert into ${table} (${listOf(names)})
  select ${listOf(names.map((name) => `r.${name}`))}
    from r_${table} r join ok using (plan)
)`
}

/** SQL: the plans whose rows are all unchanged since they were read. */
const ready = (locks: readonly string[]): string => {
  if (locks.length === 0) return 'select * from p'
  const locked = locks.map((name) => `select plan from ${name}`).join(' union all ')
  return `select p.* from p
   where p.locks = (select count(*) from (${locked}) l where l.plan = p.plan)`
}

/**
 * Builds the statement of a shape. It locks the rows and checks that they are unchanged, then inserts the key. Then it writes everything
 * else for the plans that passed both steps.
 */
export const statement = (shape: string): string => {
  const { inserts, updates, guards, events, key } = partsOf(shape)
  const arrays = new Arrays()
  const ctes = [`p as materialized (\n  select * from ${arrays.rows(HEAD)}\n)`]
  for (const table of updates) ctes.push(locksOfUpdates(table, arrays))
  for (const table of guards) ctes.push(locksOfGuards(table, arrays))
  /**
   * Tables are locked in one order, whether their rows are updated or guarded, so that no two shapes lock two tables in opposite orders.
   */
  const locked = [...updates.map((table) => [table, 'l'] as const), ...guards.map((table) => [table, 'g'] as const)]
  locked.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  ctes.push(`ready as materialized (\n  ${ready(locked.map(([table, use]) => `${use}_${table}`))}\n)`)
  if (!key) ctes.push('ok as materialized (\n  select plan from ready\n)')
  else ctes.push(insertKeys('ready'), TAKEN, ANSWERS)
  for (const table of updates) ctes.push(update(table))
  for (const table of inserts) ctes.push(insert(table, arrays))
  if (events) ctes.push(eventsAndDeliveries(arrays))
  return `with ${ctes.join(',\n')}\nselect plan from ok`
}
