// Where the database of a connection string may be: each of its hosts, each address that the host's name has, with each way to encrypt that its
// `sslmode` allows. A process tries one place after another until one will do, and begins with that one next time: so a host that hangs costs
// its time limit once, not for every connection.
import { lookup } from 'node:dns/promises'
import { isIP, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import { type DatabaseTarget, type Host, readDatabaseUrl } from '../process/database-url.ts'

/** A name that is looked up longer is tried as it is. */
const LOOKUP_LIMIT_MS = 1_000
/** After no place would do, nobody asks again before: while there is no primary, every request would ask all of them. */
const REST_MS = 100

export interface Place extends Host {
  /** One of several that the host's name has; null: there is one, or it is a socket. */
  address: string | null
  tls: ConnectionOptions | null
}

/** A client that is connected to a place, or is about to be. */
export interface Visitor {
  readonly place: Place
  /** As if the connection had broken. */
  cut(): void
}

/** Nobody answered there, in time or at all. Of the other ways to encrypt nothing else can be expected. */
const UNREACHED = /^(ECONN|EHOST|ENET|ENOENT|ENOTFOUND|EAI_|ETIMEDOUT|EADDR|EACCES)/
/** A wrong password is wrong everywhere, as libpq sees it. */
const REFUSED_USER = /^28/

const isAt = ({ host, port }: Place, other: Place): boolean => host === other.host && port === other.port

export class Places {
  readonly target: DatabaseTarget
  readonly visitors = new Set<Visitor>()
  #list: Place[]
  #current: Place
  #moving: Promise<void> | null = null
  /** Places in a row that would not do. */
  #failed = 0
  #closedUntil_ms = 0
  /** By host and port: why it would not do. */
  readonly #reasons = new Map<string, string>()

  constructor(target: DatabaseTarget) {
    this.target = target
    this.#list = target.hosts.flatMap((host) => placesOf(target, host, [null]))
    this.#current = this.#list[0] as Place
  }

  get current(): Place {
    return this.#current
  }

  /** Whether there is more than one place to try, or may be. */
  get areSeveral(): boolean {
    return this.#list.length > 1 || this.target.session !== 'any'
  }

  /** How many tries it takes to have tried all. A name of several addresses was tried as a name at first. */
  get tries(): number {
    return this.areSeveral ? this.#list.length + 1 : 1
  }

  /** Why none would do a moment ago; null: ask. */
  get closed(): string | null {
    return performance.now() < this.#closedUntil_ms ? this.reasons : null
  }

  /** What each of them said. */
  get reasons(): string {
    return [...this.#reasons].map(([where, why]) => `${where}: ${why}`).join('; ')
  }

  /** This one will do. */
  found(place: Place): void {
    this.#failed = 0
    this.#closedUntil_ms = 0
    this.#reasons.clear()
    this.#current = place
  }

  /** Whether another place would say the same; the same one may not, with or without encryption. */
  isFinal({ code = '' }: Error & { code?: string }): boolean {
    return REFUSED_USER.test(code) && this.target.tls.length === 1
  }

  /** This one will not do. Resolves when it is known where to ask next. */
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

  /** The watch went there because another hangs: whoever waits for an answer from elsewhere waits in vain. */
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
    // It was tried by its name, which has several addresses.
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

/** For the driver, which connects to a name. */
export const socketTo = (address: string): Socket => {
  const socket = new Socket()
  const connect = socket.connect.bind(socket) as (options: object) => Socket
  return Object.assign(socket, { connect: (port: number) => connect({ port, host: address }) })
}

const known = new Map<string, Places>()

/** The places of a connection string, the same for all clients of this process. Throws StartupError. */
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

/** Where it is, for messages. */
export const nameOfDatabase = ({ connectionString, host, port, database }: Reached): string =>
  connectionString ? placesFor(connectionString).target.name : `${host}:${port}/${database}`

/** What each of several hosts said; '': there is one. */
export const reasonsOf = ({ connectionString }: Reached): string => {
  const places = connectionString ? placesFor(connectionString) : null
  return places?.areSeveral ? places.reasons : ''
}
