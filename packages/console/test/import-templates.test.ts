// Every template is a file that the service accepts, and contains every column.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { InvoiceRows } from '../../server/src/kinds/carrier-invoices/file.ts'
import { readReport } from '../../server/src/kinds/carriers/read-report.ts'
import { RateRows } from '../../server/src/kinds/network/rate-file.ts'
import { type RowReader, StoreRows } from '../../server/src/kinds/network/read-file.ts'
import { TariffRows } from '../../server/src/kinds/network/tariff-file.ts'
import { columnsOf, KINDS, templateAddress } from '../src/console/network/import-templates.ts'

const textOf = (value: string): string => {
  const kind = KINDS.find((one) => one.value === value)
  if (!kind) throw new Error(`there is no kind ${value}`)
  return decodeURIComponent(templateAddress(kind).split(',').slice(1).join(','))
}
const recordsOf = (value: string): string[][] => parse(textOf(value))

test('the rows of templates are valid', async () => {
  const known = { carriers: new Set(['northline']), markets: new Map([['US', 'USD']]) }
  const readers: Record<string, (header: string[]) => RowReader<unknown>> = {
    stores: (header) => new StoreRows(header, 1, () => []),
    rates: (header) => new RateRows(header, 1, known),
    tariffs: (header) => new TariffRows(header, 1, known, []),
    'carrier-invoice': (header) => new InvoiceRows(header, 1, new Set()),
  }
  for (const [kind, readerOf] of Object.entries(readers)) {
    const [header = [], ...rows] = recordsOf(kind)
    const reader = readerOf(header)
    const read = rows.map((row, i) => reader.read(row, i + 2))
    const faults = [...reader.faults, ...read.flatMap((one) => ('faults' in one ? one.faults : [])), ...(reader.end?.() ?? [])]
    expect({ kind, faults, rows: rows.length > 0 }).toEqual({ kind, faults: [], rows: true })
  }
  const lines = []
  const pieces = (async function* () {
    yield Buffer.from(textOf('carrier-report'))
  })()
  for await (const line of readReport(pieces, () => 'arrive' as never)) {
    // The reader yields null from time to time to let other work run.
    if (line !== null) lines.push(line)
  }
  expect(lines).toEqual([expect.not.objectContaining({ faults: expect.anything() })])
})

test('required and optional columns of a file are distinguished', () => {
  expect(KINDS.map(columnsOf)[0]).toBe('code, name, line1, city, state, postal_code, country, lat, lon, timezone and optionally hours')
})
