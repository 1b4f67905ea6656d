// Accepts the connections of a machine and hands each of them to an API process (ADR 22). The process with the fewest
// connections gets the next one, and only after it has taken the previous one. A stalled process therefore delays only one
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

interface Target {
  link: Link
  /** The process's open connections by number, each with the function to call when it is closed. */
  open: Map<number, () => void>
  /** Whether the process was given a connection that it has not taken yet. */
  isTaking: boolean
}

export class ConnectionBalancer {
  // No bytes are read here, because the process that answers must get all of them.
  readonly #server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket))
  /** In the order in which the processes last got a connection, the most recent last. */
  readonly #targets = new Map<number, Target>()
  readonly #waiting: Accepted[] = []
  readonly #admission: Admission
  #next_number = 1
  #isOpen = false

  constructor(admission: Admission) {
    this.#admission = admission
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
    this.#targets.set(id, { link, open: new Map(), isTaking: false })
    this.#distribute()
  }

  remove(id: number): void {
    for (const leave of this.#targets.get(id)?.open.values() ?? []) leave()
    this.#targets.delete(id)
  }

  /** The process has taken the connection that was handed to it. */
  took(id: number): void {
    const target = this.#targets.get(id)
    if (target) target.isTaking = false
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
      if (!next) return
      const { socket, leave } = this.#waiting.shift() as Accepted
      if (socket.destroyed) {
        leave()
        continue
      }
      const [id, target] = next
      const number = this.#next_number++
      target.open.set(number, leave)
      target.isTaking = true
      this.#targets.delete(id)
      this.#targets.set(id, target)
      target.link.note('connection', number, socket)
    }
  }

  #next(): [number, Target] | null {
    let best: [number, Target] | null = null
    for (const one of this.#targets) if (!one[1].isTaking && (!best || one[1].open.size < best[1].open.size)) best = one
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
