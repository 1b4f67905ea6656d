import { isId } from '@backhaul/core/ids.ts'
import type { Money } from '@backhaul/core/money.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Database, Value } from '../../database/db.ts'
import type { Filters, ListOrder, Position } from '../../database/list-rows.ts'
import { type InvoiceRow, type InvoiceState, type LineRow, MAX_SHOWN, type ShownAdjustment } from './model.ts'

/** Runs a query, either on the connection on which the caller writes or on any other connection. */
export type Read = <Row>(name: string, text: string, values: readonly Value[]) => Promise<Row[]>

/** The price of a parcel, and its adjustments. */
export interface PricedParcel
  extends Pick<
    Shipment,
    'id' | 'status' | 'carrier' | 'currency' | 'amount' | 'service_level' | 'from_address' | 'to_address' | 'parcel' | 'declared_value'
  > {
  /** Time on the clock of the parcel's partner. */
  created_at: string
  /** Sums of adjustments in cents by currency, without those whose dispute was upheld. */
  corrections: Record<string, Money>
  adjustments: ShownAdjustment[]
}

export const readParcels = (read: Read, ids: readonly string[]): Promise<PricedParcel[]> =>
  read<PricedParcel>(
    'invoice_parcels',
    `select s.id, s.status, s.carrier, s.currency, s.amount, s.service_level, s.from_address, s.to_address, s.parcel, s.declared_value, s.created_at,
            (select coalesce(json_object_agg(currency, cents), '{}') from (
               select currency, sum(delta_amount) as cents from adjustments
                where shipment_id = s.id and dispute_status is distinct from 'upheld' group by currency) c) as corrections,
            (select coalesce(json_agg(a), '[]') from (
               select id, delta_amount as delta_cents, currency, reason, original_weight, new_weight, dispute_status from adjustments
                where shipment_id = s.id order by created_at desc, id desc limit ${MAX_SHOWN}) a) as adjustments
       from shipments s where s.id = any($1)`,
    [ids],
  )

/** All lines of a carrier for these parcels, with their currency, in the order of invoices and of lines. */
export const readLinesOf = (read: Read, carrier: string, ids: readonly string[]): Promise<(LineRow & { currency: string })[]> =>
  read<LineRow & { currency: string }>(
    'invoice_lines_of',
    `select l.*, i.currency from carrier_invoice_lines l join carrier_invoices i on i.id = l.invoice_id
      where l.carrier = $1 and l.shipment_id = any($2) order by l.invoice_id, l.line`,
    [carrier, ids],
  )

/** The open lines of an invoice for these parcels. */
export const readSiblings = (read: Read, invoice_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  read<LineRow>(
    'invoice_siblings',
    "select * from carrier_invoice_lines where shipment_id = any($2) and invoice_id = $1 and state = 'open' order by id",
    [invoice_id, ids],
  )

export const listNumbers = async (db: Database, carrier: string): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ number: string }>('invoice_numbers', 'select number from carrier_invoices where carrier = $1', [carrier])
  return new Set(rows.map(({ number }) => number))
}

export const findInvoice = async (db: Database, id: string): Promise<InvoiceRow | null> =>
  isId('carrier_invoice', id) ? db.one<InvoiceRow>('carrier_invoice', 'select * from carrier_invoices where id = $1', [id]) : null

/** SQL conditions, in the same words as in the index of open lines, so that PostgreSQL uses the index. */
const STATES = {
  undecided: 'and open_lines > 0',
  open: 'and (open_lines > 0 or disputed_cents <> 0)',
  settled: 'and not (open_lines > 0 or disputed_cents <> 0)',
}

export interface InvoiceFilters extends Filters<'carrier' | 'number' | 'import_id'> {
  state?: InvoiceState | undefined
}

export const listInvoices = (
  db: Database,
  { after, limit, order = 'newest' }: { after: Position | null; limit: number; order?: ListOrder | undefined },
  { carrier, state, number, import_id }: InvoiceFilters,
): Promise<InvoiceRow[]> => {
  const [direction, beyond] = order === 'newest' ? ['desc', '<'] : ['asc', '>']
  const chosen = state === undefined ? '' : STATES[state]
  return db.query<InvoiceRow>(
    `carrier_invoices_${state ?? 'all'}_${order}`,
    `select * from carrier_invoices
      where ($1::timestamptz is null or (created_at, id) ${beyond} ($1, $2)) ${chosen}
        and ($4::text is null or carrier = $4) and ($5::text is null or number = $5) and ($6::text is null or import_id = $6)
      order by created_at ${direction}, id ${direction} limit $3`,
    [after?.created_at ?? null, after?.id ?? null, limit, carrier ?? null, number ?? null, import_id ?? null],
  )
}

export type LineFilters = Filters<'verdict' | 'state' | 'shipment_id'>

/** In the order of the file. All lines of an invoice have the same created_at, so their ids alone mark the end of a page. */
export const listLines = (
  db: Database,
  invoice_id: string,
  { after, limit }: { after: Position | null; limit: number },
  { verdict, state, shipment_id }: LineFilters,
): Promise<LineRow[]> =>
  db.query<LineRow>(
    'carrier_invoice_lines',
    `select * from carrier_invoice_lines
      where invoice_id = $1 and id > $2 and ($4::text is null or verdict = $4) and ($5::text is null or state = $5)
        and ($6::text is null or shipment_id = $6)
      order by id limit $3`,
    [invoice_id, after?.id ?? '', limit, verdict ?? null, state ?? null, shipment_id ?? null],
  )

/** Finds the lines with these ids, in the order of the file. */
export const findLines = (db: Database, invoice_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  db.query<LineRow>(
    'carrier_invoice_lines_by_id',
    'select * from carrier_invoice_lines where invoice_id = $1 and id = any($2) order by id',
    [invoice_id, ids],
  )

export const findLine = (db: Database, invoice_id: string, id: string): Promise<LineRow | null> =>
  db.one<LineRow>('carrier_invoice_line', 'select * from carrier_invoice_lines where invoice_id = $1 and id = $2', [invoice_id, id])

/** Finds the first lines after a given line that are in one of these states and have this verdict. */
export const findSome = (
  db: Database,
  invoice_id: string,
  { states, verdict, after, limit }: { states: readonly string[]; verdict: string; after: string; limit: number },
): Promise<LineRow[]> =>
  db.query<LineRow>(
    'carrier_invoice_lines_some',
    `select * from carrier_invoice_lines where invoice_id = $1 and id > $2 and verdict = $3 and state = any($4) order by id limit $5`,
    [invoice_id, after, verdict, states, limit],
  )
