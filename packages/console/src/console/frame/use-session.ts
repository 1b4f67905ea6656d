import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSessionEnd, Refused } from '../../shared/api.ts'
import { readSession } from '../../shared/sessions.ts'

/** Requested before the page renders, so that the first page does not wait for it. */
export const WHO_IS_SIGNED_IN = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readSession(signal),
}
const isOver = (error: unknown): boolean => error instanceof Refused && error.code === 'session_invalid'

/**
 * Returns the signed-in user's session. `ended` is true if a user was signed in and the service has since answered that the session is
 * over. The session is checked again whenever the window gets the focus, because someone may have signed in elsewhere. While `isLost` is
 * true, it is checked every few seconds, to notice when the connection is back.
 */
export const useSession = (isLost: boolean) => {
  const client = useQueryClient()
  const [ended, setEnded] = useState(false)
  const { data, error, isLoading, dataUpdatedAt } = useQuery({
    ...WHO_IS_SIGNED_IN,
    refetchOnWindowFocus: 'always',
    refetchInterval: isLost ? 3_000 : 60_000,
  })
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    setEnded(false)
    void client.invalidateQueries({ predicate: ({ state }) => isOver(state.error) })
  }, [dataUpdatedAt, client])
  return { session: data ?? null, ended, error: isOver(error) ? null : error, isLoading }
}
