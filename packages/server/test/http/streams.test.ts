// Slots for lists as CSV, with real connections and the test's own clock.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../src/http/connections.ts'
import { Sending, Streams } from '../../src/http/streams.ts'

/** The test replaces setTimeout here. */
const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
  for (const began_ms = performance.now(); !(await condition()); ) {
    if (performance.now() - began_ms > 20_000) throw new Error(`not within 20 s: ${what}`)
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  }
}

let now_ms: number
let streams: Streams
let port: number
let sockets: Socket[]
let stop: () => Promise<unknown>
/** The number of list parts that were made for each owner. */
let made: Map<string, number>

async function* endless(owner: string) {
  for (;;) {
    made.set(owner, (made.get(owner) ?? 0) + 1)
    yield 'x'.repeat(150_000)
  }
}

/** One part that is larger than the connection buffers. So nothing is left to make while the client reads. */
async function* large(owner: string) {
  yield 'x'.repeat(32 * 1024 * 1024)
  made.set(owner, 1)
}

beforeEach(async () => {
  now_ms = 0
  sockets = []
  made = new Map()
  streams = new Streams(() => now_ms)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    Connection.of(request.socket).begin(response)
    const owner = (request.url as string).slice(1)
    if (owner === 'never') return
    const reply = { raw: response, request: { raw: request }, send: (bytes: NodeJS.ReadableStream) => bytes.pipe(response) }
    if (streams.makeRoom(owner) === null)
      streams.send(reply as unknown as FastifyReply, owner.startsWith('large') ? large(owner) : endless(owner), owner, () => {})
    else response.writeHead(503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  stop = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
})
afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

/** A connection whose client reads nothing and requests the lists of these owners one after another. */
const ask = async (...owners: string[]): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(owners.map((owner) => `GET /${owner} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
  return socket
}
const pass = (ms: number) => {
  now_ms += ms
  vi.advanceTimersByTime(ms)
}
/** Waits until this many lists are open and no connection accepts more data. */
const stalled = async (open: number) => {
  let before = -1
  await until('no client takes more', async () => {
    const total = [...made.values()].reduce((sum, parts) => sum + parts, 0)
    const isStill = total === before && streams.open === open
    before = total
    return isStill
  })
}

test('one owner has at most a quarter of the slots', async () => {
  for (let i = 0; i < 4; i++) await ask('a')
  await stalled(4)
  expect(streams.makeRoom('a')).toEqual({ whose: 'owner', limit: 4 })
  expect(streams.makeRoom('b')).toBeNull()
  expect(streams.open).toBe(4)
})

test('owners whose clients do not read lose slots to owners that have far fewer', async () => {
  const owners = ['a', 'b', 'c', 'd']
  for (const owner of owners) for (let i = 0; i < 4; i++) await ask(owner)
  await stalled(16)
  expect(streams.makeRoom('e')).toEqual({ whose: 'all', limit: 16 })
  for (let own = 0; own < 3; own++) {
    pass(1_000)
    expect([own, streams.makeRoom('e'), streams.open]).toEqual([own, null, 15])
    await ask('e')
    await stalled(16)
  }
  // No owner has more than 4 slots now, and `e` would have 4 with one more. So no owner loses a slot to `e`.
  pass(1_000)
  expect(streams.makeRoom('e')).toEqual({ whose: 'all', limit: 16 })
  expect(streams.makeRoom('f')).toBeNull()
})

test('a client that does not read is disconnected at a deadline, and its slot is freed', async () => {
  const socket = await ask('a')
  const closed = once(socket, 'close')
  await stalled(1)
  pass(9_999)
  expect(streams.open).toBe(1)
  pass(1)
  expect(streams.open).toBe(0)
  socket.resume()
  await closed
})

test('a client that leaves the end of a finished list unread can lose its slot early and is disconnected too', async () => {
  for (const owner of ['large-a', 'large-b', 'large-c', 'large-d']) for (let i = 0; i < 4; i++) await ask(owner)
  await until('all are made', () => made.size === 4 && streams.open === 16)
  await new Promise((resolve) => setImmediate(resolve))
  expect(streams.makeRoom('e')).toEqual({ whose: 'all', limit: 16 })
  pass(1_000)
  expect([streams.makeRoom('e'), streams.open]).toEqual([null, 15])
  pass(9_000)
  expect(streams.open).toBe(0)
})

test('after a list is read to its end, its connection is not cut', async () => {
  const socket = await ask('large-a')
  socket.resume()
  await until('it is read', () => made.size === 1 && streams.open === 0)
  pass(60_000)
  expect(socket.destroyed).toBe(false)
})

test('a client that reads a little each time is disconnected too', () => {
  const cut = vi.fn()
  const sending = new Sending(
    'a',
    cut,
    () => true,
    () => now_ms,
  )
  for (let part = 0; part < 66; part++) {
    sending.offer()
    pass(9_000)
    sending.taken()
  }
  // The time for making parts does not count toward the deadline.
  pass(3_600_000)
  sending.offer()
  pass(5_999)
  expect(cut).not.toHaveBeenCalled()
  pass(1)
  expect(cut).toHaveBeenCalledTimes(1)
})

test('a client is not blamed for a list that waits behind another answer on its connection', async () => {
  await ask('never', 'a')
  await until('it was begun', () => streams.open === 1)
  await new Promise((resolve) => setImmediate(resolve))
  pass(60_000)
  expect(streams.open).toBe(1)
})

test('a list that waits behind another answer can lose its slot and is disconnected eventually', async () => {
  for (const owner of ['a', 'b', 'c', 'd']) for (let i = 0; i < 4; i++) await ask('never', owner)
  await until('they were begun', () => streams.open === 16)
  await new Promise((resolve) => setImmediate(resolve))
  expect(streams.makeRoom('e')).toEqual({ whose: 'all', limit: 16 })
  pass(1_000)
  expect([streams.makeRoom('e'), streams.open]).toEqual([null, 15])
  for (let i = 0; i < 60; i++) pass(10_000)
  expect(streams.open).toBe(0)
})
