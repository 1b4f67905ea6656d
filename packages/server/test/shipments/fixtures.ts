// Test data for the pure core: rows in every state, rate tables, and a context whose ids count up.

import { decideCreate } from '@backhaul/core/decide-create.ts'
import type { ScanContext, ScanInput } from '@backhaul/core/decide-scan.ts'
import type { DecisionContext, Effects } from '@backhaul/core/effects.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import type { Facility, Store } from '@backhaul/core/network.ts'
import { ACCEPT_ALL } from '@backhaul/core/policy.ts'
import type { RateTables } from '@backhaul/core/rating.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Address, QrRow, Shipment, Status } from '@backhaul/core/shipment.ts'
import { type ShipmentState, statusOf } from '@backhaul/core/transitions.ts'

export const NOW = '2026-11-20T09:30:00.000Z'
export const LATER = '2026-11-21T10:00:00.000Z'
export const EXPIRES = '2026-12-20T09:30:00.000Z'
export const AFTER_EXPIRY = '2027-01-01T00:00:00.000Z'

export const RATES: RateTables = {
  carriers: new Map([
    ['ups', { active: true }],
    ['cpc', { active: true }],
    ['puro', { active: true }],
    ['gone', { active: false }],
  ]),
  markets: new Map([
    ['US', { country: 'US', kind: 'fixed', carrier: 'ups', currency: 'USD', mode: 'network' }],
    ['CA', { country: 'CA', kind: 'marketplace', carrier: null, currency: 'CAD', mode: 'network' }],
  ]),
  rates: (['local', 'regional', 'national', 'international'] as const).flatMap((zone, i) => [
    {
      carrier: 'ups',
      country: 'US',
      service_level: 'standard',
      zone,
      base_cents: cents(500 + 100 * i),
      per_lb_cents: cents(50),
      max_weight_lb: 70,
    },
    {
      carrier: 'cpc',
      country: 'CA',
      service_level: 'standard',
      zone,
      base_cents: cents(400 + 100 * i),
      per_lb_cents: cents(90),
      max_weight_lb: 40,
    },
    {
      carrier: 'puro',
      country: 'CA',
      service_level: 'standard',
      zone,
      base_cents: cents(600 + 100 * i),
      per_lb_cents: cents(60),
      max_weight_lb: 100,
    },
    { carrier: 'gone', country: 'CA', service_level: 'standard', zone, base_cents: cents(1), per_lb_cents: cents(1), max_weight_lb: 999 },
  ]),
}

export const US: Address = { name: 'Ada Lane', line1: '1 Main St', city: 'Reno', state: 'NV', postal_code: '89501', country: 'US' }
export const US_FAR: Address = { name: 'Ben Hill', line1: '9 Elm St', city: 'Boston', state: 'MA', postal_code: '02108', country: 'US' }
export const CANADA: Address = { company: 'Maple Ltd', line1: '5 King St', city: 'Toronto', state: 'ON', postal_code: 'M5H', country: 'CA' }

export const STORE: Store = {
  id: 'sto_1',
  code: 'RNO1',
  pudo_code: 'P-RNO1',
  name: 'Corner Shop',
  line1: '1 Main St',
  city: 'Reno',
  state: 'NV',
  postal_code: '89501',
  country: 'US',
  lat: 39.5296,
  lon: -119.8138,
  timezone: 'America/Los_Angeles',
  hours: null,
  active: true,
  created_at: NOW,
}
export const FACILITY: Facility = {
  code: 'SORT-W',
  name: 'West Sort',
  line1: null,
  city: 'Sparks',
  state: null,
  postal_code: '89431',
  country: 'US',
  lat: 39.5349,
  lon: -119.7527,
  timezone: 'America/Los_Angeles',
  active: true,
}

