// What a lost line has in it: it is asked for again soon, so that a device recovers by itself within five seconds (ADR 38).
import { Refused, RefusedByAnother } from '../../shared/api.ts'

export const SOON_MS = 3_000

/** Whether the same request may be answered a moment later. */
export const isPassing = (error: unknown): boolean => {
  if (error === null || error === undefined) return false
  return !(error instanceof Refused) || error instanceof RefusedByAnother || error.code === 'unavailable'
}

/** For a query's `refetchInterval`. */
export const soonAgain = ({ state }: { state: { error: unknown } }): number | false => (isPassing(state.error) ? SOON_MS : false)
