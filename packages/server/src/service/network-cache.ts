import { calendarOf, type StoredCalendar } from '@backhaul/core/calendar.ts'
import type { Carrier, Facility, NetworkTables, Store } from '@backhaul/core/network.ts'
import { numberingOf } from '@backhaul/core/numbering.ts'
import { policyOf } from '@backhaul/core/policy.ts'
import type { Market, Rate } from '@backhaul/core/rating.ts'
import { withCountedTimezone } from '@backhaul/core/regions.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import type { Database } from '../database/db.ts'
import { ALONE, type Peers } from '../process/peers.ts'
import { RefreshingCache } from '../process/refreshing-cache.ts'
import { CalendarCache, type ListedCalendar, MARKET_CALENDARS } from './calendar-cache.ts'
import { IN_USE, type ListedTariff, TariffCache } from './tariff-cache.ts'

const CACHE_MS = 2_000
/** Id of the only cache entry. */
const TABLES = 'tables'

interface Row {
  carriers: Carrier[]
  markets: Market[]
  rates: Rate[]
  facilities: Facility[]
  hub: Address | null
  policy: object | null
  numbering: object | null
  tariffs: ListedTariff[]
  calendars: ListedCalendar[]
}

/** Reads a store with its own calendar, if it has one. */
const readStore = async (db: Database, id: string): Promise<Store | null> => {
  const row = await db.one<Store & { content: StoredCalendar | null }>(
    'store',
    'select s.*, c.content from stores s left join calendars c on c.subject = s.id where s.id = $1',
    [id],
  )
  if (!row) return null
  const { content, ...store } = row
  return { ...withCountedTimezone(store), calendar: content && calendarOf(content) }
}

/**
 * Caches the data that operators edit for two seconds: the tables of the network and the policy. Small tables are cached whole. Stores are
 * cached one by one, because there may be many.
 */
export class NetworkCache {
  readonly #db: Database
  readonly #peers: Peers
  readonly #tables = new RefreshingCache<NetworkTables>({ most_ms: CACHE_MS, refresh_ms: 1_400, entries: 1 })
  readonly #tariffs: TariffCache
  readonly #calendars: CalendarCache
  readonly #stores = new RefreshingCache<Store | null>({ most_ms: CACHE_MS, refresh_ms: CACHE_MS, entries: 5_000 })

  constructor(db: Database, peers: Peers = ALONE) {
    this.#db = db
    this.#tariffs = new TariffCache(db)
    this.#calendars = new CalendarCache(db)
    this.#peers = peers
    peers.onChange('network', () => this.#drop())
  }

  tables(): Promise<NetworkTables> {
    return this.#tables.find(TABLES, () => this.#load())
  }

  /** Refreshes the tables in advance if they are old, because a request is about to need them. */
  expect(): void {
    // Ignored here: the request that needs the tables gets the error.
    this.tables().catch(() => {})
  }

  async #load(): Promise<NetworkTables> {
    const row = await this.#db.one<Row>(
      'network_tables',
      `select (select coalesce(json_agg(c), '[]') from carriers c) as carriers,
              (select coalesce(json_agg(m), '[]') from markets m) as markets,
              (select coalesce(json_agg(r order by carrier, country, service_level, zone), '[]') from rates r) as rates,
              (select coalesce(json_agg(f), '[]') from facilities f) as facilities,
              (select value from settings where name = 'returns_hub') as hub,
              (select value from settings where name = 'policy') as policy,
              (select value from settings where name = 'numbering') as numbering,
              ${MARKET_CALENDARS} as calendars,
              ${IN_USE} as tariffs`,
    )
    if (!row) throw new Error('the tables of the network were not returned')
    return {
      carriers: new Map(row.carriers.map((carrier) => [carrier.code, carrier])),
      markets: new Map(row.markets.map((market) => [market.country, market])),
      rates: row.rates,
      facilities: new Map(row.facilities.map((facility) => [facility.code, withCountedTimezone(facility)])),
      returns_hub: row.hub,
      policy: policyOf(row.policy),
      calendars: await this.#calendars.of(row.calendars),
      numbering: numberingOf(row.numbering),
      tariffs: await this.#tariffs.of(row.tariffs),
    }
  }

  /** Whether any carrier has its own service. */
  async hasServices(): Promise<boolean> {
    for (const { url } of (await this.tables()).carriers.values()) if (url !== null) return true
    return false
  }

  /** The store with this id, or null. */
  store(id: string): Promise<Store | null> {
    return this.#stores.find(id, () => readStore(this.#db, id))
  }

  /** Must be called after a change of these tables. Resolves when all processes of this machine see the change. */
  forget(): Promise<void> {
    this.#drop()
    return this.#peers.announce('network', '')
  }

  #drop(): void {
    this.#tables.forget()
    this.#stores.forget()
  }
}
