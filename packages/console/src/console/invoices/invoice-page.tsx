import type { CarrierInvoice } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { dayText, Time } from '../../shared/time.tsx'
import { Go, useGo, usePathParam } from '../frame/address.ts'
import { Asked } from '../frame/asked.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { actorWords } from '../people/audit-words.ts'
import { Lines } from './lines.tsx'
import { Recheck } from './recheck.tsx'
import { Totals } from './totals.tsx'
import { countText } from './words.ts'
import '../cases/cases.css'

/** Removes an invoice that was sent by mistake. Its number can then be sent again. */
const Remove = ({ invoice }: { invoice: CarrierInvoice }) => {
  const go = useGo()
  return (
    <Asked
      title="Remove this invoice?"
      label="Remove this invoice"
      action="Remove"
      act={async (run) => (await run('DELETE', `/v2/ops/carrier-invoices/${invoice.id}`)) !== null && go('/console/invoices')}
    >
      <p>The invoice and its {countText(invoice.lines)} are deleted. You can then upload the carrier’s file again.</p>
    </Asked>
  )
}

/** One invoice: its sums, the result of its comparison, and the lines to decide. */
export const Page = () => {
  const id = usePathParam('id')
  const { session } = useCurrentSession()
  const mayDecide = session.access === 'operator'
  const { data: invoice, error } = useLive(`/v2/ops/carrier-invoices/${id}`)
  // Decisions also change lines that are not loaded, so the list is loaded again from its start.
  const [bulk, setBulk] = useState({ count: 0, words: '' })
  if (!invoice) return <NotYet title="Invoice" others="invoices" error={error} />
  const onDone = (words: string) => setBulk(({ count }) => ({ count: count + 1, words }))
  return (
    <>
      <p className="back">
        <Go to="/console/invoices">All invoices</Go>
      </p>
      <h1>
        Invoice <bdi>{invoice.number}</bdi> of <bdi>{invoice.carrier}</bdi>
      </h1>
      <p>
        {invoice.issued_on !== null && `Issued on ${dayText(invoice.issued_on)}. `}Uploaded <Time at={invoice.created_at} /> by{' '}
        <bdi>{actorWords(invoice.actor)}</bdi>.{' '}
        {invoice.open_lines === 0 ? 'All lines are decided.' : `${countText(invoice.open_lines)} of ${invoice.lines} undecided.`}
      </p>
      <Problem error={error} />
      <p role="status" className={bulk.words === '' ? undefined : 'notice good'}>
        {bulk.words}
      </p>
      <Totals invoice={invoice} mayDecide={mayDecide} onDecided={onDone} />
      {mayDecide && (
        <div className="buttons">
          <Recheck invoice={invoice} onDone={onDone} />
          {invoice.open_lines === invoice.lines && <Remove invoice={invoice} />}
        </div>
      )}
      <Lines key={bulk.count} invoice={invoice} mayDecide={mayDecide} />
    </>
  )
}
