import type { ConsoleSession, ConsoleSessionDetail } from '@backhaul/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Refused, request } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useList } from './use-list.ts'

const PATH = '/v2/console-sessions'

const Row = ({ session, isCurrent }: { session: ConsoleSession; isCurrent: boolean }) => {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => request('DELETE', `${PATH}/${session.id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [PATH] }),
  })
  return (
    <li className="row">
      <div>
        <strong dir="auto">{session.name}</strong> <span className="soft">{session.access}</span>
        <div className="soft" dir="auto">
          {session.email}
        </div>
        <div className="soft">
          Signed in <Time at={session.created_at} />, last used{' '}
          {session.last_used_at === null ? 'never' : <Time at={session.last_used_at} />}
        </div>
        <Problem error={end.error} />
      </div>
      {isCurrent ? (
        <span className="badge">This browser</span>
      ) : (
        <button type="button" disabled={end.isPending} aria-label={`End the session of ${session.name}`} onClick={() => end.mutate()}>
          End
        </button>
      )}
    </li>
  )
}

const isLive = ({ revoked_at, expires_at }: ConsoleSession): boolean => revoked_at === null && Date.parse(expires_at) > Date.now()

/** Everybody who is signed in, as far as this access may know. */
export const Sessions = ({ current }: { current: ConsoleSessionDetail }) => {
  const { items, error, isLoading, more } = useList<ConsoleSession>(PATH)
  // Not everybody may see who else is signed in.
  if (error instanceof Refused && error.status === 403) return null
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed in</h2>
      <Problem error={error} />
      {isLoading && <p role="status">One moment.</p>}
      <ul className="rows">
        {items.filter(isLive).map((session) => (
          <Row key={session.id} session={session} isCurrent={session.id === current.id} />
        ))}
      </ul>
      {more && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  )
}
