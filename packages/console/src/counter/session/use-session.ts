import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onSessionEnd, Refused } from '../../shared/api.ts'
import { readSession } from '../../shared/sessions.ts'
import type { Queue, QueueSession, QueueStatus } from '../queue/types.ts'
import { isPassing, SOON_MS } from '../shell/recovery.ts'

export type SessionState =
  | { kind: 'loading' }
  /** Nobody has signed in on this device. */
  | { kind: 'none' }
  /** `hasEnded` is true after the session has ended. Confirmed actions are then stored, and sent after the next sign-in. */
  | { kind: 'known'; session: QueueSession; hasEnded: boolean }

/**
 * Returns the session of the person who works on this device: the session of the cookie. If the service cannot be reached or the session
 * has ended, returns the last session that the queue saw. An open page continues automatically when someone signs in elsewhere in this
 * browser.
 */
export const useSession = (queue: Queue, status: QueueStatus | null): SessionState => {
  const [hasEnded, setEnded] = useState(false)
  const isLost = status?.line === 'no-connection'
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => readSession(signal),
    refetchOnWindowFocus: 'always',
    // Also notices when someone else ends the session, or when someone signs in in another tab.
    refetchInterval: ({ state }) => (isLost || isPassing(state.error) ? SOON_MS : 60_000),
  })
  const isRefused = error instanceof Refused && error.status === 401
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  useEffect(() => {
    if (status?.line === 'signed-out') setEnded(true)
  }, [status?.line])
  // Each answer wakes the queue. The connection may be back, and otherwise the queue might wait for another half a minute.
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    setEnded(false)
    queue.wake()
  }, [dataUpdatedAt, queue])
  // The queue sends again, so someone has signed in, in this or another tab.
  const isSending = status?.line === 'idle'
  useEffect(() => {
    if (hasEnded && isSending) void refetch()
  }, [hasEnded, isSending, refetch])
  // The queue has no session while nobody is signed in. The last user continues to see the page.
  const [last, setLast] = useState<QueueSession | null>(null)
  const current = status?.session ?? null
  if (current && current !== last) setLast(current)
  // Confirmed actions are stored under the queue's session, so nothing can be confirmed before the queue has one.
  if (data && !isRefused && last === null && isDevice(data.access)) return { kind: 'loading' }
  if (data && !isRefused) return { kind: 'known', session: { principal: null, ...data }, hasEnded }
  if (isRefused) return last ? { kind: 'known', session: last, hasEnded: true } : { kind: 'none' }
  // There is no answer yet, or the service cannot be reached. The last user can start working without waiting for the answer.
  if (last) return { kind: 'known', session: last, hasEnded }
  return { kind: error ? 'none' : 'loading' }
}

/** Returns whether the session belongs to a device that handles parcels. All other accesses use the console. */
export const isDevice = (access: string): boolean => access === 'counter' || access === 'handler'
