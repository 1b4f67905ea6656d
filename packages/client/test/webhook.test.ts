import { createHmac } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { samples } from '../../server/test/events/samples.ts'
import { verifyWebhook, WebhookError, type WebhookEvent, type WebhookHeaders } from '../src/index.ts'

const SECRET = 'whsec_current'
const NOW = new Date('2026-11-20T12:00:00.700Z')
const SECONDS = 1795176000
const record = samples().get('shipment.delivered')?.body as string

const signature = (body: string | Uint8Array, timestamp: string, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

const headersFor = (body: string, timestamp = String(SECONDS), secret = SECRET) => ({
  'X-Service-Timestamp': timestamp,
  'X-Service-Signature': signature(body, timestamp, secret),
})

const reason = async (call: Promise<WebhookEvent>): Promise<string> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(WebhookError)
  return (error as WebhookError).reason
}

test('a genuine delivery returns its event in every form of body and headers', async () => {
  const headers = headersFor(record)
  const expected = JSON.parse(record)
  expect(await verifyWebhook(record, headers, SECRET, { now: NOW })).toEqual(expected)
  expect(await verifyWebhook(Buffer.from(record), new Headers(headers), SECRET, { now: NOW })).toEqual(expected)
  const asNode = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
  expect(await verifyWebhook(new TextEncoder().encode(record), asNode, [SECRET], { now: NOW })).toEqual(expected)
})

test('every event type is a member of the union and is accepted', async () => {
  for (const [type, { body }] of samples()) {
    expect((await verifyWebhook(body, headersFor(body), SECRET, { now: NOW })).type).toBe(type)
  }
})

test('one changed byte, another secret or another timestamp fails verification', async () => {
  const headers = headersFor(record)
  expect(await reason(verifyWebhook(`${record} `, headers, SECRET, { now: NOW }))).toBe('signature_mismatch')
  expect(await reason(verifyWebhook(record, headers, 'whsec_other', { now: NOW }))).toBe('signature_mismatch')
  const moved = { ...headers, 'X-Service-Timestamp': String(SECONDS + 1) }
  expect(await reason(verifyWebhook(record, moved, SECRET, { now: NOW }))).toBe('signature_mismatch')
})

test('a skew of 300 seconds is accepted and 301 is refused, in both directions', async () => {
  for (const skew of [-300, 300]) {
    const passed = await verifyWebhook(record, headersFor(record, String(SECONDS + skew)), SECRET, { now: NOW })
    expect(passed.type).toBe('shipment.delivered')
  }
  for (const skew of [-301, 301]) {
    expect(await reason(verifyWebhook(record, headersFor(record, String(SECONDS + skew)), SECRET, { now: NOW }))).toBe('timestamp_skew')
  }
  expect(await reason(verifyWebhook(record, headersFor(record, String(SECONDS - 11)), SECRET, { now: NOW, tolerance_s: 10 }))).toBe(
    'timestamp_skew',
  )
})

test('the current time is used if none is given', async () => {
  const now = String(Math.floor(Date.now() / 1000))
  expect((await verifyWebhook(record, headersFor(record, now), SECRET)).type).toBe('shipment.delivered')
  expect(await reason(verifyWebhook(record, headersFor(record, '1000000000'), SECRET))).toBe('timestamp_skew')
})

test('either secret is accepted during a rotation', async () => {
  const timestamp = String(SECONDS)
  const headers = { ...headersFor(record, timestamp, 'whsec_old'), 'X-Service-Signature-Next': signature(record, timestamp, 'whsec_new') }
  for (const secrets of ['whsec_old', 'whsec_new', ['whsec_new', 'whsec_old'], ['whsec_none', 'whsec_new']]) {
    expect((await verifyWebhook(record, headers, secrets, { now: NOW })).type).toBe('shipment.delivered')
  }
  expect(await reason(verifyWebhook(record, headers, ['whsec_none'], { now: NOW }))).toBe('signature_mismatch')
})

test('the error names what is missing or malformed', async () => {
  const headers = headersFor(record)
  const { 'X-Service-Signature': given, 'X-Service-Timestamp': timestamp } = headers
  expect(await reason(verifyWebhook(record, { 'X-Service-Timestamp': timestamp }, SECRET, { now: NOW }))).toBe('missing_signature')
  expect(await reason(verifyWebhook(record, { 'X-Service-Signature': given }, SECRET, { now: NOW }))).toBe('missing_timestamp')
  for (const malformed of ['', '12e3', '-5', '1795176000.5', ' 1795176000']) {
    expect(await reason(verifyWebhook(record, { ...headers, 'X-Service-Timestamp': malformed }, SECRET, { now: NOW }))).toBe(
      'malformed_timestamp',
    )
  }
  for (const malformed of ['', given.toUpperCase(), given.slice(2), `${given}00`, 'zz'.repeat(32)]) {
    expect(await reason(verifyWebhook(record, { ...headers, 'X-Service-Signature': malformed }, SECRET, { now: NOW }))).toBe(
      'signature_mismatch',
    )
  }
  expect(await reason(verifyWebhook('{"type":', headersFor('{"type":'), SECRET, { now: NOW }))).toBe('malformed_body')
})

