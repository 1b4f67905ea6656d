// Checks whether there is room for an upload. Only uploads are refused when storage is full. Everything else continues.
import type { Partner } from '@backhaul/core/partner.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { UNNAMED_HOURS } from '../../delivery/retention.ts'
import type { Service } from '../../service/service.ts'
import { findStorage, type StorageRow, usedInAll } from './queries.ts'

/**
 * Number of bytes that must stay free on the disk of the embedded database. PostgreSQL may write this much (log and sort files) before it
 * frees space.
 */
export const DISK_RESERVE = 1024 ** 3

export const storageLimit = ({ config }: Service, { storage_limit }: Partner): number => storage_limit ?? config.partnerStorage

/** Value of details.reason in a refusal. */
type Reason = 'partner' | 'service'

const MESSAGES = {
  partner: `The document exceeds your storage limit. Documents that no scan refers to are removed after ${UNNAMED_HOURS} hours, and the operator can raise the limit.`,
  service: 'The service cannot store more documents now; try again later with another Idempotency-Key.',
} as const satisfies Record<Reason, string>

const isServiceFull = async ({ config, db, freeDisk }: Service, size: number): Promise<boolean> => {
  // Free space on the disk of the database.
  const free = config.documents === 'database' ? await freeDisk() : null
  if (free !== null && free - size < DISK_RESERVE) return true
  return config.totalStorage !== null && (await usedInAll(db)) + size > config.totalStorage
}

/**
 * Returns the partner's storage row if there is room for the upload. The plan of the upload updates this row, so it is refused if another
 * upload came in between. An operator has no limit of its own, so `partner` and the result are null. Errors: `storage_quota_exceeded`.
 */
export const findRoom = async (service: Service, partner: Partner | null, size: number): Promise<StorageRow | null | Refusal> => {
  const row = partner && (await findStorage(service.db, partner.id))
  const limit = partner && storageLimit(service, partner)
  const refused = (reason: Reason) => refuse('storage_quota_exceeded', MESSAGES[reason], { used: row?.used ?? null, limit, reason })
  if (row && limit !== null && row.used + size > limit) return refused('partner')
  return (await isServiceFull(service, size)) ? refused('service') : row
}
