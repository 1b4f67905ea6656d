// Up to which number a reading can be sure that no more rows will appear.
//
// Events draw their numbers before their transactions commit, and only the end of the transaction limits how late a number appears. However
// many numbers are drawn in the meantime, a row far below the newest may still commit. So how far back a reading must begin is not guessed
// but proved, from three facts about PostgreSQL:
// - A transaction has its id before it draws a number (`events.xid` comes before `events.seq`, and the first lock already takes an id).
// - If a row is visible, it has committed, so its number and all lower ones were drawn before. They are never drawn again, because a
//   committed row survives a crash, and so does the state of the sequence that it came from. (The sequence's last value may not survive.)
// - Ids are assigned in ascending order, and all ids below the `xmin` of a snapshot belong to transactions that had ended by then.
// So a reading that saw number L takes a transaction id of its own, the mark: every transaction that drew a number up to L has a lower id.
// Once a later reading's snapshot has an xmin at or above the mark, all those transactions have ended and everything they committed is
// visible to it: L is settled. `pg_snapshot_xmax` cannot be the mark, because transactions under way may have higher ids.
import type { DeliveryRow, Sight } from './queries.ts'

/** What one worker knows about this. Numbers are global, so one horizon serves all its webhooks. */
export class Horizon {
  #settled = -1
  /** The highest of all rows returned so far. */
  #highest: Pick<DeliveryRow, 'event_seq' | 'webhook_id'> | null = null
  /** `number` is settled once no transaction with an id below the mark is under way. */
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
   * Takes in what a reading saw. Returns a number that is settled for its snapshot: every transaction that drew a number up to it had ended
   * before.
   */
  advance({ xmin, mark, newest }: Sight, rows: readonly Pick<DeliveryRow, 'event_seq' | 'webhook_id'>[]): number {
    if (this.#awaited && BigInt(xmin) >= this.#awaited.mark) {
      this.#settled = this.#awaited.number
      this.#awaited = null
    }
    for (const row of rows) if (row.event_seq > (this.#highest?.event_seq ?? -1)) this.#highest = row
    // The mark was taken after the snapshot, so the rows of this reading count.
    if (mark !== null) this.#awaited = { mark: BigInt(mark), number: Math.max(this.#highest?.event_seq ?? -1, newest ?? -1) }
    return this.#settled
  }
}
