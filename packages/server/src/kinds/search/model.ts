import type { HitKind, MATCHED_BY } from '@backhaul/core/search.ts'

/** However many share an identifier; the list of what they are says the rest. */
export const MOST_HITS = 20

export interface Hit {
  kind: HitKind
  id: string
  matched_by: (typeof MATCHED_BY)[number]
  title: string | null
  status: string | null
  partner_id: string | null
  shipment_id: string | null
  created_at: string
}
