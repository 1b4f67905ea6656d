// The clock check tells whether the clock of one machine or that of the database is wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClockCheck, isOutlier } from '../../src/database/clock-check.ts'
import { DatabaseWatch } from '../../src/database/database-watch.ts'
import { Database } from '../../src/database/db.ts'
import { Readiness } from '../../src/http/health.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.each([
  [600, [0, 0, 0], true],
  [-600, [0, 0, 600], true],
  [600, [0], true],
  [600, [600, 600, 0], false],
  [600, [600, 0], false],
  [600, [], false],
  [59, [0, 0, 0], false],
  [61, [0, 0, 0], true],
  [600, [570, 580, 0], false],
])('a clock %i s off the database, with the others at %j, is an outlier: %s', (skew_s, others, wrong) => {
  expect(isOutlier(skew_s, others)).toBe(wrong)
})

/** The clock check of an API process whose clock is `ahead_s` seconds ahead. */
const processOf = (ahead_s: { now: number }) => {
  const { config } = service.running.service.db
  const said: string[] = []
  const log = { warn: (_: unknown, text: string) => said.push(text), error: () => {} } as never
  const watch = new DatabaseWatch(config, () => {})
  const db = new Database(config, 1)
  watch.start()
  atEndOfTest(async () => {
    watch.stop()
    await db.close()
  })
  return { check: new ClockCheck(db, { now: () => Date.now() + ahead_s.now * 1000 }, log, watch), watch, said }
}

const NAMES =
  "select application_name as name from pg_stat_activity where datname = current_database() and application_name like 'backhaul watch%'"
const shown = async (name: string, times: number) =>
  until(
    `PostgreSQL shows ${times} times ${name}`,
    async () =>
      (await service.running.service.db.query<{ name: string }>('test_names', NAMES)).filter((row) => row.name === name).length === times,
  )

test('a process whose clock differs from most is not ready and says why, until its clock is right', async () => {
  const ahead = { now: 600 }
  const { check, said } = processOf(ahead)
  const right = processOf({ now: 0 })
  // The third of these connections belongs to the service under test.
  await shown('backhaul watch', 3)
  // If an answer takes a second, the measured difference is uncertain by a second. A slower answer gives no result, so the clock is checked
  // again.
  await until('its clock is known', async () => {
    await check.look()
    return Math.round(check.skew_s ?? 0) === 600
  })
  await right.check.look()
  expect(check.reason).toBe('the clock of this machine is 600 s ahead of the clocks of the database and of most processes: correct it')
  expect(await new Readiness({ ...service.running.service, clockCheck: check }).reason()).toBe(check.reason)
  expect([right.check.reason, right.said]).toEqual([null, []])
  await shown('backhaul watch, clock +600 s', 1)
  await check.look()
  expect(said).toEqual(["the clock of this machine is 600 s ahead of the database's clock: synchronize both with NTP"])
  ahead.now = 0
  await check.look()
  expect(check.reason).toBeNull()
  await shown('backhaul watch', 3)
  ahead.now = -600
  await check.look()
  expect(said[1]).toBe("the clock of this machine is 600 s behind the database's clock: synchronize both with NTP")
})

test("processes whose clocks agree stay ready, because the database's clock is wrong", async () => {
  const processes = [processOf({ now: 600 }), processOf({ now: 605 }), processOf({ now: 600 })]
  await shown('backhaul watch', 4)
  for (const { check } of processes) await check.look()
  await until('each is known to the others', async () => {
    const names = await service.running.service.db.query<{ name: string }>('test_names', NAMES)
    return names.filter(({ name }) => / \+6\d0 s$/.test(name)).length === 3
  })
  for (const { check, said } of processes) {
    await check.look()
    expect([check.reason, said.length]).toEqual([null, 1])
  }
})
