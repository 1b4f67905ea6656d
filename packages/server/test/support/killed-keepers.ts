import type { Database } from '../../src/database/db.ts'
import type { PartitionedTable, PartitionMaintainer } from '../../src/database/partitions.ts'
import { pause } from './deliveries.ts'
import { until } from './until.ts'

/** A test with fewer kills would prove little. */
const FEWEST_KILLS = 6

/**
 * Runs two keepers at once, and kills them again and again. The keepers make partitions and drop those of `table`. The returned function
 * waits for at least 6 kills, which take longer on a slow machine. It then stops everything and returns the failures.
 */
export const killedKeepers = (db: Database, keeper: () => PartitionMaintainer, table: PartitionedTable, old_days: number) => {
  let isOver = false
  let kills = 0
  /**
   * The number of kills since a keeper last finished its work. The pauses grow with this number, because on a slow machine no keeper would
   * otherwise ever finish.
   */
  let in_vain = 0
  const failures: unknown[] = []
  const keep = async () => {
    for (const own = keeper(); !isOver; await pause(5)) {
      try {
        await own.keep()
        await own.drop(table, old_days)
        in_vain = 0
      } catch (error) {
        failures.push(error)
      }
    }
  }
  const kill = async () => {
    for (; !isOver; await pause(20 + Math.random() * 200 * (1 + in_vain))) {
      const killed = await db.query(
        '',
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'backhaul partitions' and datname = current_database()",
      )
      kills += killed.length
      in_vain += killed.length
    }
  }
  const all = [keep(), keep(), kill()]
  return async (): Promise<unknown[]> => {
    await until('they were killed often enough', () => kills >= FEWEST_KILLS).finally(() => {
      isOver = true
    })
    await Promise.all(all)
    return failures
  }
}
