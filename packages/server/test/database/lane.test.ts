import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database, Unavailable } from '../../src/database/db.ts'
import { Lane } from '../../src/database/lane.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { pause } from '../support/deliveries.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const SETTINGS = 'set lock_timeout = 0'
const WRITE = 'insert into written (text) values ($1)'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = new Database(database.config, 4)
  await db.query('make', 'create table written (text text primary key)')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const written = async (text: string): Promise<boolean> =>
  (await db.query('written', 'select from written where text = $1', [text])).length === 1

const openLane = async (): Promise<Lane> => {
  const lane = new Lane(db, SETTINGS)
  atEndOfTest(() => lane.close())
  await lane.open()
  return lane
}

test('a statement given to a lane is executed even if the process is killed at once', async () => {
  const program = `
    const { Database } = await import(${JSON.stringify(new URL('../../dist/database/db.js', import.meta.url).href)})
    const { Lane } = await import(${JSON.stringify(new URL('../../dist/database/lane.js', import.meta.url).href)})
    const lane = new Lane(new Database({ connectionString: ${JSON.stringify(database.url)} }, 1), ${JSON.stringify(SETTINGS)})
    await lane.open()
    void lane.execute('slow', 'with s as materialized (select pg_sleep(3)) insert into written select $1 from s', ['by the dead'])
    if (lane.isSent) process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await written('by the dead')).toBe(false)
  await until('the statement of the dead is carried out', () => written('by the dead'))
})

test('a statement that PostgreSQL refuses rejects with its error, and the lane continues', async () => {
  const lane = await openLane()
  await lane.execute('write', WRITE, ['once'])
  await expect(lane.execute('write', WRITE, ['once'])).rejects.toMatchObject({ code: '23505' })
  await expect(lane.execute('malformed', 'insert into nowhere values ($1)', ['x'])).rejects.toMatchObject({ code: '42P01' })
  await lane.execute('write', WRITE, ['after errors'])
  expect(await written('after errors')).toBe(true)
})

test('a lane reports a lost connection, busy or idle, and opens another', async () => {
  const lane = await openLane()
  const lose = () =>
    db.query(
      'lose',
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'insert into written%'",
    )
  await lane.execute('write', WRITE, ['before'])
  await lose()
  const left = () =>
    db.query('left', "select from pg_stat_activity where datname = current_database() and query like 'insert into written%'")
  await until('the session is gone', async () => (await left()).length === 0)
  await pause(50)
  await expect(lane.execute('write', WRITE, ['nowhere'])).rejects.toThrow(Unavailable)
  await lane.open()
  const underWay = lane.execute('waits', 'insert into written select $1 from (select pg_sleep(20)) s', ['never'])
  const lost = expect(underWay).rejects.toThrow(Unavailable)
  const there = () =>
    db.query(
      'there',
      "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(20)%' and state = 'active'",
    )
  await until('the statement is under way', async () => (await there()).length >= 2)
  await lose()
  await lost
  await lane.open()
  await lane.execute('write', WRITE, ['again'])
  expect([await written('nowhere'), await written('never'), await written('again')]).toEqual([false, false, true])
})

test('a lane that was idle for long opens a new connection, in case the old one was dropped silently', async () => {
  const lane = await openLane()
  const writer = async (text: string) => {
    await lane.open()
    expect(await lane.execute('backend', `insert into written select $1 || ' by ' || pg_backend_pid()`, [text])).toBe(1)
    const row = await db.one<{ by: string }>('by', "select split_part(text, ' by ', 2) as by from written where text like $1 || '%'", [
      text,
    ])
    return row?.by
  }
  const first = await writer('at first')
  expect(await writer('soon')).toBe(first)
  const rested_ms = performance.now() + 31_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(rested_ms)
  atEndOfTest(() => clock.mockRestore())
  expect(await writer('later')).not.toBe(first)
})
