import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import type { AttemptResult } from '../../src/delivery/http1/http1.ts'
import {
  type Receiver,
  startReceiver,
  startTlsReceiver,
  TLS_RECEIVER_CA,
  TLS_RECEIVER_KEY,
  TLS_RECEIVER_NAME,
} from '../support/receiver.ts'
import { atEndOfTest, BODY, HEADERS, receiverFor, send, senderFor } from '../support/sending.ts'

describe('failed connections', () => {
  test('a closed port is a connect failure', async () => {
    const receiver = await startReceiver()
    const url = receiver.url()
    await receiver.close()
    expect(await send(senderFor(), url)).toMatchObject({
      ok: false,
      status: null,
      error_class: 'connect',
      address: null,
      error_message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('a name that does not resolve, or has no addresses, is a dns failure', async () => {
    const fails = senderFor(true, { resolve: () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' })) })
    expect(await send(fails, 'http://nowhere.example.com/')).toMatchObject({
      error_class: 'dns',
      error_message: expect.stringContaining('ENOTFOUND'),
    })
    const empty = senderFor(true, { resolve: async () => [] })
    expect(await send(empty, 'http://nowhere.example.com/')).toMatchObject({ error_class: 'dns' })
  })

  test('an untrusted certificate is a tls failure, and no request is sent', async () => {
    const receiver = await receiverFor(startTlsReceiver())
    expect(await send(senderFor(), receiver.url())).toMatchObject({ ok: false, error_class: 'tls' })
    expect(receiver.requests).toHaveLength(0)
  })

  test('a certificate for another name is a tls failure, and no request is sent', async () => {
    const receiver = await receiverFor(startTlsReceiver())
    const sender = senderFor(true, { ca: TLS_RECEIVER_CA, resolve: async () => ['127.0.0.1'] })
    expect(await send(sender, receiver.url('/', 'other.example.com'))).toMatchObject({ ok: false, error_class: 'tls' })
    expect(receiver.requests).toHaveLength(0)
  })

  test('plain HTTP in reply to an HTTPS sender is a tls failure', async () => {
    const receiver = await receiverFor()
    expect(await send(senderFor(), `https://127.0.0.1:${receiver.port}/`)).toMatchObject({ ok: false, error_class: 'tls' })
  })

  test('a second address is tried when the first does not answer', async () => {
    const receiver = await receiverFor()
    const sender = senderFor(true, { resolve: async () => ['::1', '127.0.0.1'] })
    expect(await send(sender, receiver.url('/', 'both.example.com'))).toMatchObject({ ok: true, address: '127.0.0.1' })
  })

  test.for(['localhost', 'shop.localhost'])('%s is this machine, whatever its hosts file says', async (name) => {
    const receiver = await receiverFor()
    expect(await send(senderFor(), receiver.url('/', name))).toMatchObject({ ok: true, address: '127.0.0.1', error_message: null })
  })
})

test('over HTTPS, SNI and Host have the name although the socket goes to a checked address', async () => {
  const receiver = await receiverFor(startTlsReceiver())
  const sender = senderFor(true, { ca: TLS_RECEIVER_CA, resolve: async () => ['127.0.0.1'] })
  expect(await send(sender, receiver.url('/hook', TLS_RECEIVER_NAME))).toMatchObject({ ok: true, address: '127.0.0.1' })
  expect(receiver.requests[0]).toMatchObject({ tls_name: TLS_RECEIVER_NAME, headers: { host: `${TLS_RECEIVER_NAME}:${receiver.port}` } })
  expect(await send(sender, receiver.url('/hook'))).toMatchObject({ ok: true })
  expect(receiver.requests[1]).toMatchObject({ tls_name: null })
})

describe('with public targets only', () => {
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'localhost']

  test.each(hosts)('https://%s is refused when sending, without a connection', async (host) => {
    const receiver = await receiverFor(startTlsReceiver())
    expect(await send(senderFor(false, { ca: TLS_RECEIVER_CA }), receiver.url('/', host))).toMatchObject({
      ok: false,
      error_class: 'address_not_allowed',
      address: null,
    })
    expect(receiver.connections).toBe(0)
  })

  test('http is refused when sending', async () => {
    const receiver = await receiverFor()
    expect(await send(senderFor(false), receiver.url('/', 'example.com'))).toMatchObject({ ok: false, error_class: 'address_not_allowed' })
  })

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a mapped private address', ['::ffff:127.0.0.1']],
    ['a NAT64 address', ['64:ff9b::7f00:1']],
    ['one private address among public ones', ['8.8.8.8', '2606:4700::1111', '127.0.0.1']],
    ['the IPv6 loopback', ['::1']],
    ['something that is no address', ['not-an-address']],
    ['nothing', []],
  ])('a name that resolves to %s is refused like an unresolved one, without a connection', async (_name, addresses) => {
    const receiver = await receiverFor(startTlsReceiver())
    const sender = senderFor(false, { ca: TLS_RECEIVER_CA, resolve: async () => addresses })
    const result = await send(sender, receiver.url('/', TLS_RECEIVER_NAME))
    const unknown = senderFor(false, { resolve: () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' })) })
    const expected = { ...(await send(unknown, receiver.url('/', TLS_RECEIVER_NAME))), duration_ms: expect.any(Number) }
    expect(result).toEqual(expected)
    expect(result).toMatchObject({ ok: false, status: null, error_class: 'dns', address: null })
    expect(result.error_message).not.toContain('ENOTFOUND')
    expect(receiver.connections).toBe(0)
  })

  test('a name is resolved once per connection, so a second, rebound answer is never used', async () => {
    const receiver = await receiverFor(startTlsReceiver())
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    let asked = 0
    const sender = senderFor(false, {
      ca: TLS_RECEIVER_CA,
      resolve: async () => answers[asked++] ?? ['10.0.0.1'],
      isAllowedAddress: (address) => address === '127.0.0.1',
    })
    expect(await send(sender, receiver.url('/', TLS_RECEIVER_NAME))).toMatchObject({ ok: true, address: '127.0.0.1' })
    expect(asked).toBe(1)
    receiver.answer({ kind: 'reply', status: 200, headers: { connection: 'close' } })
    expect(await send(sender, receiver.url('/', TLS_RECEIVER_NAME))).toMatchObject({ ok: true })
    expect(await send(sender, receiver.url('/', TLS_RECEIVER_NAME))).toMatchObject({ ok: false, error_class: 'dns' })
    expect(asked).toBe(2)
  })

  test('the peer is checked again after connecting; a refused address gets no byte of the request', async () => {
    const receiver = await receiverFor(startTlsReceiver())
    const judged: string[] = []
    const sender = senderFor(false, {
      ca: TLS_RECEIVER_CA,
      resolve: async () => ['127.0.0.1'],
      isAllowedAddress: (address) => judged.push(address) === 1,
    })
    expect(await send(sender, receiver.url('/', TLS_RECEIVER_NAME))).toMatchObject({
      ok: false,
      error_class: 'address_not_allowed',
      address: null,
    })
    expect(judged).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(receiver.requests).toHaveLength(0)
  })
})

describe('connections between attempts', () => {
  test('successive attempts share one connection, regardless of path', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    for (const path of ['/a', '/b', '/a']) await send(sender, receiver.url(path))
    expect(receiver.connections).toBe(1)
    expect(sender.idle_connections).toBe(1)
  })

  test('webhooks of one origin do not share connections, so leftovers of one never reach another', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    const sendFor = (webhook: string) =>
      new Promise((resolve) => sender.send({ url: receiver.url(), headers: HEADERS, body: BODY, webhook }, resolve))
    for (const webhook of ['whk_a', 'whk_b', 'whk_a', 'whk_b']) expect(await sendFor(webhook)).toMatchObject({ ok: true })
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 2, 1, 2])
    expect(sender.idle_connections).toBe(2)
  })

  test('a receiver that closes after every answer gets a new connection each time and loses nothing', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reply', status: 200, headers: { connection: 'close' } })
    const sender = senderFor()
    for (let n = 0; n < 3; n++) expect(await send(sender, receiver.url())).toMatchObject({ ok: true })
    expect(receiver.connections).toBe(3)
    expect(sender.idle_connections).toBe(0)
  })

  test('a receiver that closes without notice, as in HTTP/1.0, gets a new connection', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    receiver.answer({ kind: 'raw', text: 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok' })
    for (let n = 0; n < 3; n++) expect(await send(sender, receiver.url())).toMatchObject({ ok: true, body_kept: 'ok' })
    expect(receiver.connections).toBe(3)
  })

  test('an attempt never waits for another, even with a hundred hanging at the same origin', async () => {
    const [receiver, other] = [await receiverFor(), await receiverFor()]
    receiver.answer((request) => (request.path === '/hang' ? { kind: 'hang' } : { kind: 'reply', status: 200 }))
    const sender = senderFor()
    const hanging = Array.from({ length: 100 }, () => send(sender, receiver.url('/hang')))
    await receiver.received(100)
    expect(await send(sender, receiver.url('/fine'))).toMatchObject({ ok: true })
    expect(await send(sender, other.url('/fine'))).toMatchObject({ ok: true })
    expect(sender.in_flight).toBe(100)
    sender.close()
    for (const result of await Promise.all(hanging)) expect(result).toMatchObject({ ok: false, error_class: 'aborted' })
    await receiver.until(() => receiver.open_connections === 0)
  })

  test('idle connections are limited, and those idle longest are closed', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reply', status: 200, delay_ms: 500 })
    const sender = senderFor()
    const sendFor = (webhook: string) =>
      new Promise<AttemptResult>((resolve) => sender.send({ url: receiver.url(), headers: HEADERS, body: BODY, webhook }, resolve))
    for (const webhook of ['whk_a', 'whk_b', 'whk_c']) {
      const results = await Promise.all(Array.from({ length: 400 }, () => sendFor(webhook)))
      expect(results.filter((result) => result.ok)).toHaveLength(400)
    }
    expect(sender.idle_connections).toBeLessThanOrEqual(1024)
    expect(sender.idle_connections).toBeGreaterThan(0)
  })

  test('a receiver that closes every connection at once does not cause endless reconnecting', async () => {
    const slammer = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.resetAndDestroy()
    })
    slammer.listen(0, '127.0.0.1')
    await once(slammer, 'listening')
    atEndOfTest(() => slammer.close())
    let connections = 0
    slammer.on('connection', () => connections++)
    const result = await send(senderFor(), `http://127.0.0.1:${(slammer.address() as AddressInfo).port}/`)
    expect(result.ok).toBe(false)
    expect(['reset', 'connect']).toContain(result.error_class)
    expect(connections).toBe(1)
  })

  test('a connection closed by the receiver while idle is dropped, and the next attempt opens another', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    await send(sender, receiver.url())
    receiver.dropConnections()
    await vi.waitFor(() => expect(sender.idle_connections).toBe(0), { timeout: 60_000 })
    expect(await send(sender, receiver.url())).toMatchObject({ ok: true })
    expect(receiver.connections).toBe(2)
  })

  test.each([
    ['closed', (receiver: Receiver) => receiver.dropConnections()],
    ['spoken on out of turn', (receiver: Receiver) => receiver.speak('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n')],
  ])('a connection that is %s just before reuse is replaced, because nothing was written yet', async (_name, disturb) => {
    const receiver = await receiverFor()
    const sender = senderFor()
    await send(sender, receiver.url())
    await setTimeout(50)
    // Continues in the phase of the event loop that reads sockets, like a worker that has just received a row from the database.
    await readFile(fileURLToPath(import.meta.url))
    disturb(receiver)
    expect(await send(sender, receiver.url())).toMatchObject({ ok: true, status: 200 })
    expect(receiver.requests.map((request) => request.connection)).toEqual([1, 2])
  })

  test('the size limit applies to each answer of a connection separately', async () => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'reply', status: 200, body: 'z'.repeat(60_000) })
    const sender = senderFor()
    for (let n = 0; n < 20; n++) expect(await send(sender, receiver.url())).toMatchObject({ ok: true })
    expect(receiver.connections).toBe(1)
  })

  test('a connection older than a minute is not reused, so that a changed name is resolved again', async () => {
    const receiver = await receiverFor()
    const sender = senderFor()
    vi.useFakeTimers({ toFake: ['performance'] })
    atEndOfTest(() => vi.useRealTimers())
    for (let s = 0; s < 62; s++) {
      await send(sender, receiver.url())
      vi.advanceTimersByTime(1000)
    }
    expect(receiver.requests.map((request) => request.connection)).toEqual([...Array(61).fill(1), 2])
  })

  test.each([
    ['without a hint of the receiver', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['sooner than the receiver would', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=4\r\n\r\n'],
  ])('an unused connection is closed after a while %s', async (_name, text) => {
    const receiver = await receiverFor()
    receiver.answer({ kind: 'raw', text })
    const sender = senderFor()
    await send(sender, receiver.url())
    await receiver.until(() => receiver.open_connections === 0)
    await vi.waitFor(() => expect(sender.idle_connections).toBe(0), { timeout: 60_000 })
  })

  test.each([
    ['over a new connection', 0],
    ['over one that rested', 50],
  ])('an attempt that ended before its request was written, %s, is never sent later', async (_name, rested_ms) => {
    const receiver = await receiverFor()
    const sender = senderFor()
    if (rested_ms > 0) await send(sender, receiver.url('/first'))
    await setTimeout(rested_ms)
    const unsent = send(sender, receiver.url('/unsent'))
    sender.close()
    expect(await unsent).toMatchObject({ ok: false, error_class: 'aborted' })
    const later = senderFor()
    for (let n = 0; n < 5; n++) await send(later, receiver.url('/later'))
    expect(receiver.requests.map((request) => request.path)).not.toContain('/unsent')
  })
})

