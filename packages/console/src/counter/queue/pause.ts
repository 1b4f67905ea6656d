import { FIRST_WAIT_MS, LONGEST_WAIT_MS } from './limits.ts'

/**
 * Returns the wait after this many tries without an answer. It is random, so that devices whose connection returns at the same time do not
 * all retry at the same time.
 */
export const backOff = (tries: number, random: number): number => {
  const most_ms = Math.min(FIRST_WAIT_MS * 2 ** Math.max(tries - 1, 0), LONGEST_WAIT_MS)
  return most_ms * (0.5 + random / 2)
}

/**
 * A wait that a wake-up can end early. If a wake-up comes while nothing waits, it ends the next wait instead, provided that the next wait
 * accepts its kind.
 */
export class Pause {
  #wakeNow: ((how: 'new' | 'eager') => boolean) | null = null
  #missed: 'new' | 'eager' | null = null

  /** If `ms` is null, waits until a wake-up comes. `wakesBy` lists the kinds of wake-ups that end the wait. */
  async wait(ms: number | null, wakesBy: readonly ('new' | 'eager')[], signal: AbortSignal): Promise<void> {
    const missed = this.#missed
    this.#missed = null
    if (signal.aborted || (missed && wakesBy.includes(missed))) return
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wakeNow = null
        resolve()
      }
      const timer = ms === null ? undefined : setTimeout(end, ms)
      signal.addEventListener('abort', end)
      this.#wakeNow = (how) => {
        if (!wakesBy.includes(how)) return false
        end()
        return true
      }
    })
  }

  wake(how: 'new' | 'eager'): void {
    if (this.#wakeNow) this.#wakeNow(how)
    else if (this.#missed !== 'eager') this.#missed = how
  }
}
