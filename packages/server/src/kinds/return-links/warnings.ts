// Warns the partner who creates a link about refusals that the shopper cannot avoid in the form.
import { COUNTRIES, countryName } from '@backhaul/core/countries.ts'
import { isServed, type RateTables } from '@backhaul/core/rating.ts'
import type { Address, ServiceLevel } from '@backhaul/core/shipment.ts'
import { marketCountry } from '@backhaul/core/territories.ts'
import type { ReturnLinkRow } from './queries.ts'

const MAX_NAMED = 5

export interface ReturnLinkWarning {
  code: 'origin_unserved'
  message: string
}

/** `to` and `service_level`: the destination and the service level of the link's shipments. */
export const warningsOf = (
  { market, from_address }: Pick<ReturnLinkRow, 'market' | 'from_address'>,
  { to, service_level }: { to: Address; service_level: ServiceLevel },
  tables: RateTables,
): ReturnLinkWarning[] => {
  const only = market ?? from_address?.country ?? null
  // Within the market, the price depends on the postal code, which only the shopper enters. So only other countries are checked.
  const abroad = (only === null ? [...COUNTRIES] : [only]).filter((code) => marketCountry(code) !== marketCountry(to.country))
  const unserved = abroad.filter((country) => !isServed({ from: { line1: '', city: '', country }, to, service_level }, tables))
  if (unserved.length === 0) return []
  const names = unserved.slice(0, MAX_NAMED).map((code) => `${countryName(code)} (${code})`)
  const more = unserved.length > MAX_NAMED ? ` and ${unserved.length - MAX_NAMED} other countries` : ''
  const remedy = only === null ? 'Set `market` to offer one country only.' : 'Choose another service, or ask the operator for a price.'
  const message = `The form will refuse returns from ${names.join(', ')}${more}, because ${service_level} service from there to ${to.country} has no price. ${remedy}`
  return [{ code: 'origin_unserved', message }]
}
