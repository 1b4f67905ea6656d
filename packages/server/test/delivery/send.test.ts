import { once } from 'node:events'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { MAX_IN_FLIGHT } from '../../src/delivery/http1/http1.ts'
import { MAX_BODY_KEPT_BYTES, MAX_BODY_READ_BYTES } from '../../src/delivery/http1/result.ts'
import { attemptHeaders, Signer } from '../../src/delivery/sign.ts'
import { verifies } from '../support/receiver.ts'
import { atEndOfTest, BODY, HEADERS, receiverFor, send, senderFor } from '../support/sending.ts'

/** Time limit for attempts that are supposed to time out. */
const SHORT_MS = 1_000

describe('an outgoing request', () => {
  test('has the exact bytes, the headers of the attempt, and a signature that verifies', async () => {
    const receiver = await receiverFor()
    const headers = attemptHeaders({
      signer: new Signer('whsec_old'),
      next_signer: new Signer('whsec_new'),
      event_id: 'evt_1',
      delivery_id: 'dlv_1',
      attempt: 3,
      timestamp_s: 1_780_000_000,
      body: BODY,
    })
    const result = await send(senderFor(), receiver.url('/in/hook?tenant=a%20b'), undefined, headers)
    expect(result).toMatchObject({
      ok: true,
      status: 200,
      error_class: null,
      error_message: null,
      address: '127.0.0.1',
      body_kept: '{"received":true}',
    })

    const [request] = receiver.requests
    if (request === undefined) throw new Error('nothing arrived')
    expect(request.method).toBe('POST')
    expect(request.path).toBe('/in/hook?tenant=a%20b')
    expect(request.body.equals(Buffer.from(BODY))).toBe(true)
    expect(request.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      'x-service-timestamp': '1780000000',
      'x-service-event-id': 'evt_1',
      'x-service-delivery-id': 'dlv_1',
      'x-service-attempt': '3',
      'user-agent': expect.stringContaining('Backhaul'),
    })
    expect(verifies(request, 'whsec_old')).toBe(true)
    expect(verifies(request, 'whsec_new')).toBe(false)
    expect(verifies(request, 'whsec_new', 'x-service-signature-next')).toBe(true)
    expect(verifies({ ...request, body: Buffer.from(JSON.stringify(JSON.parse(BODY))) }, 'whsec_old')).toBe(false)
  })

  test('has one signature outside a rotation, as in the published example', () => {
    const attempt = {
      signer: new Signer('key'),
      next_signer: null,
      event_id: 'e',
      delivery_id: 'd',
      attempt: 1,
      timestamp_s: 1,
      body: '{}',
    }
    const headers = attemptHeaders(attempt)
    // Computed with: printf '1.{}' | openssl dgst -sha256 -hmac key
    expect(headers['X-Service-Signature']).toBe('1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224')
    expect(headers).not.toHaveProperty('X-Service-Signature-Next')
  })
})

describe('the result of an attempt', () => {
  test.each([200, 201, 202, 204, 299])('status %d succeeds', async (status) => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reply', status })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: true, status, error_class: null, body_kept: '' })
  })

  test.each([400, 401, 404, 410, 429, 500, 503])('status %d fails', async (status) => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reply', status, body: 'no' })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, status, error_class: 'http_status', body_kept: 'no' })
  })

  test.each([301, 302, 303, 307, 308])('redirect %d fails and is never followed', async (status) => {
    const [receiver, private_target] = [await receiverFor(), await receiverFor()]
    receiver.answer({ kind: 'reply', status, headers: { location: private_target.url('/admin') } })
    expect(await send(senderFor(), receiver.url())).toMatchObject({
      ...{ ok: false, status, error_class: 'redirect' },
      error_message: `the receiver answered ${status}, a redirect to ${private_target.url('/admin')}`,
    })
    expect(private_target.connections).toBe(0)
    expect(receiver.requests).toHaveLength(1)
  })

  test('only a redirect with a target names it in the error, and a long target is cut', async () => {
    const receiver = await receiverFor()
    const messageOf = async (status: number, headers: Record<string, string>) => {
      receiver.answer({ kind: 'reply', status, headers })
      return (await send(senderFor(), receiver.url())).error_message
    }
    expect(await messageOf(302, {})).toBe('the receiver answered 302')
    expect(await messageOf(404, { location: '/elsewhere' })).toBe('the receiver answered 404')
    expect(await messageOf(201, { location: '/elsewhere' })).toBe(null)
    expect(await messageOf(302, { location: `/${'x'.repeat(1000)}` })).toHaveLength(300)
  })

  test('Retry-After of a failure is reported in seconds, from both formats; of a success it is ignored', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    receiver.answer({ kind: 'reply', status: 503, headers: { 'retry-after': '120' } })
    expect((await send(sender, receiver.url())).retry_after_s).toBe(120)
    receiver.answer({ kind: 'reply', status: 429, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } })
    const { retry_after_s } = await send(sender, receiver.url())
    expect(retry_after_s).toBeGreaterThan(3000)
    expect(retry_after_s).toBeLessThanOrEqual(3600)
    receiver.answer({ kind: 'reply', status: 200, headers: { 'retry-after': '120' } })
    expect((await send(sender, receiver.url())).retry_after_s).toBeNull()
  })

  test('informational responses are skipped, up to a limit', async () => {
    const receiver = await receiverFor()
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    receiver.answer({ kind: 'raw', text: `${hint}${hint}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok` })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: true, status: 200, body_kept: 'ok' })
    receiver.answer({ kind: 'raw', text: hint.repeat(1000) })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, status: null, error_class: 'protocol' })
  })
})

