import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  /** The connection string, for DATABASE_URL and for the driver's `connectionString`. */
  url: string
  config: { connectionString: string }
  /** Ends all sessions of the database and removes it. */
  drop: () => Promise<void>
}

let count = 0

/** Creates a new, migrated database for one test file, cloned from the run's template. Drop it in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> => create(inject('templateDatabase'))

/** Creates a database and opens a connection to it. `drop` closes the connection too. */
export async function connectTestDatabase(): Promise<TestDatabase & { client: pg.Client }> {
  const database = await createTestDatabase()
  const client = new pg.Client(database.config)
  await client.connect()
  return {
    ...database,
    client,
    drop: async () => {
      await client.end()
      await database.drop()
    },
  }
}

/** Creates a database without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('template0')

async function create(template: string): Promise<TestDatabase> {
  count += 1
  const name = `backhaul_test_${process.pid}_${count}`
  await asAdministrator(`drop database if exists ${name} with (force)`, `create database ${name} template ${template} strategy file_copy`)
  const target = new URL(inject('postgresUrl'))
  target.pathname = `/${name}`
  return {
    url: target.href,
    config: { connectionString: target.href },
    drop: () => asAdministrator(`drop database if exists ${name} with (force)`),
  }
}

/** Runs each statement on its own over one connection, because a database cannot be created within a transaction. */
async function asAdministrator(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}
