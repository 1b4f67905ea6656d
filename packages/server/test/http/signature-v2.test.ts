// X-Service-Signature-V2, which signs the whole request: what it covers, when it is required, and keys that accept no other version (ADR
// 18).
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vectors from '../../../../docs/signing/v2-vectors.json' with { type: 'json' }
import { RequestSigner, type RequestToSign } from '../../../client/src/index.ts'
import { checkSignature, publicPlace, type SignedRequest } from '../../src/http/authenticate.ts'
import { readConfig } from '../../src/process/config.ts'
import type { KnownKey } from '../../src/service/key-cache.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const NOWHERE = publicPlace({ publicUrl: null })

const keyOf = (secret: string, signature = 'any') =>
  ({ signature, secrets: [{ text: secret, valid_until_ms: Number.POSITIVE_INFINITY }] }) as unknown as KnownKey

/** Returns the reason of a refusal, or `passed`. */
const judged = (
  { secret, timestamp, signature, body, ...vector }: (typeof vectors)[number],
  change: Partial<SignedRequest> & { body?: string } = {},
  place = NOWHERE,
): unknown => {
  const { body: sent = body, ...request } = { v1: undefined, v2: signature, timestamp: String(timestamp), ...vector, ...change }
  return checkSignature(keyOf(secret), request, place, Buffer.from(sent), timestamp * 1000)?.details.reason ?? 'passed'
}

describe.each(vectors)('the documented request: $about', (vector) => {
  test('is signed over the documented string and nothing else', () => {
    const { method, target, host, body, timestamp } = vector
    expect(vector.string).toBe(`v2\n${timestamp}\n${method}\n${target}\n${host}\n${body}`)
    expect(judged(vector)).toBe('passed')
    expect(judged(vector, { host: host.toUpperCase() })).toBe('passed')
    const others: (Partial<SignedRequest> & { body?: string })[] = [
      { method: 'PUT' },
      { target: `${target}?` },
      { target: target.replace('/v2/', '/v2//') },
      { target: target.replace('%c3', '%C3').replace('/v2', '/%762') },
      { host: `${host}.` },
      { host: undefined },
      { body: `${body} ` },
      { timestamp: String(timestamp + 1) },
      // The signed characters are the same, but the host has moved into the body.
      { host: '', body: `${host}\n${body}` },
    ]
    expect(others.map((change) => judged(vector, change))).toEqual(others.map(() => 'signature_mismatch'))
  })

  test('passes behind a proxy that changes the host and strips a path prefix', () => {
    const { target, host } = vector
    const prefix = target.slice(0, target.indexOf('/v2/'))
    const place = publicPlace({ publicUrl: `https://${host}${prefix}` })
    expect(place).toEqual({ host, prefix })
    const within = { target: target.slice(prefix.length), host: '10.0.0.7:8080' }
    expect(judged(vector, within, place)).toBe('passed')
    expect(judged(vector, within)).toBe('signature_mismatch')
    // If a public URL is configured, its host counts, whatever the Host header says.
    expect(judged(vector, { ...within, host }, publicPlace({ publicUrl: 'https://other.example' }))).toBe('signature_mismatch')
  })
})

test('a signature of one version never passes as the other version, with any body', () => {
  const [vector] = vectors as [(typeof vectors)[number]]
  const { method, target, host, string } = vector
  for (const body of ['', string, string.slice(3), `${method}\n${target}\n${host}\n`]) {
    expect(judged(vector, { v1: vector.signature, v2: undefined, body })).toBe('signature_mismatch')
  }
})

/** Signs a request with the client's code. */
const signed = (request: RequestToSign, timestamp_s?: number, { credentials } = service.demo) =>
  new RequestSigner(credentials.signing_secret).headersV2(request, timestamp_s)

const send = async (client: TestClient, headers: Record<string, string>, path = '/v2/shipments', method = 'GET', body?: string) => {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'X-Api-Key': client.credentials.api_key, ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  const json = (await response.json()) as { error?: { details: { reason?: string }; code: string } }
  return json.error ? (json.error.details.reason ?? json.error.code) : response.status
}

