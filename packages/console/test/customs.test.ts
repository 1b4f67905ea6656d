// Logic of the customs declaration form, without rendering.
import type { CustomsDeclaration } from '@backhaul/client'
import { expect, test } from 'vitest'
import { errorAt, errorBelow } from '../src/console/forms/errors.ts'
import { bodyOf, formOf, placeWords } from '../src/console/shipment/papers/declaration.ts'
import { Refused } from '../src/shared/api.ts'

const SHIRT = {
  ...{ description: 'Shirt', quantity: 3, value: 1_999, weight: 0.25, weight_unit: 'kg' as const },
  ...{ hs_code: '610910', origin_country: 'PT', sku: null },
}
const DECLARED = {
  ...{ contents_type: 'return', contents_explanation: null, currency: 'USD', incoterm: 'DAP', invoice_number: 'INV-7' },
  ...{ export_reference: '26US123', non_delivery: 'return', signer: 'Ada' },
  items: [{ ...SHIRT, total_value: 5_997, total_weight_g: 750 }],
} as unknown as CustomsDeclaration

test('opening and saving a declaration keeps every field', () => {
  const { items: _, ...texts } = DECLARED
  expect(bodyOf(formOf(DECLARED))).toEqual({ ...texts, items: [SHIRT] })
})

test('values use the units of the currency, and invalid numbers are sent as typed', () => {
  const typed = (currency: string, values: object) => {
    const form = formOf(DECLARED)
    const [item] = form.items
    return bodyOf({ texts: { ...form.texts, currency }, items: [{ key: 1, values: { ...item?.values, ...values } }] }).items?.[0]
  }
  expect(typed(' usd ', { value: '12,5' })?.value).toBe(1_250)
  expect(typed('JPY', { value: '1200' })?.value).toBe(1_200)
  expect(typed('', { value: '12.50' })?.value).toBe(1_250)
  expect(typed('USD', { value: '12.505', quantity: 'two', weight: '', origin_country: 'pt' })).toMatchObject({
    ...{ value: '12.505', quantity: 'two', weight: null, origin_country: 'PT' },
  })
})

test('an empty list of items is sent as null, which declares the items of the export', () => {
  expect(bodyOf({ ...formOf(DECLARED), items: [] }).items).toBe(null)
})

test('missing fields are named in words', () => {
  expect(['/customs/items/0/hs_code', '/customs/export_reference', '/customs/items', '/customs', '/to/name'].map(placeWords)).toEqual([
    'HS code of item 1',
    'Export reference',
    'Items',
    'The declaration',
    'Recipient: name',
  ])
})

test('missing values are shown at the same fields as invalid values', () => {
  const errors = ['/customs/items/0/value', '/from/name'].map((path) => ({ path, message: 'is missing' }))
  const error = errorBelow(new Refused(409, { code: 'customs_incomplete', message: 'No.', details: { errors } }, null), '/customs')
  expect([errorAt(error, '/items/0/value'), errorAt(error, '/from/name')]).toEqual(['is missing', 'is missing'])
  const field = new Refused(404, { code: 'not_found', message: 'No shipment.', details: { field: 'customs/export_reference' } }, null)
  expect(errorAt(errorBelow(field, '/customs'), '/export_reference')).toBe('No shipment.')
  expect(errorBelow(null, '/customs')).toBe(null)
})
