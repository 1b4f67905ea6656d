import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSessionEnd, Refused } from '../../shared/api.ts'
import { readSession } from '../../shared/sessions.ts'

/** Asked for before there is a page too, so that the first page to be seen need not wait for it. */
export const WHO_IS_SIGNED_IN = {
  queryKey: ['session'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readSession(signal),
}
const isOver = (error: unknown): boolean => error instanceof Refused && error.code === 'session_invalid'

/**
 * Who is signed in. `ended`: somebody was, until an answer said that the session is over. Looked at again whenever this window is: somebody
 * may have signed in beside it; and every few seconds while `isLost`, so that a line that is back is noticed.
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
