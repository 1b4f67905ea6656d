import type { Adjustment } from '@backhaul/client'
import { type FormEvent, useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { errorAt, errorBeside } from '../../forms/errors.ts'
import { Field } from '../../forms/field.tsx'
import { useCommand } from '../../live/use-live.ts'

export const DisputeForm = ({ adjustment, onClose }: { adjustment: Adjustment; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const { run, isRunning, error } = useCommand()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await run('POST', `/v2/adjustments/${adjustment.id}/dispute`, { reason: reason.trim() })) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label="Dispute this adjustment">
      <Field
        label="Why the adjustment is wrong"
        isLong
        isRequired
        maxLength={1000}
        help="An adjustment can be disputed once. The operator decides."
        value={reason}
        error={errorAt(error, '/reason')}
        onChange={setReason}
      />
      <Problem error={errorBeside(error, ['/reason'])} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={isRunning}>
          Open the dispute
        </button>
        <button type="button" onClick={onClose}>
          Do not
        </button>
      </div>
    </form>
  )
}
