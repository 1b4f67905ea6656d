import { type CreateInput, decideCreate } from '@backhaul/core/decide-create.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { expect, it } from 'vitest'
import { CANADA, create, EXPIRES, envAt, NOW, refused, US, US_FAR } from './fixtures.ts'

const types = ({ events }: Effects): string[] => events.map(({ type }) => type)

const attempt = (input: CreateInput, facts: { hub?: typeof US | null } = {}) =>
  decideCreate(input, {
    ...envAt(NOW),
    partner_id: 'par_1',
    channel: 'api',
    default_parcel: null,
    default_return_address: facts.hub ?? null,
  })

it('a print_label shipment has its label immediately', () => {
  const made = create({ order_id: 'A-1' })
  expect(types(made)).toEqual(['shipment.created', 'shipment.label_ready'])
  expect(made.shipment).toMatchObject({
    status: 'label_ready',
    label_version: 1,
    supersedes: null,
    version: 1,
    created_at: NOW,
    label_voided: false,
  })
  expect(made.label).toMatchObject({ id: made.shipment.label_id, shipment_id: made.shipment.id, version: 1, supersedes: null })
  expect(made.label?.facts).toMatchObject({ tracking: made.shipment.tracking, order_id: 'A-1', weight_lb: 1, to: US_FAR })
  expect(made.qr_issued).toBeUndefined()
})

it('a qr_code shipment has a QR and no label', () => {
  const made = create({ fulfillment: 'qr_code' })
  expect(types(made)).toEqual(['shipment.created'])
  expect(made.shipment).toMatchObject({ status: 'created', label_id: null, label_version: null, qr_id: made.qr_issued?.id })
  expect(made.qr_issued).toMatchObject({ status: 'active', previous_qr_id: null, expires_at: EXPIRES, shipment_id: made.shipment.id })
  expect(made.label).toBeUndefined()
})

it('a counter sale is always outbound with a printed label, and fires sold last', () => {
  const made = create({ to: US, direction: 'return', fulfillment: 'qr_code' }, 'retail')
  expect(types(made)).toEqual(['shipment.created', 'shipment.label_ready', 'shipment.sold'])
  expect(made.shipment).toMatchObject({ channel: 'retail', direction: 'outbound', fulfillment: 'print_label', status: 'label_ready' })
})

it('a fixed market assigns a carrier and its number at creation; a marketplace assigns neither', () => {
  expect(create({ to: US_FAR }).shipment).toMatchObject({ market: 'US', carrier: 'ups', ltracking: expect.any(String), currency: 'USD' })
  expect(create({ to: CANADA }).shipment).toMatchObject({ market: 'CA', carrier: null, ltracking: null, currency: 'CAD' })
})

it('a return without a destination goes to the default; an outbound shipment must name one', () => {
  const base = { direction: 'return', fulfillment: 'print_label' } as const
  const home = attempt(base, { hub: US })
  expect(!isRefusal(home) && home.shipment.to_address).toEqual(US)
  for (const outcome of [attempt(base), attempt({ ...base, direction: 'outbound' }, { hub: US })]) {
    expect(refused(outcome)).toMatchObject({ code: 'validation_failed', details: { errors: [{ path: '/to', rule: 'required' }] } })
  }
})

it('measures are stored in pounds and inches with three decimals', () => {
  const parcel = { weight: 1, length: 10, width: 20, height: 30, weight_unit: 'kg', dimension_unit: 'cm' } as const
  expect(create({ parcel }).shipment.parcel).toEqual({ weight_unit: 'kg', weight: 2.205, length: 3.937, width: 7.874, height: 11.811 })
})

it('a shipment expires 30 days after creation unless the request sets a time', () => {
  expect(create().shipment.expires_at).toBe(EXPIRES)
  expect(create({ expires_at: '2026-11-22T00:00:00+01:00' }).shipment.expires_at).toBe('2026-11-21T23:00:00.000Z')
  expect(refused(attempt({ direction: 'outbound', fulfillment: 'qr_code', to: US, expires_at: NOW }))).toMatchObject({
    details: { errors: [{ path: '/expires_at' }] },
  })
})

it('a shipment that cannot be rated is refused with the field that prevents it', () => {
  const base = { direction: 'outbound', fulfillment: 'print_label' } as const
  const cases: [CreateInput, string][] = [
    [{ ...base, to: { ...US, country: 'FR' } }, '/to/country'],
    [{ ...base, to: US, service_level: 'express' }, '/service_level'],
    [{ ...base, to: US, parcel: { weight: 70.001 } }, '/parcel/weight'],
    [{ ...base, to: CANADA, parcel: { weight: 101 } }, '/parcel/weight'],
  ]
  for (const [input, path] of cases)
    expect(refused(attempt(input))).toMatchObject({ code: 'validation_failed', details: { errors: [{ path }] } })
  const level = refused(attempt({ ...base, to: US, service_level: 'express' }))
  expect(level.message).toMatch(
    /^The field \/service_level must be (economy|standard)\b.*: no carrier delivers to this destination with express service\.$/,
  )
})
