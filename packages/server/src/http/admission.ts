// Limits the number of connections. They are counted by address, because no key is known yet. A client that sends incomplete requests or
// opens thousands of connections fills its own share, not the whole limit.
import type { Server } from 'node:http'
import { type BlockList, isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressList, isListed, plainAddress } from '../process/addresses.ts'
import type { Account, Ledger, Shares } from '../process/ledger.ts'

/** Called for each refused connection. */
export type OnRefused = (reason: 'all' | 'address') => void

export interface AdmissionLimits {
  /** Limit for the whole listener. */
  connections: number
  /** Limit for one address. Null when the connections were already counted by address in the process that hands them over. */
  of_address: number | null
  /** Addresses without a limit, because many clients share them: the proxies in front of the service. */
  exempt: readonly string[]
}

/** Limits on connections that read metrics. They leave room for a few scrapers and their hanging connections. */
export const METRICS_CONNECTIONS: AdmissionLimits = { connections: 100, of_address: 100, exempt: [] }

const NET64_BYTES = 8

/**
 * Returns the unit that counts as one address: an IPv4 address, even when mapped into IPv6, or an IPv6 network of /64, because a single
 * client may have a whole /64.
 */
export const ownerOf = (address: string): string => {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const bytes = ipaddr.parse(plain.split('%')[0] as string).toByteArray()
  return `${Buffer.from(bytes.slice(0, NET64_BYTES)).toString('hex')}/64`
}

/**
 * The connections of a listener. In the ledger, the account `account` counts all of them, and `<account>_of_address` counts those from one
 * address.
 */
export class Admission {
  readonly #all: Account
  readonly #shares: Shares | null
  readonly #proxies: BlockList | null
  readonly #onRefused: OnRefused

  constructor(ledger: Ledger, account: string, { connections, of_address, exempt }: AdmissionLimits, onRefused: OnRefused) {
    this.#all = ledger.account(account, connections)
    // One address never gets more than half of the connections, even if the limit is low. So there is always room for other addresses.
    this.#shares = of_address === null ? null : ledger.shares(`${account}_of_address`, Math.min(of_address, Math.ceil(connections / 2)))
    this.#proxies = addressList(exempt)
    this.#onRefused = onRefused
  }

  /** Counts a connection from this address. Returns a function to call when the connection is closed; null when it must be refused. */
  admit(address: string): (() => void) | null {
    const owner = this.#shares === null || (this.#proxies && isListed(this.#proxies, address)) ? null : ownerOf(address)
    if (owner !== null && !this.#shares?.take(owner)) {
      this.#onRefused('address')
      return null
    }
    const leave = () => {
      if (owner !== null) this.#shares?.give(owner)
    }
    if (!this.#all.take()) {
      leave()
      this.#onRefused('all')
      return null
    }
    return () => {
      this.#all.give()
      leave()
    }
  }
}

/** Refuses excess connections at once, without an answer. Returns the set of open connections. */
export const admitConnections = (
  server: Server,
  ledger: Ledger,
  account: string,
  limits: AdmissionLimits,
  onRefused: OnRefused,
): ReadonlySet<Socket> => {
  const open = new Set<Socket>()
  // The limit for the whole listener is left to Node, which creates no objects for the connections that it drops.
  server.maxConnections = limits.connections
  server.on('drop', () => onRefused('all'))
  const admission = new Admission(ledger, account, limits, onRefused)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    // A connection without an address is already closed.
    const leave = address === undefined ? null : admission.admit(address)
    if (leave === null) return socket.destroy()
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      leave()
    })
  })
  return open
}
