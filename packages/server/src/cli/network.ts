import { codedText } from '@backhaul/core/money.ts'
import { MARKET_MODES, type MarketMode } from '@backhaul/core/rating.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { listFacilities, listMarkets, putFacility, putMarket } from '../kinds/network/places.ts'
import { listRateCards, putRateCards } from '../kinds/network/rate-cards.ts'
import { knownOf, readRateFile } from '../kinds/network/rate-file.ts'
import { facilityResource, marketResource, rateCardResource } from '../kinds/network/resource.ts'
import type { Config } from '../process/config.ts'
import { addCalendarCommands } from './calendar.ts'
import { addCarrierCommands } from './carrier.ts'
import { addTariffCommands } from './tariff.ts'
import {
  choice,
  cliActor,
  currencyCode,
  decimal,
  failOn,
  failOnRows,
  inUse,
  type Json,
  leaf,
  print,
  printList,
  readTextFile,
  shortText,
  withService,
} from './tool.ts'

interface MarketOptions extends Json {
  kind: 'fixed' | 'marketplace'
  mode?: MarketMode
  carrier?: string
  currency: string
}

const setMarket = async (config: Config, country: string, { json, ...facts }: MarketOptions): Promise<void> => {
  const market = await withService(config, (service) => putMarket(service, cliActor(), country, facts))
  print(json, marketResource(market), `Market ${country} saved.`)
}

const addMarketCommands = (root: Command, config: () => Config): void => {
  const market = root.command('market').description('Markets: which carrier serves a destination country')
  leaf(market, 'list', 'List markets', ['market list']).action(async ({ json }: Json) => {
    const data = await withService(config(), async (service) => (await listMarkets(service.db)).map(marketResource))
    printList(json, data, ['country', 'kind', 'carrier', 'currency', 'mode'], 'No markets yet; see `backhaul market set --help`.')
  })
  leaf(market, 'set', 'Create or replace a market', [
    'market set US --kind fixed --carrier northline --currency USD',
    'market set CA --kind marketplace --currency CAD',
    'market set US --kind fixed --carrier northline --currency USD --mode direct',
  ])
    .argument('<country>', 'ISO 3166-1 alpha-2 code')
    .requiredOption(
      '--kind <kind>',
      'fixed (one carrier) or marketplace (the cheapest carrier at injection)',
      choice('fixed', 'marketplace'),
    )
    .option('--carrier <code>', 'carrier of a fixed market (required with --kind fixed)')
    .requiredOption('--currency <code>', 'ISO 4217 code', currencyCode)
    .option(
      '--mode <mode>',
      'network (counters hand returns to the carrier) or direct (shoppers do, with a label of the carrier); unchanged when absent',
      choice(...MARKET_MODES),
    )
    .action((country: string, options: MarketOptions) => setMarket(config(), country, options))
}

interface FacilityOptions extends Json {
  name: string
  line1?: string
  city: string
  state?: string
  postalCode?: string
  country: string
  lat: number
  lon: number
  timezone: string
  inactive?: boolean
}

const setFacility = async (config: Config, code: string, options: FacilityOptions): Promise<void> => {
  const { json, inactive, postalCode = null, line1 = null, state = null, ...facts } = options
  const input = { ...facts, line1, state, postal_code: postalCode, active: !inactive }
  const facility = await withService(config, (service) => putFacility(service, cliActor(), code, input))
  print(json, facilityResource(facility), `Facility ${code} saved.`)
}

const addFacilityCommands = (root: Command, config: () => Config): void => {
  const facility = root.command('facility').description('Facilities of the network')
  leaf(facility, 'list', 'List facilities', ['facility list']).action(async ({ json }: Json) => {
    const data = await withService(config(), async (service) => (await listFacilities(service.db)).map(facilityResource))
    printList(
      json,
      data,
      ['code', 'name', 'city', 'country', 'timezone', ['in use', inUse]],
      'No facilities yet; see `backhaul facility set --help`.',
    )
  })
  leaf(facility, 'set', 'Create or replace a facility', [
    'facility set EWR-SORT --name "Newark Sort" --city Newark --state NJ --postal-code 07114 --country US --lat 40.7009 --lon -74.1518 --timezone America/New_York',
  ])
    .argument('<code>')
    .requiredOption('--name <name>', 'name of the facility', shortText(1, 100))
    .option('--line1 <text>', 'street and number (default: none)', shortText(1, 100))
    .requiredOption('--city <city>', 'city', shortText(1, 100))
    .option('--state <state>', 'state, province or region (default: none)', shortText(1, 50))
    .option('--postal-code <code>', 'postal code; required if the country has postal codes', shortText(1, 20))
    .requiredOption('--country <code>', 'ISO 3166-1 alpha-2 code')
    .requiredOption('--lat <degrees>', 'latitude, -90 to 90', decimal(90))
    .requiredOption('--lon <degrees>', 'longitude, -180 to 180', decimal(180))
    .requiredOption('--timezone <name>', 'IANA time zone such as America/New_York')
    .option('--inactive', 'take the facility out of use (default: in use)')
    .action((code: string, options: FacilityOptions) => setFacility(config(), code, options))
}

