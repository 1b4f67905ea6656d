import type { Database } from '../../src/database/db.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'

export const startApi = async (env: Record<string, string> = {}): Promise<TestService> => {
  const server = await startTestService('api', env)
  atEndOfTest(() => server.close())
  return server
}

export const cutBells = (db: Database) =>
  db.query(
    'test_cut_bells',
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'backhaul bell'",
  )
