// Accepts the connections of a machine and hands each to an API process (ADR 22). In spreading mode the process with the fewest connections
// gets it. In gathering mode the fullest process below its cap gets it. A process gets its next connection only after it has taken the
// previous one. So a stalled process delays one connection, and a process that dies loses no connection that it had not taken. This module
// counts connections over all processes, in total and for each address.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Admission } from '../http/admission.ts'
import { StartupError } from '../process/startup-error.ts'
import type { Link } from './link.ts'

interface Accepted {
  socket: Socket
  leave: () => void
}

/**
 * Time that connections wait for the gathering process before another process gets them. Longer than any turn of its event loop should
 * take.
 */
const GATHER_PATIENCE_MS = 50

interface Taker {
  link: Link
  /** The process's open connections by number, each with the function to call when it is closed. */
  open: Map<number, () => void>
  /** When the process was given a connection that it has not taken yet. Null: it has taken its last one. */
  taking_ms: number | null
}

export class Spreader {
  // Reads no bytes here, because all of them belong to the process that answers.
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  /** The process that got the last connection is last. */
  readonly #takers = new Map<number, Taker>()
  readonly #waiting: Accepted[] = []
  readonly #admission: Admission
  /** Number of connections that a process gets before the next one gets any. 0: connections are spread. */
  readonly #fill: number
  #next_number = 1
  #isOpen = false
  #lookAgain: NodeJS.Timeout | null = null

  constructor(admission: Admission, fill = 0) {
    this.#admission = admission
    this.#fill = fill
  }

  /** @returns the URL. Throws StartupError. */
  async listen(host: string, port: number): Promise<string> {
    await listenOn(this.#server, host, port, 'PORT')
    return urlOf(host, this.#server.address() as AddressInfo)
  }

  /** Releases the waiting connections when everything is ready. */
  open(): void {
    this.#isOpen = true
    this.#spread()
  }

  /** From now on the process gets connections. */
  add(id: number, link: Link): void {
    this.#takers.set(id, { link, open: new Map(), taking_ms: null })
    this.#spread()
  }

  remove(id: number): void {
    for (const leave of this.#takers.get(id)?.open.values() ?? []) leave()
    this.#takers.delete(id)
  }

  /** The process has taken the connection that was handed to it. */
  took(id: number): void {
    const taker = this.#takers.get(id)
    if (taker) taker.taking_ms = null
    this.#spread()
  }

  /** These connections of the process are closed. */
  closed(id: number, numbers: readonly number[]): void {
    const open = this.#takers.get(id)?.open
    for (const number of numbers) {
      open?.get(number)?.()
      open?.delete(number)
    }
  }

  /** Accepts no more connections. Connections already handed over stay open. */
  close(): void {
    this.#server.close()
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  #accept(socket: Socket): void {
    // A client may reset the connection while it waits.
    socket.on('error', () => socket.destroy())
    const address = socket.remoteAddress
    // A socket without an address is already closed.
    const leave = address === undefined ? null : this.#admission.admit(address)
    if (leave === null) {
      socket.destroy()
      return
    }
    this.#waiting.push({ socket, leave })
    this.#spread()
  }

  #spread(): void {
    while (this.#isOpen && this.#waiting.length > 0) {
      const next = this.#next()
      if (!next) {
        this.#spreadLater()
        return
      }
      const { socket, leave } = this.#waiting.shift() as Accepted
      if (socket.destroyed) {
        leave()
        continue
      }
      const [id, taker] = next
      const number = this.#next_number++
      taker.open.set(number, leave)
      taker.taking_ms = performance.now()
      this.#takers.delete(id)
      this.#takers.set(id, taker)
      taker.link.note('connection', number, socket)
    }
  }

  /** No event tells that a process has stalled for too long, so a timer checks again. */
  #spreadLater(): void {
    if (this.#fill === 0 || this.#lookAgain) return
    const again = () => {
      this.#lookAgain = null
      this.#spread()
    }
    this.#lookAgain = setTimeout(again, GATHER_PATIENCE_MS).unref()
  }

  #next(): [number, Taker] | null {
    const gathering = this.#gathering()
    if (gathering) return gathering[1].taking_ms === null ? gathering : null
    let best: [number, Taker] | null = null
    for (const one of this.#takers) if (one[1].taking_ms === null && (!best || one[1].open.size < best[1].open.size)) best = one
    return best
  }

  /** Returns the process with the most connections that is not full, even if it cannot take one at this moment. */
  #gathering(): [number, Taker] | null {
    let best: [number, Taker] | null = null
    for (const one of this.#takers) {
      const { open, taking_ms } = one[1]
      const standsStill = taking_ms !== null && performance.now() - taking_ms >= GATHER_PATIENCE_MS
      if (open.size < this.#fill && !standsStill && (!best || open.size > best[1].open.size)) best = one
    }
    return best
  }
}

/** The setting that a port comes from. */
export type PortSetting = 'PORT' | 'BACKHAUL_METRICS_PORT'

/** Throws StartupError. */
export const listenOn = (server: ReturnType<typeof createServer>, host: string, port: number, setting: PortSetting): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(listenFault(error, host, port, setting))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      // A connection could not be accepted for lack of file descriptors. The next one may succeed.
      server.on('error', () => {})
      resolve()
    })
  })

export const listenFault = (error: unknown, host: string, port: number, setting: PortSetting): StartupError => {
  const { code, message } = error as NodeJS.ErrnoException
  const others = setting === 'PORT' ? 'a free port, or 0 to use any free port' : 'a free port'
  if (code === 'EADDRINUSE') return new StartupError(`port ${port} on ${host} is in use; set ${setting} to ${others}`)
  return new StartupError(`cannot listen on ${host}:${port}: ${message}`)
}

export const urlOf = (host: string, { port }: AddressInfo): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
