// Reconciles the lines of a carrier's invoices with the amounts owed for their parcels.
import {
  type EarlierLine,
  expectedToPayCents,
  NOTHING_OWED,
  type Owed,
  reconcileLines,
  type Unowed,
} from '@backhaul/core/carrier-invoice.ts'
import { grouped } from '@backhaul/core/grouped.ts'
import { ZERO } from '@backhaul/core/money.ts'
import type { PriceLine } from '@backhaul/core/tariff.ts'
import { Slice } from '../../process/slice.ts'
import { type Evidence, type LineRow, MAX_SHOWN } from './model.ts'
import type { PriceLines } from './price-lines.ts'
import { type PricedParcel, type Read, readLinesOf, readParcels } from './queries.ts'

/** A line with the currency of its invoice. */
export type Line = LineRow & { currency: string }

const owedTo = (
  carrier: string,
  currency: string,
  parcel: PricedParcel,
  lines: PriceLine[] | null,
): { owed: Owed; reason: Unowed | null } => {
  const nothing = (reason: Unowed) => ({ owed: NOTHING_OWED, reason })
  if (parcel.carrier !== carrier) return nothing('other_carrier')
  if (parcel.currency !== currency) return nothing('other_currency')
  if (parcel.status === 'cancelled' || parcel.status === 'expired') return nothing('not_sent')
  return { owed: { price: parcel.amount, lines, correction: parcel.corrections[currency] ?? ZERO }, reason: null }
}

const evidenceOf = (parcel: PricedParcel, currency: string, lines: PriceLine[] | null, earlier: readonly Line[]): Evidence => ({
  status: parcel.status,
  carrier: parcel.carrier,
  currency: parcel.currency,
  price_cents: parcel.amount,
  price_lines: lines,
  correction_cents: parcel.corrections[currency] ?? ZERO,
  adjustments: parcel.adjustments,
  earlier: earlier.slice(-MAX_SHOWN).map((line) => ({
    ...{ invoice_id: line.invoice_id, line_id: line.id, charge: line.charge, amount_cents: line.amount_cents },
    stands_cents: expectedToPayCents(line.state, line),
  })),
})

/** Reconciles the lines of a parcel on one invoice. `others`: all other lines of the carrier for the parcel. */
const reconcileOnInvoice = (
  parcel: PricedParcel,
  carrier: string,
  lines: readonly Line[],
  others: readonly Line[],
  price: PriceLine[] | null,
) => {
  const { invoice_id, currency } = lines[0] as Line
  // Charges on later invoices do not count here. They are checked against this invoice instead.
  const earlier = others.filter((line) => line.invoice_id <= invoice_id)
  const { owed, reason } = owedTo(carrier, currency, parcel, price)
  const before = earlier
    .filter((line) => line.currency === currency)
    .map((line): EarlierLine => ({ ...line, stands_cents: expectedToPayCents(line.state, line) }))
  const evidence = evidenceOf(parcel, currency, price, earlier)
  return reconcileLines(owed, before, lines).map((reconciled, i): Line => ({ ...(lines[i] as Line), ...reconciled, reason, evidence }))
}

const parcelOf = ({ shipment_id }: Line): string | null => shipment_id

/**
 * Reconciles undecided lines as of now. Lines without a parcel stay as they are. If `open` has one undecided line of a parcel, it must have
 * all undecided lines of that parcel on the same invoice.
 */
export const reconcile = async (read: Read, prices: PriceLines, carrier: string, open: readonly Line[]): Promise<Line[]> => {
  const given = new Set(open.map(({ id }) => id))
  const ofParcel = grouped(open, parcelOf)
  const ids = [...ofParcel.keys()]
  const all = await readLinesOf(read, carrier, ids)
  const known = grouped(
    all.filter(({ id }) => !given.has(id)),
    parcelOf,
  )
  const done = open.filter((line) => parcelOf(line) === null)
  const slice = new Slice()
  for (const parcel of await readParcels(read, ids)) {
    const price = parcel.carrier === carrier ? await prices.of(parcel) : null
    const others = [...(known.get(parcel.id) ?? [])]
    const onInvoices = grouped(ofParcel.get(parcel.id) ?? [], ({ invoice_id }) => invoice_id)
    for (const [, own] of [...onInvoices].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const reconciled = reconcileOnInvoice(parcel, carrier, own, others, price)
      others.push(...reconciled)
      done.push(...reconciled)
    }
    if (slice.isOver) await slice.next()
  }
  return done
}
