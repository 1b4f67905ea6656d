// The types of the page's data, as the service returns them.
import type { Shipment, ShipmentAction } from '@backhaul/client'
import { TERMINAL } from '@backhaul/core/transitions.ts'

export type Action = ShipmentAction

export interface ShownShipment extends Shipment {
  /** Absent until they are loaded. */
  actions?: Action[]
}

/** Returns whether the user has the scope for this command, whatever the state of the parcel. */
export const mayAsk = (action: Action | undefined): boolean => action !== undefined && action.code !== 'insufficient_scope'

export const actionOf = ({ actions }: ShownShipment, command: string): Action | undefined => actions?.find((one) => one.command === command)

export const hasEnded = ({ status }: Pick<Shipment, 'status'>): boolean => (TERMINAL as readonly string[]).includes(status)

/** Returns the delivery date that the calendars estimate. Returns null if the shipment has ended or its carrier has reported a date. */
export const expectedOn = (shipment: Pick<Shipment, 'status' | 'estimated_delivery_date' | 'scheduled_delivery_date'>): string | null =>
  hasEnded(shipment) || shipment.scheduled_delivery_date ? null : shipment.estimated_delivery_date
