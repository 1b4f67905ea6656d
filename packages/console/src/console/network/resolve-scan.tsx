import type { UnmatchedScan } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { TextField } from '../forms/text-field.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { useCommand } from '../live/use-live.ts'

interface Props {
  scan: UnmatchedScan
  /** What came of it, in words; null: nothing, it was called off. */
  onClose: (outcome: string | null) => void
}

interface Asking extends Props {
  verb: 'match' | 'dismiss'
  title: string
  action: string
  field: { name: string; label: string; required: boolean; maxLength: number }
  /** In words, once it is done. */
  outcome: (answer: UnmatchedScan & { matched_scans?: number }) => string
  about: string
}

const Ask = ({ scan, verb, title, action, field, outcome, about, onClose }: Asking) => {
  const { run, isRunning, error } = useCommand()
  const [text, setText] = useState('')
  const confirm = async () => {
    const value = text.trim()
    const body = value === '' ? {} : { [field.name]: value }
    const done = await run('POST', `/v2/ops/unmatched-scans/${scan.id}/${verb}`, body)
    if (done !== null) onClose(outcome(done))
  }
  return (
    <Confirm title={title} action={action} isRunning={isRunning} onConfirm={confirm} onCancel={() => onClose(null)}>
      <p>{about}</p>
      <TextField {...field} spellCheck={false} dir="auto" value={text} onChange={setText} />
      <Problem error={error} />
    </Confirm>
  )
}

/** Says which parcel the number belongs to. */
export const MatchScan = ({ scan, onClose }: Props) => (
  <Ask
    scan={scan}
    verb="match"
    title={`Which parcel is ${scan.number}?`}
    action="Match"
    field={{ name: 'shipment', label: 'Its tracking number, barcode, or the id of its shipment', required: true, maxLength: 64 }}
    about={`Everything that ${scan.carrier} has reported of this number is recorded with the parcel, and so is what it will report.`}
    outcome={({ number, matched_scans = 1 }) =>
      `${number} is matched. ${matched_scans === 1 ? 'One scan is' : `${matched_scans} scans are`} in the history of the parcel.`
    }
    onClose={onClose}
  />
)

/** Says that it is about no parcel of the network. */
export const DismissScan = ({ scan, onClose }: Props) => (
  <Ask
    scan={scan}
    verb="dismiss"
    title={`Dismiss this scan of ${scan.number}?`}
    action="Dismiss"
    field={{ name: 'note', label: 'Why, if you want to say so', required: false, maxLength: 500 }}
    about="It leaves the inbox, and the same report of it does not bring it back. This cannot be undone."
    outcome={({ number }) => `The scan of ${number} is dismissed.`}
    onClose={onClose}
  />
)
