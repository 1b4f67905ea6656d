// Accepts the connections of a machine and hands each to the API process with the fewest, or, where they are to be gathered, to the one with
// the most that has not got its fill (ADR 22). A process gets the next one when it has taken the one before, so a process that stands
// still holds up one connection, and one that dies takes none with it that it has not begun. How many connections there may be, in all and of
// one address, is counted here, over all processes.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Admission } from '../http/admission.ts'
import { StartupError } from '../process/startup-error.ts'
import type { Link } from './link.ts'

interface Accepted {
  socket: Socket
  leave: () => void
}

/** How long connections wait for the process that gathers them before another gets them: more than any turn of its event loop should take. */
const GATHER_PATIENCE_MS = 50

interface Taker {
  link: Link
  /** Connections that it has, by their numbers: what to call when they are gone. */
  open: Map<number, () => void>
  /** Since when it has been taking the one that it was given last; null: it has taken it. */
  taking_ms: number | null
}

export class Spreader {
  // Not a byte is read here: all of them are for the process that answers.
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  /** The one that got the last connection is last. */
  readonly #takers = new Map<number, Taker>()
  readonly #waiting: Accepted[] = []
  readonly #admission: Admission
  /** Connections that a process has before the next gets any; 0: they are spread. */
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

  /** Until then connections wait: the first answer comes when everything is ready. */
  open(): void {
    this.#isOpen = true
    this.#spread()
  }

  /** From now on it gets connections. */
  add(id: number, link: Link): void {
    this.#takers.set(id, { link, open: new Map(), taking_ms: null })
    this.#spread()
  }

  remove(id: number): void {
    for (const leave of this.#takers.get(id)?.open.values() ?? []) leave()
    this.#takers.delete(id)
  }

  /** It has taken the connection that was handed to it. */
  took(id: number): void {
    const taker = this.#takers.get(id)
    if (taker) taker.taking_ms = null
    this.#spread()
  }

  /** These of its connections are gone. */
  closed(id: number, numbers: readonly number[]): void {
    const open = this.#takers.get(id)?.open
    for (const number of numbers) {
      open?.get(number)?.()
      open?.delete(number)
    }
  }

  /** Takes no more connections. Those that were handed over are not touched. */
  close(): void {
    this.#server.close()
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  #accept(socket: Socket): void {
    // A client may reset it while it waits.
    socket.on('error', () => socket.destroy())
    const address = socket.remoteAddress
    // Without an address it is gone again.
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

  /** Nobody may say when a process has been standing still for too long. */
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

  /** The process with the most connections that is not full, whether or not it can take one at this moment. */
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
      // A connection that could not be accepted, for want of file descriptors: the next may be.
      server.on('error', () => {})
      resolve()
    })
  })

export const listenFault = (error: unknown, host: string, port: number, setting: PortSetting): StartupError => {
  const { code, message } = error as NodeJS.ErrnoException
  const others = setting === 'PORT' ? 'a free one, or 0 to have one picked' : 'a free one'
  if (code === 'EADDRINUSE') return new StartupError(`port ${port} on ${host} is in use; set ${setting} to ${others}`)
  return new StartupError(`cannot listen on ${host}:${port}: ${message}`)
}

export const urlOf = (host: string, { port }: AddressInfo): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
