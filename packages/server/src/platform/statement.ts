// The one statement that writes any plan (platform/committer.ts); those that only add a few rows have a cheaper one (small-statement.ts).
// Plans that touch the same tables in the same ways have one shape, and a shape has one statement, whatever number of plans and rows it is
// given. docs/commit-statements.sql shows that of a hold.
import { columnsOf } from './columns.ts'
import type { StoredForm } from './packing.ts'
import type { Plan } from './plan.ts'
import { Slice } from './slice.ts'
import { DELIVERIES, listOf } from './small-statement.ts'

/** `+labels +shipments events key`: inserts into two tables, with events and a stored answer; `~` is for updates, `?` for guards. */
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

const ROWS_AT_ONCE = 64

/** The JSON array of what `rowOf` makes of each value. */
const toJson = async <T>(values: readonly T[], rowOf: (value: T) => object, slice: Slice): Promise<string> => {
  const parts: string[] = []
  for (let i = 0; i < values.length; i += ROWS_AT_ONCE) {
    if (slice.isOver) await slice.next()
    parts.push(JSON.stringify(values.slice(i, i + ROWS_AT_ONCE).map(rowOf)).slice(1, -1))
  }
  return `[${parts.join(',')}]`
}

/**
 * One JSON array per table and use, each row with the number of its plan; same order as in `statement`. PostgreSQL takes them as jsonb:
 * as json it would read them twice, and the values of jsonb columns three times.
 */
export const parameters = async (shape: string, group: readonly { plan: Plan }[], form: StoredForm): Promise<string[]> => {
  const slice = new Slice()
  const { inserts, updates, guards, events } = partsOf(shape)
  const heads = group.map(({ plan }, i) => ({
    plan: i,
    locks: (plan.updates?.length ?? 0) + (plan.guards?.length ?? 0),
    ...(plan.answer && form.answer(plan.answer)),
  }))
  const rows = (use: 'inserts' | 'updates', table: string): Promise<string> =>
    toJson(
      group.flatMap(({ plan }, i) => (plan[use] ?? []).filter(([t]) => t === table).map(([, row]) => ({ row, plan: i }))),
      ({ row, plan }) => ({ ...form.row(table, row), plan }),
      slice,
    )
  const result = [JSON.stringify(heads)]
  for (const table of updates) result.push(await rows('updates', table))
  for (const table of guards) {
    const picked = group.flatMap(({ plan }, i) =>
      (plan.guards ?? []).filter(([t]) => t === table).map(([, row]) => ({ plan: i, id: row.id, version: row.version })),
    )
    result.push(JSON.stringify(picked))
  }
  for (const table of inserts) result.push(await rows('inserts', table))
  if (events) {
    const all = group.flatMap(({ plan }, i) => (plan.events ?? []).map((event) => ({ event, plan: i })))
    result.push(await toJson(all, ({ event, plan }) => ({ plan, ...event, body: form.body(event) }), slice))
  }
  return result
}

const HEAD = 'plan int, locks int, principal text, endpoint text, key text, fingerprint text, status int, body text'

const EVENT = 'plan int, id text, partner_id text, type text, subject text, shipment_id text, created_at timestamptz, body text'

const KEY = `k as (
  insert into idempotency_keys (principal, endpoint, key, fingerprint, status, body)
  select principal, endpoint, key, fingerprint, status, body from ready
  on conflict do nothing
  returning principal, endpoint, key
),
ok as materialized (
  select ready.plan from ready join k using (principal, endpoint, key)
)`

/** `parameter`: the number of the one with the events. */
const eventsAndDeliveries = (parameter: number): string => `e as (
  insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
  select r.id, r.partner_id, r.type, r.subject, r.shipment_id, r.created_at, r.body
    from (select *, row_number() over () as nth
            from jsonb_to_recordset($${parameter}::jsonb) as r(${EVENT})) r
    join ok using (plan)
   order by r.nth
  returning seq, id, partner_id, type, subject, created_at
),
${DELIVERIES}`

const recordset = (table: string, parameter: number, first = 'plan int'): string =>
  `jsonb_to_recordset($${parameter}::jsonb) as r(${first}, ${listOf(columnsOf(table).map(({ name, type }) => `${name} ${type}`))})`

/** The rows to update, and which of them are still as they were read: by their version, or by who wrote them last. */
const locksOfUpdates = (table: string, parameter: number): string => {
  const isVersioned = columnsOf(table).some(({ name }) => name === 'version')
  return `u_${table} as materialized (
  select * from ${recordset(table, parameter, isVersioned ? 'plan int' : 'plan int, xmin xid')}
),
l_${table} as materialized (
  select r.plan from ${table} t join u_${table} r on t.id = r.id and ${isVersioned ? 't.version = r.version - 1' : 't.xmin = r.xmin'}
   order by t.id for update of t
)`
}

const locksOfGuards = (table: string, parameter: number): string => `g_${table} as materialized (
  select r.plan from ${table} t
    join jsonb_to_recordset($${parameter}::jsonb) as r(plan int, id text, version int) on t.id = r.id and t.version = r.version
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

const insert = (table: string, parameter: number): string => {
  const names = columnsOf(table).map(({ name }) => name)
  return `i_${table} as (
  insert into ${table} (${listOf(names)})
  select ${listOf(names.map((name) => `r.${name}`))}
    from ${recordset(table, parameter)}
    join ok using (plan)
)`
}

/** The plans all of whose rows are as they were read. */
const ready = (locks: readonly string[]): string => {
  if (locks.length === 0) return 'select * from p'
  const locked = locks.map((name) => `select plan from ${name}`).join(' union all ')
  return `select p.* from p
   where p.locks = (select count(*) from (${locked}) l where l.plan = p.plan)`
}

/** The statement of a shape: locks and checks that rows are as they were read, then the key, then everything else for the plans that passed both. */
export const statement = (shape: string): string => {
  const { inserts, updates, guards, events, key } = partsOf(shape)
  let parameter = 1
  const ctes = [`p as materialized (\n  select * from jsonb_to_recordset($1::jsonb) as p(${HEAD})\n)`]
  for (const table of updates) ctes.push(locksOfUpdates(table, ++parameter))
  for (const table of guards) ctes.push(locksOfGuards(table, ++parameter))
  /** In the order of the tables, whatever is done to their rows, so that no two shapes lock two tables in opposite orders. */
  const locked = [...updates.map((table) => [table, 'l'] as const), ...guards.map((table) => [table, 'g'] as const)]
  locked.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  ctes.push(`ready as materialized (\n  ${ready(locked.map(([table, use]) => `${use}_${table}`))}\n)`)
  ctes.push(key ? KEY : 'ok as materialized (\n  select plan from ready\n)')
  for (const table of updates) ctes.push(update(table))
  for (const table of inserts) ctes.push(insert(table, ++parameter))
  if (events) ctes.push(eventsAndDeliveries(++parameter))
  return `with ${ctes.join(',\n')}\nselect plan from ok`
}
