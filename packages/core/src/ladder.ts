import { heldRefusal } from './effects.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Shipment } from './shipment.ts'
import { LADDER, type Rung, type ScanKind } from './transitions.ts'

/**
 * Returns the command that the sandbox's `advance` runs next (docs/guide/sandbox.md#one-step-at-a-time). Errors: `invalid_transition` if
 * `advance` has no command for the status; `shipment_held`.
 */
export const nextRung = (shipment: Shipment): Rung | Refusal => {
  const { status, fulfillment } = shipment
  const rung = LADDER[status]?.[fulfillment]
  if (!rung) return refuse('invalid_transition', `A shipment that is ${status} cannot be advanced further.`, { status, command: 'advance' })
  return shipment.held ? heldRefusal(shipment, 'advance') : rung
}

/** Returns the scan that usually comes next. Null: the shipment has ended, or a person has to decide. */
export const usualScan = ({ status, fulfillment, label_id }: Shipment): ScanKind | null => {
  // A counter refused the parcel. The sender is expected to bring it again.
  const at = status !== 'rejected' ? status : label_id === null ? 'created' : 'label_ready'
  const rung = LADDER[at]?.[fulfillment] ?? null
  return rung === 'produce-label' ? 'walk-in' : rung
}
