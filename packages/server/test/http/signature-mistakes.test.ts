// The values of `details.mistake` for a refused signature. They reveal nothing to a caller without the secret (ADR 18).
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignature, publicPlace, type SignedRequest } from '../../src/http/authenticate.ts'
import type { KnownKey } from '../../src/service/key-cache.ts'
import { startTestService, type TestService } from '../support/service.ts'

const NOW_S = 1_795_176_000
const SECRET = 'the-secret'
const BODY = '{"name":"Zoë"}'
const key = { signature: 'any', secrets: [{ text: SECRET, valid_until_ms: Number.POSITIVE_INFINITY }] } as unknown as KnownKey
const timestamp = String(NOW_S)

const mac = (head: string, secret = SECRET, encoding: 'hex' | 'base64' | 'base64url' = 'hex', hash = 'sha256'): string =>
  createHmac(hash, secret).update(head).update(BODY).digest(encoding)
const v1 = `${timestamp}.`
const v2 = (target = '/v2/shipments?limit=1', host = 'api.example.com', method = 'POST') =>
  `v2\n${timestamp}\n${method}\n${target}\n${host}\n`

const refusal = (change: Partial<SignedRequest>, publicUrl: string | null = null) => {
  const request = {
    method: 'POST',
    target: '/v2/shipments?limit=1',
    host: 'api.example.com',
    timestamp,
    v1: undefined,
    v2: undefined,
    ...change,
  }
  return checkSignature(key, request, publicPlace({ publicUrl }), Buffer.from(BODY), NOW_S * 1000)
}
const mistake = (change: Partial<SignedRequest>, publicUrl: string | null = null) => refusal(change, publicUrl)?.details.mistake

test.each([
  [(signature: string) => signature, undefined],
  [(signature: string) => signature.toUpperCase(), 'upper_case'],
  [(signature: string) => `sha256=${signature}`, 'prefix'],
  [(signature: string) => `SHA256=${signature.toUpperCase()}`, 'prefix'],
  [(signature: string) => `v1=${signature}`, 'prefix'],
  [(signature: string) => `${signature}, ${signature}`, 'repeated_header'],
  [(signature: string) => Buffer.from(signature, 'hex').toString('base64'), 'base64'],
  [(signature: string) => Buffer.from(signature, 'hex').toString('base64url'), 'base64'],
  [() => mac(v1, SECRET, 'hex', 'sha512'), 'not_sha256'],
  [() => mac(v1, SECRET, 'hex', 'sha1'), 'not_sha256'],
])('the form of a signature is checked in both versions, with right and wrong secrets: %s is %s', (form, expected) => {
  expect(mistake({ v1: form(mac(v1)) })).toBe(expected)
  expect(mistake({ v2: form(mac(v2())) })).toBe(expected)
  // A signature with a wrong secret has the same value, so the value does not reveal whether the secret is right.
  if (expected !== undefined) expect(mistake({ v2: form(mac(v2(), 'another')) })).toBe(expected)
})

test.each([
  [String(NOW_S * 1000 + 17), 'timestamp_skew', 'milliseconds'],
  [String(NOW_S * 1_000_000), 'timestamp_skew', 'microseconds'],
  [`${NOW_S}.25`, 'malformed_timestamp', 'fraction'],
  [`${timestamp}, ${timestamp}`, 'malformed_timestamp', 'repeated_header'],
  [String(NOW_S - 301), 'timestamp_skew', undefined],
  [String((NOW_S - 301) * 1000), 'timestamp_skew', undefined],
  ['soon', 'malformed_timestamp', undefined],
])('a timestamp %s is %s with the mistake %s', (given, reason, expected) => {
  expect(refusal({ timestamp: given, v2: mac(v2()) })?.details).toEqual({ reason, ...(expected && { mistake: expected }) })
})

test('a signature over a different string is explained only to a caller who has the secret', () => {
  const cases: [Partial<SignedRequest>, string, string | null, string][] = [
    [{ forwarded_host: 'returns.example.com' }, v2(undefined, 'returns.example.com'), null, 'host'],
    [{}, v2(undefined, 'api.example.com:443'), null, 'host'],
    [{ host: 'api.example.com:8080' }, v2(), null, 'host'],
    [{ host: 'API.example.com' }, v2(undefined, 'API.example.com'), null, 'host'],
    [{ host: '10.0.0.7:8080' }, v2(undefined, '10.0.0.7:8080'), 'https://returns.example.com', 'host'],
    [{}, v2('/v2/shipments'), null, 'query'],
    [{}, v1, null, 'version'],
  ]
  for (const [change, head, publicUrl, expected] of cases) {
    expect(mistake({ ...change, v2: mac(head) }, publicUrl)).toBe(expected)
    expect(refusal({ ...change, v2: mac(head, 'another') }, publicUrl)?.details).toEqual({ reason: 'signature_mismatch' })
  }
  expect(mistake({ v1: mac(v2()) })).toBe('version')
  expect(mistake({ v1: mac(v2(), 'another') })).toBeUndefined()
})

test('no refusal contains the expected signature', () => {
  for (const signature of [mac(v2(), 'another'), mac(v2()).toUpperCase(), mac(v1), mac(v2('/v2/shipments'))])
    expect(JSON.stringify(refusal({ v2: signature })).toLowerCase()).not.toContain(mac(v2()))
})

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('the answer names the mistake only for a known key', async () => {
  const { api_key } = service.demo.credentials
  const ask = async (text: string) => {
    const headers = {
      'X-Api-Key': text,
      'X-Service-Timestamp': String(Math.floor(Date.now() / 1000)),
      'X-Service-Signature-V2': 'A'.repeat(64),
    }
    return ((await (await fetch(`${service.url}/v2/shipments`, { headers })).json()) as { error: object }).error
  }
  expect(await ask(api_key)).toEqual({
    code: 'invalid_signature',
    message: 'X-Service-Signature-V2 is in upper case; send lower-case hex.',
    details: { reason: 'signature_mismatch', mistake: 'upper_case' },
  })
  expect(await ask(`${api_key.slice(0, -1)}_`)).toMatchObject({ code: 'invalid_api_key', details: {} })
})
