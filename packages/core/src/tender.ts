import type { Row } from './tables.ts'

export const TENDER_STATUSES = ['created', 'accepted', 'cancelled'] as const
export const HANDOFFS = ['inject', 'collect'] as const
export type Handoff = (typeof HANDOFFS)[number]

/** One row of `tenders`: shipments that are handed to a carrier together (docs/guide/counters.md#tenders). */
export interface TenderRow extends Row<'tenders'> {
  handoff: Handoff
  status: (typeof TENDER_STATUSES)[number]
  /** `delta`: received minus expected. */
  discrepancy: { type: 'short' | 'over'; delta: number } | null
  /** The reason why nobody needs to resolve the discrepancy anymore. */
  dismissal: { note: string; dismissed_by: string; dismissed_at: string } | null
}
