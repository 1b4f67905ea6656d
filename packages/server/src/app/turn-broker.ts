import { OwnTurns } from '../process/turns.ts'

/** Keeps the turns of all processes of a machine, in the process that started them. What a process that dies has or waits for is given back. */
export class TurnBroker {
  readonly #turns = new OwnTurns()
  /** What ends the turns that are taken, by holder and the holder's number of the turn. */
  readonly #ends = new Map<number, Map<number, () => void>>()
  readonly #gone = new Set<number>()

  /** Resolves when it is this holder's turn, for as long as it does not say `done`. */
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
