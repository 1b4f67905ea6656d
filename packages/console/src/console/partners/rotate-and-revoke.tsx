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
      <h2 id="secret">Signing secret</h2>
      {mayRevoke && isUndecided && (
        <p>The person who created this key has left. Keep the key if a program needs it. Otherwise, revoke it.</p>
      )}
      <div className="buttons">
        {mayRevoke && isUndecided && (
          <button type="button" aria-disabled={isRunning} onClick={keep}>
            Keep the key
          </button>
        )}
        <Asked
          title="Create a new signing secret?"
          label="Create a new signing secret"
          action="Create a new secret"
          act={async (run) => {
            const answer = await run('POST', `/v2/${isOperator ? 'ops/' : ''}keys/${id}/rotate-secret`)
            if (answer) setRotated(answer)
          }}
        >
          <p>The current secret works for 24 more hours. Then it stops working. This cannot be undone.</p>
        </Asked>
        {mayRevoke && (
          <Asked
            title="Revoke this key?"
            label="Revoke the key"
            action="Revoke the key"
            act={(run) => run('POST', `/v2/ops/keys/${id}/revoke`)}
          >
            <p>
              Within a second, every request with this key is refused. Sessions and links that the key created also end. This cannot be
              undone.
            </p>
          </Asked>
        )}
      </div>
      <Problem error={error} />
      {rotated && (
        <ShownOnce
          key={rotated.signing_secret}
          title="New signing secret"
          secrets={[{ label: 'Signing secret', value: rotated.signing_secret }]}
        >
          <p>
            It is not shown again. The previous secret works until <Time at={rotated.previous_valid_until} />. Change the program by then.
          </p>
        </ShownOnce>
      )}
    </section>
  )
}
