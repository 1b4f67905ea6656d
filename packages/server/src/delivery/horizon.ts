// Determines the number up to which a reading has seen all rows that will ever appear.
//
// Events draw their numbers before their transactions commit, and only the end of the transaction limits how late a number appears. So a
// row far below the newest number may still commit. How far back a reading must begin is therefore not guessed but proved, from three
// facts about PostgreSQL:
// - A transaction has its id before it draws a number (`events.xid` comes before `events.seq`, and the first lock already takes an id).
// - If a row is visible, it has committed, so its number and all lower ones were drawn before. They are never drawn again, because a
//   committed row survives a crash, and so does the state of the sequence that it came from. (The sequence's last value may not survive.)
// - Ids are assigned in ascending order, and all ids below the `xmin` of a snapshot belong to transactions that had ended by then.
// So a reading that saw number L takes a transaction id of its own, the mark: every transaction that drew a number up to L has a lower id.
// Once a later reading's snapshot has an xmin at or above the mark, all those transactions have ended and everything they committed is
// visible to it: L is settled. `pg_snapshot_xmax` cannot be the mark, because running transactions may have higher ids.
import type { DeliveryRow, Sight } from './queries.ts'

/** The horizon as one worker knows it. Numbers are global, so one horizon serves all its webhooks. */
export class Horizon {
  #settled = -1
  /** The row with the highest number that any reading has returned so far. */
  #highest: Pick<DeliveryRow, 'event_seq' | 'webhook_id'> | null = null
  /** `number` is settled when all transactions with an id below the mark have ended. */
  #awaited: { mark: bigint; number: number } | null = null

  /**
   * The webhook for which the next reading takes a mark. Null if no mark is needed, because one is already awaited or no new row was
   * returned. So an idle service uses no transaction ids.
   */
  get asking(): string | null {
    if (this.#awaited || !this.#highest || this.#highest.event_seq <= this.#settled) return null
    return this.#highest.webhook_id
  }

  /**
   * Processes what a reading saw. Returns a number that is settled for the reading's snapshot: every transaction that drew a number up to
   * it had ended before.
   */
  advance({ xmin, mark, newest }: Sight, rows: readonly Pick<DeliveryRow, 'event_seq' | 'webhook_id'>[]): number {
    if (this.#awaited && BigInt(xmin) >= this.#awaited.mark) {
      this.#settled = this.#awaited.number
      this.#awaited = null
    }
    for (const row of rows) if (row.event_seq > (this.#highest?.event_seq ?? -1)) this.#highest = row
    // The mark was taken after the snapshot, so it also covers the rows of this reading.
    if (mark !== null) this.#awaited = { mark: BigInt(mark), number: Math.max(this.#highest?.event_seq ?? -1, newest ?? -1) }
    return this.#settled
  }
}
