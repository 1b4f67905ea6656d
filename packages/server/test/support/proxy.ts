import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** `garble` sends bytes that are not a message of the protocol. */
export type Disturbance = 'reset' | 'half-close' | 'garble'

/** A proxy between the service and PostgreSQL that can stop all traffic, as if PostgreSQL hung. */
export interface DatabaseProxy {
  /** The URL that leads to the same database through this proxy. */
  url: string
  /** The number of connections that the service has opened. */
  readonly taken: number
  /** Holds back all data. New connections are accepted but get no answer. */
  freeze(): void
  thaw(): void
  /** Stops all data on the existing connections. New connections work normally. */
  forget(): void
  /** Disturbs every connection of the service, even in the middle of its work. */
  disturb(way: Disturbance): void
  close(): Promise<void>
}

export const startProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl)
  const port = Number(target.port || 5432)
  const directory = target.searchParams.get('host')
  const reach = (): Socket =>
    directory?.startsWith('/') ? connect(`${directory}/.s.PGSQL.${port}`) : connect(port, directory ?? target.hostname)

  const sockets = new Set<Socket>()
  const fromService = new Set<Socket>()
  let isFrozen = false
  let taken = 0
  const add = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('data', (bytes) => other.write(bytes))
    socket.on('end', () => other.end())
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroySoon()
    })
    if (isFrozen) socket.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    taken++
    const other = reach()
    fromService.add(socket)
    socket.on('close', () => fromService.delete(socket))
    add(socket, other)
    add(other, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url.search = ''
  return {
    url: url.href,
    get taken() {
      return taken
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    forget() {
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    disturb(way) {
      for (const socket of fromService) {
        if (way === 'reset') socket.resetAndDestroy()
        else if (way === 'half-close') socket.end()
        else socket.write(randomBytes(64))
      }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
