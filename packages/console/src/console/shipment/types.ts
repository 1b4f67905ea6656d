// What the page shows, as the service answers it.
import type { Shipment, ShipmentAction } from '@backhaul/client'

export type Action = ShipmentAction

export interface ShownShipment extends Shipment {
  /** Absent until they are read. */
  actions?: Action[]
}

/** What somebody may ask for at all: the endpoint is his, whatever the parcel's state is. */
export const mayAsk = (action: Action | undefined): boolean => action !== undefined && action.code !== 'insufficient_scope'

export const actionOf = ({ actions }: ShownShipment, command: string): Action | undefined => actions?.find((one) => one.command === command)
