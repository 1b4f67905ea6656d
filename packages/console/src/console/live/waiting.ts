import { LineLost, Refused } from '../../shared/api.ts'

const MOST_WAITS = 5
const LONGEST_WAIT_S = 60

/** Milliseconds until a request that was refused for its rate alone may be sent again; null: it is another refusal. */
export const waitFor = (error: unknown): number | null => {
  if (!(error instanceof Refused) || error.status !== 429) return null
  return Math.min(error.retry_after_s ?? 1, LONGEST_WAIT_S) * 1_000
}

/** What the service refused is refused again, unless only for its rate; a lost line comes back. */
export const worthAnother = (tries: number, error: Error): boolean => {
  if (waitFor(error) !== null) return tries < MOST_WAITS
  return tries < 2 && (error instanceof LineLost || (error instanceof Refused && error.status >= 500))
}

export const delayOf = (tries: number, error: Error): number => waitFor(error) ?? Math.min(1_000 * 2 ** tries, 4_000)

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** `act`, again as long as it is refused for its rate alone. */
export const waitedOut = async <Answer>(act: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      const wait = waitFor(error)
      if (wait === null || tries >= MOST_WAITS) throw error
      await pause(wait)
    }
  }
}
