// Facilities, carriers and markets. An operator creates or replaces each one completely, by its code or country.

import { hasService } from '@backhaul/core/carrier-scan.ts'
import { isShownOf, shownUrl } from '@backhaul/core/carrier-url.ts'
import { COUNTRIES, needsPostalCode } from '@backhaul/core/countries.ts'
import type { Carrier, Facility } from '@backhaul/core/network.ts'
import type { Market } from '@backhaul/core/rating.ts'
import { invalid, invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Row } from '@backhaul/core/tables.ts'
import type { Static } from 'typebox'
import type { Database } from '../../database/db.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { loadAdapter } from '../carriers/adapter.ts'
import { refuseKey } from '../carriers/key.ts'
import { countUnsettled, putCarrierSecret, refuseServiceUrl } from './carrier-service.ts'
import { carrierNumbersFrom } from './numbering.ts'
import { putRow } from './put-row.ts'
import { type CarrierPut, type FacilityPut, IS_CODE, type MarketPut } from './schema.ts'
import { faultsOfPlace } from './stores.ts'

/** A carrier with the state of its service. The state is null if the carrier has no service, is inactive, or was not called yet. */
export interface ListedCarrier extends Carrier, Pick<Row<'carrier_exchanges'>, 'asked_at' | 'failing_since' | 'last_error' | 'stopped'> {
  /** Whether requests to the carrier's service are signed with a shared secret. */
  is_signed: boolean
}

const badCode = (field: 'code' | 'country', rule: string): Refusal =>
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
 * Creates or replaces a carrier. An inactive carrier gets no new shipments, and its service is not called. `secret`: undefined leaves it
 * unchanged; null removes it. Errors: `not_found` for an invalid code; `validation_failed`; `carrier_service_in_use`.
 */
export const putCarrier = async (
  service: Service,
  actor: OperatorActor,
  code: string,
  { name, active = true, numbers: given, adapter: chosen, codes, url, secret }: Static<typeof CarrierPut>,
): Promise<Carrier | Refusal> => {
  if (!IS_CODE.test(code)) return badCode('code', '1 to 40 letters, digits, dots, dashes or underscores')
  const numbers = given ? carrierNumbersFrom(given) : given
  if (isRefusal(numbers)) return numbers
  const known = await service.db.one<Carrier>('carrier_known', 'select * from carriers where code = $1', [code])
  const given_url = url && known?.url && isShownOf(url, known.url) ? undefined : url
  const adapter = chosen ?? known?.adapter ?? 'house'
  const provider = hasService(adapter) ? await loadAdapter(adapter) : null
  const addressFor = (before: Carrier | null): string | null =>
    provider && (given_url ?? (given_url === undefined && before?.adapter === adapter ? before.url : null) ?? provider.url ?? null)
  const address = addressFor(known)
  const forbidden = address !== null && address !== known?.url ? await refuseServiceUrl(service, address, provider?.url) : null
  if (forbidden) return forbidden
  if (provider && address !== null) {
    const isNew = known?.adapter !== adapter || known.url !== address
    const bad = await refuseKey(service, provider, { code, url: address, secret, isNew })
    if (bad) return bad
  }
  const unsettled = known?.url ? await countUnsettled(service.db, code, known.url) : 0
  const decide = (before: Carrier | null): Carrier | Refusal => {
    const url = addressFor(before)
    if (provider && url === null)
      return invalidField('/url', 'required', `is required with the adapter \`${adapter}\`; send the address of the carrier's service`)
    if (unsettled > 0 && before?.url && (adapter !== before.adapter || baseOf(url) !== baseOf(before.url)))
      return refuse(
        'carrier_service_in_use',
        `The service of this carrier has ${unsettled} purchases or voids without an outcome; keep its address and adapter until \`backhaul carrier booking list\` shows an outcome for each, or set the new service for another carrier code.`,
        { purchases: unsettled },
      )
    return {
      ...{ code, name, active, adapter, url },
      numbers: numbers === undefined ? (before?.numbers ?? null) : numbers,
      codes: codes !== undefined ? codes : ((before?.adapter === adapter ? undefined : provider?.codes) ?? before?.codes ?? null),
    }
  }
  const refused = decide(known)
  if (isRefusal(refused)) return refused
  // The secret is set before the URL, so that a new service is never called without a signature.
  if (secret !== undefined) await putCarrierSecret(service, actor, code, secret)
  const carrier = await putRow<Carrier>(service, 'carriers', code, actor, decide, shownCarrier)
  // The operator may have removed the cause of a pause, so the carrier is called at once.
  await service.db.query(
    'carrier_end_pause',
    'update carrier_exchanges set paused_until = null, pauses = 0, stopped = null where carrier = $1 and paused_until is not null',
    [code],
  )
  return carrier
}

/** The address without its query, which may have a secret that was replaced. */
const baseOf = (url: string | null): string | undefined => url?.split('?')[0]

/** The carrier in the form that the audit trail shows. */
const shownCarrier = (row: Carrier): Carrier => ({ ...row, url: row.url && shownUrl(row.url) })

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
