// Removes the objects that nothing needs: those of uploads that came to nothing, and those whose documents are gone.
import type { Logger } from 'pino'
import type { Database } from '../platform/db.ts'
import { claimLoose, forget } from '../platform/object-rows.ts'
import { type Objects, ObjectsAway } from '../platform/objects.ts'
import { warnOfOutage } from '../platform/outage-log.ts'

/** Returns how many; 0: there are none, or their place does not answer, and then they wait. */
export const removeLoose = async (db: Database, objects: Objects, log: Logger): Promise<number> => {
  const removed: Awaited<ReturnType<typeof claimLoose>> = []
  try {
    for (const loose of await claimLoose(db)) {
      await objects.remove(loose.id)
      removed.push(loose)
    }
  } catch (error) {
    if (!(error instanceof ObjectsAway)) throw error
    warnOfOutage(log, { reason: error.message }, 'objects not removed')
    await forget(db, removed)
    return 0
  }
  await forget(db, removed)
  return removed.length
}