/** Ids count up from 1 in each environment. */
export const envAt = (now: string): DecisionContext => {
  let count = 0
  return {
    now,
    actor: { email: 'ops@shop.example', full_name: 'Shop Ops' },
    ids: {
      next: (kind) => `${kind}_${++count}`,
      tracking: () => 'T'.repeat(27),
      barcode: () => '1'.repeat(20),
      ltracking: (carrier) => `${carrier}-LT${++count}`,
      token: () => `token${++count}`,
    },
    rates: RATES,
    policy: ACCEPT_ALL,
    sscc_heads: [],
  }
}

export const scanEnv = (now: string, facts: Partial<Omit<ScanContext, keyof DecisionContext>> = {}): ScanContext => ({
  ...envAt(now),
  store: null,
  facility: null,
  qr: null,
  presented: null,
  sweep: null,
  late_custody_reported: false,
  ...facts,
})

/** Returns a decision that must not be refused. */
export const allowed = (outcome: Effects | Refusal): Effects => {
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.code} ${outcome.message}`)
  return outcome
}
export const refused = (outcome: Effects | Refusal): Refusal => {
  if (!isRefusal(outcome)) throw new Error(`allowed: ${outcome.shipment.status} ${outcome.events.map(({ type }) => type)}`)
  return outcome
}

export const create = (input: Partial<Parameters<typeof decideCreate>[0]> = {}, channel: Shipment['channel'] = 'api'): Effects =>
  allowed(
    decideCreate(
      { direction: 'return', fulfillment: 'print_label', from: US, ...input },
      { ...envAt(NOW), partner_id: 'par_1', channel, default_parcel: null, default_return_address: US_FAR },
    ),
  )

export const QR: QrRow = allowed(
  decideCreate(
    { direction: 'return', fulfillment: 'qr_code', to: US },
    { ...envAt(NOW), partner_id: 'par_1', channel: 'api', default_parcel: null, default_return_address: null },
  ),
).qr_issued as QrRow

const UNLABELED: readonly ShipmentState[] = ['created', 'rejected_unlabeled']
const HANDED_OVER: readonly ShipmentState[] = [
  'made_ready',
  'injected',
  'in_transit',
  'undeliverable',
  'out_for_delivery',
  'delivered',
  'unclaimed_made_ready',
  'unclaimed_injected',
  'unclaimed_in_transit',
  'unclaimed_undeliverable',
  'unclaimed_out_for_delivery',
]

/**
 * Returns a deeply frozen qr_code shipment of a marketplace in this state, with the data that such a row has. If the state is final, the
 * shipment ended at `NOW`.
 */
export const shipmentIn = (state: ShipmentState, patch: Partial<Shipment> = {}): Shipment => {
  const { shipment } = create({ fulfillment: 'qr_code', to: CANADA, order_id: 'order-7' })
  const status = statusOf(state)
  const voided = state === 'cancelled' || state === 'expired'
  const row: Shipment = {
    ...shipment,
    status,
    version: 7,
    qr_id: QR.id,
    ...(!UNLABELED.includes(state) && { label_id: 'label_first', label_version: 1 }),
    ...(HANDED_OVER.includes(state) && { carrier: 'puro', ltracking: 'LT0' }),
    ...(status === 'unclaimed' && {
      unclaimed_from: state.replace('unclaimed_', '') as Status,
      unclaimed_since: NOW,
      dispose_after: EXPIRES,
    }),
    ...(voided && { label_voided: true, voided_at: NOW }),
    ...(state === 'cancelled' && { cancelled_at: NOW }),
    ...(state === 'expired' && { expires_at: NOW, expired_at: NOW }),
    ...patch,
  }
  Object.freeze(row.parcel)
  Object.freeze(row.to_address)
  return Object.freeze(row)
}

/** The QR of a shipment in this state. It counts as used once a walk-in has accepted the parcel. */
export const qrOf = (shipment: Shipment, patch: Partial<QrRow> = {}): QrRow =>
  Object.freeze({ ...QR, id: shipment.qr_id as string, shipment_id: shipment.id, expires_at: shipment.expires_at, ...patch })

export const scan = (kind: ScanInput['kind'], more: Partial<ScanInput> = {}): ScanInput => ({ kind, ...more })
