// The types of the page's data, as the service returns them.
import type { Shipment, ShipmentAction } from '@backhaul/client'
import { TERMINAL } from '@backhaul/core/transitions.ts'

export type Action = ShipmentAction

export interface ShownShipment extends Shipment {
  /** Absent until they are loaded. */
  actions?: Action[]
}

/** Returns whether the user may run this command at all, in some state of the parcel. */
export const mayAsk = (action: Action | undefined): boolean => action !== undefined && action.code !== 'insufficient_scope'

export const actionOf = ({ actions }: ShownShipment, command: string): Action | undefined => actions?.find((one) => one.command === command)

export const hasEnded = ({ status }: Pick<Shipment, 'status'>): boolean => (TERMINAL as readonly string[]).includes(status)

/**
 * Returns the day of delivery estimated by the calendars, while the parcel is in transit and its carrier reports no date. Otherwise returns
 * null.
 */
export const expectedOn = (shipment: Pick<Shipment, 'status' | 'estimated_delivery_date' | 'scheduled_delivery_date'>): string | null =>
  hasEnded(shipment) || shipment.scheduled_delivery_date ? null : shipment.estimated_delivery_date
