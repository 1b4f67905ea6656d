// Counts the blocks that each statement of the service touches, as PostgreSQL measures them. pg_stat_statements counts everything that was
// executed, including triggers and foreign key checks. auto_explain reports each plan to the connection that executed it. So each statement
// runs only once, and in the same way as without the measurement.
import pg from 'pg'

const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': 0,
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}
/** Options for the service's connection string. */
export const OPTIONS = Object.entries(EXPLAIN)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

const nodesOf = (plan) => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/**
 * Counts how often a plan descends each index: once for each lookup, and once for each written row of the index's table. `indexes` has the
 * indexes of each table.
 */
const descentsOf = (plan, indexes) => {
  const counts = new Map()
  const add = (index, n) => counts.set(index, (counts.get(index) ?? 0) + n)
  for (const node of nodesOf(plan)) {
    const loops = node['Actual Loops'] ?? 1
    if (/Index (Only )?Scan/.test(node['Node Type'])) add(node['Index Name'], loops)
    if (node['Node Type'] !== 'ModifyTable' || node.Operation === 'Delete') continue
    const rows = (node.Plans ?? []).reduce((sum, child) => sum + (child['Actual Rows'] ?? 0) * (child['Actual Loops'] ?? 1), 0)
    for (const index of indexes.get(node['Relation Name']) ?? []) add(index, Math.ceil(rows))
  }
  return counts
}

const NEVER_RAN = { calls: 0 }

/** Listens to every database connection of this process. */
export class Watch {
  /** For each query id of PostgreSQL: the name of the statement, and the calls and index descents since the last reset. */
  #known = new Map()
  #client
  #indexes = new Map()

  constructor() {
    const watch = this
    const { query } = pg.Client.prototype
    pg.Client.prototype.query = function (config, ...rest) {
      if (!this.isWatched) {
        this.isWatched = true
        this.on('notice', ({ message }) => watch.#hear(this.statementName, message))
      }
      this.statementName = config?.name ?? null
      return query.call(this, config, ...rest)
    }
  }

  #hear(name, message) {
    const start = message?.indexOf('plan:\n')
    if (start === undefined || start < 0) return
    const text = message.slice(start + 6)
    // The id is kept as text, because it has more digits than a JavaScript number can hold.
    const id = /"Query Identifier": (-?\d+)/.exec(text)?.[1]
    if (!name || !id) return
    const plan = JSON.parse(text).Plan
    const { calls, descents = new Map() } = this.#known.get(id) ?? NEVER_RAN
    for (const [index, n] of descentsOf(plan, this.#indexes)) descents.set(index, (descents.get(index) ?? 0) + n)
    this.#known.set(id, { name, descents, calls: calls + 1 })
  }

  async open(url) {
    this.#client = new pg.Client({ connectionString: url })
    await this.#client.connect()
    await this.#client.query('create extension if not exists pg_stat_statements')
    const { rows } = await this.#client.query(
      `select t.relname as table, array_agg(x.relname::text) as indexes
         from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        where t.relnamespace = 'public'::regnamespace group by 1`,
    )
    this.#indexes = new Map(rows.map(({ table, indexes }) => [table, indexes]))
  }

  /** Resets all counts. */
  async reset() {
    this.#known.clear()
    await this.#client.query('select pg_stat_statements_reset()')
  }

  /** Returns the costs per call since the last reset, by statement name. */
  async taken() {
    const { rows } = await this.#client.query(
      'select queryid::text as id, calls::int, rows::int, (shared_blks_hit + shared_blks_read)::float8 as blocks, total_exec_time as ms from pg_stat_statements',
    )
    const found = new Map()
    for (const { id, calls, rows: touched, blocks, ms } of rows) {
      const known = this.#known.get(id)
      if (!known) continue
      const descents = [...known.descents]
      found.set(known.name, {
        ...{ calls, rows: touched / calls, blocks: blocks / calls, ms: ms / calls },
        ...{ indexes: descents.map(([index]) => index), descents: descents.reduce((sum, [, n]) => sum + n, 0) / known.calls },
      })
    }
    return found
  }

  async close() {
    await this.#client.end()
  }
}
