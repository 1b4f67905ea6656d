import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Committer } from '../../src/platform/committer.ts'
import { Database } from '../../src/platform/db.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let db: Database
let committer: Committer

beforeAll(async () => {
  database = await createTestDatabase()
  db = new Database(database.config, 4)
  committer = new Committer(database.config, 3, () => {})
})
afterAll(async () => {
  await committer.close()
  await db.close()
  await database.drop()
})

const answer = (key: string) => ({ principal: 'p', endpoint: 'POST /', key, fingerprint: 'f', status: 200, body: '{}' })

test('a plan that waits for another transaction holds up no other', async () => {
  const holder = new pg.Client(database.config)
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    "insert into idempotency_keys (principal, endpoint, key, fingerprint, status, body) values ('p', 'POST /', 'held', 'f', 200, '{}')",
  )
  const ended: string[] = []
  const commit = async (key: string) => {
    const committed = await committer.commit({ answer: answer(key) })
    ended.push(`${key} ${committed}`)
  }
  const held = commit('held')
  // Its statement is under way and waits when the others come.
  const text = "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await until('a statement waits for the key', async () => (await db.one<{ n: number }>('waiting', text))?.n === 1, 30_000)
  await Promise.all(['a', 'b', 'c'].map(commit))
  expect(ended.toSorted()).toEqual(['a true', 'b true', 'c true'])
  await holder.query('commit')
  await held
  expect(ended.at(-1)).toBe('held false')
  await holder.end()
})

test('plans that come together are written whole, each once, whichever statement takes them', async () => {
  const keys = Array.from({ length: 500 }, (_, i) => `k${i % 250}`)
  const results = await Promise.all(keys.map((key) => committer.commit({ answer: answer(key) })))
  expect(results.filter(Boolean)).toHaveLength(250)
  const stored = await db.one<{ n: number }>('stored', "select count(*) as n from idempotency_keys where key like 'k%'")
  expect(stored?.n).toBe(250)
  expect(committer.depth).toBe(0)
})
