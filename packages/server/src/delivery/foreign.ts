import type { Database } from '../database/db.ts'
import type { Service } from '../service/service.ts'
import { idsOf } from '../storage/secrets.ts'
import { logFailure } from './leases.ts'
import { countForeign } from './queries.ts'

/**
 * Logs, once at the start, how many webhooks are encrypted with another master key. Nothing is sent to them unless some worker has that
 * key.
 */
export const reportForeignKeys = async (db: Database, { masterKey, log }: Service): Promise<void> => {
  try {
    const webhooks = await countForeign(db, idsOf(masterKey))
    if (webhooks > 0) log.warn({ webhooks }, 'webhooks encrypted with another master key are left to workers that have it')
  } catch (error) {
    logFailure(log, error, 'counting webhooks encrypted with another master key failed')
  }
}
