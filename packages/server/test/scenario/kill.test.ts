import { test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { atEndOfTest } from '../support/sending.ts'
import { dataDir, prepareKills, survives, TIMEOUT_MS } from './killing.ts'

prepareKills()

test(
  'kill -9 of the server under load loses no acknowledged write, duplicates nothing and delivers every event',
  async () => {
    const database = await createTestDatabase()
    atEndOfTest(database.drop)
    await survives({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_DATABASE_POOL: '6' }, async () => {})
  },
  TIMEOUT_MS,
)