const importRates = async (config: Config, file: string, { json }: Json): Promise<void> => {
  const csv = readTextFile(file)
  const cards = await withService(config, async (service) => {
    const read = readRateFile(csv, knownOf(null, await listMarkets(service.db)))
    if ('errors' in read) return failOnRows(file, read.errors)
    const put = await putRateCards(service, cliActor(), read.cards)
    return isRefusal(put) ? failOn(put, file) : put
  })
  const names = cards.map(({ carrier, country }) => `${carrier}/${country}`)
  print(json, { imported: names.length, cards: names }, `Replaced the rate cards ${names.join(', ')}.`)
}

const removeRates = async (config: Config, carrier: string, country: string, { json }: Json): Promise<void> => {
  await withService(config, (service) => putRateCards(service, cliActor(), [{ carrier, country, rates: [] }]))
  print(json, { removed: `${carrier}/${country}` }, `${carrier} no longer serves ${country}. Existing shipments keep their price.`)
}

const addRateCommands = (root: Command, config: () => Config): void => {
  const rate = root.command('rate').description('Rate cards: what a carrier charges for a destination country')
  leaf(rate, 'list', 'List rate cards', ['rate list', 'rate list --carrier northline --country US --json'])
    .option('--carrier <code>', 'only this carrier (default: all)')
    .option('--country <code>', 'only this destination country (default: all)')
    .action(async ({ json, carrier, country }: Json & { carrier?: string; country?: string }) => {
      const [cards, markets] = await withService(config(), (service) =>
        Promise.all([listRateCards(service.db, carrier ?? null, country ?? null), listMarkets(service.db)]),
      )
      const currencyOf = (code: string): string => markets.find((market) => market.country === code)?.currency ?? ''
      const lanes = cards.flatMap((card) => card.rates.map((one) => ({ ...one, carrier: card.carrier, country: card.country })))
      if (json) return print(json, { object: 'list', data: cards.map(rateCardResource), has_more: false, next_cursor: null }, '')
      printList(
        json,
        lanes,
        [
          'carrier',
          'country',
          ['service', 'service_level'],
          'zone',
          ['base', (lane) => codedText(lane.base_cents, currencyOf(lane.country))],
          ['per lb', (lane) => codedText(lane.per_lb_cents, currencyOf(lane.country))],
          ['max lb', 'max_weight_lb'],
        ],
        'No rates; see `backhaul rate import --help`.',
      )
    })
  leaf(rate, 'import', 'Replace whole rate cards from a CSV file; all or nothing', ['rate import rates.csv'])
    .argument('<file>', 'CSV file with the columns carrier, country, service_level, zone, base_cents, per_lb_cents, max_weight_lb')
    .addHelpText(
      'after',
      '\nAll rows of a carrier and country form one rate card and replace the existing card. Other cards are unchanged.',
    )
    .action((file: string, options: Json) => importRates(config(), file, options))
  leaf(rate, 'remove', 'Remove a rate card: the carrier no longer serves the country', ['rate remove northline CA'])
    .argument('<carrier>')
    .argument('<country>', 'ISO 3166-1 alpha-2 code')
    .action((carrier: string, country: string, options: Json) => removeRates(config(), carrier, country, options))
}

/**
 * `carrier`, `market`, `facility`, `rate` and `tariff` edit the tables for routing and pricing. In production these tables are empty at
 * first.
 */
export const addNetworkCommands = (root: Command, config: () => Config): void => {
  addCarrierCommands(root, config)
  addMarketCommands(root, config)
  addRateCommands(root, config)
  addTariffCommands(root, config)
  addCalendarCommands(root, config)
  addFacilityCommands(root, config)
}
