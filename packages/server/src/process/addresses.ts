import { BlockList, isIP, isIPv6 } from 'node:net'

/** Converts an IPv4-mapped IPv6 address to the IPv4 address. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

/** Null: there are no addresses. */
export const addressList = (cidrs: readonly string[]): BlockList | null => {
  if (cidrs.length === 0) return null
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

export const isListed = (list: BlockList, address: string): boolean => {
  const plain = plainAddress(address)
  const family = isIP(plain)
  return family !== 0 && list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}
