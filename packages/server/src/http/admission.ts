// Limits the number of connections. Connections are counted before a key is known, so by address. A client that opens half requests or
// thousands of connections fills its own share and not the whole limit.
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
  /** Limit for one address. Null when the process that hands over the connections has already counted them by address. */
  of_address: number | null
  /** Addresses without a limit of their own, because they carry many clients: the proxies in front. */
  exempt: readonly string[]
}

const NET64_BYTES = 8

/**
 * Returns the unit that counts as one address: an IPv4 address, even when mapped into IPv6, or an IPv6 network of /64, which is what one
 * client has.
 */
export const ownerOf = (address: string): string => {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const bytes = ipaddr.parse(plain.split('%')[0] as string).toByteArray()
  return `${Buffer.from(bytes.slice(0, NET64_BYTES)).toString('hex')}/64`
}

/**
 * The connections of a listener. Their account in the ledger is `account`; `<account>_of_address` is that of the connections from one
 * address.
 */
export class Admission {
  readonly #all: Account
  readonly #shares: Shares | null
  readonly #proxies: BlockList | null
  readonly #onRefused: OnRefused

  constructor(ledger: Ledger, account: string, { connections, of_address, exempt }: AdmissionLimits, onRefused: OnRefused) {
    this.#all = ledger.account(account, connections)
    // One address never has more than half, even of a low limit, so that others always find room.
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
  // This limit is cheaper, because Node creates no objects for the connections that it drops.
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
