// Turns a command's decision into the bytes that every delivery sends and the feed returns. `draft` describes what happened. `freeze` adds
// an id and a time and fixes the bytes. A record is frozen only once and never rendered again. Therefore its signature stays valid, and the
// bytes of a retry are those of the first attempt.
import type { Shipment } from '../shipment.ts'
import {
  type CATALOG,
  type CatalogEntry,
  type Drafted,
  EVENT_TYPES,
  type EventDraft,
  type EventInfo,
  type EventRecord,
  type EventType,
  entryOf,
  IDENTIFIER_KEYS,
  type Identifiers,
  INFO_KEYS,
  internalName,
  LOCATION_KEYS,
  type Specific,
} from './catalog.ts'

/** Contact of the acting key. */
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
  /** Time at which the QR among the identifiers expires if nobody uses it. */
  qr_expires_at?: string | null
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

interface NamedQr {
  qr: string | null
  qr_expires_at: string | null
}
const NO_QR: NamedQr = { qr: null, qr_expires_at: null }

/** Returns the shipment's current QR if it is active or used (docs/guide/labels.md#which-qr-events-name). */
const currentQr = ({ qr_id, qr_status, status, expires_at }: Shipment): NamedQr => {
  if (status === 'cancelled' || status === 'expired') return NO_QR
  if (qr_status === 'used') return { qr: qr_id, qr_expires_at: null }
  return qr_status === 'active' ? { qr: qr_id, qr_expires_at: expires_at } : NO_QR
}

/** `identifiers`: the identifiers specific to the event. If they contain a QR, that QR replaces the shipment's current one. */
const subjectOf = (shipment: Shipment, identifiers: Identifiers = {}): Subject => {
  const { qr, qr_expires_at } = 'qr' in identifiers ? NO_QR : currentQr(shipment)
  return {
    subject: shipment.id,
    partner_id: shipment.partner_id,
    shipment_id: shipment.id,
    qr_expires_at,
    identifiers: {
      shipment: shipment.id,
      ltracking: shipment.ltracking,
      barcode: shipment.barcode,
      tracking: shipment.tracking,
      rma: shipment.rma,
      orderID: shipment.order_id,
      shipExtID: shipment.ship_ext_id,
      label: shipment.label_id,
      qr,
      customer: shipment.customer,
      partner: shipment.partner_id,
      ...identifiers,
    },
  }
}

/** Returns an event of a shipment, given the facts specific to its type. */
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

const SPECIFIC_KEYS: ReadonlyMap<EventType, readonly string[]> = new Map(
  EVENT_TYPES.map((type) => [type, Object.keys(entryOf(type).specific?.properties ?? {})]),
)

/** Returns the keys that have a value, in the given order. Undefined: no key has a value. */
const present = (keys: readonly string[], source: object): Record<string, unknown> | undefined => {
  const values = source as Record<string, unknown>
  const picked: Record<string, unknown> = {}
  let any = false
  for (const key of keys) {
    const value = values[key]
    if (value === null || value === undefined) continue
    picked[key] = value
    any = true
  }
  return any ? picked : undefined
}

/**
 * Gives a draft its id and time and fixes its bytes. `now` (ISO 8601 UTC) is the time at which the service emits the event. Keys have a
 * fixed order. A key without a value is absent, never null. eventSpecific is absent if it would be empty.
 */
export const freeze = (draft: EventDraft, { id, now }: { id: string; now: string }): EventRecord => {
  const { type, info } = draft
  const specificKeys = SPECIFIC_KEYS.get(type) as readonly string[]
  for (const key in draft.specific) if (!specificKeys.includes(key)) throw new Error(`${type} has no key ${key} in eventSpecific`)
  const event = internalName(type)
  const hasExpiredQr = typeof draft.qr_expires_at === 'string' && now >= draft.qr_expires_at
  const identifiers = hasExpiredQr ? { ...draft.identifiers, qr: null } : draft.identifiers
  const record = {
    object: 'webhook',
    eventID: id,
    event,
    type,
    identifiers: present(IDENTIFIER_KEYS, identifiers) ?? {},
    event_info: present(INFO_KEYS, {
      ...info,
      event,
      date: now.slice(0, 10),
      eventDateTime: now,
      location: info.location && present(LOCATION_KEYS, info.location),
    }),
    eventSpecific: draft.specific === null ? undefined : present(specificKeys, draft.specific),
  }
  return {
    id,
    partner_id: draft.partner_id,
    type,
    subject: draft.subject,
    shipment_id: draft.shipment_id,
    created_at: now,
    body: JSON.stringify(record),
  }
}