describe('receivers that break the order of requests and answers', () => {
  const tcpReceiver = async (serve: (socket: Socket) => void): Promise<{ url: string; connections: () => number }> => {
    let connections = 0
    const sockets = new Set<Socket>()
    const server = createTcpServer((socket) => {
      connections++
      sockets.add(socket)
      socket.on('error', () => {})
      serve(socket)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEndOfTest(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections: () => connections }
  }
  const reply = (status: number, body: string): string => `HTTP/1.1 ${status} X\r\ncontent-length: ${body.length}\r\n\r\n${body}`

  test('one that silently closes after each answer gets every attempt', async () => {
    const { url } = await tcpReceiver((socket) => socket.once('data', () => socket.end(reply(200, 'ok'))))
    const sender = senderFor()
    const verdicts: boolean[] = []
    const next = (left: number): Promise<void> =>
      new Promise((resolve) => {
        // The next attempt starts while the previous response is still being handled, as it does in the worker.
        const again = (n: number): void =>
          sender.send({ url, headers: {}, body: '{}' }, ({ ok }) => {
            verdicts.push(ok)
            if (n > 1) again(n - 1)
            else resolve()
          })
        again(left)
      })
    await Promise.all([next(50), next(50), next(50)])
    expect(verdicts).toHaveLength(150)
    expect(verdicts.filter((ok) => !ok)).toEqual([])
  })

  test('an answer sent before its request belongs to no attempt', async () => {
    // The first response exactly fills one read, so the forged response arrives in a separate read.
    const head = 'HTTP/1.1 500 X\r\ncontent-length: '
    const length = 65_536 - head.length - '65400'.length - 4
    const first = `${head}${length}\r\n\r\n${'x'.repeat(length)}`
    expect(first).toHaveLength(65_536)
    let served = 0
    const { url } = await tcpReceiver((socket) =>
      socket.on('data', () => socket.write(served++ === 0 ? first + reply(200, 'forged') : reply(500, 'own'))),
    )
    const sender = senderFor()
    const results = await new Promise<(string | null)[]>((resolve) => {
      const kept: (string | null)[] = []
      const again = (): void =>
        sender.send({ url, headers: {}, body: '{}' }, ({ body_kept }) => {
          kept.push(body_kept)
          if (kept.length < 3) again()
          else resolve(kept)
        })
      again()
    })
    expect(results.slice(1)).toEqual(['own', 'own'])
  })

  test('one that answers without reading gets a new connection for each request', async () => {
    const receiver = await tcpReceiver((socket) => {
      socket.pause()
      socket.write(reply(200, ''))
    })
    const sender = senderFor()
    const body = 'x'.repeat(16_000_000)
    for (let n = 1; n <= 3; n++) {
      expect(await new Promise((resolve) => sender.send({ url: receiver.url, headers: {}, body }, ({ ok }) => resolve(ok)))).toBe(true)
      expect(receiver.connections()).toBe(n)
      expect(sender.idle_connections).toBe(0)
    }
  })

  test('an answer is judged by its status once 64 KiB of its body have arrived', async () => {
    const { url } = await tcpReceiver((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 70000\r\n\r\n${'x'.repeat(65_536)}`)),
    )
    expect(await send(senderFor(), url, 2000)).toMatchObject({ ok: true, status: 200 })
  })

  test('if a reused connection was closed and no other opens, the failure names no address', async () => {
    const open = new Set<Socket>()
    const server = createTcpServer((socket) => {
      open.add(socket)
      socket.on('data', () => socket.write(reply(200, 'ok')))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const sender = senderFor()
    const second = new Promise<AttemptResult>((resolve) => {
      sender.send({ url, headers: {}, body: '{}' }, () => {
        for (const socket of open) socket.destroy()
        server.close()
        sender.send({ url, headers: {}, body: '{}' }, resolve)
      })
    })
    expect(await second).toMatchObject({ ok: false, error_class: 'connect', address: null })
  })
})

test('a receiver that asks for TLS renegotiation gets none', async () => {
  const renegotiated: (Error | null)[] = []
  const server = createTlsServer({ key: TLS_RECEIVER_KEY, cert: TLS_RECEIVER_CA, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.renegotiate({}, (error) => renegotiated.push(error))
      void setTimeout(200).then(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEndOfTest(() => server.close())
  const { port } = server.address() as AddressInfo
  await send(senderFor(true, { ca: TLS_RECEIVER_CA }), `https://127.0.0.1:${port}/`)
  expect(renegotiated.filter((error) => error === null)).toEqual([])
})
