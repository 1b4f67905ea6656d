// Accepts the connections of a machine and hands each to the API process with the fewest. A process gets the next one when it has taken the
// one before, so a process that stands still holds up one connection, and one that dies takes none with it that it has not begun.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { MAX_CONNECTIONS } from '../http/connections.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Link } from './link.ts'

interface Taker {
  link: Link
  /** Connections that it has. */
  open: number
  isTaking: boolean
}

export class Spreader {
  // Not a byte is read here: all of them are for the process that answers.
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  /** The one that got the last connection is last. */
  readonly #takers = new Map<number, Taker>()
  readonly #waiting: Socket[] = []
  #isOpen = false

  /** @returns the URL. Throws StartupError. */
  async listen(host: string, port: number): Promise<string> {
    await listenOn(this.#server, host, port)
    return urlOf(host, this.#server.address() as AddressInfo)
  }

  /** Until then connections wait: the first answer comes when everything is ready. */
  open(): void {
    this.#isOpen = true
    this.#spread()
  }

  /** From now on it gets connections. */
  add(id: number, link: Link): void {
    this.#takers.set(id, { link, open: 0, isTaking: false })
    this.#spread()
  }

  remove(id: number): void {
    this.#takers.delete(id)
  }

  /** It has taken the connection that was handed to it. */
  took(id: number): void {
    const taker = this.#takers.get(id)
    if (taker) taker.isTaking = false
    this.#spread()
  }

  closed(id: number, count: number): void {
    const taker = this.#takers.get(id)
    if (taker) taker.open -= count
  }

  /** Takes no more connections. Those that were handed over are not touched. */
  close(): void {
    this.#server.close()
    for (const socket of this.#waiting.splice(0)) socket.destroy()
  }

  #accept(socket: Socket): void {
    // A client may reset it while it waits.
    socket.on('error', () => socket.destroy())
    if (this.#waiting.length >= MAX_CONNECTIONS) {
      socket.destroy()
      return
    }
    this.#waiting.push(socket)
    this.#spread()
  }

  #spread(): void {
    while (this.#isOpen && this.#waiting.length > 0) {
      const next = this.#next()
      if (!next) return
      const socket = this.#waiting.shift() as Socket
      if (socket.destroyed) continue
      const [id, taker] = next
      taker.open++
      taker.isTaking = true
      this.#takers.delete(id)
      this.#takers.set(id, taker)
      taker.link.note('connection', null, socket)
    }
  }

  #next(): [number, Taker] | null {
    let best: [number, Taker] | null = null
    for (const one of this.#takers) if (!one[1].isTaking && (!best || one[1].open < best[1].open)) best = one
    return best
  }
}

/** Throws StartupError. */
export const listenOn = (server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(listenFault(error, host, port))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      // A connection that could not be accepted, for want of file descriptors: the next may be.
      server.on('error', () => {})
      resolve()
    })
  })

export const listenFault = (error: unknown, host: string, port: number): StartupError => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new StartupError(`port ${port} on ${host} is in use; set PORT to a free one, or 0 to have one picked`)
  return new StartupError(`cannot listen on ${host}:${port}: ${message}`)
}

export const urlOf = (host: string, { port }: AddressInfo): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
