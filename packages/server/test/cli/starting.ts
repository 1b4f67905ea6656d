import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { fillDataDir, makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { backhaul, build, inProcess, type Ran } from './run.ts'

export const MASTER_KEY = randomBytes(32).toString('base64')

/** One database for each file that imports this module. */
export let database: TestDatabase
/** A new empty directory for each test. */
export let dataDir: string
const servers: ServerProcess[] = []

/** Call this once in each file whose tests start servers. */
export const prepareStarts = (): void => {
  beforeAll(async () => {
    build()
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  beforeEach(() => {
    dataDir = makeDataDir()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
    await removeDataDir(dataDir)
  })
}

export const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  if (!env.DATABASE_URL) fillDataDir(dataDir)
  const server = await startServer({ BACKHAUL_DATA_DIR: dataDir, ...env })
  servers.push(server)
  return server
}

const settings = (env: Record<string, string>) => ({
  BACKHAUL_DATA_DIR: dataDir,
  BACKHAUL_LOG_LEVEL: 'error',
  BACKHAUL_PROCESSES: '1',
  PORT: '0',
  ...env,
})

/** Starts, as a separate process, a server that must refuse to start. */
export const serve = (env: Record<string, string>, ...more: string[]): Promise<Ran> => backhaul(['serve', ...more], settings(env))

/**
 * Does the same within this process, for servers that refuse to start before they use the database. A server that refuses later leaves
 * things open that only the end of its process cleans up.
 */
export const refusedServe = (env: Record<string, string>, ...more: string[]): Promise<Ran> => inProcess(['serve', ...more], settings(env))

/** Expects exit code 1 and one line on standard error. Returns that line without its prefix. */
export const complaint = ({ code, stdout, stderr }: Ran): string => {
  expect([code, stdout], stderr).toEqual([1, ''])
  expect(stderr).toMatch(/^backhaul: [^\n]+\n$/)
  return stderr.slice('backhaul: '.length, -1)
}

export const accepts = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Expects that a server refuses to start if its master key is not that of its database. The error is one line that says where to find the
 * right key.
 */
export const refusesOtherKey = async (...more: string[]): Promise<void> => {
  const encrypted = await createTestDatabase()
  const env = { DATABASE_URL: encrypted.url, BACKHAUL_DATA_DIR: dataDir }
  try {
    expect((await inProcess(['partner', 'create', '--name', 'X'], env)).code).toBe(0)
    const start = (other: object) => serve({ ...env, ...other }, ...more)
    expect(complaint(await start({ BACKHAUL_MASTER_KEY: MASTER_KEY }))).toBe(
      'the secrets in the database were encrypted with another master key; set BACKHAUL_MASTER_KEY to that master key',
    )
    const elsewhere = join(dataDir, 'elsewhere')
    expect(complaint(await start({ BACKHAUL_DATA_DIR: elsewhere }))).toContain(
      `set BACKHAUL_MASTER_KEY to that master key, or BACKHAUL_DATA_DIR (now ${elsewhere}) to the directory that contains that master key`,
    )
  } finally {
    await encrypted.drop()
  }
}
