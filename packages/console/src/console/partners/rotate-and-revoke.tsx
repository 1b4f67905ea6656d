import type { RotatedSigningSecret } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { ShownOnce } from '../frame/shown-once.tsx'
import { useCommand } from '../live/use-live.ts'

interface Props {
  /** Of the key. */
  id: string
  isOperator: boolean
  mayRevoke: boolean
  isUndecided: boolean
}

export const RotateAndRevoke = ({ id, isOperator, mayRevoke, isUndecided }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null)
  const [rotated, setRotated] = useState<RotatedSigningSecret | null>(null)
  const rotate = async () => {
    const answer = await run('POST', `/v2/${isOperator ? 'ops/' : ''}keys/${id}/rotate-secret`)
    setAsked(null)
    if (answer) setRotated(answer)
  }
  const keep = () => run('POST', `/v2/ops/keys/${id}/keep`)
  const revoke = async () => {
    await run('POST', `/v2/ops/keys/${id}/revoke`)
    setAsked(null)
  }
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
        <button type="button" onClick={() => setAsked('rotate')}>
          New signing secret
        </button>
        {mayRevoke && (
          <button type="button" onClick={() => setAsked('revoke')}>
            Revoke the key
          </button>
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
      {asked === 'rotate' && (
        <Confirm
          title="Make a new signing secret?"
          action="Make a new secret"
          isRunning={isRunning}
          onConfirm={rotate}
          onCancel={() => setAsked(null)}
        >
          <p>The secret of now works for 24 more hours, and then no more. This cannot be undone.</p>
        </Confirm>
      )}
      {asked === 'revoke' && (
        <Confirm title="Revoke this key?" action="Revoke it" isRunning={isRunning} onConfirm={revoke} onCancel={() => setAsked(null)}>
          <p>Every request with it is refused within a second. Sessions and links that it made end with it. This cannot be undone.</p>
        </Confirm>
      )}
    </section>
  )
}
