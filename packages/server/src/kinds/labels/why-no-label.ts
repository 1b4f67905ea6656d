import type { Shipment } from '@backhaul/core/shipment.ts'

/** Why a shipment has no label to print; null: it has one. Void comes first: what is not made yet may still be. */
export const whyNoLabel = ({ label_voided, label_id }: Shipment): 'label_voided' | 'label_not_ready' | null => {
  if (label_voided) return 'label_voided'
  return label_id === null ? 'label_not_ready' : null
}