test('a recorded request fails with any other method, path, query, host or body', async () => {
  const body = JSON.stringify(RETURN)
  const url = `${service.url}/v2/shipments`
  const recorded = await signed({ method: 'POST', url, body })
  expect(await send(service.demo, { ...recorded, 'Idempotency-Key': 'v2-1' }, '/v2/shipments', 'POST', body)).toBe(201)
  expect(await send(service.demo, recorded, '/v2/shipments?a', 'POST', body)).toBe('signature_mismatch')
  expect(await send(service.demo, recorded, '/v2/shipments/batch', 'POST', body)).toBe('signature_mismatch')
  expect(await send(service.demo, recorded, '/v2/shipments', 'POST', `${body} `)).toBe('signature_mismatch')
  const read = await signed({ method: 'GET', url })
  expect(await send(service.demo, read)).toBe(200)
  expect(await send(service.demo, await signed({ method: 'POST', url }))).toBe('signature_mismatch')
  expect(await send(service.demo, await signed({ method: 'GET', url: url.replace('127.0.0.1', 'localhost') }))).toBe('signature_mismatch')
  // For comparison: one signature of the first version is valid for all these requests.
  const v1 = await new RequestSigner(service.demo.credentials.signing_secret).headers('')
  expect([await send(service.demo, v1), await send(service.demo, v1, '/v2/shipments?limit=1')]).toEqual([200, 200])
})

test('path and query are signed as the bytes that arrive, without normalization, also in absolute form', async () => {
  const { api_key, signing_secret } = service.demo.credentials
  const { host, hostname, port } = new URL(service.url)
  const ask = async (target: string, signedTarget = target, sentHost = host): Promise<number> => {
    const timestamp = Math.floor(Date.now() / 1000)
    const string = Buffer.from(`v2\n${timestamp}\nGET\n${signedTarget}\n${host}\n`, 'latin1')
    const signature = createHmac('sha256', signing_secret).update(string).digest('hex')
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const head = [`GET ${target} HTTP/1.1`, `Host: ${sentHost}`, `X-Api-Key: ${api_key}`, `X-Service-Timestamp: ${timestamp}`]
    socket.write(Buffer.from(`${[...head, `X-Service-Signature-V2: ${signature}`].join('\r\n')}\r\nConnection: close\r\n\r\n`, 'latin1'))
    return Number((await text(socket)).slice(9, 12))
  }
  const targets = { '?limit=5&order_id=a': 200, '?order_id=a&limit=5': 200, '?order_id=%2f+%2F': 200, '?': 200 }
  for (const [query, status] of Object.entries(targets)) expect([query, await ask(`/v2/shipments${query}`)]).toEqual([query, status])
  expect(await ask(`http://${host}/v2/shipments`)).toBe(200)
  expect(await ask('/v2/shipments', '/v2/shipments', host.toUpperCase())).toBe(200)
  expect(await ask('/v2/shipments?limit=5&order_id=a', '/v2/shipments?order_id=a&limit=5')).toBe(401)
  expect(await ask('/v2/shipments?order_id=%2f', '/v2/shipments?order_id=%2F')).toBe(401)
  expect(await ask('/v2/shipments?', '/v2/shipments')).toBe(401)
})

test('refusals and the time window are the same as in version 1', async () => {
  const url = `${service.url}/v2/shipments`
  const now = Math.floor(Date.now() / 1000)
  const at = async (timestamp_s: number, headers: Record<string, string> = {}) =>
    send(service.demo, { ...(await signed({ method: 'GET', url }, timestamp_s)), ...headers })
  expect([await at(now - 270), await at(now + 298), await at(now - 302), await at(now + 330)]).toEqual([
    ...[200, 200],
    ...['timestamp_skew', 'timestamp_skew'],
  ])
  expect(await at(now, { 'X-Service-Signature-V2': '', 'X-Service-Timestamp': '' })).toBe('missing_signature')
  expect(await at(now, { 'X-Service-Signature-V2': 'x', 'X-Service-Timestamp': '' })).toBe('missing_timestamp')
  expect(await at(now, { 'X-Service-Signature-V2': 'x', 'X-Service-Timestamp': `0${now}` })).toBe('malformed_timestamp')
  expect(await at(now - 302, { 'X-Service-Signature-V2': 'x' })).toBe('timestamp_skew')
  const { 'X-Service-Signature-V2': good } = await signed({ method: 'GET', url }, now)
  for (const odd of ['0'.repeat(64), good.toUpperCase(), `${good}0`, `${good}, ${good}`, `v2=${good}`])
    expect([odd, await at(now, { 'X-Service-Signature-V2': odd })]).toEqual([odd, 'signature_mismatch'])
})

test('if both versions are sent, only version 2 counts for every key, and an empty one is refused', async () => {
  const strict = await service.partner({ signature: 'v2' })
  for (const client of [service.demo, strict]) {
    const signer = new RequestSigner(client.credentials.signing_secret)
    const v2 = await signer.headersV2({ method: 'GET', url: `${service.url}/v2/shipments` })
    const v1 = await signer.headers('', Number(v2['X-Service-Timestamp']))
    expect(await send(client, { ...v1, ...v2 })).toBe(200)
    expect(await send(client, { ...v1, ...v2, 'X-Service-Signature': '0'.repeat(64) })).toBe(200)
    expect(await send(client, { ...v1, ...v2, 'X-Service-Signature-V2': '0'.repeat(64) })).toBe('signature_mismatch')
    expect(await send(client, { ...v1, ...v2, 'X-Service-Signature-V2': '' })).toBe('missing_signature')
  }
})

