import type { Carrier, Facility, Store } from '../domain/network.ts'
import type { Market } from '../domain/rating.ts'
import type { RateCard } from './rate-cards.ts'

export const storeResource = (row: Store) => ({
  id: row.id,
  object: 'store',
  code: row.code,
  pudo_code: row.pudo_code,
  name: row.name,
  line1: row.line1,
  city: row.city,
  state: row.state,
  postal_code: row.postal_code,
  country: row.country,
  lat: row.lat,
  lon: row.lon,
  timezone: row.timezone,
  hours: row.hours,
  active: row.active,
  created_at: new Date(row.created_at).toISOString(),
})

export const facilityResource = (row: Facility) => ({
  code: row.code,
  object: 'facility',
  name: row.name,
  line1: row.line1,
  city: row.city,
  state: row.state,
  postal_code: row.postal_code,
  country: row.country,
  lat: row.lat,
  lon: row.lon,
  timezone: row.timezone,
  active: row.active,
})

export const carrierResource = (row: Carrier) => ({ code: row.code, object: 'carrier', name: row.name, active: row.active })

export const marketResource = (row: Market) => ({
  country: row.country,
  object: 'market',
  kind: row.kind,
  carrier: row.carrier,
  currency: row.currency,
})

export const rateCardResource = (card: RateCard) => ({ object: 'rate_card', ...card })
