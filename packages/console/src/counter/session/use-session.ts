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
  /** `hasEnded`: what is confirmed is kept, and sent after the next sign-in. */
  | { kind: 'known'; session: QueueSession; hasEnded: boolean }

/**
 * Who works on this device: the session of the cookie, or the last one that the queue saw, when the service cannot be reached or the session
 * has ended. A page that is open when somebody signs in elsewhere in this browser goes on by itself.
 */
export const useSession = (queue: Queue, status: QueueStatus | null): SessionState => {
  const [hasEnded, setEnded] = useState(false)
  const isLost = status?.line === 'no-connection'
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => readSession(signal),
    refetchOnWindowFocus: 'always',
    // Also what somebody else ended, and what a sign-in in another tab began.
    refetchInterval: ({ state }) => (isLost || isPassing(state.error) ? SOON_MS : 60_000),
  })
  const isRefused = error instanceof Refused && error.status === 401
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  useEffect(() => {
    if (status?.line === 'signed-out') setEnded(true)
  }, [status?.line])
  // Each answer: the line may be back, and the queue would wait for up to half a minute.
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    setEnded(false)
    queue.wake()
  }, [dataUpdatedAt, queue])
  // The queue sends again: somebody has signed in, in this tab or another.
  const isSending = status?.line === 'idle'
  useEffect(() => {
    if (hasEnded && isSending) void refetch()
  }, [hasEnded, isSending, refetch])
  // The queue has no session while nobody is signed in; who was last goes on seeing the page.
  const [last, setLast] = useState<QueueSession | null>(null)
  const current = status?.session ?? null
  if (current && current !== last) setLast(current)
  // What is confirmed is kept under the queue's session: nothing can be confirmed before it knows one.
  if (data && !isRefused && last === null && isDevice(data.access)) return { kind: 'loading' }
  if (data && !isRefused) return { kind: 'known', session: { principal: null, ...data }, hasEnded }
  if (isRefused) return last ? { kind: 'known', session: last, hasEnded: true } : { kind: 'none' }
  // Not answered yet, or not reachable: work begins with who was here last, and does not wait for the answer.
  if (last) return { kind: 'known', session: last, hasEnded }
  return { kind: error ? 'none' : 'loading' }
}

/** A device that works with parcels; everybody else has the console. */
export const isDevice = (access: string): boolean => access === 'counter' || access === 'handler'
