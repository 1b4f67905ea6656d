import type { Adjustment } from '@backhaul/client'
import { useState } from 'react'
import { Field } from '../../../design/field.tsx'
import { errorAt } from '../../forms/errors.ts'
import { useCommand } from '../../live/use-live.ts'
import { MoneyForm } from './money-form.tsx'

export const DisputeForm = ({ adjustment, onClose }: { adjustment: Adjustment; onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const command = useCommand()
  const { run, error } = command
  const send = () => run('POST', `/v2/adjustments/${adjustment.id}/dispute`, { reason: reason.trim() })
  return (
    <MoneyForm label="Dispute this adjustment" action="Open the dispute" fields={['/reason']} {...{ command, send, onClose }}>
      <Field
        label="Why the adjustment is wrong"
        isLong
        isRequired
        maxLength={1000}
        help="An adjustment can be disputed only once. The operator decides."
        value={reason}
        error={errorAt(error, '/reason')}
        onChange={setReason}
      />
    </MoneyForm>
  )
}
