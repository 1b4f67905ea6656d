import { heldRefusal } from './effects.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { Shipment } from './shipment.ts'
import { LADDER, type Rung } from './transitions.ts'

/**
 * The command that the sandbox's `advance` runs next (docs/guide/sandbox.md#one-step-at-a-time). Errors: `invalid_transition` off the
 * ladder, `shipment_held`.
 */
export const nextRung = (shipment: Shipment): Rung | Refusal => {
  const { status, fulfillment } = shipment
  const rung = LADDER[status]?.[fulfillment]
  if (!rung) return refuse('invalid_transition', `A shipment that is ${status} cannot be advanced further.`, { status, command: 'advance' })
  return shipment.held ? heldRefusal(shipment, 'advance') : rung
}
