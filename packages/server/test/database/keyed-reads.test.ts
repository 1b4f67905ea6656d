import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, eachOf } from '../../src/database/db.ts'
import { KeyedReads, MAX_READERS, MISSES_PER_TICK } from '../../src/database/keyed-reads.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

interface Thing {
  id: string
  owner: string
  n: number
}

const TEXT = 'select * from things where id = any($1::text[]) and ($2::text is null or owner = $2)'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = new Database(database.config, 4)
  await db.query('make', 'create table things (id text primary key, owner text not null, n int not null)')
  await db.query(
    'fill',
    "insert into things select 't' || i, case when i % 2 = 0 then 'even' else 'odd' end, i from generate_series(0, 99) i",
  )
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Reads the real table and records the parameters of each statement. */
const counted = () => {
  const statements: { ids: string[]; tenant: string | null }[] = []
  const reads = new KeyedReads<Thing>((ids, tenant) => {
    statements.push({ ids, tenant })
    return db.query<Thing>('things', TEXT, [ids, tenant])
  })
  return { reads, statements }
}

test('each reader gets its row, or null if there is none, from one shared statement', async () => {
  const { reads, statements } = counted()
  const ids = [...Array.from({ length: 100 }, (_, i) => `t${i}`), 'unknown', 't7']
  const rows = await Promise.all(ids.map((id) => reads.find(null, id)))
  expect(rows.map((row) => row?.n ?? null)).toEqual([...Array(100).keys(), null, 7])
  expect(statements).toHaveLength(1)
  expect(statements[0]?.ids).toHaveLength(101)
})

test('a tenant gets only its own rows, even while another asks for the same ids', async () => {
  const statements = {
    one: 'select * from things where id = $1 and ($2::text is null or owner = $2)',
    several: `select * from things where id in (select ${eachOf('$1')}) and ($2::text is null or owner = $2)`,
  }
  const find = (tenant: string | null, id: string) => db.byId<Thing>('own_thing', statements, tenant, id)
  // A tenant that asks for a single id is read by the first statement, and the others by the second one.
  expect([await find('even', 't1'), await find('odd', 't1')].map((row) => row?.id ?? null)).toEqual([null, 't1'])
  const asked = ['even', 'odd', null].flatMap((tenant) => ['t1', 't2'].map((id) => find(tenant, id)))
  const rows = await Promise.all(asked)
  expect(rows.map((row) => row?.id ?? null)).toEqual([null, 't2', 't1', null, 't1', 't2'])
})

test('a row comes from a statement that began after its request', async () => {
  const gates: (() => void)[] = []
  let version = 1
  const reads = new KeyedReads<Thing>(async (ids) => {
    const n = version
    await new Promise<void>((resolve) => gates.push(resolve))
    return ids.map((id) => ({ id, owner: '', n }))
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const early = [reads.find(null, 'a')]
  await turn()
  early.push(reads.find(null, 'b'))
  await turn()
  version = 2
  const late = reads.find(null, 'a')
  await turn()
  expect(gates).toHaveLength(2)
  for (const open of gates) open()
  expect((await Promise.all(early)).map((row) => row?.n)).toEqual([1, 1])
  await turn()
  gates[2]?.()
  expect((await late)?.n).toBe(2)
})

test('a failed statement fails all its readers and no later ones', async () => {
  let fails = true
  const reads = new KeyedReads<Thing>(async (ids) => {
    if (fails) throw new Error('gone')
    return ids.map((id) => ({ id, owner: '', n: 0 }))
  })
  const results = await Promise.allSettled([reads.find(null, 'a'), reads.find(null, 'b')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await reads.find(null, 'a')).toEqual({ id: 'a', owner: '', n: 0 })
})

test(`a reader beyond ${MAX_READERS} waiting ones is refused at once; finished readers free their places`, async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const reads = new KeyedReads<{ id: string }>(async (ids) => {
    await answered
    return ids.map((id) => ({ id }))
  })
  const waiting = Array.from({ length: MAX_READERS }, (_, i) => reads.find(null, String(i % 100)))
  await expect(reads.find(null, 'one more')).rejects.toThrow('no place became free')
  answer()
  expect((await Promise.all(waiting)).every((row) => row !== null)).toBe(true)
  expect(reads.readers).toBe(0)
  expect(await reads.find(null, 'one more')).toEqual({ id: 'one more' })
})

test.each(['there is nothing', 'the statement fails'])(
  'a found row is returned at once; when %s, a few readers are answered per turn, in order',
  async (what) => {
    const reads = new KeyedReads<{ id: string }>(async () => {
      if (what === 'the statement fails') throw new Error('gone')
      return [{ id: 'there' }]
    })
    let told: number[] = []
    const note = (i: number) => () => {
      told.push(i)
    }
    const asked = Array.from({ length: 500 }, (_, i) => reads.find(null, `unknown ${i}`).then(note(i), note(i)))
    let isThere = false
    const there = reads.find(null, 'there').then(
      () => {
        isThere = true
      },
      () => {},
    )
    const turns: number[][] = []
    while (turns.flat().length < 500) {
      await new Promise((resolve) => setImmediate(resolve))
      if (told.length > 0) turns.push(told)
      told = []
      if (turns.length === 1 && what === 'there is nothing') expect(isThere).toBe(true)
    }
    await Promise.all([...asked, there])
    expect(turns.flat()).toEqual([...Array(500).keys()])
    for (const some of turns) expect(some.length).toBeLessThanOrEqual(2 * MISSES_PER_TICK)
    expect(reads.readers).toBe(0)
  },
)
