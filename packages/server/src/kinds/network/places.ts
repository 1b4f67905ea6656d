// Facilities and markets, which an operator creates or replaces completely, by code or country, and the list of carriers.

import { COUNTRIES, needsPostalCode } from '@backhaul/core/countries.ts'
import type { Carrier, Facility } from '@backhaul/core/network.ts'
import type { Market } from '@backhaul/core/rating.ts'
import { invalid, invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Static } from 'typebox'
import type { Database } from '../../database/db.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { putRow } from './put-row.ts'
import { type FacilityPut, IS_CODE, type MarketPut } from './schema.ts'
import { faultsOfPlace } from './stores.ts'

/** A carrier with the state of its service. The state is null if the carrier has no service, is inactive, or was not called yet. */
export interface ListedCarrier extends Carrier, Pick<Row<'carrier_exchanges'>, 'asked_at' | 'failing_since' | 'last_error' | 'stopped'> {
  /** Whether requests to the carrier's service are signed with a shared secret. */
  is_signed: boolean
}

export const badCode = (field: 'code' | 'country', rule: string): Refusal =>
  refuse('not_found', `The path does not contain a valid ${field}; use ${rule}.`, { field })

/** Creates or replaces a facility. Errors: `not_found` for an invalid code; `validation_failed`. */
export const putFacility = async (
  service: Service,
  actor: OperatorActor,
  code: string,
  input: Static<typeof FacilityPut>,
): Promise<Facility | Refusal> => {
  if (!IS_CODE.test(code)) return badCode('code', '1 to 40 letters, digits, dots, dashes or underscores')
  const errors = faultsOfPlace(input)
  // Over HTTP, the schema has already checked the postal code, but the command line has no schema.
  if (!input.postal_code?.trim() && needsPostalCode(input.country))
    errors.push({ path: '/postal_code', rule: 'required', message: `is required in ${input.country}` })
  if (errors.length > 0) return invalid(errors)
  const { line1 = null, state = null, active = true, postal_code, ...rest } = input
  return putRow<Facility>(service, 'facilities', code, actor, () => ({
    ...{ code, ...rest, line1, state, active },
    postal_code: postal_code ?? '',
  }))
}

/**
 * Finds a tariff of a market whose currency differs from the given one. Null if there is none. Rate cards need no such check, because their
 * amounts are always in the market's currency.
 */
const findTariffIn = (db: Database, country: string, currency: string) =>
  db.one<{ carrier: string; effective_on: string }>(
    'market_tariffs',
    'select carrier, effective_on from tariffs where country = $1 and currency <> $2 order by effective_on desc, carrier limit 1',
    [country, currency],
  )

/**
 * Creates or replaces a market. Without `mode`, it stays as it was, because earlier clients do not send it. Errors: `not_found` for a country
 * or carrier that does not exist; `validation_failed` on `/carrier`, on `/mode`, and on `/currency` while a tariff is in another currency.
 */
export const putMarket = async (
  service: Service,
  actor: OperatorActor,
  country: string,
  { kind, carrier = null, currency, mode: given }: Static<typeof MarketPut>,
): Promise<Market | Refusal> => {
  if (!COUNTRIES.has(country)) return badCode('country', 'an ISO 3166-1 alpha-2 code in capitals')
  if (kind === 'fixed' && carrier === null) return invalidField('/carrier', 'required', 'is required for a fixed market')
  if (kind === 'marketplace' && carrier !== null) {
    return invalidField('/carrier', 'absent', 'must be absent for a marketplace, which chooses the cheapest carrier at injection')
  }
  const tariff = await findTariffIn(service.db, country, currency)
  if (tariff) {
    const which = `the tariff of ${tariff.carrier} that is valid from ${tariff.effective_on}`
    return invalidField('/currency', 'currency', `differs from the currency of ${which}; keep that currency, or remove the tariff first`)
  }
  return putRow<Market>(service, 'markets', country, actor, (before) => {
    const mode = given ?? before?.mode ?? 'network'
    if (mode === 'direct' && kind !== 'fixed')
      return invalidField('/mode', 'fixed', 'can be `direct` only in a fixed market, whose carrier is known before its label is bought')
    return { country, kind, carrier, currency, mode }
  })
}

export const listFacilities = (db: Database) => db.query<Facility>('facilities_list', 'select * from facilities order by code collate "C"')
const LISTED = `select c.*, e.asked_at, e.failing_since, e.last_error, e.stopped, exists (select from carrier_secrets s where s.id = c.code) as is_signed
  from carriers c left join carrier_exchanges e on e.carrier = c.code and e.url = c.url and c.active`

export const listCarriers = (db: Database) => db.query<ListedCarrier>('carriers_list', `${LISTED} order by c.code collate "C"`)
/** Reads a carrier that must exist. */
export const readCarrier = async (db: Database, code: string): Promise<ListedCarrier> =>
  (await db.one<ListedCarrier>('carrier_listed', `${LISTED} where c.code = $1`, [code])) as ListedCarrier
export const listMarkets = (db: Database) => db.query<Market>('markets_list', 'select * from markets order by country collate "C"')
