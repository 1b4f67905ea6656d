import type { CarrierInvoice, CarrierInvoiceVerdict } from '@backhaul/client'
import { useState } from 'react'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { isPositive, subtract } from '../../shared/money.ts'
import { Go } from '../frame/address.ts'
import { deltaText, moneyText, plainWords } from '../words.ts'
import { AskDecision } from './ask-decision.tsx'
import { WAYS, type Way } from './decisions.ts'
import './invoices.css'

const VERDICTS: CarrierInvoiceVerdict[] = ['matched', 'over', 'under', 'doubled', 'unknown']
const APPROVE = WAYS.find(({ decision }) => decision === 'approve') as Way
const DISPUTE = WAYS.find(({ decision }) => decision === 'dispute') as Way

/** Shows the charged sum, split so that every cent is accounted for. */
const Sums = ({ invoice }: { invoice: CarrierInvoice }) => {
  const { currency, billed_cents, expected_cents, agreed_cents, open_cents, disputed_cents, credited_cents } = invoice
  const rows: [string, string][] = [
    ['Charged', moneyText(billed_cents, currency)],
    ['Owed', `${moneyText(expected_cents, currency)} (difference: ${deltaText(subtract(billed_cents, expected_cents), currency)})`],
    ['To pay after decisions', moneyText(agreed_cents, currency)],
    ['Undecided', moneyText(open_cents, currency)],
    ['Disputed, not paid', moneyText(disputed_cents, currency)],
    ['Credited by the carrier', moneyText(credited_cents, currency)],
  ]
  return <dl>{rows.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}</dl>
}

interface Asked {
  way: Way
  verdict: CarrierInvoiceVerdict
}

interface Props {
  invoice: CarrierInvoice
  mayDecide: boolean
  /** Called with a text after many lines were decided at once. */
  onDecided: (words: string) => void
}

/**
 * The sums of an invoice, and how many of its lines have each verdict. Each count links to these lines, which can all be decided together.
 */
export const Totals = ({ invoice, mayDecide, onDecided }: Props) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { id, currency, verdicts } = invoice
  const there = VERDICTS.filter((verdict) => verdicts[verdict].lines > 0)
  const button = (way: Way, verdict: CarrierInvoiceVerdict) => (
    <button
      type="button"
      aria-label={`${way.label} all undecided lines: ${plainWords(verdict)}`}
      onClick={() => setAsked({ way, verdict })}
    >
      {way.label} all
    </button>
  )
  const decide = (verdict: CarrierInvoiceVerdict) =>
    verdicts[verdict].open_lines > 0 && (
      <div className="buttons">
        {button(APPROVE, verdict)}
        {isPositive(verdicts[verdict].difference_cents) && button(DISPUTE, verdict)}
      </div>
    )
  const link = (verdict: CarrierInvoiceVerdict, query: string, count: number, words: string) => (
    <Go to={`/console/invoices/${id}?verdict=${verdict}${query}`} aria-label={`${words}: ${plainWords(verdict)}`}>
      {count.toLocaleString()}
    </Go>
  )
  const columns: SmallColumn<CarrierInvoiceVerdict>[] = [
    { title: 'Verdict', cell: plainWords, isHead: true },
    { title: 'Lines', cell: (one) => link(one, '', verdicts[one].lines, `All ${verdicts[one].lines} lines`), isNumber: true },
    {
      title: 'Undecided',
      cell: (one) => link(one, '&state=open', verdicts[one].open_lines, `${verdicts[one].open_lines} undecided lines`),
      isNumber: true,
    },
    { title: 'Charged', cell: (one) => moneyText(verdicts[one].billed_cents, currency), isNumber: true },
    { title: 'More than owed', cell: (one) => deltaText(verdicts[one].difference_cents, currency), isNumber: true },
  ]
  const close = (decided: number) => {
    setAsked(null)
    if (asked && decided > 0) onDecided(`${decided.toLocaleString()} lines ${asked.way.done}.`)
  }
  const isWhole = (verdict: CarrierInvoiceVerdict) => verdicts[verdict].lines === verdicts[verdict].open_lines
  return (
    <section aria-labelledby="sums">
      <h2 id="sums">Totals</h2>
      <Sums invoice={invoice} />
      <SmallTable
        label="Table of verdicts"
        caption="Lines by verdict"
        className="facts verdicts"
        columns={mayDecide ? [...columns, { title: 'Decide', cell: decide }] : columns}
        rows={there}
        rowKey={(verdict) => verdict}
      />
      {asked && (
        <AskDecision
          invoice={invoice}
          way={asked.way}
          chosen={{
            verdict: asked.verdict,
            count: verdicts[asked.verdict].open_lines,
            // The sums of the undecided lines are known only if all lines of the verdict are undecided.
            sums: isWhole(asked.verdict)
              ? { amount_cents: verdicts[asked.verdict].billed_cents, difference_cents: verdicts[asked.verdict].difference_cents }
              : null,
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
