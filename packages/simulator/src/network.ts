// Sets up the sandbox before anything moves: partners with limits that the simulation does not reach, counters and facilities.
import { Backhaul } from '@backhaul/client'
import { Calendar, firstStart } from './calendar.ts'
import { setCalendars } from './calendars.ts'
import { type KeyPair, type SavedSimulation, SimulationError } from './model.ts'
import { type Counter, countersOf, facilities, MERCHANTS } from './places.ts'
import { REPORTING, REPORTING_COUNTRY, REPORTING_NAME } from './reports.ts'
import { type RegionOf, setTariffs } from './tariffs.ts'

export const RATE_LIMIT = 1_000_000
const PAGE = 100

export const clientOf = (base_url: string, { api_key, signing_secret }: KeyPair): Backhaul =>
  new Backhaul({ base_url, api_key, signing_secret, timeout_ms: 60_000 })

const cell = (text: string | number | null): string =>
  /[",]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text)
const COLUMNS = ['code', 'name', 'line1', 'city', 'state', 'postal_code', 'country', 'lat', 'lon', 'timezone'] as const

const csvOf = (counters: readonly Counter[]): string =>
  [
    [...COLUMNS, 'hours'].join(','),
    ...counters.map((counter) => [...COLUMNS.map((column) => cell(counter[column])), cell(counter.hoursText)].join(',')),
  ].join('\n')

const placeFacilities = async (operator: Backhaul): Promise<void> => {
  const known = new Set<string>()
  for await (const { code } of operator.listFacilities({ limit: PAGE })) known.add(code)
  for (const { code, ...place } of facilities()) if (!known.has(code)) await operator.setFacility(code, place)
}

const placeCounters = async (operator: Backhaul, count: number): Promise<SavedSimulation['store_ids']> => {
  const counters = countersOf(count)
  await operator.importStores(new TextEncoder().encode(csvOf(counters)), 'text/csv')
  const codes = new Set(counters.map(({ code }) => code))
  const ids: [string, string][] = []
  for await (const { code, id } of operator.listStores({ limit: PAGE })) if (codes.has(code)) ids.push([code, id])
  return Object.fromEntries(ids)
}

/** Returns the fixed carrier of each market that has one, and the carriers with rates in each marketplace. */
const readCarriers = async (operator: Backhaul): Promise<SavedSimulation['carriers']> => {
  const cards: { country: string; carrier: string }[] = []
  for await (const { country, carrier, rates } of operator.listRateCards({ limit: PAGE }))
    if (rates.length > 0) cards.push({ country, carrier })
  const carriers: SavedSimulation['carriers'] = {}
  for await (const { country, kind, carrier } of operator.listMarkets({ limit: PAGE })) {
    const rated = cards.filter((card) => card.country === country).map((card) => card.carrier)
    carriers[country] = kind === 'fixed' && carrier ? [carrier] : rated.sort()
  }
  const served = (country: string) => (carriers[country] ?? []).length > 0
  const unserved = [...new Set(MERCHANTS.map(({ hub }) => hub.country))].filter((country) => !served(country))
  if (unserved.length > 0)
    throw new SimulationError(
      `the sandbox has no carrier for ${unserved.join(' and ')}; add a market and a rate card, or use another data directory`,
    )
  return carriers
}

export type MadeMerchant = SavedSimulation['merchants'][number] & { key_id: string }

/** `note` is added to the merchants' names. */
export const addMerchants = async (operator: Backhaul, note: string): Promise<MadeMerchant[]> => {
  const made: MadeMerchant[] = []
  for (const { name, hub } of MERCHANTS) {
    const { partner_id, key_id, api_key, signing_secret } = await operator.createPartner({
      name: `${name} (${note})`,
      default_return_address: hub,
      rate_limit: RATE_LIMIT,
      role: 'all',
      contact_email: `returns@${name.toLowerCase().replace(/[^a-z]+/g, '-')}.example`,
      contact_name: name,
    })
    made.push({ partner_id: partner_id as string, key_id, api_key, signing_secret })
  }
  return made
}

/** Creates another key for a merchant whose keys are lost. */
export const merchantsKey = async (operator: Backhaul, partner_id: string): Promise<MadeMerchant> => {
  const { key_id, api_key, signing_secret } = await operator.createKey({ kind: 'partner', partner_id, rate_limit: RATE_LIMIT, role: 'all' })
  return { partner_id, key_id, api_key, signing_secret }
}

/** Creates facilities and counters. Returns the counters' ids and the carriers that serve them. */
export const placeNetwork = async (operator: Backhaul, stores: number): Promise<Pick<SavedSimulation, 'store_ids' | 'carriers'>> => {
  const carriers = await readCarriers(operator)
  await placeFacilities(operator)
  return { carriers, store_ids: await placeCounters(operator, stores) }
}

/**
 * Begins a simulation. `operator` is the key from the sandbox's credentials. It creates another key for the simulation, with a rate limit
 * that the simulation does not reach.
 */
export const makeNetwork = async (
  base_url: string,
  operator: KeyPair,
  options: Pick<SavedSimulation, 'seed' | 'parcels_per_day' | 'stores' | 'until_day'>,
  regionOf: RegionOf,
): Promise<SavedSimulation> => {
  const { api_key, signing_secret } = await clientOf(base_url, operator).createKey({
    kind: 'operator',
    name: 'simulation',
    rate_limit: RATE_LIMIT,
    email: 'network@simulation.example',
    full_name: 'Simulated network',
  })
  const own = { api_key, signing_secret }
  const unlimited = clientOf(base_url, own)
  const { carriers, store_ids } = await placeNetwork(unlimited, options.stores)
  const merchants = await addMerchants(unlimited, 'simulated')
  const { now } = await clientOf(base_url, merchants[0] as KeyPair).readTestClock()
  const start_ms = firstStart(Date.parse(now))
  const counters = countersOf(options.stores)
  await unlimited.setCarrier(REPORTING, { name: REPORTING_NAME })
  const priced = { ...carriers, [REPORTING_COUNTRY]: [...(carriers[REPORTING_COUNTRY] ?? []), REPORTING] }
  await setTariffs(unlimited, priced, counters, start_ms, regionOf)
  await setCalendars(unlimited, store_ids, counters, new Calendar(start_ms))
  const start = new Date(start_ms).toISOString()
  const rest = { next_tick: 0, reporting: true, reports: [], tally: {} }
  return { ...options, ...rest, start, operator: own, merchants, store_ids, carriers }
}
