// What a response means for an entry of the queue.
import { ERRORS } from '@backhaul/core/errors.ts'
import { expect, test } from 'vitest'
import { type Answer, verdictOn } from '../../src/counter/queue/answers.ts'

const answer = (status: number, json: Answer['json'], retry_after: string | null = null): Answer => ({
  status,
  json,
  retry_after,
  replayed: false,
})
const refusal = (status: number, code: string, retry_after: string | null = null): Answer =>
  answer(status, { error: { code, message: 'No.', details: {} } }, retry_after)

test.each([
  ['no answer', null],
  ['a captive portal', answer(200, null)],
  ['a page of a proxy', answer(404, null)],
  ['JSON from elsewhere', answer(403, { message: 'Forbidden' })],
  ['a gateway without its service', answer(502, null)],
  ['a service that is being restarted', refusal(503, 'unavailable')],
  ['a line that hides where the request came from', refusal(403, 'cross_origin')],
  ['an address that is not allowed', refusal(403, 'forbidden')],
])('%s removes nothing from the device', (_what, received) => {
  expect(verdictOn(received)).toMatchObject({ kind: 'later', line: 'no-connection' })
})

test.each([
  ['2', 2_000],
  ['0', 0],
  ['99999', 15 * 60_000],
  [null, 1_000],
  ['soon', 1_000],
])('429 with Retry-After %s waits that long', (retry_after, wait_ms) => {
  expect(verdictOn(refusal(429, 'rate_limited', retry_after))).toEqual({ kind: 'later', line: 'slow-down', wait_ms })
})

test('a request still in progress under its key is retried', () => {
  expect(verdictOn(refusal(409, 'idempotency_in_progress', '3'))).toMatchObject({ kind: 'later', wait_ms: 3_000 })
})

test.each(['session_invalid', 'missing_api_key'])('401 %s ends the session', (code) => {
  expect(verdictOn(refusal(401, code))).toEqual({ kind: 'signed-out' })
})

test('500 does not count as a refusal', () => {
  expect(verdictOn(refusal(500, 'internal_error'))).toMatchObject({ kind: 'failed', problem: { code: 'internal_error' } })
})

test('every other refusal of the service is kept with what to do', () => {
  const elsewhere = ['rate_limited', 'unavailable', 'internal_error', 'idempotency_in_progress', 'cross_origin', 'forbidden']
  const codes = Object.entries(ERRORS).filter(([code, { status }]) => status !== 401 && !elsewhere.includes(code))
  expect(codes.length).toBeGreaterThan(30)
  for (const [code, { status }] of codes) {
    const verdict = verdictOn(refusal(status, code))
    expect([code, verdict.kind]).toEqual([code, 'refused'])
    expect(verdict.kind === 'refused' && verdict.problem.remedy.length).toBeGreaterThan(20)
  }
})

test('a success keeps only what a clerk needs', () => {
  const scan = { id: 'scn_1', shipment_id: 'shp_1', status: 'in_possession', scanner_email: 'a@example.com' }
  const verdict = verdictOn(answer(200, { shipment: { id: 'shp_1', address: 'secret' }, scan, applied: false, events: [] }))
  expect(verdict).toMatchObject({
    kind: 'done',
    outcome: { shipment_id: 'shp_1', status: 'in_possession', applied: false, replayed: false },
  })
})
