// Finds the prices that a change of tariffs removes (docs/operating/money.md#tariffs). Pure function. For each service, it checks which
// origins still reach the market. The origins are all countries, and the prefixes named in the old tariffs. The destinations are the
// prefixes named in the old tariffs, and "anywhere".
import { COUNTRIES, countryName } from './countries.ts'
import { isServed, type RateTables } from './rating.ts'
import { type Address, SERVICE_LEVELS, type ServiceLevel } from './shipment.ts'
import { ANYWHERE } from './tariff.ts'
import { marketCountry } from './territories.ts'

export interface LostPrice {
  country: string
  service_level: ServiceLevel
  /**
   * The origins. Outside the market's own country they are countries. Inside it they are postal-code prefixes, or `*` for any place there.
   */
  from: string[]
  message: string
}

/** Maximum number of prefixes that are checked as origins. */
const MAX_PREFIXES = 1_000
const MAX_DESTINATIONS = 50
const MAX_NAMED = 10

const addressIn = (country: string, postal_code = ''): Address => ({ line1: '', city: '', country, postal_code })

/** Returns the prefixes that the tariffs in force name. */
const namedBy = (country: string, { tariffs, today = '' }: RateTables, side: 'origins' | 'destinations', most: number): string[] => {
  const found = new Set<string>()
  for (const dated of tariffs?.get(country)?.values() ?? []) {
    const tariff = dated.find(({ effective_on }) => effective_on <= today)
    for (const name of tariff?.zones[side].keys() ?? []) if (name !== ANYWHERE && !COUNTRIES.has(name) && found.size < most) found.add(name)
  }
  return [...found]
}

const listed = (names: readonly string[]): string => {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return `${names.slice(0, MAX_NAMED).join(', ')}${more}`
}

/** Returns the prices that are in `before` but no longer in `after`. The two differ only in the tariffs of this country. */
export const lostPrices = (country: string, before: RateTables, after: RateTables): LostPrice[] => {
  const destinations = ['', ...namedBy(country, before, 'destinations', MAX_DESTINATIONS)].map((prefix) => addressIn(country, prefix))
  const origins: [name: string, from: Address | null][] = [
    [ANYWHERE, null],
    ...namedBy(country, before, 'origins', MAX_PREFIXES).map((prefix): [string, Address] => [prefix, addressIn(country, prefix)]),
    ...[...COUNTRIES].filter((code) => marketCountry(code) !== country).map((code): [string, Address] => [code, addressIn(code)]),
  ]
  return SERVICE_LEVELS.flatMap((service_level) => {
    const isLost = ([, from]: (typeof origins)[number]): boolean =>
      destinations.some((to) => isServed({ from, to, service_level }, before) && !isServed({ from, to, service_level }, after))
    const from = origins.filter(isLost).map(([name]) => name)
    if (from.length === 0) return []
    const abroad = from.filter((name) => COUNTRIES.has(name)).map((code) => `${countryName(code)} (${code})`)
    const home = from.filter((name) => !COUNTRIES.has(name)).map((name) => (name === ANYWHERE ? 'any place' : name))
    const parts = [
      ...(home.length > 0 ? [`from ${listed(home)} in ${country}`] : []),
      ...(abroad.length > 0 ? [`from ${abroad.length} other ${abroad.length === 1 ? 'country' : 'countries'}: ${listed(abroad)}`] : []),
    ]
    return [{ country, service_level, from, message: `${service_level} service to ${country} loses its price ${parts.join('; and ')}` }]
  })
}
