// Notifications between processes, which use PostgreSQL's LISTEN and NOTIFY.

import type pg from 'pg'
import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommitNotifier } from '../../src/database/commit-notifier.ts'
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

/** Creates a notifier like that of every process. */
const bellOf = (config: pg.ClientConfig = database.config) => {
  const said: string[] = []
  const say = (first: unknown, text?: string) => said.push(text ?? String(first))
  const notifier = new CommitNotifier(config, { warn: say, info: say } as unknown as Logger)
  atEndOfTest(() => notifier.close())
  return { notifier, said }
}

const listener = async (config?: pg.ClientConfig) => {
  const { notifier, said } = bellOf(config)
  const heard = { times: 0 }
  const stop = notifier.listen(() => {
    heard.times++
  })
  await until('it listens', () => notifier.isListening)
  return { notifier, said, heard, stop }
}

const CUT = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'backhaul bell'`

test('every other process receives a notification, and the sending process receives it once', async () => {
  const [near, far] = [await listener(), await listener()]
  const before = { near: near.heard.times, far: far.heard.times }
  for (const n of [1, 2]) {
    near.notifier.notify()
    expect(near.heard.times).toBe(before.near + n)
    await until('it is sent', () => near.notifier.sentCount === n)
    await until('the other one hears it', () => far.heard.times === before.far + n)
  }
  // PostgreSQL sends this connection's first notification back to it before the answer to the second statement.
  expect([near.heard.times, near.notifier.receivedCount]).toEqual([before.near + 2, 0])
})

test('notifications are sent one at a time; those requested meanwhile become one', async () => {
  const far = await listener()
  const { notifier } = bellOf()
  notifier.start()
  await until('it is up', () => notifier.isUp)
  const heard = far.notifier.receivedCount
  for (let n = 0; n < 1000; n++) notifier.notify()
  await until('the notifications are received', () => far.notifier.receivedCount - heard >= 2)
  notifier.notify()
  await until('another notification is received', () => far.notifier.receivedCount - heard >= 3)
  expect(notifier.sentCount).toBe(3)
})

test('a notification requested while another is sent follows it, so late commits are announced', async () => {
  const far = await listener()
  const { notifier } = bellOf()
  notifier.start()
  await until('it is up', () => notifier.isUp)
  notifier.notify()
  notifier.notify()
  await until('both are heard', () => far.notifier.receivedCount === 2)
})

test('listeners are told when the connection is lost and restored, and each is logged once', async () => {
  const { notifier, heard, said } = await listener()
  const before = heard.times
  await client.query(CUT)
  await until('it knows', () => !notifier.isListening)
  expect([notifier.isUp, heard.times]).toEqual([false, before + 1])
  await until('it is back', () => notifier.isListening)
  expect([notifier.isUp, heard.times]).toEqual([true, before + 2])
  expect(said).toEqual([
    'the notification connection (LISTEN) is lost; workers poll until it is open again',
    'the notification connection (LISTEN) is open again',
  ])
})

test('notifications requested while the connection is lost become one when it is restored', async () => {
  const far = await listener()
  const { notifier } = bellOf()
  notifier.start()
  await until('it is up', () => notifier.isUp)
  await client.query(`${CUT} and query !~ '^listen'`)
  await until('it knows', () => !notifier.isUp)
  for (let n = 0; n < 10; n++) notifier.notify()
  await until('it is heard', () => far.notifier.receivedCount === 1)
  notifier.notify()
  await until('the next one is heard', () => far.notifier.receivedCount === 2)
  expect(notifier.sentCount).toBe(2)
})

test('while the database does not answer, notifications neither fail nor accumulate, and one line is logged', async () => {
  const proxy = await startProxy(database.url)
  const { notifier, said } = bellOf({ connectionString: proxy.url })
  notifier.start()
  await until('it is up', () => notifier.isUp)
  await proxy.close()
  await until('it knows', () => !notifier.isUp)
  for (let n = 0; n < 1000; n++) notifier.notify()
  // Long enough for several retries.
  await pause(800)
  expect(notifier.sentCount).toBe(0)
  expect(said).toHaveLength(1)
})

test('a notification requested just before closing is sent, even by a process that never sent one before', async () => {
  const far = await listener()
  const { notifier } = bellOf()
  notifier.notify()
  await notifier.close()
  await until('it is heard', () => far.notifier.receivedCount === 1)
})

test('several listeners on an open connection share one LISTEN', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  atEndOfTest(() => process.off('warning', note))
  const { notifier } = bellOf()
  notifier.start()
  await until('it is up', () => notifier.isUp)
  const heard = [0, 0, 0]
  for (const i of heard.keys())
    notifier.listen(() => {
      heard[i] = (heard[i] as number) + 1
    })
  await until('it listens', () => notifier.isListening)
  const before = [...heard]
  const { notifier: other } = bellOf()
  other.notify()
  await until('all receive a notification', () => heard.every((times, i) => times > (before[i] as number)))
  expect(warnings).toEqual([])
})
