import type { UnmatchedScan } from '@backhaul/client'
import { useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'

type Resolved = UnmatchedScan & { matched_scans?: number }

/** Assigns the number to a parcel, or records that it belongs to no parcel of the network. */
const QUESTIONS = {
  match: {
    title: ({ number }: UnmatchedScan) => `Which parcel is ${number}?`,
    action: 'Match',
    name: 'shipment',
    field: { label: 'Tracking number, barcode or shipment id', required: true, maxLength: 64 },
    about: ({ carrier }: UnmatchedScan) =>
      `All reports from ${carrier} for this number, including future reports, are recorded with the parcel.`,
    outcome: ({ number, matched_scans = 1 }: Resolved) =>
      `${number} is matched. ${matched_scans === 1 ? 'One scan is' : `${matched_scans} scans are`} in the history of the parcel.`,
  },
  dismiss: {
    title: ({ number }: UnmatchedScan) => `Dismiss this scan of ${number}?`,
    action: 'Dismiss',
    name: 'note',
    field: { label: 'Reason (optional)', required: false, maxLength: 500 },
    about: () => 'The scan is removed from this list, and the same report does not add it again. This cannot be undone.',
    outcome: ({ number }: Resolved) => `The scan of ${number} is dismissed.`,
  },
} as const

export interface Resolution {
  scan: UnmatchedScan
  verb: keyof typeof QUESTIONS
}

/** `onClose` receives a text that describes the result, or null if the user canceled. */
export const ResolveScan = ({ scan, verb, onClose }: Resolution & { onClose: (outcome: string | null) => void }) => {
  const { title, action, name, field, about, outcome } = QUESTIONS[verb]
  const { run, isRunning, error } = useCommand()
  const [text, setText] = useState('')
  const confirm = async () => {
    const value = text.trim()
    const done = await run('POST', `/v2/ops/unmatched-scans/${scan.id}/${verb}`, value === '' ? {} : { [name]: value })
    if (done !== null) onClose(outcome(done))
  }
  return (
    <Confirm title={title(scan)} action={action} isRunning={isRunning} onConfirm={confirm} onCancel={() => onClose(null)}>
      <p>{about(scan)}</p>
      <TextField {...field} name={name} spellCheck={false} dir="auto" value={text} onChange={setText} />
      <Problem error={error} />
    </Confirm>
  )
}
