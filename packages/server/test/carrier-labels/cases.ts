import type * as kind from '../../src/kinds/carrier-labels/kind.ts'
import type { Case, CasesOf } from '../coverage/case.ts'

/** A shipment whose carrier has sold a label, as a purchase leaves it, because no worker runs here. */
const onSold: Case = async (world) => {
  const { id } = await world.shipment()
  const { status, text } = await world.owner.post('/v2/test/events/shipment.carrier_label_ready', { shipment_id: id })
  if (status !== 200) throw new Error(text)
  return { path: `/v2/shipments/${id}/carrier-label`, owned: [id] }
}

export const CASES: CasesOf<typeof kind> = {
  orderCarrierLabel: onSold,
  readCarrierLabel: onSold,
}
