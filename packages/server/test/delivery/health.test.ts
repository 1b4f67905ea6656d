import { expect, test } from 'vitest'
import { type AttemptOutcome, HEALTHY, type Health, updateHealth } from '../../src/delivery/health.ts'

const START = Date.parse('2026-11-20T00:00:00Z')
const DAY_MS = 24 * 3600 * 1000

const attempt = (change: Partial<AttemptOutcome>, after_ms = 0): AttemptOutcome => ({
  ok: false,
  status: 500,
  event_id: 'evt_1',
  delivery_id: 'dlv_1',
  error_class: 'http_status',
  error_message: 'answered 500',
  now: new Date(START + after_ms).toISOString(),
  ...change,
})

const through = (attempts: AttemptOutcome[]): { health: Health; reasons: (string | null)[] } => {
  let health = HEALTHY
  const reasons = attempts.map((one) => {
    const verdict = updateHealth(health, one)
    health = verdict.health
    return verdict.disable
  })
  return { health, reasons }
}

const failures = (count: number, every_ms: number): AttemptOutcome[] => Array.from({ length: count }, (_, i) => attempt({}, i * every_ms))

test('20 failures over exactly 5 days disable a webhook, and the reason gives their number and start', () => {
  const { reasons } = through([...failures(19, 1000), attempt({}, 5 * DAY_MS)])
  expect(reasons.slice(0, 19).every((reason) => reason === null)).toBe(true)
  expect(reasons[19]).toBe('All 20 attempts since 2026-11-20T00:00:00.000Z failed.')
})

test('19 failures over 5 days, or 1000 over a moment less, do not disable a webhook', () => {
  expect(through([...failures(18, 1000), attempt({}, 5 * DAY_MS)]).reasons.every((reason) => reason === null)).toBe(true)
  expect(through([...failures(999, 1), attempt({}, 5 * DAY_MS - 1)]).reasons.every((reason) => reason === null)).toBe(true)
})

test('a success resets the count and the time', () => {
  const { health, reasons } = through([...failures(30, 1000), attempt({ ok: true, status: 200 }, DAY_MS), attempt({}, 6 * DAY_MS)])
  expect(reasons.every((reason) => reason === null)).toBe(true)
  expect(health).toEqual({ failing_since: '2026-11-26T00:00:00.000Z', failures: 1, gone_event_id: null, last_failure: expect.anything() })
})

test('410 for two different events disables a webhook unless a success came between', () => {
  const gone = (event_id: string) => attempt({ status: 410, event_id })
  expect(through([gone('evt_1'), gone('evt_1'), gone('evt_1')]).reasons).toEqual([null, null, null])
  expect(through([gone('evt_1'), attempt({ ok: true, status: 200 }), gone('evt_2')]).reasons).toEqual([null, null, null])
  expect(through([gone('evt_1'), attempt({ event_id: 'evt_3' }), gone('evt_2')]).reasons).toEqual([
    null,
    null,
    'The receiver answered 410 Gone to two different events.',
  ])
})
