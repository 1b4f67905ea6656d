import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/database/db.ts'
import { openEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { atEndOfTest } from './sending.ts'

/** Creates a separate database whose PostgreSQL counts statements, for DATABASE_URL. It is removed at the end of the test. */
export const databaseThatCounts = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  chmodSync(dataDir, 0o711)
  const settings = { fsync: 'off', shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'top' }
  const embedded = await openEmbedded({ dataDir, role: 'server', log: () => {}, settings })
  atEndOfTest(async () => {
    await embedded.release()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { host, port, user, password, database } = embedded.config
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  await migrate({ connectionString: url })
  return url
}

/**
 * Returns the number of statements that the database has run so far, including those of this function. `like` is a regular expression that
 * selects statements by their text.
 */
export const statementsOf = async (db: Database, like = ''): Promise<number> => {
  await db.query('test_extension', 'create extension if not exists pg_stat_statements')
  const text = 'select coalesce(sum(calls), 0) as calls from pg_stat_statements where query ~ $1'
  return (await db.one<{ calls: number }>('test_calls', text, [like]))?.calls ?? 0
}
