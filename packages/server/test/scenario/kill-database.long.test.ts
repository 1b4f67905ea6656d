import { test } from 'vitest'
import { fillDataDir, killPostmaster } from '../support/process.ts'
import { dataDir, prepareKills, survives, TIMEOUT_MS } from './killing.ts'

prepareKills()

test(
  'kill -9 of the server under load and of its embedded database loses no acknowledged write, duplicates nothing and delivers every event',
  async () => {
    fillDataDir(dataDir)
    await survives({ BACKHAUL_DATA_DIR: dataDir }, () => killPostmaster(dataDir))
  },
  TIMEOUT_MS,
)
