import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { settleRestored } from '../../src/storage/restored-feed.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const open: TestDatabase[] = []
afterEach(async () => {
  for (const database of open.splice(0)) await database.drop()
})

const make = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase()
  open.push(database)
  return database
}

const asAdministrator = async (database: TestDatabase, ...texts: string[]): Promise<void> => {
  const url = new URL(database.url)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)

/** Makes a copy of the database under another name, like a restored dump. */
const copyOf = async (database: TestDatabase): Promise<TestDatabase> => {
  const url = new URL(database.url)
  const name = `${nameOf(database)}_copy`
  await asAdministrator(database, `create database ${name} template ${nameOf(database)}`)
  url.pathname = `/${name}`
  const copy = {
    url: url.href,
    config: { connectionString: url.href },
    drop: () => asAdministrator(database, `drop database ${name} with (force)`),
  }
  open.unshift(copy)
  return copy
}

/** Starts the service and returns its log messages and the reason why deliveries are held. */
const started = async ({ config }: TestDatabase, restored: string | null = null) => {
  const said: string[] = []
  await settleRestored(config, (line) => said.push(line), restored)
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query("select value ->> 'reason' as reason from settings where name = 'deliveries_hold'")
  await client.end()
  return { said, reason: rows[0]?.reason ?? null }
}

const HELD = 'the database was restored or moved: nothing is sent to webhooks; to allow sending, run `backhaul restore --activate`'

test('a copied or restored database holds its deliveries; a renamed or new one does not', async () => {
  const database = await make()
  expect(await started(database)).toEqual({ said: [], reason: null })
  expect(await started(database)).toEqual({ said: [], reason: null })
  const copy = await copyOf(database)
  expect(await started(copy)).toEqual({ said: [HELD], reason: 'the database was restored or moved' })
  // The message is logged only once, but the hold lasts until an operator releases the deliveries.
  expect(await started(copy)).toEqual({ said: [], reason: 'the database was restored or moved' })
  expect(await started(database)).toEqual({ said: [], reason: null })
  const name = nameOf(database)
  await asAdministrator(database, `alter database ${name} rename to ${name}_renamed`)
  const url = new URL(database.url)
  url.pathname = `/${name}_renamed`
  open.push({ ...database, drop: () => asAdministrator(database, `drop database ${name}_renamed with (force)`) })
  expect(await started({ ...database, url: url.href, config: { connectionString: url.href } })).toEqual({ said: [], reason: null })
})

test('several processes that start on a copy all hold its deliveries and log it once', async () => {
  const database = await make()
  await started(database)
  const copy = await copyOf(database)
  const all = await Promise.all([1, 2, 3, 4].map(() => started(copy)))
  expect(all.flatMap(({ said }) => said)).toEqual([HELD])
  expect(all.map(({ reason }) => reason)).toEqual(Array(4).fill('the database was restored or moved'))
})

test('a known restore is given as the reason for the hold', async () => {
  const database = await make()
  expect((await started(database, 'the database was restored from the backup of Monday')).reason).toMatch(/Monday$/)
})
