// Notifications between processes, which use PostgreSQL's LISTEN and NOTIFY.

import type pg from 'pg'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Bell } from '../../src/database/bell.ts'
import { connectTestDatabase } from '../support/database.ts'
import { pause } from '../support/deliveries.ts'
import { startProxy } from '../support/proxy.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

let database: Awaited<ReturnType<typeof connectTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await connectTestDatabase()
  client = database.client
})
afterAll(() => database.drop())

/** Creates a bell, as every process has one. */
const bellOf = (config: pg.ClientConfig = database.config) => {
  const said: string[] = []
  const say = (first: unknown, text?: string) => said.push(text ?? String(first))
  const bell = new Bell(config, { warn: say, info: say } as unknown as Logger)
  atEndOfTest(() => bell.close())
  return { bell, said }
}

const listener = async (config?: pg.ClientConfig) => {
  const { bell, said } = bellOf(config)
  const heard = { times: 0 }
  const stop = bell.listen(() => {
    heard.times++
  })
  await until('it listens', () => bell.isListening)
  return { bell, said, heard, stop }
}

const CUT = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'backhaul bell'`

test('every other process hears a ring, and the ringing process hears it once', async () => {
  const [near, far] = [await listener(), await listener()]
  const before = { near: near.heard.times, far: far.heard.times }
  for (const n of [1, 2]) {
    near.bell.ring()
    expect(near.heard.times).toBe(before.near + n)
    await until('it is sent', () => near.bell.rung === n)
    await until('the other one hears it', () => far.heard.times === before.far + n)
  }
  // PostgreSQL sends this connection its own first notification before the answer to the second.
  expect([near.heard.times, near.bell.heard]).toEqual([before.near + 2, 0])
})

test('rings are sent one at a time; those requested meanwhile become one', async () => {
  const far = await listener()
  const { bell } = bellOf()
  bell.start()
  await until('it is up', () => bell.isUp)
  const heard = far.bell.heard
  for (let n = 0; n < 1000; n++) bell.ring()
  await until('the rings are heard', () => far.bell.heard - heard >= 2)
  bell.ring()
  await until('another ring is heard', () => far.bell.heard - heard >= 3)
  expect(bell.rung).toBe(3)
})

test('a ring requested while another is sent follows it, so late commits are announced', async () => {
  const far = await listener()
  const { bell } = bellOf()
  bell.start()
  await until('it is up', () => bell.isUp)
  bell.ring()
  bell.ring()
  await until('both are heard', () => far.bell.heard === 2)
})

test('listeners are told when the connection is lost and restored, and each is logged once', async () => {
  const { bell, heard, said } = await listener()
  const before = heard.times
  await client.query(CUT)
  await until('it knows', () => !bell.isListening)
  expect([bell.isUp, heard.times]).toEqual([false, before + 1])
  await until('it is back', () => bell.isListening)
  expect([bell.isUp, heard.times]).toEqual([true, before + 2])
  expect(said).toEqual([
    'the notification connection (LISTEN) is lost; workers poll until it is open again',
    'the notification connection (LISTEN) is open again',
  ])
})

test('rings requested while the connection is lost become one ring when it is restored', async () => {
  const far = await listener()
  const { bell } = bellOf()
  bell.start()
  await until('it is up', () => bell.isUp)
  await client.query(`${CUT} and query !~ '^listen'`)
  await until('it knows', () => !bell.isUp)
  for (let n = 0; n < 10; n++) bell.ring()
  await until('it is heard', () => far.bell.heard === 1)
  bell.ring()
  await until('the next one is heard', () => far.bell.heard === 2)
  expect(bell.rung).toBe(2)
})

test('while the database does not answer, rings neither fail nor accumulate, and one line is logged', async () => {
  const proxy = await startProxy(database.url)
  const { bell, said } = bellOf({ connectionString: proxy.url })
  bell.start()
  await until('it is up', () => bell.isUp)
  await proxy.close()
  await until('it knows', () => !bell.isUp)
  for (let n = 0; n < 1000; n++) bell.ring()
  // Wait for several retries.
  await pause(800)
  expect(bell.rung).toBe(0)
  expect(said).toHaveLength(1)
})

test('a ring requested just before closing is sent, even by a process that never rang before', async () => {
  const far = await listener()
  const { bell } = bellOf()
  bell.ring()
  await bell.close()
  await until('it is heard', () => far.bell.heard === 1)
})

test('several listeners on an open connection share one LISTEN', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  atEndOfTest(() => process.off('warning', note))
  const { bell } = bellOf()
  bell.start()
  await until('it is up', () => bell.isUp)
  const heard = [0, 0, 0]
  for (const i of heard.keys())
    bell.listen(() => {
      heard[i] = (heard[i] as number) + 1
    })
  await until('it listens', () => bell.isListening)
  const before = [...heard]
  const { bell: other } = bellOf()
  other.ring()
  await until('all hear a ring', () => heard.every((times, i) => times > (before[i] as number)))
  expect(warnings).toEqual([])
})
