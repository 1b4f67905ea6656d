import { malformed, mismatched, normalized } from '@backhaul/core/check-address.ts'
import { hasStates } from '@backhaul/core/regions.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { domesticAddress, marketCountry } from '@backhaul/core/territories.ts'
import { areaOf, regionOf } from '../network/centroids.ts'
import { plainCode } from '../network/where-is.ts'
import { addressResource } from '../shipments/resource.ts'

const positionOf = async (address: Address) => {
  const { country, postal_code } = domesticAddress(address)
  const plain = plainCode(postal_code)
  const area = await areaOf(country, plain)
  if (area) return { ...area, precision: 'area' as const }
  const region = await regionOf(country, plain)
  return region && { ...region, precision: 'region' as const }
}

/** Verifies an address. The check uses the normalized spelling, so that spaces and small letters do not count as faults. */
export const verifyAddress = async (given: Address) => {
  const usual = normalized(given)
  const bad = malformed(usual)
  const findings = [
    ...bad,
    ...mismatched({ ...usual, state: given.state ?? null }).filter(({ field }) => !bad.some((one) => one.field === field)),
  ]
  const isBad = findings.some(({ code }) => code !== 'missing')
  return {
    object: 'address_verification' as const,
    verdict: isBad ? ('inconsistent' as const) : hasStates(marketCountry(usual.country)) ? ('consistent' as const) : ('unchecked' as const),
    findings,
    given: addressResource(given),
    normalized: addressResource(usual),
    position: bad.some(({ field }) => field === 'postal_code') ? null : await positionOf(usual),
  }
}
