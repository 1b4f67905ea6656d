// Bytes of long answers that wait for their clients to read them. Unlike a body, an answer is there before anybody can be asked to wait with
// it, so who has too many is refused the next one.

import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'

const MAX_BYTES = 96 * 1024 * 1024
/** Half: one partner's clients that do not read leave room for those of others. */
const MAX_BYTES_OF_OWNER = MAX_BYTES / 2

export class Unread {
  readonly #most = shareOf(MAX_BYTES)
  readonly #mostOfOwner = shareOf(MAX_BYTES_OF_OWNER)
  #kept = 0
  readonly #keptOf = new Map<string, number>()

  /** Over all owners. */
  get kept(): number {
    return this.#kept
  }

  register(ledger: Ledger): void {
    ledger.watch('unread_bytes', this.#most, () => this.#kept)
    ledger.watch('unread_bytes_of_owner', this.#mostOfOwner, () => Math.max(0, ...this.#keptOf.values()))
  }

  /** Whether so many more bytes of this owner may be kept. */
  fits(owner: string, bytes: number): boolean {
    return this.#kept + bytes <= this.#most && (this.#keptOf.get(owner) ?? 0) + bytes <= this.#mostOfOwner
  }

  /** Returns what gives them back; calling that again does nothing. */
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

/** Of this process, like the connections that it counts. */
export const unread = new Unread()
