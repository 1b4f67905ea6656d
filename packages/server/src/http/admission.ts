// Who may open how many connections. They are counted before a key is known, so by address: whoever opens half requests, or thousands of
// connections, fills a share and not the whole.
import type { Server } from 'node:http'
import { type BlockList, isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressList, isListed, plainAddress } from '../process/addresses.ts'
import type { Account, Ledger, Shares } from '../process/ledger.ts'

/** Told of each connection that is turned away. */
export type OnRefused = (reason: 'all' | 'address') => void

export interface AdmissionLimits {
  /** Of the listener. */
  connections: number
  /** Null: whoever hands the connections over has counted them by address. */
  of_address: number | null
  /** Whose connections are those of many: the proxies in front. */
  exempt: readonly string[]
}

const NET64_BYTES = 8

/** What counts as one address: an IPv4 address, also when it comes mapped into IPv6, or an IPv6 network of /64, which is what one client has. */
export const ownerOf = (address: string): string => {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const bytes = ipaddr.parse(plain.split('%')[0] as string).toByteArray()
  return `${Buffer.from(bytes.slice(0, NET64_BYTES)).toString('hex')}/64`
}

/** The connections of a listener. `account` is their name in the ledger, `<account>_of_address` that of the ones from one address. */
export class Admission {
  readonly #all: Account
  readonly #shares: Shares | null
  readonly #proxies: BlockList | null
  readonly #onRefused: OnRefused

  constructor(ledger: Ledger, account: string, { connections, of_address, exempt }: AdmissionLimits, onRefused: OnRefused) {
    this.#all = ledger.account(account, connections)
    // However few there are: one address never has more than half, so that others always find room.
    this.#shares = of_address === null ? null : ledger.shares(`${account}_of_address`, Math.min(of_address, Math.ceil(connections / 2)))
    this.#proxies = addressList(exempt)
    this.#onRefused = onRefused
  }

  /** Counts a connection from this address. Returns what to call when it is gone; null: it is one too many. */
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

/** Turns connections away at once, without an answer, when there are too many. Returns the open ones. */
export const admitConnections = (
  server: Server,
  ledger: Ledger,
  account: string,
  limits: AdmissionLimits,
  onRefused: OnRefused,
): ReadonlySet<Socket> => {
  const open = new Set<Socket>()
  // Cheaper: Node makes nothing for those.
  server.maxConnections = limits.connections
  server.on('drop', () => onRefused('all'))
  const admission = new Admission(ledger, account, limits, onRefused)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    // Without an address it is gone again.
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
