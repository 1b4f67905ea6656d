// Holds and releases all webhooks. A restored database holds them automatically (database/hold.ts).
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import { HOLD, type Hold, readHold } from '../../database/hold.ts'
import { iso } from '../../process/clock.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { putRow } from './put-row.ts'

/**
 * Holds all webhook deliveries for this reason, or releases them if `reason` is null. Writes an audit line. Workers learn of the change at
 * once. Returns false if nothing changes. Errors: `unavailable` if other requests keep changing the setting.
 */
export const setHold = async (service: Service, actor: OperatorActor, reason: string | null): Promise<boolean | Refusal> => {
  if (reason === null && (await readHold(service.db)) === null) return false
  let isChanged = false
  const put = await putRow<{ name: string; value: Hold }>(service, 'settings', HOLD, actor, (before) => {
    const isHeld = before?.value.since !== undefined
    isChanged = isHeld !== (reason !== null)
    if (!isChanged) return before ?? { name: HOLD, value: {} }
    return { name: HOLD, value: reason === null ? {} : { since: iso(service.clock.now()), reason } }
  })
  if (isRefusal(put)) return put
  service.notifier.notify()
  return isChanged
}