test('a body is accepted as text or as bytes of any kind, even from another realm', async () => {
  const headers = headersFor(record)
  const bytes = new TextEncoder().encode(record)
  const padded = new Uint8Array(bytes.length + 8)
  padded.set(bytes, 4)
  const inOtherRealm = runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] })
  const bodies = [bytes.buffer, padded.subarray(4, 4 + bytes.length), new DataView(bytes.buffer), inOtherRealm, inOtherRealm.buffer]
  for (const body of bodies)
    expect((await verifyWebhook(body as Uint8Array, headers, SECRET, { now: NOW })).type).toBe('shipment.delivered')
})

test('headers are accepted in every form and case that frameworks use', async () => {
  const headers = headersFor(record)
  const pairs = Object.entries(headers)
  const lower = pairs.map(([name, value]) => [name.toLowerCase(), value] as const)
  const forms: WebhookHeaders[] = [
    new Headers(headers),
    Object.fromEntries(lower),
    Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), [value]])),
    new Map(pairs),
    new Map(lower.map(([name, value]) => [name, [value]] as const)),
    pairs,
    pairs.flat(),
    ['Host', 'x', ...lower.flat()],
    runInNewContext('new Map(pairs)', { pairs }),
  ]
  for (const form of forms) expect((await verifyWebhook(record, form, SECRET, { now: NOW })).type).toBe('shipment.delivered')
})

/** Wrong calls that JavaScript allows. */
const call = verifyWebhook as (...given: unknown[]) => Promise<WebhookEvent>

const WRONG_CALLS: [name: string, given: unknown[], message: string][] = [
  ['a body that was parsed', [JSON.parse(record), headersFor(record), SECRET], 'was already parsed'],
  ['a parsed list', [[1], headersFor(record), SECRET], 'was already parsed'],
  ['no body', [undefined, headersFor(record), SECRET], 'body is missing'],
  ['null for a body', [null, headersFor(record), SECRET], 'body is missing'],
  ['a number for a body', [7, headersFor(record), SECRET], 'body is a number'],
  ['no headers', [record, undefined, SECRET], 'headers are missing'],
  ['null for headers', [record, null, SECRET], 'headers are missing'],
  ['text for headers', [record, 'X-Service-Signature', SECRET], 'headers are missing'],
  ['no secret', [record, headersFor(record), undefined], 'secret is missing'],
  ['an empty secret', [record, headersFor(record), ''], 'secret is missing'],
  ['no secrets in a list', [record, headersFor(record), []], 'secret is missing'],
  ['a list with a missing one', [record, headersFor(record), [SECRET, undefined]], 'secret is missing'],
  ...[Number.NaN, -1, Number.POSITIVE_INFINITY, '300', null].map((tolerance_s): [string, unknown[], string] => [
    `tolerance_s ${tolerance_s}`,
    [record, headersFor(record), SECRET, { tolerance_s, now: NOW }],
    'tolerance_s',
  ]),
  ['an invalid date', [record, headersFor(record), SECRET, { now: new Date('soon') }], 'now must be'],
  ['a number for now', [record, headersFor(record), SECRET, { now: 1 }], 'now must be'],
]

test.each(WRONG_CALLS)('%s is refused as a WebhookError before any other check', async (_name, given, message) => {
  const error = await call(...given).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WebhookError)
  expect((error as WebhookError).reason).toBe('invalid_argument')
  expect((error as WebhookError).message).toContain(message)
})

test.each(['null', '1', '"text"', '[]', 'true', '', '{"type":'])('a signed %s is refused as malformed', async (body) => {
  expect(await reason(verifyWebhook(body, headersFor(body), SECRET, { now: NOW }))).toBe('malformed_body')
})

test('options that are null or undefined have their defaults', async () => {
  const now = String(Math.floor(Date.now() / 1000))
  for (const options of [null, undefined, { tolerance_s: undefined, now: undefined }])
    expect((await call(record, headersFor(record, now), SECRET, options)).type).toBe('shipment.delivered')
})
