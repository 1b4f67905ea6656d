// Attacks that anybody can make without a key, or with the text of a key but without its secret. Each attack has its own addresses.
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Siege } from './attack.ts'
import { browse, connect } from './client.ts'

const UNREAD_CONNECTIONS = 400
const HALF_CONNECTIONS = 3000

/** Keeps `most` connections open, each started by `start`. A new connection replaces the oldest one, which is reset. */
const crowd = (most: number, start: (siege: Siege) => Promise<Socket>) => {
  const open: Socket[] = []
  return async (siege: Siege): Promise<void> => {
    const socket = await start(siege)
    open.push(socket)
    if (open.length > most) open.shift()?.resetAndDestroy()
  }
}

const KEY_LENGTH = 43
const unknownKey = (like: string) => like.slice(0, -KEY_LENGTH) + randomBytes(32).toString('base64url').slice(0, KEY_LENGTH)

/** Returns the beginning of a request, after which the connection is reset or half closed. */
const torn = ({ random, key }: Siege): string => {
  const all = [
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /docs HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET /docs HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20),
    'POST /v2/shipments HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n',
    'POST /v2/shipments HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 10\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    `GET /v2/tracking/x HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`.repeat(10),
  ]
  return all[Math.floor(random() * all.length)] as string
}

/** Returns pipelined reads followed by a body that never completes. The service must release the bytes of that body. */
const withheld = ({ key }: Siege): string => {
  const read = `GET /v2/tracking/x HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\n\r\n`
  const body = `POST /v2/shipments/batch HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 8000000\r\n\r\n`
  return `${read.repeat(40)}${body}${' '.repeat(300_000)}`
}

export const STRANGERS: readonly Attack[] = [
  {
    name: 'unread pages',
    at_once: 8,
    minimum_per_s: 4,
    run: crowd(UNREAD_CONNECTIONS, async ({ port, random }) => {
      const socket = await connect(port, '127.0.1.1')
      socket.pause()
      socket.write(`GET ${random() < 0.5 ? '/docs/all' : '/v2/openapi.json'} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(10))
      await sleep(100)
      return socket
    }),
  },
  {
    name: 'requests that never end',
    at_once: 16,
    minimum_per_s: 10,
    run: crowd(HALF_CONNECTIONS, async ({ port }) => {
      const socket = await connect(port, '127.0.1.2')
      socket.write('GET /v2/shipments HTTP/1.1\r\nHost: x\r\nX-Slow: ')
      await sleep(20)
      return socket
    }),
  },
  {
    name: 'interrupted requests',
    at_once: 8,
    minimum_per_s: 4,
    run: async (siege) => {
      const socket = await connect(siege.port, '127.0.1.3')
      socket.write(torn(siege))
      await sleep(siege.random() * 100)
      if (siege.random() < 0.7) socket.resetAndDestroy()
      else socket.end(() => setTimeout(() => socket.destroy(), 1000))
    },
  },
  {
    name: 'keys that do not exist',
    at_once: 40,
    minimum_per_s: 100,
    each: 20,
    run: async ({ port, key }) => {
      const socket = await connect(port, '127.0.1.4')
      const ended = new Promise((resolve) => socket.once('close', resolve))
      socket.resume()
      const request = () => `GET /v2/shipments HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${unknownKey(key)}\r\n`
      for (let i = 1; i < 20; i++) socket.write(`${request()}\r\n`)
      socket.write(`${request()}Connection: close\r\n\r\n`)
      await Promise.race([ended, sleep(10_000)])
      socket.destroy()
    },
  },
  {
    name: 'bodies that never arrive',
    at_once: 12,
    minimum_per_s: 3,
    run: async (siege) => {
      const socket = await connect(siege.port, '127.0.1.5')
      socket.write(withheld(siege))
      await sleep(500 + siege.random() * 1000)
      socket.resetAndDestroy()
    },
  },
  {
    name: 'sign-in at a provider that hangs',
    at_once: 40,
    minimum_per_s: 6,
    run: ({ port, random }) => {
      const back = `/sign-in/oidc/callback?code=${random()}&state=${randomBytes(32).toString('base64url')}`
      return browse(port, `127.0.3.${1 + Math.floor(random() * 200)}`, 'GET', random() < 0.5 ? '/sign-in/oidc' : back)
    },
  },
  {
    name: 'sign-in links that do not exist',
    at_once: 20,
    minimum_per_s: 8,
    run: ({ port, random }) => {
      const token = `bh_sandbox_lnk_${randomBytes(13).toString('hex')}_${randomBytes(32).toString('base64url')}`
      return browse(port, `127.0.4.${1 + Math.floor(random() * 200)}`, 'POST', '/v2/console-sessions', JSON.stringify({ token }))
    },
  },
]
