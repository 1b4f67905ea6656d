// Accepts the connections of a machine and hands each of them to an API process (ADR 22). There are two modes. When connections are spread
// evenly, the process with the fewest connections gets the next one. When they are gathered, the process with the most connections below
// its cap gets it. A process gets its next connection only after it has taken the previous one. A stalled process therefore delays only one
// connection, and a process that dies loses only connections that it had taken. This module counts the connections of all processes, in
// total and for each client address.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Admission } from '../http/admission.ts'
import { StartupError } from '../process/startup-error.ts'
import type { Link } from './link.ts'

interface Accepted {
  socket: Socket
  leave: () => void
}

/**
 * How long connections wait for the process with the most connections before another process gets them. No turn of that process's event
 * loop should take this long.
 */
const GATHER_PATIENCE_MS = 50

interface Target {
  link: Link
  /** The process's open connections by number, each with the function to call when it is closed. */
  open: Map<number, () => void>
  /** Time at which the process was given the connection that it has not taken yet. Null: it has taken its last connection. */
  taking_ms: number | null
}

export class ConnectionBalancer {
  // No bytes are read here, because the process that answers must get all of them.
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  /** In the order in which the processes last got a connection, the most recent last. */
  readonly #targets = new Map<number, Target>()
  readonly #waiting: Accepted[] = []
  readonly #admission: Admission
  /** Number of connections that one process gets before the next process gets any. 0: connections are spread evenly. */
  readonly #fill: number
  #next_number = 1
  #isOpen = false
  #checkAgain: NodeJS.Timeout | null = null

  constructor(admission: Admission, fill = 0) {
    this.#admission = admission
    this.#fill = fill
  }

  /** @returns the URL. Throws StartupError. */
  async listen(host: string, port: number): Promise<string> {
    await listenOn(this.#server, host, port, 'PORT')
    return urlOf(host, this.#server.address() as AddressInfo)
  }

  /** Starts to hand out connections, including those that are already waiting. Call it when everything is ready. */
  open(): void {
    this.#isOpen = true
    this.#distribute()
  }

  /** Adds a process, which gets connections from now on. */
  add(id: number, link: Link): void {
    this.#targets.set(id, { link, open: new Map(), taking_ms: null })
    this.#distribute()
  }

  remove(id: number): void {
    for (const leave of this.#targets.get(id)?.open.values() ?? []) leave()
    this.#targets.delete(id)
  }

  /** The process has taken the connection that was handed to it. */
  took(id: number): void {
    const target = this.#targets.get(id)
    if (target) target.taking_ms = null
    this.#distribute()
  }

  /** These connections of the process are closed. */
  closed(id: number, numbers: readonly number[]): void {
    const open = this.#targets.get(id)?.open
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
    this.#distribute()
  }

  #distribute(): void {
    while (this.#isOpen && this.#waiting.length > 0) {
      const next = this.#next()
      if (!next) {
        this.#distributeLater()
        return
      }
      const { socket, leave } = this.#waiting.shift() as Accepted
      if (socket.destroyed) {
        leave()
        continue
      }
      const [id, target] = next
      const number = this.#next_number++
      target.open.set(number, leave)
      target.taking_ms = performance.now()
      this.#targets.delete(id)
      this.#targets.set(id, target)
      target.link.note('connection', number, socket)
    }
  }

  /** There is no event for a process that has stalled for too long, so a timer checks again. */
  #distributeLater(): void {
    if (this.#fill === 0 || this.#checkAgain) return
    const again = () => {
      this.#checkAgain = null
      this.#distribute()
    }
    this.#checkAgain = setTimeout(again, GATHER_PATIENCE_MS).unref()
  }

  #next(): [number, Target] | null {
    const gathering = this.#gathering()
    if (gathering) return gathering[1].taking_ms === null ? gathering : null
    let best: [number, Target] | null = null
    for (const one of this.#targets) if (one[1].taking_ms === null && (!best || one[1].open.size < best[1].open.size)) best = one
    return best
  }

  /**
   * Returns the process with the most connections, among those that are neither full nor stalled. It may still be unable to take a
   * connection at this moment.
   */
  #gathering(): [number, Target] | null {
    let best: [number, Target] | null = null
    for (const one of this.#targets) {
      const { open, taking_ms } = one[1]
      const isStalled = taking_ms !== null && performance.now() - taking_ms >= GATHER_PATIENCE_MS
      if (open.size < this.#fill && !isStalled && (!best || open.size > best[1].open.size)) best = one
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
