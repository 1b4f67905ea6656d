import type { CarrierInvoice } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { subtract } from '../../shared/money.ts'
import { Time } from '../../shared/time.tsx'
import { useFilters, useGo } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { ExportCsv } from '../lists/export-csv.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'
import { ChooseFile } from '../network/choose-file.tsx'
import { deltaText, moneyText } from '../words.ts'
import './invoices.css'

const LIST = '/v2/ops/carrier-invoices'
const STATES: Record<string, string> = { undecided: 'With undecided lines', open: 'Undecided or disputed', settled: 'Settled' }
const FILTERS: Filter[] = [
  { name: 'state', label: 'State', kind: 'choice', choices: Object.keys(STATES), words: (state) => STATES[state] ?? state, any: 'All' },
  { name: 'carrier', label: 'Carrier code', kind: 'text' },
  { name: 'number', label: 'Invoice number', kind: 'text' },
  { name: 'import_id', label: 'Import id', kind: 'text', isRare: true },
]

const addressOf = ({ id }: CarrierInvoice): string => `/console/invoices/${id}`

const COLUMNS: Column<CarrierInvoice>[] = [
  { title: 'Invoice', cell: (one) => <NamedLink to={addressOf(one)}>{one.number}</NamedLink>, width: 11 },
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi>, width: 7.5 },
  { title: 'Lines', cell: ({ lines }) => lines.toLocaleString(), isNumber: true, width: 5 },
  {
    title: 'Undecided',
    cell: ({ open_lines }) => <span className={open_lines > 0 ? 'tone warn' : undefined}>{open_lines.toLocaleString()}</span>,
    isNumber: true,
    width: 8.5,
  },
  { title: 'Charged', cell: ({ billed_cents, currency }) => moneyText(billed_cents, currency), isNumber: true, width: 8 },
  {
    title: 'Difference',
    cell: ({ billed_cents, expected_cents, currency }) => deltaText(subtract(billed_cents, expected_cents), currency),
    isNumber: true,
    width: 8,
  },
  { title: 'To pay', cell: ({ agreed_cents, currency }) => moneyText(agreed_cents, currency), isNumber: true, width: 8 },
  { title: 'Disputed', cell: ({ disputed_cents, currency }) => moneyText(disputed_cents, currency), isNumber: true, width: 8 },
  { title: 'Uploaded', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

/** Lists the carriers' invoices, with a form to send a new one. */
export const Page = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const [filters] = useFilters()
  const list = useLiveList(LIST, filters)
  return (
    <>
      <h1>Carrier invoices</h1>
      <p>Charges of carriers, compared line by line with the amount owed for each parcel.</p>
      {session.access === 'operator' && (
        <details className="send">
          <summary>Upload an invoice</summary>
          <ChooseFile only="carrier-invoice" onStarted={({ id }) => go(`/console/network/imports/${id}`)} />
        </details>
      )}
      <FilterBar filters={FILTERS} />
      {list.items.length > 0 && <ExportCsv path={LIST} query={filters} name="carrier invoices" />}
      <Listed
        list={list}
        label="Carrier invoices"
        columns={COLUMNS}
        to={(one) => addressOf(one)}
        empty={<None what="invoice">Upload a carrier’s file here or with the command line.</None>}
      />
    </>
  )
}
