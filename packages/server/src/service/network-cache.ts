import type { Carrier, Facility, NetworkTables, Store } from '../domain/network.ts'
import type { Market, Rate } from '../domain/rating.ts'
import type { Address } from '../domain/shipment.ts'
import type { Database } from '../platform/db.ts'
import { ALONE, type Peers } from '../platform/peers.ts'

const CACHE_MS = 2_000
const STORE_CACHE_ENTRIES = 5_000

/**
 * The tables of the network that operators edit, kept for two seconds. Small ones are kept whole; stores one by one, as there may be many.
 */
export class NetworkCache {
  readonly #db: Database
  readonly #peers: Peers
  #tables: { until: number; value: Promise<NetworkTables> } | null = null
  readonly #stores = new Map<string, { until: number; value: Promise<Store | null> }>()

  constructor(db: Database, peers: Peers = ALONE) {
    this.#db = db
    this.#peers = peers
    peers.hear('network', () => this.#drop())
  }

  tables(): Promise<NetworkTables> {
    const now = performance.now()
    if (this.#tables && this.#tables.until > now) return this.#tables.value
    const value = this.#load()
    this.#tables = { until: now + CACHE_MS, value }
    value.catch(() => {
      this.#tables = null
    })
    return value
  }

  async #load(): Promise<NetworkTables> {
    const row = await this.#db.one<{ carriers: Carrier[]; markets: Market[]; rates: Rate[]; facilities: Facility[]; hub: Address | null }>(
      'network_tables',
      `select (select coalesce(json_agg(c), '[]') from carriers c) as carriers,
              (select coalesce(json_agg(m), '[]') from markets m) as markets,
              (select coalesce(json_agg(r order by carrier, country, service_level, zone), '[]') from rates r) as rates,
              (select coalesce(json_agg(f), '[]') from facilities f) as facilities,
              (select value from settings where name = 'returns_hub') as hub`,
    )
    if (!row) throw new Error('the tables of the network were not returned')
    return {
      carriers: new Map(row.carriers.map((carrier) => [carrier.code, carrier])),
      markets: new Map(row.markets.map((market) => [market.country, market])),
      rates: row.rates,
      facilities: new Map(row.facilities.map((facility) => [facility.code, facility])),
      returns_hub: row.hub,
    }
  }

  /** The store with this id, or null. */
  store(id: string): Promise<Store | null> {
    const now = performance.now()
    const known = this.#stores.get(id)
    if (known && known.until > now) return known.value
    const value = this.#db.one<Store>('store', 'select * from stores where id = $1', [id])
    this.#stores.delete(id)
    this.#stores.set(id, { until: now + CACHE_MS, value })
    if (this.#stores.size > STORE_CACHE_ENTRIES) this.#stores.delete(this.#stores.keys().next().value as string)
    value.catch(() => this.#stores.delete(id))
    return value
  }

  /** Call after changing any of these tables. Resolves when all processes of this machine see the change. */
  forget(): Promise<void> {
    this.#drop()
    return this.#peers.tell('network', '')
  }

  #drop(): void {
    this.#tables = null
    this.#stores.clear()
  }
}