describe('answers that violate HTTP', () => {
  test('a reset before the answer is reported as reset', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reset' })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, status: null, error_class: 'reset', body_kept: null })
    expect(receiver.requests).toHaveLength(1)
  })

  test('a reset of a reused connection is one failed attempt, not a second request', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    await send(sender, receiver.url())
    receiver.answer({ kind: 'reset' })
    expect(await send(sender, receiver.url())).toMatchObject({ ok: false, error_class: 'reset' })
    expect(receiver.requests.map((request) => request.connection)).toEqual([1, 1])
  })

  test('2xx headers with an incomplete body are a failure', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'short_body', status: 200, claimed_bytes: 1000, body: 'only this' })
    const result = await send(senderFor(), receiver.url())
    expect(result).toMatchObject({ ok: false, status: 200, body_kept: 'only this' })
    expect(['reset', 'protocol']).toContain(result.error_class)
  })

  test('a chunked body that breaks off is a failure', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'cut_chunks', status: 200 })
    const result = await send(senderFor(), receiver.url())
    expect(result).toMatchObject({ ok: false, status: 200 })
    expect(['reset', 'protocol']).toContain(result.error_class)
  })

  test('bytes beyond the stated length are ignored, and the connection is not reused', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    receiver.answer({
      kind: 'raw',
      text: `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 smuggled\r\ncontent-length: 0\r\n\r\n`,
    })
    expect(await send(sender, receiver.url())).toMatchObject({ ok: true, status: 200, body_kept: 'ok' })
    receiver.answer({ kind: 'reply', status: 201 })
    expect(await send(sender, receiver.url())).toMatchObject({ ok: true, status: 201 })
    expect(receiver.requests.map((request) => request.connection)).toEqual([1, 2])
  })

  test.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok!'],
    ['an upgrade nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-filler: 0123456789\r\n'.repeat(3000)}`],
  ])('%s is a protocol failure', async (_name, text) => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'raw', text })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, error_class: 'protocol' })
    await receiver.until(() => receiver.open_connections === 0)
  })
})

describe('the size of an answer', () => {
  test('an endless 2xx answer succeeds after 64 KiB, and its connection is closed', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'endless', status: 200 })
    const result = await send(senderFor(), receiver.url())
    expect(result).toMatchObject({ ok: true, status: 200, error_class: null })
    expect(result.body_kept).toBe('x'.repeat(MAX_BODY_KEPT_BYTES))
    await receiver.until(() => receiver.open_connections === 0)
  })

  test('an endless 500 answer is also cut, and fails', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'endless', status: 500 })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, status: 500, error_class: 'http_status' })
    await receiver.until(() => receiver.open_connections === 0)
  })

  test.each([
    ['a status line', 'HTTP/1.1 200 ', 'OK '],
    ['empty lines', '', '\r\n'],
    ['the extension of a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'ext=value;'],
    ['trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'x-filler: 0123456789\r\n'],
  ])('%s without end is cut as a protocol failure, before the deadline', async (_name, start, repeated) => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'raw_endless', start, repeated })
    expect(await send(senderFor(), receiver.url(), 60_000)).toMatchObject({ ok: false, error_class: 'protocol' })
    await receiver.until(() => receiver.open_connections === 0)
  })

  test('a body of exactly 64 KiB is read completely and leaves the connection usable', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    receiver.answer({ kind: 'reply', status: 200, body: 'y'.repeat(MAX_BODY_READ_BYTES) })
    for (let n = 0; n < 2; n++) expect((await send(sender, receiver.url())).body_kept).toBe('y'.repeat(MAX_BODY_KEPT_BYTES))
    expect(receiver.connections).toBe(1)
  })

  test('the stored text fits a PostgreSQL text column: no NUL, no half character, at most 16 KiB', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    receiver.answer({ kind: 'reply', status: 200, body: 'a\0b' })
    expect((await send(sender, receiver.url())).body_kept).toBe('a\ufffdb')
    receiver.answer({ kind: 'reply', status: 200, body: `a${'é'.repeat(MAX_BODY_KEPT_BYTES)}` })
    expect((await send(sender, receiver.url())).body_kept).toBe(`a${'é'.repeat((MAX_BODY_KEPT_BYTES - 2) / 2)}`)
    receiver.answer({ kind: 'reply', status: 200, body: Buffer.alloc(MAX_BODY_KEPT_BYTES, 0xff) })
    const { body_kept } = await send(sender, receiver.url())
    expect(Buffer.byteLength(body_kept ?? '')).toBeLessThanOrEqual(MAX_BODY_KEPT_BYTES)
    expect(body_kept).toMatch(/^\ufffd+$/)
  })

  test('a body of many small chunks is stored in order', async () => {
    const receiver = await receiverFor()
    const digits = Array.from({ length: 5000 }, (_, n) => String(n % 10))
    receiver.answer({
      kind: 'raw',
      text: `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${digits.map((digit) => `1\r\n${digit}\r\n`).join('')}0\r\n\r\n`,
    })
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: true, body_kept: digits.join('') })
  })
})

describe('the deadline', () => {
  test.each([
    ['no answer', { kind: 'hang' }],
    ['a byte at a time after 2xx headers', { kind: 'drip', status: 200, interval_ms: 20 }],
    ['a byte at a time after 500 headers', { kind: 'drip', status: 500, interval_ms: 20 }],
    ['an answer that comes too late', { kind: 'reply', status: 200, delay_ms: 60_000 }],
  ] as const)('%s times out, and the connection is closed', async (_name, answer) => {
    const receiver = await receiverFor()
    receiver.answer(answer)
    const result = await send(senderFor(), receiver.url(), SHORT_MS)
    expect(result).toMatchObject({ ok: false, error_class: 'timeout', address: '127.0.0.1' })
    expect(result.status).toBe(answer.kind === 'drip' ? answer.status : null)
    await receiver.until(() => receiver.open_connections === 0)
  })

  test('a name that never resolves times out', async () => {
    const sender = senderFor(true, { resolve: () => new Promise(() => {}) })
    expect(await send(sender, 'http://slow.example.com/', SHORT_MS)).toMatchObject({ ok: false, error_class: 'timeout', address: null })
    expect(sender.in_flight).toBe(0)
  })

  test('a handshake that never ends times out, and the connection is closed', async () => {
    const silent = createTcpServer((socket) => socket.on('error', () => {}))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    atEndOfTest(() => silent.close())
    const closed = connectionClosed(silent)
    const result = await send(senderFor(), `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`, SHORT_MS)
    expect(result).toMatchObject({ ok: false, status: null, error_class: 'timeout' })
    await closed
  })
})

async function connectionClosed(server: TcpServer): Promise<void> {
  const [socket] = await once(server, 'connection')
  socket.resume()
  await once(socket, 'close')
}

test('an attempt beyond the limit throws', async () => {
  const sender = senderFor(true, { resolve: () => new Promise(() => {}) })
  const running = Array.from({ length: MAX_IN_FLIGHT }, () => send(sender, 'http://slow.example.com/'))
  expect(() => sender.send({ url: 'http://slow.example.com/', headers: HEADERS, body: BODY }, () => {})).toThrow(/in flight/)
  sender.close()
  for (const result of await Promise.all(running)) expect(result.error_class).toBe('aborted')
})

test('invalid headers throw instead of counting as a failed attempt', async () => {
  const receiver = await receiverFor()
  const bad = send(senderFor(), receiver.url(), undefined, { 'X-Service-Event-Id': 'evt_1\r\nX-Evil: 1' })
  await expect(bad).rejects.toThrow(/invalid X-Service-Event-Id header/)
})
