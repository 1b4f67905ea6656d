// The places where the database of a connection string may be: each host, each address of the host's name, and each encryption that
// `sslmode` allows. A process tries one place after another until one is suitable, and starts with that one the next time. So a host that
// hangs costs its time limit once, not for every connection.
import { lookup } from 'node:dns/promises'
import { isIP, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import { type DatabaseTarget, type Host, readDatabaseUrl } from '../process/database-url.ts'

/** Time limit for a name lookup. After this time, the connection uses the name itself. */
const LOOKUP_LIMIT_MS = 1_000
/** Pause after all places were unsuitable. Without it, every request would try all places while there is no primary. */
const REST_MS = 100

export interface Place extends Host {
  /** One of several addresses of the host's name; null when there is only one, or for a socket file. */
  address: string | null
  tls: ConnectionOptions | null
}

/** A client that is connected to a place, or is about to be. */
export interface Visitor {
  readonly place: Place
  /** Breaks the connection. */
  cut(): void
}

/** The host could not be reached. Another encryption would not help. */
const UNREACHED = /^(ECONN|EHOST|ENET|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EADDR|EACCES)/
/** A wrong password is wrong at every place; libpq treats it the same way. */
const REFUSED_USER = /^28/

const isAt = ({ host, port }: Place, other: Place): boolean => host === other.host && port === other.port

export class Places {
  readonly target: DatabaseTarget
  readonly visitors = new Set<Visitor>()
  #list: Place[]
  #current: Place
  #moving: Promise<void> | null = null
  /** Number of consecutive places that were unsuitable. */
  #failed = 0
  #closedUntil_ms = 0
  /** Reasons why places were unsuitable, by host and port. */
  readonly #reasons = new Map<string, string>()

  constructor(target: DatabaseTarget) {
    this.target = target
    this.#list = target.hosts.flatMap((host) => placesOf(target, host, [null]))
    this.#current = this.#list[0] as Place
  }

  get current(): Place {
    return this.#current
  }

  /** Whether there are, or may be, several places to try. */
  get areSeveral(): boolean {
    return this.#list.length > 1 || this.target.session !== 'any'
  }

  /** Number of attempts that covers all places. A name with several addresses is first tried as a name, so there is one more. */
  get tries(): number {
    return this.areSeveral ? this.#list.length + 1 : 1
  }

  /** The reasons why no place was suitable a moment ago; null when it is time to try again. */
  get closed(): string | null {
    return performance.now() < this.#closedUntil_ms ? this.reasons : null
  }

  /** The reason why each place was unsuitable. */
  get reasons(): string {
    return [...this.#reasons].map(([where, why]) => `${where}: ${why}`).join('; ')
  }

  /** Marks a place as suitable. */
  found(place: Place): void {
    this.#failed = 0
    this.#closedUntil_ms = 0
    this.#reasons.clear()
    this.#current = place
  }

  /** Whether all other places would refuse the user in the same way. If several encryptions are possible, another one may still help. */
  isFinal({ code = '' }: Error & { code?: string }): boolean {
    return REFUSED_USER.test(code) && this.target.tls.length === 1
  }

  /** Marks a place as unsuitable. Resolves when the next place to try is known. */
  async failed(place: Place, error: Error & { code?: string }): Promise<void> {
    this.#reasons.set(nameOf(place), error.message || error.code || 'no answer')
    if (!this.areSeveral || this.isFinal(error)) return
    if (place === this.#current) {
      this.#moving ??= this.#move(place, error).finally(() => {
        this.#moving = null
      })
    }
    await this.#moving
  }

  /**
   * Breaks the connections to all other places. DatabaseWatch moved to this place because another one hangs, so answers from the others
   * would never arrive.
   */
  leaveOthers(place: Place): void {
    if (this.target.session === 'any') return
    for (const visitor of [...this.visitors]) if (!isAt(visitor.place, place) || visitor.place.address !== place.address) visitor.cut()
  }

  async #move(from: Place, error: Error & { code?: string }): Promise<void> {
    const lists = await Promise.all(this.target.hosts.map(async (host) => placesOf(this.target, host, await addressesOf(host))))
    this.#list = lists.flat()
    const isUnreached = UNREACHED.test(error.code ?? '') || /timeout|timed out/i.test(error.message)
    const isPassed = (one: Place) => isAt(one, from) && one.address === from.address && (isUnreached || one.tls === from.tls)
    let at = this.#list.findIndex((one) => isAt(one, from) && one.address === from.address && one.tls === from.tls)
    // The host was tried by its name, and the name has several addresses.
    if (at < 0) at = this.#list.findIndex((one) => isAt(one, from)) - 1
    const { length } = this.#list
    const order = Array.from({ length }, (_, i) => this.#list[(at + 1 + i) % length] as Place)
    this.#current = order.find((one) => !isPassed(one)) ?? from
    if (++this.#failed < length) return
    this.#failed = 0
    this.#closedUntil_ms = performance.now() + REST_MS
  }
}

const nameOf = ({ host, port, address }: Place): string => `${host || 'localhost'}${address ? ` (${address})` : ''}${port && `:${port}`}`

const placesOf = ({ tls }: DatabaseTarget, host: Host, addresses: (string | null)[]): Place[] => {
  const ways = host.host.startsWith('/') ? [null] : tls
  return addresses.flatMap((address) => ways.map((way) => ({ ...host, address, tls: way })))
}

const addressesOf = async ({ host }: Host): Promise<(string | null)[]> => {
  if (host === '' || host.startsWith('/') || isIP(host) > 0) return [null]
  const found = lookup(host, { all: true, verbatim: true }).catch(() => [])
  const all = await Promise.race([found, sleep(LOOKUP_LIMIT_MS, [], { ref: false })])
  return all.length > 1 ? all.map(({ address }) => address) : [null]
}

/** Returns a socket that connects to this address, even though the driver passes it the host's name. */
export const socketTo = (address: string): Socket => {
  const socket = new Socket()
  const connect = socket.connect.bind(socket) as (options: object) => Socket
  return Object.assign(socket, { connect: (port: number) => connect({ port, host: address }) })
}

const known = new Map<string, Places>()

/** Returns the places of a connection string, shared by all clients of this process. Throws StartupError. */
export const placesFor = (connectionString: string): Places => {
  let places = known.get(connectionString)
  if (!places) {
    places = new Places(readDatabaseUrl(connectionString))
    known.set(connectionString, places)
  }
  return places
}

interface Reached {
  connectionString?: string | undefined
  host?: string | undefined
  port?: number | undefined
  database?: string | undefined
}

/** Returns the name of the database for messages. */
export const nameOfDatabase = ({ connectionString, host, port, database }: Reached): string =>
  connectionString ? placesFor(connectionString).target.name : `${host}:${port}/${database}`

/** Returns the reason why each host was unsuitable; an empty text if there is only one place. */
export const reasonsOf = ({ connectionString }: Reached): string => {
  const places = connectionString ? placesFor(connectionString) : null
  return places?.areSeveral ? places.reasons : ''
}
