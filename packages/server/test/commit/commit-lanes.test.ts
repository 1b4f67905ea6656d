import { afterAll, beforeAll, expect, test } from 'vitest'
import { Committer } from '../../src/commit/committer.ts'
import type { Plan } from '../../src/commit/plan.ts'
import { Database } from '../../src/database/db.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { eventsOf } from '../support/deliveries.ts'
import { Holder } from '../support/holder.ts'

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

const hold = (holder: Holder, key: string) =>
  holder.query(
    "insert into idempotency_keys (principal, endpoint, key, fingerprint, status, answer, needs) values ('p', 'POST /', $1, 'f', 200, 1, '')",
    [key],
  )

test('a plan that waits for another transaction delays no other plan', async () => {
  const holder = await Holder.begin(database.config)
  await hold(holder, 'held')
  const ended: string[] = []
  const commit = async (key: string) => {
    const committed = await committer.commit({ answer: answer(key) })
    ended.push(`${key} ${committed}`)
  }
  const held = commit('held')
  // The first statement is running and blocked when the other commits arrive.
  await holder.heldUp(held)
  await Promise.all(['a', 'b', 'c'].map(commit))
  expect(ended.toSorted()).toEqual(['a true', 'b true', 'c true'])
  await holder.query('commit')
  await held
  expect(ended.at(-1)).toBe('held false')
})

test('simultaneous plans are each written once and completely, in any statement', async () => {
  const keys = Array.from({ length: 500 }, (_, i) => `k${i % 250}`)
  const results = await Promise.all(keys.map((key) => committer.commit({ answer: answer(key) })))
  expect(results.filter(Boolean)).toHaveLength(250)
  const stored = await db.one<{ n: number }>('stored', "select count(*) as n from idempotency_keys where key like 'k%'")
  expect(stored?.n).toBe(250)
  expect(committer.depth).toBe(0)
})

test('large plans share one lane, so that small plans do not wait behind them', async () => {
  const holder = await Holder.begin(database.config)
  const names = ['large-1', 'large-2', 'large-3', 'large-4']
  for (const name of names) await hold(holder, name)
  // These plans have so many events that no two of them fit into one statement.
  const events = (name: string) => eventsOf('par_large', Array(1001).fill(name))
  const ended: string[] = []
  const commit = async (name: string, plan: Plan) => {
    const committed = await committer.commit({ ...plan, answer: answer(name) })
    ended.push(`${name} ${committed}`)
  }
  const large = names.map((name) => commit(name, { events: events(name) }))
  await holder.heldUp(Promise.race(large))
  for (const name of ['small-1', 'small-2']) await commit(name, {})
  expect(ended).toEqual(['small-1 true', 'small-2 true'])
  expect(await holder.waiting()).toBe(1)
  await holder.query('rollback')
  await Promise.all(large)
  expect(ended.slice(2)).toEqual(names.map((name) => `${name} true`))
  const stored = await db.one<{ n: number }>('stored_events', "select count(*) as n from events where partner_id = 'par_large'")
  expect(stored?.n).toBe(4004)
})
