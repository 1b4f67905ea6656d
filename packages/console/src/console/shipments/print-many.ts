import type { Shipment } from '@backhaul/client'
import { Refused } from '../../shared/api.ts'

/** The service's limit for one file. */
export const MAX_LABELS = 500

/** Returns the shipments that a refusal lists as having no label to print. */
export const withoutLabel = (error: unknown, rows: readonly Shipment[]): Shipment[] => {
  const named = error instanceof Refused ? (error.details.shipments as { id: string }[] | undefined) : undefined
  const ids = new Set(named?.map(({ id }) => id))
  return rows.filter(({ id }) => ids.has(id))
}
