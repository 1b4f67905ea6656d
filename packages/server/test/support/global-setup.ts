import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { copyTree } from '../../../embedded-postgres/src/copy-tree.ts'
import { stopPostmaster } from '../../../embedded-postgres/src/postmaster.ts'
import { EMBEDDED_NAME, openEmbedded } from '../../src/database/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { MIGRATIONS_DIR } from '../../src/database/migrations.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The connection string of the run's PostgreSQL, without a database name at its end. */
    postgresUrl: string
    /** The name of the migrated database that `createTestDatabase` clones. */
    templateDatabase: string
  }
}

const DIRECTORY_PREFIX = 'backhaul-test-'
const CACHE = fileURLToPath(new URL('../../../../.cache', import.meta.url))
const CACHED_PREFIX = 'test-database-'
/** Autovacuum is off, because its timing is random. A test that needs autovacuum starts it explicitly. */
const UNSAFE_BUT_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '200' }

/**
 * One PostgreSQL for the whole run: the server of DATABASE_URL, whose user must be allowed to create databases, or an embedded one in a
 * temporary directory.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Renderer threads and the command line run compiled code, so it is built first. Otherwise the command line would build missing parts
  // when it serves.
  run('bootstrap.mjs')
  run('pages.mjs')
  const given = process.env.DATABASE_URL
  // Other runs may use the server of DATABASE_URL at the same time, so the name of the template includes the process id.
  const template = given === undefined ? 'backhaul_test_template' : `backhaul_test_template_${process.pid}`
  const server = given === undefined ? await startEmbedded(template) : { url: given, stop: () => remove(given, template) }
  if (given !== undefined) await createTemplate(given, template)
  project.provide('postgresUrl', server.url)
  project.provide('templateDatabase', template)
  return server.stop
}

async function createTemplate(url: string, template: string): Promise<void> {
  await remove(url, template)
  await execute(url, `create database ${template} encoding 'UTF8' template template0`)
  await migrate({ connectionString: inDatabase(url, template) })
}

const remove = (url: string, database: string): Promise<void> => execute(url, `drop database if exists ${database} with (force)`)

function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [fileURLToPath(new URL(`../../../../scripts/${script}`, import.meta.url)), ...args], { stdio: 'inherit' })
}

/** Returns `url` with another database on the same server. */
function inDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

interface Server {
  url: string
  stop(): Promise<void>
}

/** Copies the database files that an earlier run cached, because creating and migrating a database takes a second. */
async function startEmbedded(template: string): Promise<Server> {
  await removeAbandoned()
  const dataDir = mkdtempSync(join(tmpdir(), `${DIRECTORY_PREFIX}${process.pid}-`))
  const cached = join(CACHE, `${CACHED_PREFIX}${hashOfDatabase()}`)
  if (existsSync(cached)) {
    rmSync(dataDir, { recursive: true })
    copyTree(cached, dataDir)
  }
  chmodSync(dataDir, 0o711)
  if (!existsSync(cached)) {
    const { url, embedded } = await openIn(dataDir)
    await createTemplate(url, template)
    await embedded.release()
    if (embedded.home === dataDir) cache(dataDir, cached)
  }
  const { url, embedded } = await openIn(dataDir)
  return {
    url,
    stop: async () => {
      await embedded.release()
      for (const directory of [embedded.home, dataDir]) rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function openIn(dataDir: string) {
  const embedded = await openEmbedded({ dataDir, role: 'server', log: console.log, settings: UNSAFE_BUT_FAST })
  const { host, port, user, password, database } = embedded.config
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  // With the default, both sides would hash a password 4,096 times for each of the thousands of connections of a run.
  await execute(url, `set scram_iterations = 1; alter role ${user} password '${password}'`)
  return { url, embedded }
}

/** Returns a hash that changes if the files of a migrated database would change. */
function hashOfDatabase(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS_DIR).sort()) hash.update(name).update(readFileSync(join(MIGRATIONS_DIR, name)))
  const manifest = new URL('../../../embedded-postgres/package.json', import.meta.url)
  return hash.update(readFileSync(manifest)).digest('hex').slice(0, 16)
}

/** Caches the database files, and removes the cached files of earlier migrations. */
function cache(dataDir: string, cached: string): void {
  const copy = `${cached}.${process.pid}`
  mkdirSync(CACHE, { recursive: true })
  copyTree(dataDir, copy)
  const outdated = readdirSync(CACHE).filter((name) => name.startsWith(CACHED_PREFIX) && !name.startsWith(basename(cached)))
  for (const name of outdated) rmSync(join(CACHE, name), { recursive: true, force: true })
  try {
    renameSync(copy, cached)
  } catch {
    // Another run has cached the same files in the meantime.
    rmSync(copy, { recursive: true })
  }
}

/** Removes the databases of runs that were killed and could not clean up. The PostgreSQL of such a run may still be running. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(DIRECTORY_PREFIX))) {
    const pid = Number(name.slice(DIRECTORY_PREFIX.length).split('-')[0])
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    try {
      await stopPostmaster({ name: EMBEDDED_NAME, cluster: join(dataDir, 'postgres') })
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // The directory belongs to another user's run, or another run is removing it at this moment.
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
