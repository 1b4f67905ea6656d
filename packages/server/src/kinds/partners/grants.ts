// Limits the rights that a key may grant. A new operator's key gets at most the scopes and addresses of the key that requests it, so that
// nobody can extend their own rights. The command line may grant everything, because its user has access to the database anyway.
import type { ApiKey } from '@backhaul/core/partner.ts'
import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import ipaddr from 'ipaddr.js'

type Grant = Pick<ApiKey, 'scopes' | 'allow_ips'>

const rangeOf = (cidr: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  if (cidr.includes('/')) return ipaddr.parseCIDR(cidr)
  const address = ipaddr.parse(cidr)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const isWithin = (cidr: string, outer: string): boolean => {
  const [address, bits] = rangeOf(cidr)
  const [outerAddress, outerBits] = rangeOf(outer)
  return address.kind() === outerAddress.kind() && bits >= outerBits && address.match(outerAddress, outerBits)
}

/**
 * Returns null if `granting` may grant these rights to an operator's key. Errors: `insufficient_scope`; `validation_failed` for addresses
 * that `granting` does not have.
 */
export const checkGrant = (granting: Grant, { scopes, allow_ips }: Grant): Refusal | null => {
  const missing = scopes.find((scope) => !granting.scopes.includes(scope))
  if (missing !== undefined)
    return refuse(
      'insufficient_scope',
      `This key does not have the scope ${missing}, so it cannot give this scope to an operator's key; leave the scope out, or use a key that has it.`,
      {
        required: missing,
      },
    )
  if (granting.allow_ips.length === 0) return null
  const remedy = `must be within the addresses of the key that makes the request: ${granting.allow_ips.join(', ')}`
  if (allow_ips.length === 0) return invalidField('/allow_ips', 'granted', remedy)
  const outside = allow_ips.findIndex((cidr) => !granting.allow_ips.some((own) => isWithin(cidr, own)))
  return outside < 0 ? null : invalidField(`/allow_ips/${outside}`, 'granted', remedy)
}
