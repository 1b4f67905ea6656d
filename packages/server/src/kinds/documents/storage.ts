// Whether there is room for an upload. It is only uploads that are refused: whatever happens to storage, everything else goes on.
import type { Partner } from '@backhaul/core/partner.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { UNNAMED_HOURS } from '../../delivery/retention.ts'
import type { Service } from '../../service/service.ts'
import { findStorage, type StorageRow, usedInAll } from './queries.ts'

/**
 * Free bytes that stay on the disk of the embedded database. PostgreSQL may write that much next to its tables before it makes room: its log,
 * and files for sorting.
 */
export const DISK_RESERVE = 1024 ** 3

export const storageLimit = ({ config }: Service, { storage_limit }: Partner): number => storage_limit ?? config.partnerStorage

/** Details.reason of a refusal. */
type Reason = 'partner' | 'service'

const MESSAGES = {
  partner: `The document does not fit into your storage; documents that no delivery names are removed after ${UNNAMED_HOURS} hours, and the operator can give you more.`,
  service: 'The service has no room for further documents at the moment; try again later with another Idempotency-Key.',
} as const satisfies Record<Reason, string>

const isServiceFull = async ({ config, db, freeDisk }: Service, size: number): Promise<boolean> => {
  // Of the disk that the database is on.
  const free = config.documents === 'database' ? await freeDisk() : null
  if (free !== null && free - size < DISK_RESERVE) return true
  return config.totalStorage !== null && (await usedInAll(db)) + size > config.totalStorage
}

/**
 * The partner's storage as it was when there was room for so many bytes; the upload's plan updates it, so that it is refused if anybody's
 * upload came in between. An operator (null) has no limit of its own. Errors: `storage_quota_exceeded`.
 */
export const findRoom = async (service: Service, partner: Partner | null, size: number): Promise<StorageRow | null | Refusal> => {
  const row = partner && (await findStorage(service.db, partner.id))
  const limit = partner && storageLimit(service, partner)
  const refused = (reason: Reason) => refuse('storage_quota_exceeded', MESSAGES[reason], { used: row?.used ?? null, limit, reason })
  if (row && limit !== null && row.used + size > limit) return refused('partner')
  return (await isServiceFull(service, size)) ? refused('service') : row
}
