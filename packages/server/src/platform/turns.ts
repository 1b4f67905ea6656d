// When many commands write one busy row (a sweep that many bookings join), only one at a time would succeed, and all others would have to
// decide again. Taking turns limits them to one or two attempts. The turns of a machine's processes are kept by the process that started
// them (app/supervisor.ts). This only saves effort: versions and unique indexes keep commands correct (./committer.ts), also between machines.

/** Keeps who comes after whom. */
export interface Turns {
  /** Runs `work` after all earlier work with one of the same keys, however that ended. All places are taken at once. */
  inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>
}

/** Turns within one process. */
export class OwnTurns implements Turns {
  readonly #tails = new Map<string, Promise<unknown>>()

  async inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const result = Promise.all(keys.map((key) => this.#tails.get(key))).then(work)
    const tail = result.catch(() => {})
    for (const key of keys) this.#tails.set(key, tail)
    try {
      return await result
    } finally {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}

let turns: Turns = new OwnTurns()

/** From now on turns are taken there. */
export const takeTurnsIn = (other: Turns): void => {
  turns = other
}

/**
 * Runs `work` after all earlier work with one of the same keys, however that ended. The places of all keys are taken at once, so no two can
 * wait for each other.
 */
export const inTurn = <T>(keys: string | readonly string[], work: () => Promise<T>): Promise<T> => {
  const own = [keys].flat()
  return own.length === 0 ? work() : turns.inTurn(own, work)
}
