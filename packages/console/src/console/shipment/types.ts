// What the page shows, as the service answers it.
import type { Shipment, ShipmentAction } from '@backhaul/client'
import { TERMINAL } from '@backhaul/core/transitions.ts'

export type Action = ShipmentAction

export interface ShownShipment extends Shipment {
  /** Absent until they are read. */
  actions?: Action[]
}

/** What somebody may ask for at all: the endpoint is his, whatever the parcel's state is. */
export const mayAsk = (action: Action | undefined): boolean => action !== undefined && action.code !== 'insufficient_scope'

export const actionOf = ({ actions }: ShownShipment, command: string): Action | undefined => actions?.find((one) => one.command === command)

/** Nothing comes after its status. */
export const hasEnded = ({ status }: Pick<Shipment, 'status'>): boolean => (TERMINAL as readonly string[]).includes(status)

/** The day on which it is expected by the calendars, as long as it is under way and its carrier says nothing better; else null. */
export const expectedOn = (shipment: Pick<Shipment, 'status' | 'estimated_delivery_date' | 'scheduled_delivery_date'>): string | null =>
  hasEnded(shipment) || shipment.scheduled_delivery_date ? null : shipment.estimated_delivery_date
