import type { CarrierInvoice, CarrierInvoiceLine } from '@backhaul/client'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Go, stringifySearch, useFilters } from '../frame/address.ts'
import { ExportCsv } from '../lists/export-csv.tsx'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { Selected } from '../lists/selected.tsx'
import { useSelection } from '../lists/use-selection.ts'
import { useLiveList } from '../live/use-live.ts'
import { NamedLink } from '../names.tsx'
import { deltaText, moneyText, plainWords } from '../words.ts'
import { DecideLines } from './decide-lines.tsx'
import { sumsOf } from './decisions.ts'
import { Recheck } from './recheck.tsx'
import { chargeWords, countText, stateWords } from './words.ts'

const FILTERS: Filter[] = [
  { name: 'verdict', label: 'Verdict', kind: 'choice', choices: ['matched', 'over', 'under', 'doubled', 'unknown'], words: plainWords },
  {
    name: 'state',
    label: 'Decision',
    kind: 'choice',
    choices: ['open', 'approved', 'disputed', 'credited', 'rejected'],
    words: stateWords,
  },
  { name: 'shipment_id', label: 'Shipment id', kind: 'text', isRare: true },
]

/** Returns the filter to add to the address of a line's page, so that the next line has the same verdict. */
const alongOf = ({ verdict }: Record<string, string>): string => stringifySearch(verdict === undefined ? {} : { verdict })

const columnsOf = (currency: string, along: string): Column<CarrierInvoiceLine>[] => [
  { title: 'Line', cell: ({ line }) => line, isNumber: true, width: 4.5 },
  {
    title: 'Number',
    cell: ({ id, invoice_id, number }) => <NamedLink to={`/console/invoices/${invoice_id}/lines/${id}${along}`}>{number}</NamedLink>,
    width: 12.5,
  },
  { title: 'For', cell: ({ charge }) => chargeWords(charge), width: 7.5 },
  { title: 'Verdict', cell: ({ verdict }) => plainWords(verdict), width: 6 },
  { title: 'Charged', cell: ({ amount_cents }) => moneyText(amount_cents, currency), isNumber: true, width: 6.5 },
  { title: 'Owed', cell: ({ expected_cents }) => moneyText(expected_cents, currency), isNumber: true, width: 6.5 },
  { title: 'Difference', cell: ({ difference_cents }) => deltaText(difference_cents, currency), isNumber: true, width: 7.5 },
  { title: 'Decision', cell: ({ state }) => stateWords(state), width: 8.5 },
  {
    title: 'To pay',
    cell: ({ agreed_cents }) => (agreed_cents === null ? '' : moneyText(agreed_cents, currency)),
    isNumber: true,
    width: 6.5,
  },
  { title: 'Shipment', cell: ({ shipment_id }) => shipment_id && <Go to={`/console/shipments/${shipment_id}`}>View</Go>, width: 7 },
]

/** The lines of an invoice. They can be filtered by verdict and decision, selected, decided, and opened one by one. */
export const Lines = ({ invoice, mayDecide }: { invoice: CarrierInvoice; mayDecide: boolean }) => {
  const [filters] = useFilters()
  const path = `/v2/ops/carrier-invoices/${invoice.id}/lines` as const
  const list = useLiveList(path, filters)
  const { selected, onSelect, chosen, clear } = useSelection(list.items, filters)
  const [said, setSaid] = useState('')
  const { amount_cents, difference_cents } = sumsOf(chosen)
  const { currency } = invoice
  const along = alongOf(filters)
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Lines</h2>
      <FilterBar filters={FILTERS} />
      <ExportCsv path={path} query={filters} name={`invoice ${invoice.number}`} />
      <p role="status" className={said === '' ? undefined : 'notice good'}>
        {said}
      </p>
      {chosen.length > 0 && (
        <Selected
          label="Selected lines"
          words={`${countText(chosen.length)} selected: ${moneyText(amount_cents, currency)}, ${deltaText(difference_cents, currency)}`}
          onClear={clear}
        >
          <DecideLines
            invoice={invoice}
            lines={chosen}
            onDecided={(way, lines) => {
              list.replace(lines)
              clear()
              setSaid(`${countText(lines.length)} ${way.done}.`)
            }}
          />
          <Recheck invoice={invoice} lines={chosen} onDone={setSaid} />
        </Selected>
      )}
      <Listed
        list={list}
        label="Lines"
        columns={columnsOf(currency, along)}
        rowName={({ line, number }) => `line ${line}, ${number}`}
        to={({ id }) => `/console/invoices/${invoice.id}/lines/${id}${along}`}
        {...(mayDecide && { selected, onSelect })}
        empty={<p>No line matches these filters.</p>}
      />
    </section>
  )
}
