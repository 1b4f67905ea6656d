// Reads a CSV file of rates, one lane per row. The first row names the columns, in any order: carrier, country, service_level, zone,
// base_cents, per_lb_cents, max_weight_lb. Together, the rows of a carrier and country are its whole card.

import type { FieldError } from '../domain/refusal.ts'
import { BodyCheck } from '../http/validate.ts'
import type { CardRate, RateCard } from './rate-cards.ts'
import { parseCsv, type RowFault } from './read-file.ts'
import { RateIn } from './schema.ts'

const COLUMNS = ['carrier', 'country', 'service_level', 'zone', 'base_cents', 'per_lb_cents', 'max_weight_lb'] as const
type Column = (typeof COLUMNS)[number]

const rate = new BodyCheck(RateIn)
const number = (text: string): number | string => (/^\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : text)

const faultsOf = (row: number, value: object): RowFault[] => {
  const refusal = rate.check(value)
  const errors = (refusal?.details.errors ?? []) as FieldError[]
  return errors.map(({ path, message }) => ({ row, column: path.slice(1), message }))
}

/** The cards of a file, or everything that is wrong with it. */
export const readRateFile = (csv: string): { cards: RateCard[] } | { errors: RowFault[] } => {
  const parsed = parseCsv(csv)
  if (!('rows' in parsed)) return { errors: [parsed] }
  const [head, ...rows] = parsed.rows
  const header = head?.record ?? []
  if ([...header].sort().join() !== [...COLUMNS].sort().join()) {
    return { errors: [{ row: 1, column: '', message: `must name the columns ${COLUMNS.join(', ')}, each once` }] }
  }
  if (rows.length === 0) return { errors: [{ row: 1, column: '', message: 'is the only row: the file has no rates' }] }
  const errors: RowFault[] = []
  const cards = new Map<string, RateCard>()
  for (const { record, info } of rows) {
    const row = info.lines
    if (record.length !== header.length) {
      errors.push({ row, column: '', message: `has ${record.length} cells, the header has ${header.length}` })
      continue
    }
    const cell = (column: Column): string => record[header.indexOf(column)] as string
    const lane = {
      service_level: cell('service_level'),
      zone: cell('zone'),
      base_cents: number(cell('base_cents')),
      per_lb_cents: number(cell('per_lb_cents')),
      max_weight_lb: number(cell('max_weight_lb')),
    }
    errors.push(...faultsOf(row, lane))
    const [carrier, country] = [cell('carrier'), cell('country')]
    const card = cards.get(`${carrier}/${country}`) ?? { carrier, country, rates: [] }
    const isTwice = card.rates.some(({ service_level, zone }) => service_level === lane.service_level && zone === lane.zone)
    if (isTwice) errors.push({ row, column: 'zone', message: `prices ${lane.service_level} ${lane.zone} a second time` })
    card.rates.push(lane as CardRate)
    cards.set(`${carrier}/${country}`, card)
  }
  return errors.length > 0 ? { errors } : { cards: [...cards.values()] }
}
