import type { HitKind, MATCHED_BY } from '@backhaul/core/search.ts'

/** Maximum number of hits for one identifier, even if more records share it. A list filtered by that identifier shows the rest. */
export const MAX_HITS = 20

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
