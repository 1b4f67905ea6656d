import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  /** For DATABASE_URL and for the driver's `connectionString`. */
  url: string
  config: { connectionString: string }
  /** Ends all its sessions and removes it. */
  drop: () => Promise<void>
}

let count = 0

/** A fresh, migrated database for one test file, cloned from the run's template. Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  count += 1
  const name = `backhaul_test_${process.pid}_${count}`
  await asAdministrator(`drop database if exists ${name} with (force)`)
  await asAdministrator(`create database ${name} template ${inject('templateDatabase')}`)
  const target = new URL(inject('postgresUrl'))
  target.pathname = `/${name}`
  return {
    url: target.href,
    config: { connectionString: target.href },
    drop: () => asAdministrator(`drop database if exists ${name} with (force)`),
  }
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
