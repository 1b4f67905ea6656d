// Up to which number a reading can be sure that nothing is still to come.
//
// Events draw their numbers before their transactions commit, and nothing but the end of a transaction bounds how late a number appears:
// however many numbers are drawn meanwhile, a row far below the newest may still commit. So how far back a reading must begin is not
// guessed but proved, from three facts of PostgreSQL:
// - A transaction has its id before it draws a number (`events.xid` stands before `events.seq`, and ids are taken for the first lock).
// - The number of a row that was seen is committed, so it and all below it were drawn before. They are never drawn again, as a committed
//   row survives a crash and so does the state of the sequence that it came from. (The sequence's own last value need not survive.)
// - Ids are given out in ascending order, and all below the `xmin` of a snapshot belong to transactions that had ended when it was taken.
// A reading that saw number L therefore takes a transaction id of its own, the mark: whoever drew a number up to L has a lower one. Once
// the snapshot of a later reading has its xmin at the mark or above, all of them have ended, and what they committed is visible to it: L
// is settled. `pg_snapshot_xmax` would be no mark, as transactions under way may have ids above it.
import type { DeliveryRow, Sight } from './queries.ts'

/** What one worker knows of that. Numbers are global, so one is enough for all its webhooks. */
export class Horizon {
  #settled = -1
  /** Of all rows shown so far. */
  #highest: Pick<DeliveryRow, 'event_seq' | 'webhook_id'> | null = null
  /** `number` is settled once no transaction below the mark is under way. */
  #awaited: { mark: bigint; number: number } | null = null

  /**
   * The webhook for which the next reading takes a mark. Null if it needs none, because one is awaited or nothing new was returned: so an
   * idle service uses up no transaction ids.
   */
  get asking(): string | null {
    if (this.#awaited || !this.#highest || this.#highest.event_seq <= this.#settled) return null
    return this.#highest.webhook_id
  }

  /**
   * Takes over what a reading saw. Returns a number that is settled for its snapshot: every transaction that drew a number up to it had
   * ended before.
   */
  advance({ xmin, mark, newest }: Sight, rows: readonly Pick<DeliveryRow, 'event_seq' | 'webhook_id'>[]): number {
    if (this.#awaited && BigInt(xmin) >= this.#awaited.mark) {
      this.#settled = this.#awaited.number
      this.#awaited = null
    }
    for (const row of rows) if (row.event_seq > (this.#highest?.event_seq ?? -1)) this.#highest = row
    // The mark was taken after the snapshot, so what the reading itself has shown counts.
    if (mark !== null) this.#awaited = { mark: BigInt(mark), number: Math.max(this.#highest?.event_seq ?? -1, newest ?? -1) }
    return this.#settled
  }
}
