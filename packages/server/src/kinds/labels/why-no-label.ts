import type { Shipment } from '@backhaul/core/shipment.ts'

/**
 * The reason why a shipment has no label to print. Null if it has one. Whether the label is void is checked first, because a label that
 * does not exist yet may still be made.
 */
export const whyNoLabel = ({
  label_voided,
  label_id,
}: Pick<Shipment, 'label_voided' | 'label_id'>): 'label_voided' | 'label_not_ready' | null => {
  if (label_voided) return 'label_voided'
  return label_id === null ? 'label_not_ready' : null
}
