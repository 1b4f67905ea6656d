// Who may open how many connections. They are counted before a key is known, so by address: whoever opens half requests, or thousands of
// connections, fills a share and not the whole.
import type { Server } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressList, isListed, plainAddress } from '../platform/addresses.ts'
import type { Ledger } from '../platform/ledger.ts'

/** Told of each connection that is turned away. */
export type OnRefused = (reason: 'all' | 'address') => void

export interface AdmissionLimits {
  /** Of the listener. */
  connections: number
  of_address: number
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

/**
 * Turns connections away at once, without an answer, when there are too many. `account` is their name in the ledger, `<account>_of_address`
 * that of the ones from one address. Returns the open ones.
 */
export const admitConnections = (
  server: Server,
  ledger: Ledger,
  account: string,
  { connections, of_address, exempt }: AdmissionLimits,
  onRefused: OnRefused,
): ReadonlySet<Socket> => {
  const open = new Set<Socket>()
  // Cheaper: Node makes nothing for those.
  server.maxConnections = connections
  server.on('drop', () => onRefused('all'))
  const all = ledger.account(account, connections)
  // However few there are: one address never has more than half, so that others always find room.
  const shares = ledger.shares(`${account}_of_address`, Math.min(of_address, Math.ceil(connections / 2)))
  const proxies = addressList(exempt)
  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    // It is gone again.
    if (address === undefined) return socket.destroy()
    const owner = proxies && isListed(proxies, address) ? null : ownerOf(address)
    if (owner !== null && !shares.take(owner)) {
      onRefused('address')
      return socket.destroy()
    }
    if (!all.take()) {
      if (owner !== null) shares.give(owner)
      onRefused('all')
      return socket.destroy()
    }
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      all.give()
      if (owner !== null) shares.give(owner)
    })
  })
  return open
}
