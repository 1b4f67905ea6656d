import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { stopPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { EMBEDDED_NAME, openEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection string of the run's PostgreSQL, without a database name at its end. */
    postgresUrl: string
    /** The name of the migrated database that `createTestDatabase` clones. */
    templateDatabase: string
  }
}

const DIRECTORY_PREFIX = 'backhaul-test-'
/** A test that needs autovacuum starts it explicitly, because its timing is random. */
const UNSAFE_BUT_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '200' }

/** One PostgreSQL for the whole run: that of DATABASE_URL (its user may create databases), or an embedded one in a temporary directory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Renderer threads and the command line run compiled code. Otherwise the command line would build the rest when it serves.
  run('bootstrap.mjs')
  run('pages.mjs')
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => {} } : await startEmbedded()
  const template = `backhaul_test_template_${process.pid}`
  try {
    await execute(server.url, `drop database if exists ${template}`)
    await execute(server.url, `create database ${template} encoding 'UTF8' template template0`)
    await migrate({ connectionString: inDatabase(server.url, template) })
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', template)
  return async () => {
    try {
      await execute(server.url, `drop database if exists ${template} with (force)`)
    } finally {
      await server.stop()
    }
  }
}

function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [fileURLToPath(new URL(`../../../../scripts/${script}`, import.meta.url)), ...args], { stdio: 'inherit' })
}

/** Returns `url` with another database on the same server. */
function inDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`))
  chmodSync(dataDir, 0o711)
  const embedded = await openEmbedded({ dataDir, role: 'server', log: console.log, settings: UNSAFE_BUT_FAST })
  const { host, port, user, password, database } = embedded.config
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  // Otherwise both sides hash a password 4,096 times for each of the thousands of connections of a run.
  await execute(url, `set scram_iterations = 1; alter role ${user} password '${password}'`)
  return {
    url,
    stop: async () => {
      await embedded.release()
      for (const directory of [embedded.home, dataDir]) rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Removes the databases of runs that were killed and could not clean up. Such a database may still be running. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(DIRECTORY_PREFIX))) {
    const pid = Number(name.slice(DIRECTORY_PREFIX.length).split('-')[0])
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    try {
      await stopPostmaster({ name: EMBEDDED_NAME, cluster: join(dataDir, 'postgres') })
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // The database belongs to another user's run, or another run is removing it at this moment.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
