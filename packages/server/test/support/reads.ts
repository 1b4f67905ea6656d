import type { Database } from '../../src/database/db.ts'

const READ = `
  select (select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_xact_user_tables)::float8 as rows,
         (select sum(pg_stat_get_xact_blocks_fetched(indexrelid)) from pg_stat_user_indexes)::float8 as blocks`

/**
 * Returns the rows and index blocks that `step` reads from all tables of the service over `db`, a pool of one connection. The numbers are
 * those of one transaction, because the statistics of the whole database include other connections.
 */
export const readsIn = async (db: Database, step: () => Promise<unknown>): Promise<{ rows: number; blocks: number }> => {
  const read = async () => (await db.one<{ rows: number; blocks: number }>('test_read', READ)) as { rows: number; blocks: number }
  await db.query('test_begin', 'begin')
  const before = await read()
  await step()
  const after = await read()
  await db.query('test_commit', 'commit')
  return { rows: after.rows - before.rows, blocks: after.blocks - before.blocks }
}
