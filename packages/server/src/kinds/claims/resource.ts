import type { ClaimRow } from '@backhaul/core/claim.ts'

/** The claim as the API shows it (docs/guide/money.md#claims). */
export const claimResource = (row: ClaimRow) => ({
  id: row.id,
  object: 'claim',
  shipment_id: row.shipment_id,
  type: row.type,
  description: row.description,
  amount_claimed: row.amount_claimed,
  amount_approved: row.amount_approved,
  currency: row.currency,
  status: row.status,
  history: row.history,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
