import type { Tender } from '@backhaul/client'
import { useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { Asked } from '../frame/asked.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { useCommand } from '../live/use-live.ts'
import { MissingMembers } from './missing-members.tsx'

const DIGITS = /^\d{1,7}$/
const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`)

/** Describes the effect of a count before it is sent. */
const effectOf = (tender: Tender, counted: number, missing: number): string => {
  const difference = counted - tender.piece_count
  const handed = tender.shipment_ids.length - missing
  const parcels = `${handed} of ${tender.shipment_ids.length} shipments are handed over`
  if (difference === 0) return `As announced: ${parcels}.`
  return `${Math.abs(difference)} ${difference < 0 ? 'short' : 'over'}: ${parcels}, and a discrepancy is recorded.`
}

/** Records the carrier's acceptance of a tender: the carrier's count and the members it did not find. */
export const AcceptTender = ({ tender }: { tender: Tender }) => {
  const { ended } = useCurrentSession()
  const { run, isRunning, error } = useCommand()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set())
  const counted = DIGITS.test(text.trim()) ? Number(text.trim()) : null
  const isShort = counted !== null && counted < tender.piece_count
  const named = isShort ? [...missing] : []
  const submit = () => {
    if (counted === null || ended) return
    const body = { piece_count_received: counted, ...(named.length > 0 && { missing_shipment_ids: named }) }
    void run('POST', `/v2/tenders/${tender.id}/accept`, body)
  }
  return (
    <CommandForm action="Accept the tender" {...{ isRunning, error }} onSubmit={submit} aria-label="Accept this tender">
      <h2>Accept</h2>
      <TextField label="Pieces that the carrier counted" required inputMode="numeric" value={text} onChange={setText} />
      {isShort && (
        <fieldset>
          <legend>Which parcels did the carrier not find? Their status does not change. If you select none, all are handed over.</legend>
          <MissingMembers tender={tender} missing={missing} onChange={setMissing} />
        </fieldset>
      )}
      <p role="status">{counted === null ? `${pieces(tender.piece_count)} announced.` : effectOf(tender, counted, named.length)}</p>
    </CommandForm>
  )
}

export const CancelTender = ({ tender }: { tender: Tender }) => (
  <Asked title="Cancel this tender?" label="Cancel the tender" act={(run) => run('POST', `/v2/tenders/${tender.id}/cancel`)}>
    <p>Its shipments do not change and can be tendered again. A canceled tender cannot be restored.</p>
  </Asked>
)
