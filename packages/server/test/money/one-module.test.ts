// Only core/src/money.ts calculates with amounts, reads them and writes them. The compiler refuses arithmetic with `Money` (the first test
// is one of `npm run check`). The other tests search the sources for ways around these rules.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromMinorUnits, type Money } from '@backhaul/core/money.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Tables } from '@backhaul/core/tables.ts'
import { expect, test } from 'vitest'

/** Each line must cause a compiler error. Otherwise the compiler reports the comment above it as unused. */
export const refused = ({ amount, declared_value }: Shipment, row: Tables['carrier_invoices'], other: Money): unknown[] => {
  let total = amount
  // @ts-expect-error
  total += other
  // @ts-expect-error
  total++
  return [
    total,
    // @ts-expect-error
    amount + other,
    // @ts-expect-error
    amount - 1,
    // @ts-expect-error
    amount * 2,
    // @ts-expect-error
    amount / 100,
    // @ts-expect-error
    row.billed_cents / 10 ** 2,
    // @ts-expect-error
    -amount,
    // @ts-expect-error
    +amount,
    // @ts-expect-error
    amount < other,
    // @ts-expect-error
    amount >= 0,
    // @ts-expect-error
    amount === 0,
    // @ts-expect-error
    `${amount} cents`,
    // @ts-expect-error
    Math.max(amount, other),
    // @ts-expect-error
    Math.round(amount),
    // @ts-expect-error
    new Intl.NumberFormat('en').format(amount),
    // @ts-expect-error
    (declared_value ?? 0) + 1,
    // @ts-expect-error
    [amount, other].reduce((sum, one) => sum + one, 0),
  ]
}

test('an amount is a plain number at run time and in JSON', () => {
  expect(JSON.stringify({ amount: fromMinorUnits(1250) })).toBe('{"amount":1250}')
})

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url))
const MODULE = /^core\/src\/(money|currencies)\.ts$/
const files = ['core/src', 'simulator/src', 'docs-site/src', 'server/src', 'console/src', 'client/src'].flatMap((folder) =>
  (readdirSync(join(PACKAGES, folder), { recursive: true }) as string[])
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated/'))
    .map((name) => `${folder}/${name}`),
)

const WAYS_AROUND: Readonly<Record<string, RegExp>> = {
  'decimals of a currency by Intl': /style: 'currency'|maximumFractionDigits \?\?/,
  'minor units by a power of ten':
    /(amount|cents|currency|money|price|value)\w*\)*\s*[*/]\s*(100\b|10 \*\*)|\b100 \* \w*(amount|cents|price)/i,
  'arithmetic with minor units': /toMinorUnits\([^()]*\)\s*[-+*/%<>]|[-+*/%<>]\s*toMinorUnits\(/,
  'an amount as a number': /(?<!fromMinorUnits\()\b(Number|parseFloat|parseInt)\(([\w.]*\.amount|\w*_amount|amount_\w+|[\w.]*cents)\)/,
  'an amount by its parts': /\b(Number|parseFloat|parseInt)\(\w+\)\s*\/\s*100\b|\b\w*(amount|cents|price|money)\w*\.toFixed\(/i,
  'cents rounded by hand': /\w*cents\w*\s*[:=]\s*Math\.(round|ceil|floor)\(/,
  'a cast': /as unknown as (number|Money)\b/,
}

/** Matches that are not amounts of a shipment: thousandths of a percent in a tariff file. */
const OTHERWISE = /percent/

test.each(Object.entries(WAYS_AROUND))('no other module has %s', (_, pattern) => {
  const found = files
    .filter((file) => !MODULE.test(file))
    .flatMap((file) =>
      readFileSync(join(PACKAGES, file), 'utf8')
        .split('\n')
        .map((line, i) => [`${file}:${i + 1}`, line.trim()] as const),
    )
    .filter(([, line]) => pattern.test(line) && !OTHERWISE.test(line))
  expect(files.length).toBeGreaterThan(800)
  expect(found.map(([at, line]) => `${at}: ${line}`)).toEqual([])
})
