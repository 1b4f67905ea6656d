// Splits the price of a parcel into lines, using the carrier's table that was in force on the day of the parcel.
import { carrierLines, type Rate, type RateTables } from '@backhaul/core/rating.ts'
import { type PriceLine, type Tariff, totalOf } from '@backhaul/core/tariff.ts'
import { marketCodes } from '@backhaul/core/territories.ts'
import type { Service } from '../../service/service.ts'
import { type ListedTariff, readTariff } from '../../service/tariff-cache.ts'
import type { PricedParcel } from './queries.ts'

/** Limit on cached tables. A table has one byte for each pair of prefixes, up to 3 MB. */
const MAX_CACHED = 4

export class PriceLines {
  readonly #service: Service
  readonly #carrier: string
  #listed: ListedTariff[] | null = null
  #rates: { all: readonly Rate[]; own: readonly Rate[] } | null = null
  readonly #tariffs = new Map<string, Tariff>()

  constructor(service: Service, carrier: string) {
    this.#service = service
    this.#carrier = carrier
  }

  /** Returns null if the price differs from the carrier's table, so its lines are unknown. */
  async of(parcel: PricedParcel): Promise<PriceLine[] | null> {
    const today = parcel.created_at.slice(0, 10)
    const tariffs = new Map<string, ReadonlyMap<string, readonly Tariff[]>>()
    for (const country of marketCodes(parcel.to_address)) {
      const tariff = await this.#tariffOn(country, today)
      if (tariff) tariffs.set(country, new Map([[this.#carrier, [tariff]]]))
    }
    const { markets, rates } = await this.#service.network.tables()
    if (this.#rates?.all !== rates) this.#rates = { all: rates, own: rates.filter(({ carrier }) => carrier === this.#carrier) }
    // An inactive carrier still charges for earlier parcels.
    const tables: RateTables = {
      ...{ markets, rates: this.#rates.own, today, carriers: new Map([[this.#carrier, { active: true }]]) },
      ...(tariffs.size > 0 && { tariffs }),
    }
    const { from_address: from, to_address: to } = parcel
    const lines = carrierLines({ ...parcel, from, to }, this.#carrier, tables)
    return lines && totalOf(lines) === parcel.amount ? lines : null
  }

  async #tariffOn(country: string, day: string): Promise<Tariff | null> {
    this.#listed ??= await this.#service.db.query<ListedTariff>(
      'invoice_tariffs',
      'select id, carrier, country, currency, effective_on from tariffs where carrier = $1 order by effective_on desc',
      [this.#carrier],
    )
    const listed = this.#listed.find((one) => one.country === country && one.effective_on <= day)
    if (!listed) return null
    const known = this.#tariffs.get(listed.id)
    if (known) return known
    const tariff = await readTariff(this.#service.db, listed)
    if (!tariff) return null
    if (this.#tariffs.size >= MAX_CACHED) this.#tariffs.delete(this.#tariffs.keys().next().value as string)
    this.#tariffs.set(listed.id, tariff)
    return tariff
  }
}
