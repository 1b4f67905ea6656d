// Retries requests that failed because the connection was lost, so that a device recovers within five seconds (ADR 38).
import { Refused, RefusedByAnother } from '../../shared/api.ts'

export const SOON_MS = 3_000

/** Returns whether the same request may succeed a moment later. */
export const isPassing = (error: unknown): boolean => {
  if (error === null || error === undefined) return false
  return !(error instanceof Refused) || error instanceof RefusedByAnother || error.code === 'unavailable'
}

/** The `refetchInterval` for queries. */
export const soonAgain = ({ state }: { state: { error: unknown } }): number | false => (isPassing(state.error) ? SOON_MS : false)
