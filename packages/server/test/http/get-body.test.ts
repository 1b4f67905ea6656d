// The signature of a request covers the bytes of its body, whatever the method is. Apart from that, the content of a GET or DELETE body is
// ignored.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

interface Sent {
  /** The bytes that are signed, if they differ from the body that is sent. */
  signed?: string
  chunked?: boolean
  headers?: Record<string, string>
}

/** Sends a body with a method for which `fetch` allows no body. */
const send = async (method: string, path: string, body: string, { signed = body, chunked = false, headers = {} }: Sent = {}) => {
  const { api_key, signing_secret } = service.demo.credentials
  const signature = await new RequestSigner(signing_secret).headers(signed)
  return new Promise<{ status: number; json: { error: { code: string; details: Record<string, unknown> } } & Record<string, unknown> }>(
    (resolve, reject) => {
      const length: Record<string, string> = chunked
        ? { 'Transfer-Encoding': 'chunked' }
        : { 'Content-Length': String(Buffer.byteLength(body)) }
      const sent = request(service.url + path, {
        method,
        headers: { 'X-Api-Key': api_key, ...signature, ...length, ...headers },
      })
      sent.on('error', reject)
      sent.on('response', async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode as number, json: text === '' ? null : JSON.parse(text) })
      })
      sent.end(body)
    },
  )
}

test.each([
  ['with its length', false],
  ['in chunks', true],
])('a GET with a body is signed over the bytes of the body, %s', async (_how, chunked) => {
  const { status, json } = await send('GET', '/v2/shipments?limit=1', '{ "any":  "thing" }', { chunked })
  expect([status, json.object]).toEqual([200, 'list'])
})

test.each([
  ['over nothing', ''],
  ['over the same value written otherwise', '{"any":"thing"}'],
])('a GET with a body that is signed %s is refused', async (_what, signed) => {
  const { status, json } = await send('GET', '/v2/shipments', '{ "any":  "thing" }', { signed })
  expect([status, json.error.code, json.error.details]).toEqual([401, 'invalid_signature', { reason: 'signature_mismatch' }])
})

test('a GET with an empty body, declared or not, is signed over nothing', async () => {
  expect((await send('GET', '/v2/shipments', '')).status).toBe(200)
  expect((await send('GET', '/v2/shipments', '', { chunked: true })).status).toBe(200)
  expect((await service.demo.get('/v2/shipments')).status).toBe(200)
})

test('the content of a GET body is ignored', async () => {
  for (const body of ['{', 'null', '\u0000', 'limit=0']) expect((await send('GET', '/v2/shipments', body)).status).toBe(200)
  const gzip = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' }
  expect((await send('GET', '/v2/shipments', 'x', { headers: gzip })).status).toBe(200)
})

test('a DELETE with a body is signed over the bytes of the body', async () => {
  const made = await service.demo.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
  const path = `/v2/webhooks/${made.json.id}`
  expect((await send('DELETE', path, '{"a":1}', { signed: '' })).json.error.code).toBe('invalid_signature')
  expect((await send('DELETE', path, '{"a":1}')).status).toBe(204)
})

test('a GET body counts toward the limits: 413 above 1 MiB, with or without Content-Length', async () => {
  const body = 'x'.repeat(1024 * 1024)
  expect((await send('GET', '/v2/shipments', body)).status).toBe(200)
  for (const chunked of [false, true]) {
    const { status, json } = await send('GET', '/v2/shipments', `${body}x`, { chunked })
    expect([status, json.error.code]).toEqual([413, 'payload_too_large'])
  }
})

test('public tracking accepts a GET with a body that the signature does not cover', async () => {
  const { json } = await service.demo.post('/v2/shipments', RETURN)
  expect((await send('GET', `/v2/tracking/${json.tracking}`, 'x', { signed: '' })).status).toBe(200)
})
