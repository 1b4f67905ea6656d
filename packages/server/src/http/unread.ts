// Bytes of long answers that clients have not read yet. Unlike a body, an answer is in memory before the client can be made to wait. So if
// an owner has too many unread bytes, its next long answer is refused.

import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'

const MAX_BYTES = 96 * 1024 * 1024
/** Half of the total, so that the clients of one partner that do not read leave room for other partners. */
const MAX_BYTES_OF_OWNER = MAX_BYTES / 2

export class Unread {
  readonly #most = shareOf(MAX_BYTES)
  readonly #mostOfOwner = shareOf(MAX_BYTES_OF_OWNER)
  #kept = 0
  readonly #keptOf = new Map<string, number>()

  /** Total over all owners. */
  get kept(): number {
    return this.#kept
  }

  register(ledger: Ledger): void {
    ledger.watch('unread_bytes', this.#most, () => this.#kept)
    ledger.watch('unread_bytes_of_owner', this.#mostOfOwner, () => Math.max(0, ...this.#keptOf.values()))
  }

  /** Whether this many more bytes of this owner may be held. */
  fits(owner: string, bytes: number): boolean {
    return this.#kept + bytes <= this.#most && (this.#keptOf.get(owner) ?? 0) + bytes <= this.#mostOfOwner
  }

  /** Returns a function that frees the bytes. Later calls do nothing. */
  keep(owner: string, bytes: number): () => void {
    this.#kept += bytes
    this.#keptOf.set(owner, (this.#keptOf.get(owner) ?? 0) + bytes)
    let isKept = true
    return () => {
      if (!isKept) return
      isKept = false
      this.#kept -= bytes
      const left = (this.#keptOf.get(owner) ?? 0) - bytes
      if (left > 0) this.#keptOf.set(owner, left)
      else this.#keptOf.delete(owner)
    }
  }
}

/** One instance for each process, like the connections whose bytes it counts. */
export const unread = new Unread()
