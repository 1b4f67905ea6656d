import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from './process.ts'

/** Creates a database, a data directory and processes of the service for each test of a file. They end with the test. */
export class Servers {
  database!: TestDatabase
  dataDir!: string
  readonly #running: ServerProcess[] = []

  async begin(): Promise<void> {
    this.database = await createTestDatabase()
    this.dataDir = makeDataDir()
  }

  async start(env: Record<string, string>, args: string[] = []): Promise<ServerProcess> {
    const server = await startServer({ BACKHAUL_DATA_DIR: this.dataDir, DATABASE_URL: this.database.url, ...env }, args)
    this.#running.push(server)
    return server
  }

  async end(): Promise<void> {
    for (const server of this.#running.splice(0)) if (server.child.exitCode === null) await server.end('SIGKILL')
    await removeDataDir(this.dataDir)
    await this.database.drop()
  }
}

export const withServers = (): Servers => {
  const servers = new Servers()
  beforeEach(() => servers.begin())
  afterEach(() => servers.end())
  return servers
}