test('a key set to v2 refuses every v1 signature; unsigned requests are refused as before', async () => {
  const operator = await service.operator()
  const key = (await operator.post('/v2/ops/keys', { kind: 'operator', signature: 'v2' })).json
  expect(key.signature).toBe('v2')
  const client = new TestClient(service.url, key)
  const ask = async (headers?: Record<string, string>, version: 'v1' | 'v2' = 'v1') => {
    const { status, json } = await client.get('/v2/ops/keys?limit=1', { version, ...(headers && { headers }) })
    return status === 200 ? status : [status, json.error.code, json.error.details, json.error.message.match(/X-Service-[\w-]+/)?.[0]]
  }
  expect(await ask({}, 'v2')).toBe(200)
  const refused = [401, 'invalid_signature', { reason: 'signature_version' }, 'X-Service-Signature-V2']
  expect(await ask()).toEqual(refused)
  expect(await ask({ 'X-Service-Signature': 'x', 'X-Service-Timestamp': '' })).toEqual(refused)
  expect(await ask({ 'X-Service-Signature': '' })).toEqual([
    401,
    'invalid_signature',
    { reason: 'missing_signature' },
    'X-Service-Signature-V2',
  ])
})

test('an operator sets the signature versions of a key; the key shows them and the audit trail records them', async () => {
  const operator = await service.operator()
  const made = (await operator.post('/v2/ops/partners', { name: 'Strict', signature: 'v2' })).json
  expect(made.signature).toBe('v2')
  const path = `/v2/ops/keys/${made.key_id}`
  expect((await operator.get(path)).json.signature).toBe('v2')
  expect((await operator.get(`/v2/ops/keys?partner_id=${made.partner_id}`)).json.data[0].signature).toBe('v2')
  const client = new TestClient(service.url, made)
  expect((await client.get('/v2/shipments', { version: 'v1' })).json.error.details.reason).toBe('signature_version')
  expect((await operator.patch(path, { signature: 'any' })).json.signature).toBe('any')
  expect((await client.get('/v2/shipments', { version: 'v1' })).status).toBe(200)
  expect((await operator.patch(path, { signature: 'v1' })).json.error.code).toBe('validation_failed')
  const lines = (await operator.get(`/v2/ops/audit?subject=${made.key_id}`)).json.data
  expect(lines.map((line: { action: string; before: object; after: object }) => [line.action, line.before, line.after])).toEqual([
    ['key.changed', expect.objectContaining({ signature: 'v2' }), expect.objectContaining({ signature: 'any' })],
  ])
  const plain = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: made.partner_id })).json
  expect(plain.signature).toBe('any')
})

test('the public URL is read with host and path; other forms are refused with the name of the setting', () => {
  const read = (value: string) => readConfig({ BACKHAUL_PUBLIC_URL: value }).publicUrl
  expect([read(''), readConfig({}).publicUrl]).toEqual([null, null])
  expect(read('https://API.Example.com:443/')).toBe('https://api.example.com')
  expect(read('http://10.0.0.7:8080/returns/')).toBe('http://10.0.0.7:8080/returns')
  for (const odd of ['api.example.com', 'ftp://a.example', 'https://a.example/?x', 'https://a.example/#x', 'https://u:p@a.example'])
    expect(() => read(odd)).toThrow('BACKHAUL_PUBLIC_URL')
  expect(() => read('https://user:secret@a.example')).not.toThrow('secret')
})

test('a service with a public URL writes it into the credentials file and accepts requests signed for it', async () => {
  const known = await startTestService('api', { BACKHAUL_PUBLIC_URL: 'https://api.example.com/returns' })
  try {
    const { credentials } = known.demo as unknown as { credentials: { base_url: string; signature: string; api_key: string } }
    expect([credentials.base_url, credentials.signature]).toEqual(['https://api.example.com/returns', 'any'])
    const ask = async (url: string) => {
      const headers = { 'X-Api-Key': credentials.api_key, ...(await signed({ method: 'GET', url }, undefined, known.demo)) }
      const response = await fetch(`${known.url}/v2/shipments`, { headers })
      return response.ok ? 200 : ((await response.json()) as { error: { message: string } }).error.message
    }
    expect(await ask('https://api.example.com/returns/v2/shipments')).toBe(200)
    expect(await ask(`${known.url}/v2/shipments`)).toContain('The host is api.example.com')
    expect((await known.demo.get('/v2/shipments', { version: 'v1' })).status).toBe(200)
  } finally {
    await known.close()
  }
})
