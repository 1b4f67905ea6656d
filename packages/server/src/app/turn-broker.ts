import { OwnTurns } from '../process/turns.ts'

/**
 * Holds the turns of all processes of a machine, in the supervisor. If a process dies, its turns and its places in the queue are given
 * back.
 */
export class TurnBroker {
  readonly #turns = new OwnTurns()
  /** Functions that end the held turns, by holder and the holder's number of the turn. */
  readonly #ends = new Map<number, Map<number, () => void>>()
  readonly #gone = new Set<number>()

  /** Resolves when it is this holder's turn. The turn lasts until `done`. */
  take(holder: number, turn: number, keys: readonly string[]): Promise<void> {
    return new Promise((begin) => {
      void this.#turns.inTurn(keys, () => {
        if (this.#gone.has(holder)) return Promise.resolve()
        begin()
        return new Promise<void>((end) => {
          const ends = this.#ends.get(holder) ?? new Map()
          this.#ends.set(holder, ends.set(turn, end))
        })
      })
    })
  }

  done(holder: number, turn: number): void {
    const ends = this.#ends.get(holder)
    ends?.get(turn)?.()
    ends?.delete(turn)
  }

  leave(holder: number): void {
    this.#gone.add(holder)
    for (const end of this.#ends.get(holder)?.values() ?? []) end()
    this.#ends.delete(holder)
  }
}
