import type { RotatedSigningSecret } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Asked } from '../frame/asked.tsx'
import { ShownOnce } from '../frame/shown-once.tsx'
import { useCommand } from '../live/use-live.ts'

interface Props {
  /** The id of the key. */
  id: string
  isOperator: boolean
  mayRevoke: boolean
  isUndecided: boolean
}

export const RotateAndRevoke = ({ id, isOperator, mayRevoke, isUndecided }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [rotated, setRotated] = useState<RotatedSigningSecret | null>(null)
  const keep = () => run('POST', `/v2/ops/keys/${id}/keep`)
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">Its secret</h2>
      {mayRevoke && isUndecided && <p>The person who made this key left. Keep the key if a program needs it. Otherwise, revoke it.</p>}
      <div className="buttons">
        {mayRevoke && isUndecided && (
          <button type="button" aria-disabled={isRunning} onClick={keep}>
            Keep the key
          </button>
        )}
        <Asked
          title="Make a new signing secret?"
          label="New signing secret"
          action="Make a new secret"
          act={async (run) => {
            const answer = await run('POST', `/v2/${isOperator ? 'ops/' : ''}keys/${id}/rotate-secret`)
            if (answer) setRotated(answer)
          }}
        >
          <p>The secret of now works for 24 more hours, and then no more. This cannot be undone.</p>
        </Asked>
        {mayRevoke && (
          <Asked title="Revoke this key?" label="Revoke the key" action="Revoke it" act={(run) => run('POST', `/v2/ops/keys/${id}/revoke`)}>
            <p>Every request with it is refused within a second. Sessions and links that it made end with it. This cannot be undone.</p>
          </Asked>
        )}
      </div>
      <Problem error={error} />
      {rotated && (
        <ShownOnce
          key={rotated.signing_secret}
          title="The new signing secret"
          secrets={[{ label: 'Signing secret', value: rotated.signing_secret }]}
        >
          <p>
            It is not shown again. The one before it works until <Time at={rotated.previous_valid_until} />: change the program by then.
          </p>
        </ShownOnce>
      )}
    </section>
  )
}
