import { LineLost, Refused } from '../../shared/api.ts'

const MAX_WAITS = 5
const LONGEST_WAIT_S = 60

/** Returns the milliseconds until a rate-limited request may be sent again, or null if the request was not rate-limited. */
export const waitFor = (error: unknown): number | null => {
  if (!(error instanceof Refused) || error.status !== 429) return null
  return Math.min(error.retry_after_s ?? 1, LONGEST_WAIT_S) * 1_000
}

/** Returns whether to retry. A refused request would be refused again, unless it was only rate-limited. A lost connection may return. */
export const worthAnother = (tries: number, error: Error): boolean => {
  if (waitFor(error) !== null) return tries < MAX_WAITS
  return tries < 2 && (error instanceof LineLost || (error instanceof Refused && error.status >= 500))
}

export const delayOf = (tries: number, error: Error): number => waitFor(error) ?? Math.min(1_000 * 2 ** tries, 4_000)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs `act`, and repeats it while it is rate-limited. */
export const waitedOut = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      const wait = waitFor(error)
      if (wait === null || tries >= MAX_WAITS) throw error
      await pause(wait)
    }
  }
}
