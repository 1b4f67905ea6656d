import type { Database } from '../../src/platform/db.ts'
import type { PartitionedTable, PartitionKeeper } from '../../src/platform/partitions.ts'
import { pause } from './deliveries.ts'

/**
 * Two make partitions and drop those of `table` at once, and are killed again and again, until the function that this returns is called.
 * It says how often they were killed, and what failed.
 */
export const killedKeepers = (db: Database, keeper: () => PartitionKeeper, table: PartitionedTable, old_days: number) => {
  let isOver = false
  let kills = 0
  const failures: unknown[] = []
  const keep = async () => {
    for (const own = keeper(); !isOver; await pause(5)) {
      try {
        await own.keep()
        await own.drop(table, old_days)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  const kill = async () => {
    for (; !isOver; await pause(20 + Math.random() * 200)) {
      const killed = await db.query(
        '',
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'backhaul partitions' and datname = current_database()",
      )
      kills += killed.length
    }
  }
  const all = [keep(), keep(), kill()]
  return async (): Promise<{ kills: number; failures: unknown[] }> => {
    isOver = true
    await Promise.all(all)
    return { kills, failures }
  }
}
