import type { Database } from '../database/db.ts'
import type { Service } from '../service/service.ts'
import { idsOf } from '../storage/secrets.ts'
import { logFailure } from './leases.ts'
import { countForeign } from './queries.ts'

/** Logged once at the start, because nobody sends for these webhooks unless some worker has their key. */
export const tellForeign = async (db: Database, { masterKey, log }: Service): Promise<void> => {
  try {
    const webhooks = await countForeign(db, idsOf(masterKey))
    if (webhooks > 0) log.warn({ webhooks }, 'webhooks encrypted with another master key are left to workers that have it')
  } catch (error) {
    logFailure(log, error, 'counting webhooks of another master key failed')
  }
}
