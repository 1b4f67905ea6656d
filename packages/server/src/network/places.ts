// Facilities, carriers and markets. An operator creates or replaces each as a whole, by its code or country.
import type { Static } from 'typebox'
import { COUNTRIES } from '../domain/countries.ts'
import type { Carrier, Facility } from '../domain/network.ts'
import type { Market } from '../domain/rating.ts'
import { invalid, invalidField, isRefusal, type Refusal, refuse } from '../domain/refusal.ts'
import type { Database } from '../platform/db.ts'
import type { OperatorActor } from '../service/audit.ts'
import type { Service } from '../service/service.ts'
import { carrierNumbersFrom } from './numbering.ts'
import { putRow } from './put-row.ts'
import { type CarrierPut, type FacilityPut, IS_CODE, type MarketPut } from './schema.ts'
import { faultsOfPlace } from './stores.ts'

const badCode = (field: 'code' | 'country', rule: string): Refusal =>
  refuse('not_found', `The path does not contain a valid ${field}: use ${rule}.`, { field })

/** Errors: `not_found` for an invalid code; `validation_failed`. */
export const putFacility = async (
  service: Service,
  actor: OperatorActor,
  code: string,
  input: Static<typeof FacilityPut>,
): Promise<Facility | Refusal> => {
  if (!IS_CODE.test(code)) return badCode('code', '1 to 40 letters, digits, dots, dashes or underscores')
  const errors = faultsOfPlace(input)
  if (errors.length > 0) return invalid(errors)
  const { line1 = null, state = null, active = true, ...rest } = input
  return putRow<Facility>(service, 'facilities', code, actor, () => ({ code, ...rest, line1, state, active }))
}

/** An inactive carrier gets no new shipments. Errors: `not_found` for an invalid code; `validation_failed`. */
export const putCarrier = async (
  service: Service,
  actor: OperatorActor,
  code: string,
  { name, active = true, numbers: given, adapter, codes }: Static<typeof CarrierPut>,
): Promise<Carrier | Refusal> => {
  if (!IS_CODE.test(code)) return badCode('code', '1 to 40 letters, digits, dots, dashes or underscores')
  const numbers = given ? carrierNumbersFrom(given) : given
  if (isRefusal(numbers)) return numbers
  return putRow<Carrier>(service, 'carriers', code, actor, (before) => ({
    ...{ code, name, active },
    numbers: numbers === undefined ? (before?.numbers ?? null) : numbers,
    adapter: adapter ?? before?.adapter ?? 'house',
    codes: codes === undefined ? (before?.codes ?? null) : codes,
  }))
}

/** Errors: `not_found` for a country or a carrier that does not exist; `validation_failed` on `/carrier`. */
export const putMarket = async (
  service: Service,
  actor: OperatorActor,
  country: string,
  { kind, carrier = null, currency }: Static<typeof MarketPut>,
): Promise<Market | Refusal> => {
  if (!COUNTRIES.has(country)) return badCode('country', 'an ISO 3166-1 alpha-2 code in capitals')
  if (kind === 'fixed' && carrier === null) return invalidField('/carrier', 'required', 'is required for a fixed market')
  if (kind === 'marketplace' && carrier !== null) {
    return invalidField('/carrier', 'absent', 'must be absent for a marketplace: the cheapest is chosen at injection')
  }
  return putRow<Market>(service, 'markets', country, actor, () => ({ country, kind, carrier, currency }))
}

export const listFacilities = (db: Database) => db.query<Facility>('facilities_list', 'select * from facilities order by code collate "C"')
export const listCarriers = (db: Database) => db.query<Carrier>('carriers_list', 'select * from carriers order by code collate "C"')
export const listMarkets = (db: Database) => db.query<Market>('markets_list', 'select * from markets order by country collate "C"')
