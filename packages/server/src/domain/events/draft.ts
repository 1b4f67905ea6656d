// The common part of every draft: what the catalog entry of its type says, who acted, and whom it is about.
import type { Shipment } from '../shipment.ts'
import { type CATALOG, type CatalogEntry, type EventType, entryOf, type Specific } from './catalog.ts'
import type { Drafted, EventDraft, EventInfo, Identifiers } from './record.ts'

/** The acting key's contact. */
export interface Actor {
  email: string
  full_name: string
}

type TypeAbout<A extends CatalogEntry['about']> = { [T in EventType]: (typeof CATALOG)[T]['about'] extends A ? T : never }[EventType]

export interface Subject {
  subject: string
  partner_id: string
  shipment_id: string | null
  identifiers: Identifiers
}

export const draft = <T extends EventType>(
  type: T,
  about: Subject,
  actor: Actor,
  specific: Drafted<Specific<T>>,
  more: Partial<EventInfo> = {},
) => {
  const { status, summary } = entryOf(type)
  const info: EventInfo = { summary, ...(status !== null && { status }), email: actor.email, full_name: actor.full_name, ...more }
  return { type, ...about, info, specific } as EventDraft<T>
}

const subjectOf = (shipment: Shipment, identifiers: Identifiers = {}): Subject => ({
  subject: shipment.id,
  partner_id: shipment.partner_id,
  shipment_id: shipment.id,
  identifiers: {
    shipment: shipment.id,
    ltracking: shipment.ltracking,
    barcode: shipment.barcode,
    tracking: shipment.tracking,
    rma: shipment.rma,
    orderID: shipment.order_id,
    shipExtID: shipment.ship_ext_id,
    label: shipment.label_id,
    customer: shipment.customer,
    partner: shipment.partner_id,
    ...identifiers,
  },
})

/** Any event that hangs on a shipment, given what is particular to its type. */
export const onShipment = <T extends TypeAbout<'shipment'>>(
  type: T,
  shipment: Shipment,
  actor: Actor,
  specific: Drafted<Specific<T>>,
  identifiers: Identifiers = {},
  info: Partial<EventInfo> = {},
): EventDraft<T> => {
  const entry = entryOf(type)
  return draft(type, subjectOf(shipment, identifiers), actor, specific, {
    ...(entry.status === 'unchanged' && { status: shipment.status }),
    ...(entry.info.includes('direction') && { direction: shipment.direction }),
    ...(entry.info.includes('labelUrl') && { labelUrl: `/v2/shipments/${shipment.id}/label` }),
    ...info,
  })
}
