// A user id without a line in /etc/passwd, as OpenShift gives it to containers.
import { execFile, spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { makeDataDir, removeDataDir } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { BINARY, build } from './run.ts'

const UID = 54_321
/** The user may read this project wherever it lies, as below a folder of root's own. */
const [SETPRIV, ...AS_USER] = [
  'setpriv',
  `--reuid=${UID}`,
  '--regid=0',
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
] as const
const isReadable = process.getuid?.() === 0 && spawnSync(SETPRIV, [...AS_USER, 'head', '-c', '1', BINARY]).status === 0

beforeAll(build)

test.runIf(isReadable)('a user without a name is told that initdb needs one, and what to do', async () => {
  const dataDir = makeDataDir()
  atEndOfTest(() => removeDataDir(dataDir))
  chownSync(dataDir, UID, 0)
  const env = { ...process.env, DATABASE_URL: undefined, BACKHAUL_DATA_DIR: dataDir }
  const ended = await promisify(execFile)(SETPRIV, [...AS_USER, process.execPath, BINARY, 'partner', 'list'], { env }).catch(
    (error) => error,
  )
  expect([ended.code, ended.stderr]).toEqual([
    1,
    `backhaul: cannot create a database in ${join(dataDir, 'postgres')}: user id 54321 has no name, which initdb needs: add a line for it to /etc/passwd, start as another user, or set DATABASE_URL to a PostgreSQL server (15 or newer)\n`,
  ])
})
