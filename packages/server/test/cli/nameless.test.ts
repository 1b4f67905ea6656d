// The user id has no line in /etc/passwd, as is the case in containers on OpenShift.
import { execFile, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { makeDataDir, removeDataDir } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { BINARY, build } from './run.ts'

const ids = { uid: 54_321, gid: 0 }
/** Skipped if the binary is below a folder that only root may read. */
const isReadable = process.getuid?.() === 0 && spawnSync('head', ['-c', '1', BINARY], ids).status === 0

beforeAll(build)

test.runIf(isReadable)('a user id without a name is told that initdb needs one and what to do', async () => {
  const dataDir = makeDataDir()
  atEndOfTest(() => removeDataDir(dataDir))
  chownSync(dataDir, ids.uid, ids.gid)
  const env = { ...process.env, DATABASE_URL: undefined, BACKHAUL_DATA_DIR: dataDir }
  const ended = await promisify(execFile)(process.execPath, [BINARY, 'partner', 'list'], { env, ...ids }).catch((error) => error)
  expect([ended.code, ended.stderr]).toEqual([
    1,
    `backhaul: cannot create a database in ${join(dataDir, 'postgres')}: user id 54321 has no name, which initdb needs: add a line for it to /etc/passwd, start as another user, or set DATABASE_URL to a PostgreSQL server (15 or newer)\n`,
  ])
})
