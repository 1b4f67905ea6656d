import { LocalKeyedMutex } from '../process/keyed-mutex.ts'

/**
 * Holds the locks of all processes of a machine, in the supervisor. If a process dies, its locks and its places in the queue are released.
 */
export class MutexBroker {
  readonly #mutex = new LocalKeyedMutex()
  /** Functions that release the held locks, by holder, and then by the number that the holder gave the lock. */
  readonly #ends = new Map<number, Map<number, () => void>>()
  readonly #gone = new Set<number>()

  /** Resolves when the holder has the lock. The holder keeps it until `release`. */
  acquire(holder: number, lock: number, keys: readonly string[]): Promise<void> {
    return new Promise((begin) => {
      void this.#mutex.runExclusive(keys, () => {
        if (this.#gone.has(holder)) return Promise.resolve()
        begin()
        return new Promise<void>((end) => {
          const ends = this.#ends.get(holder) ?? new Map()
          this.#ends.set(holder, ends.set(lock, end))
        })
      })
    })
  }

  release(holder: number, lock: number): void {
    const ends = this.#ends.get(holder)
    ends?.get(lock)?.()
    ends?.delete(lock)
  }

  leave(holder: number): void {
    this.#gone.add(holder)
    for (const end of this.#ends.get(holder)?.values() ?? []) end()
    this.#ends.delete(holder)
  }
}
