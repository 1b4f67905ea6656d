import type { CarrierInvoiceLine, CarrierInvoiceVerdict } from '@backhaul/client'
import { useRef, useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { effectText, type Sums, sumsOf, type Way } from './decisions.ts'
import { countText } from './words.ts'

/** Maximum number of lines that one request decides. */
const AT_ONCE = 500

/** The lines to decide: either the given lines, or all undecided lines with a verdict. `count` is their number. */
export type Chosen = { lines: readonly CarrierInvoiceLine[] } | { verdict: CarrierInvoiceVerdict; count: number; sums: Sums | null }

interface Props {
  invoice: { id: string; currency: string }
  way: Way
  chosen: Chosen
  /** `decided` is the number of decided lines; 0 if the decision was canceled. */
  onClose: (decided: number) => void
}

const countOf = (chosen: Chosen): number => ('lines' in chosen ? chosen.lines.length : chosen.count)

/**
 * Returns the body of each request, in order. If the lines are chosen by verdict, each request decides the first lines that are still
 * undecided.
 */
const partsOf = (chosen: Chosen): object[] =>
  Array.from({ length: Math.ceil(countOf(chosen) / AT_ONCE) }, (_, i) =>
    'lines' in chosen ? { line_ids: chosen.lines.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map(({ id }) => id) } : { verdict: chosen.verdict },
  )

/**
 * Asks for confirmation and a note, then decides the lines. Shows the progress if there are many lines. If the run stops early, the lines
 * decided so far stay decided.
 */
export const AskDecision = ({ invoice, way, chosen, onClose }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [note, setNote] = useState('')
  const [decided, setDecided] = useState(0)
  /**
   * Number of completed requests. The run stops at a request that is refused or whose connection is lost. If the user confirms again, the
   * run starts with that request.
   */
  const through = useRef(0)
  const isStopped = useRef(false)
  const count = countOf(chosen)
  const sums = 'lines' in chosen ? sumsOf(chosen.lines) : chosen.sums
  const confirm = async () => {
    const text = note.trim()
    const parts = partsOf(chosen)
    let sofar = decided
    while (through.current < parts.length && !isStopped.current) {
      const body = { decision: way.decision, ...parts[through.current], ...(text !== '' && { note: text }) }
      const answer = await run('POST', `/v2/ops/carrier-invoices/${invoice.id}/decisions`, body)
      if (answer === null) return
      through.current += 1
      sofar += answer.decided_lines
      setDecided(sofar)
    }
    onClose(sofar)
  }
  const cancel = () => {
    isStopped.current = true
    if (!isRunning) onClose(decided)
  }
  return (
    <Confirm
      title={`${way.verb} ${countText(count)}?`}
      action={way.label}
      isRunning={isRunning}
      onConfirm={() => void confirm()}
      onCancel={cancel}
    >
      <p>{effectText(way.decision, sums, invoice.currency)}</p>
      <TextField
        label="Note (optional): your reason, or what the carrier said"
        maxLength={500}
        dir="auto"
        value={note}
        onChange={setNote}
      />
      <p role="status">{isRunning && count > AT_ONCE && `${decided.toLocaleString()} of ${countText(count)} so far.`}</p>
      <Problem error={error} />
    </Confirm>
  )
}
