import type { CarrierInvoice, CarrierInvoiceLine, RecheckedCarrierInvoice } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { countText } from './words.ts'

const AT_ONCE = 500
const VERDICTS = ['unknown', 'over', 'under', 'doubled', 'matched'] as const

interface Props {
  invoice: CarrierInvoice
  /** The lines to compare again. Lines that are already decided are left out. If absent, all undecided lines are compared. */
  lines?: readonly CarrierInvoiceLine[]
  /** Called with a text that describes the result. */
  onDone: (words: string) => void
}

/**
 * Returns the bodies of the first requests: one for each verdict, or one for each group of given lines. For a verdict, the answer says
 * where the next request continues.
 */
const beginningsOf = ({ invoice, lines }: Props): object[] => {
  if (!lines) return VERDICTS.filter((verdict) => invoice.verdicts[verdict].open_lines > 0).map((verdict) => ({ verdict }))
  const open = lines.filter(({ state }) => state === 'open').map(({ id }) => id)
  return Array.from({ length: Math.ceil(open.length / AT_ONCE) }, (_, i) => ({ line_ids: open.slice(i * AT_ONCE, (i + 1) * AT_ONCE) }))
}

/** Compares undecided lines again. Adjustments, disputes and numbers that arrived after the invoice may change the result. */
export const Recheck = (props: Props) => {
  const { invoice, lines, onDone } = props
  const { run, isRunning, error } = useCommand()
  const [checked, setChecked] = useState(0)
  const beginnings = beginningsOf(props)
  const start = async () => {
    let [rechecked, changed] = [0, 0]
    setChecked(0)
    for (const beginning of beginnings) {
      let after: string | null = null
      do {
        const body: object = { ...beginning, ...(after !== null && { after }) }
        const path = `/v2/ops/carrier-invoices/${invoice.id}/recheck` as const
        const answer: RecheckedCarrierInvoice | null = await run('POST', path, body)
        if (answer === null) return
        rechecked += answer.rechecked_lines
        changed += answer.changed_lines
        after = answer.next_after
        setChecked(rechecked)
      } while (after !== null)
    }
    onDone(`${countText(rechecked)} compared again: ${changed === 0 ? 'nothing has changed' : `${countText(changed)} changed`}.`)
  }
  if (beginnings.length === 0) return null
  return (
    <>
      <button type="button" aria-disabled={isRunning} onClick={() => !isRunning && void start()}>
        {lines ? 'Compare again' : 'Compare all undecided lines again'}
      </button>
      {isRunning && <span role="status">{checked > 0 && `${checked.toLocaleString()} so far`}</span>}
      <Problem error={error} />
    </>
  )
}
