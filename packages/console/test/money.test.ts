// The pages receive amounts as a type that does not allow arithmetic.
import type { CarrierInvoice, Claim, Shipment } from '@backhaul/client'
import { expect, test } from 'vitest'
import { deltaText, moneyText } from '../src/console/words.ts'
import { fromMinorUnits as of } from '../src/shared/money.ts'

/** Each line must be a compiler error. Otherwise the compiler reports the `@ts-expect-error` above it as unused. */
export const refused = (shipment: Shipment, claim: Claim, invoice: CarrierInvoice): unknown[] => [
  // @ts-expect-error
  shipment.amount / 100,
  // @ts-expect-error
  (claim.amount_claimed ?? 0) + 1,
  // @ts-expect-error
  invoice.billed_cents - invoice.expected_cents,
  // @ts-expect-error
  invoice.verdicts.over.difference_cents > 0,
  // @ts-expect-error
  `${shipment.declared_value} cents`,
]

test('amounts have the decimals of their currency, even of an unknown currency', () => {
  const plain = (text: string): string => text.replaceAll(/[^\d.,+-]/g, '')
  expect([moneyText(of(5000), 'JPY'), moneyText(of(100_000), 'HUF'), moneyText(of(1250), 'ZZZ')].map(plain)).toEqual([
    '5,000',
    '1,000.00',
    '12.50',
  ])
  expect([deltaText(of(1250), 'USD'), deltaText(of(-1250), 'USD'), deltaText(of(0), 'USD')].map(plain)).toEqual([
    '+12.50',
    '-12.50',
    '0.00',
  ])
})
