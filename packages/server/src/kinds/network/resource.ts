import { shownHost, shownUrl } from '@backhaul/core/carrier-url.ts'
import type { Facility, Store } from '@backhaul/core/network.ts'
import type { Market } from '@backhaul/core/rating.ts'
import { showAs } from '../../http/show-as.ts'
import type { ListedCarrier } from './places.ts'
import type { WarningsOfPosition } from './position.ts'
import type { RateCard } from './rate-cards.ts'
import { CarrierOut, FacilityFacts, MarketOut, StoreFacts } from './schema.ts'

export const storeResource = (row: Store) =>
  showAs(StoreFacts, row, { postal_code: row.postal_code || null, created_at: new Date(row.created_at).toISOString() })

export const storeAnswer = (row: Store, warnings: WarningsOfPosition) => ({ ...storeResource(row), warnings: warnings(row) })

export const facilityResource = (row: Facility) => showAs(FacilityFacts, row, { postal_code: row.postal_code || null })

export const facilityAnswer = (row: Facility, warnings: WarningsOfPosition) => ({ ...facilityResource(row), warnings: warnings(row) })

export const carrierResource = (row: ListedCarrier) =>
  showAs(CarrierOut, row, {
    url: row.url && shownUrl(row.url),
    service: row.asked_at && { asked_at: row.asked_at, failing_since: row.failing_since, last_error: row.last_error, stopped: row.stopped },
  })

/** The carrier as shown to callers who may read carriers but not change them. It has only the host of the service's URL. */
export const carrierOverview = (row: ListedCarrier) => ({ ...carrierResource(row), url: row.url && shownHost(row.url) })

export const marketResource = (row: Market) => showAs(MarketOut, row)

export const rateCardResource = (card: RateCard) => ({ object: 'rate_card', ...card })
