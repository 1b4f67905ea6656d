// Catalog of event types: the subject of each, when it fires, which status it reports and which keys it has. The static types, the record's
// JSON schema, the golden files and docs/events.md are generated from it. docs/guide/webhooks.md#the-record defines a record.
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { ADJUSTMENT_REASONS } from '../adjustment.ts'
import { DIRECTIONS, type Direction, LABEL_FORMATS, type Place, REJECT_REASONS, SERVICE_LEVELS, STATUSES } from '../shipment.ts'
import type { Row } from '../tables.ts'

/** Every key that `identifiers` may have, in the order of the record. All values are strings. */
export const IDENTIFIER_KEYS = [
  'shipment',
  'ltracking',
  'barcode',
  'tracking',
  'rma',
  'orderID',
  'shipExtID',
  'label',
  'tender',
  'qr',
  'previousQr',
  'store',
  'customer',
  'partner',
  'webhook',
  'claim',
  'adjustment',
  'discrepancy',
  'pickup',
  'confirmation',
  'sweep',
  'facility',
  'manifest',
] as const
export type IdentifierKey = (typeof IDENTIFIER_KEYS)[number]

/** Every key that `event_info` may have, in the order of the record. */
export const INFO_KEYS = [
  'event',
  'date',
  'eventDateTime',
  'summary',
  'status',
  'direction',
  'email',
  'full_name',
  'lat',
  'lon',
  'coordinateSource',
  'scannedDateTime',
  'location',
  'labelUrl',
] as const

export const COORDINATE_SOURCES = ['store', 'facility', 'device'] as const
export type CoordinateSource = (typeof COORDINATE_SOURCES)[number]

export const LOCATION_KEYS = ['name', 'code', 'city', 'state', 'postalCode', 'country'] as const

export interface CatalogEntry {
  /** The resource whose events are delivered in order, and whose identifiers the record has. */
  about: 'shipment' | 'tender' | 'sweep' | 'manifest'
  /** Set on the ten handling events: the value of `scan-type`. For these events `event` is `scan-event`. */
  scanType: string | null
  /**
   * Value of event_info.status: a fixed word, or `unchanged` if it is the status of the shipment and the event does not change this status.
   * Null: the field is absent.
   */
  status: string | 'unchanged' | null
  /** Identifiers that every record of the type has, in addition to those of its subject. */
  identifiers: readonly IdentifierKey[]
  /** Identifiers that a record of the type has if they have a value, in addition to those of its subject and of a scan. */
  sometimes?: readonly IdentifierKey[]
  /** Identifiers of the subject that records of the type never have. */
  never?: readonly IdentifierKey[]
  /** Keys of event_info that this type has in addition to the common ones. `scanned`: scannedDateTime, and location if it is known. */
  info: readonly ('direction' | 'scanned' | 'location' | 'labelUrl')[]
  summary: string
  firesWhen: string
  /** Schema of eventSpecific. Null: the type has none. */
  specific: TObject | null
}

const closed = <T extends TProperties>(properties: T) => Type.Object(properties, { additionalProperties: false })

const Time = Type.String({ format: 'date-time' })
const Day = Type.String({ format: 'date' })
const Hour = Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]$' })
const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const Pounds = Type.Number({ minimum: 0 })
const Inches = Type.Number({ minimum: 0 })

const Measures = closed({ weight: Pounds, length: Inches, width: Inches, height: Inches })
const EventParcel = closed({ weight: Pounds, length: Inches, width: Inches, height: Inches, cubicFt: Type.Number({ minimum: 0 }) })
const AdjustmentReason = Type.Enum(ADJUSTMENT_REASONS)

const labeled = { labelVersion: Type.Integer({ minimum: 1 }), serviceLevel: Type.Enum(SERVICE_LEVELS), parcel: EventParcel }
const onward = { carrier: Type.Optional(Text), scheduledDeliveryDate: Type.Optional(Day) }
const reweighing = { reason: AdjustmentReason, originalWeight: Pounds, newWeight: Pounds }
const pickup = closed({ pickupDate: Day, pickupWindowStart: Hour, pickupWindowEnd: Hour, packageCount: Count })
const tender = { carrier: Text, handoff: Type.Enum(['inject', 'collect']), pieceCount: Count, shipmentCount: Count }
const accepted = {
  carrier: tender.carrier,
  handoff: tender.handoff,
  pieceCount: Count,
  pieceCountReceived: Count,
  shipmentCount: Count,
  acceptedBy: Type.Optional(Text),
  acceptedAt: Time,
}

/** eventSpecific of a handling event: the four common keys, then the keys of the type. */
const handling = <S extends string, T extends TProperties>(scanType: S, extra: T) =>
  closed({
    'scan-type': Type.Literal(scanType),
    scantime: Time,
    scannerEmail: Type.Optional(Text),
    scannerName: Type.Optional(Text),
    ...extra,
  })

/** Shared by nearly every entry about a shipment. An entry states only the differences. */
const shipment = { about: 'shipment', scanType: null, identifiers: [], info: ['direction'] } as const
/** Shared by events that only a shipment with a label has. */
const withLabel = { ...shipment, identifiers: ['label'] } as const
/** Shared by events that belong to a shipment but do not report on it. They have no direction. */
const shipmentSide = { about: 'shipment', scanType: null, identifiers: [], info: [] } as const

export const CATALOG = {
  'shipment.created': {
    ...shipment,
    status: 'created',
    summary: 'Shipment created',
    firesWhen: 'A shipment is created: on its own, in a batch or by a counter sale.',
    specific: closed({
      labelVersion: Type.Optional(labeled.labelVersion),
      serviceLevel: labeled.serviceLevel,
      parcel: labeled.parcel,
    }),
  },
  'shipment.label_ready': {
    ...shipment,
    status: 'label_ready',
    info: ['direction', 'labelUrl'],
    identifiers: ['label'],
    summary: 'Label ready',
    firesWhen: 'The first label of a shipment is made: at creation for print_label, at the counter for qr_code.',
    specific: closed({ labelFormat: Type.Enum(LABEL_FORMATS), ...labeled }),
  },
  'shipment.label_reprinted': {
    ...shipment,
    status: 'label_ready',
    info: ['direction', 'labelUrl'],
    identifiers: ['label'],
    summary: 'Label reprinted',
    firesWhen: 'A reprint replaces the label; tracking and barcode stay the same.',
    specific: closed(labeled),
  },
  'shipment.carrier_label_ready': {
    ...shipment,
    identifiers: ['label', 'ltracking'],
    never: ['qr'],
    status: 'unchanged',
    summary: "Carrier's label ready",
    firesWhen:
      "The carrier's own label of a shipment in direct mode was bought and can be fetched. If the label is voided and bought again, the event fires again.",
    specific: closed({
      carrier: Text,
      carrierLabelUrl: Type.String({ pattern: '^/v2/shipments/', description: "Path of the carrier's label" }),
    }),
  },
  'shipment.updated': {
    ...shipment,
    status: 'created',
    summary: 'Shipment amended',
    firesWhen:
      "An amendment changes the shipment. The status in the event is always `created`, regardless of the shipment's status, so the event reports no change of status.",
    specific: null,
  },
  'shipment.sold': {
    ...shipment,
    status: 'label_ready',
    info: ['direction', 'labelUrl'],
    identifiers: ['label'],
    sometimes: ['store'],
    never: ['qr'],
    summary: 'Shipment sold at the counter',
    firesWhen: 'A shipment is sold at a counter. This event comes after `shipment.created` and `shipment.label_ready`.',
    specific: closed({ soldAt: Time, serviceLevel: labeled.serviceLevel }),
  },
  'qr.scanned': {
    ...shipmentSide,
    identifiers: ['label'],
    scanType: 'dropoff',
    status: null,
    summary: 'QR presented at the counter',
    firesWhen:
      'A counter takes in a parcel from its sender. `shipment.in_possession` follows. If the reweigh differs, `shipment.adjusted` follows too.',
    specific: handling('dropoff', { storeCode: Type.Optional(Text), pudoCode: Type.Optional(Text) }),
  },
  'shipment.ready_for_pickup': {
    ...withLabel,
    scanType: 'accepted',
    status: 'ready_for_pickup',
    summary: 'Accepted at the counter',
    firesWhen: 'A counter accepts a parcel that already has its label.',
    specific: handling('accepted', {}),
  },
  'shipment.picked_up': {
    ...withLabel,
    scanType: 'pickup',
    status: 'picked_up',
    summary: 'Collected by the driver',
    firesWhen: 'A driver collects the parcel.',
    specific: handling('pickup', {}),
  },
  'shipment.in_possession': {
    ...withLabel,
    scanType: 'possession',
    status: 'in_possession',
    summary: 'In the custody of the network',
    firesWhen: 'A walk-in or custody scan shows that the network has custody of the parcel.',
    specific: handling('possession', {}),
  },
  'shipment.at_sort_center': {
    ...withLabel,
    scanType: 'arrived_at_sort',
    status: 'at_sort_center',
    summary: 'Arrived at the sort facility',
    firesWhen: 'A scan shows that the parcel has arrived at a sort facility.',
    specific: handling('arrived_at_sort', {}),
  },
  'shipment.sorted': {
    ...withLabel,
    scanType: 'sorted',
    status: 'sorted',
    summary: 'Sorted',
    firesWhen: 'A scan shows that the parcel has been sorted.',
    specific: handling('sorted', {}),
  },
  'shipment.injected': {
    ...withLabel,
    sometimes: ['tender'],
    scanType: 'injected',
    status: 'injected',
    summary: 'Handed to the onward carrier',
    firesWhen: 'The onward carrier takes over the parcel, by a scan or by accepting an inject tender.',
    specific: handling('injected', { carrier: onward.carrier }),
  },
  'shipment.in_transit': {
    ...withLabel,
    info: ['direction', 'scanned'],
    status: 'in_transit',
    summary: 'In transit',
    firesWhen: 'A scan shows the first movement of the parcel at the onward carrier; `event_info` says when and where.',
    specific: closed(onward),
  },
  'tracking.updated': {
    ...withLabel,
    info: ['direction', 'scanned'],
    status: 'in_transit',
    summary: 'In transit',
    firesWhen: 'This event fires immediately after `shipment.in_transit`, with the same payload. It does not fire for every scan.',
    specific: closed(onward),
  },
  'shipment.out_for_delivery': {
    ...withLabel,
    scanType: 'out_for_delivery',
    status: 'out_for_delivery',
    summary: 'Out for delivery',
    firesWhen:
      'A scan shows that the parcel is out for delivery, or an undeliverable parcel gets the disposition `redeliver`, which sends it out again.',
    specific: handling('out_for_delivery', onward),
  },
  'shipment.delivered': {
    ...withLabel,
    scanType: 'delivered',
    status: 'delivered',
    summary: 'Delivered',
    firesWhen: 'A scan shows that the parcel has been delivered. `pod` is absent if there is no image.',
    specific: handling('delivered', {
      pod: Type.Optional(Type.String({ pattern: '^/v2/documents/' })),
      podGrade: Type.Enum(['A', 'B', 'C']),
      carrier: onward.carrier,
    }),
  },
  'shipment.rejected': {
    ...shipment,
    scanType: 'rejected',
    status: 'rejected',
    summary: 'Refused at the counter',
    firesWhen: 'A counter refuses the parcel and does not take custody of it.',
    specific: handling('rejected', { rejectReason: Type.Enum(REJECT_REASONS), rejectReasonNote: Type.Optional(Text) }),
  },
  'shipment.undeliverable': {
    ...withLabel,
    status: 'undeliverable',
    summary: 'Undeliverable',
    firesWhen: 'The parcel gets the disposition `rts` while the onward carrier has it.',
    specific: closed({ disposition: Type.Literal('rts'), carrier: onward.carrier }),
  },
  'shipment.return_to_sender': {
    ...withLabel,
    status: 'return_to_sender',
    summary: 'Going back to its sender',
    firesWhen: 'The parcel gets the disposition `rts` while the network has it, or when it is already undeliverable or unclaimed.',
    specific: closed({ disposition: Type.Literal('rts'), carrier: onward.carrier }),
  },
  'shipment.unclaimed': {
    ...withLabel,
    status: 'unclaimed',
    summary: 'Unclaimed',
    firesWhen: 'The parcel gets the disposition `unclaimed`. Repeating the disposition fires the event again, with the original dates.',
    specific: closed({ disposition: Type.Literal('unclaimed') }),
  },
  'shipment.disposed': {
    ...withLabel,
    status: 'disposed',
    summary: 'Disposed of',
    firesWhen: 'The parcel gets the disposition `dispose`.',
    specific: closed({ disposition: Type.Literal('dispose') }),
  },
  'claim.opened': {
    ...shipmentSide,
    status: 'open',
    identifiers: ['claim'],
    summary: 'Claim opened',
    firesWhen: 'A claim is opened. Resolving it fires no event.',
    specific: closed({ claimType: Type.Enum(['lost', 'damaged', 'misdelivered']), description: Type.Optional(Text) }),
  },
  'shipment.cancelled': {
    ...shipment,
    never: ['qr'],
    status: 'cancelled',
    summary: 'Shipment cancelled',
    firesWhen: 'A shipment is cancelled before drop-off.',
    specific: closed({ labelVoided: Type.Literal(true), voidedAt: Time, cancelledAt: Time, expiresAt: Time }),
  },
  'shipment.expired': {
    ...shipment,
    never: ['qr'],
    status: 'expired',
    summary: 'Shipment expired',
    firesWhen:
      'Fires once, when a shipment that was not dropped off by expires_at is next read or changed. Rely on expiredAt rather than on when the event arrives.',
    specific: closed({ labelVoided: Type.Literal(true), voidedAt: Time, expiredAt: Time, expiresAt: Time }),
  },
  'shipment.held': {
    ...shipment,
    status: 'unchanged',
    summary: 'Shipment put on hold',
    firesWhen: 'A shipment is put on hold; its status stays the same.',
    specific: closed({ held: Type.Literal(true) }),
  },
  'shipment.released': {
    ...shipment,
    status: 'unchanged',
    summary: 'Shipment released from its hold',
    firesWhen: 'A hold is released; the status stays the same.',
    specific: closed({ held: Type.Literal(false) }),
  },
  'shipment.redirected': {
    ...withLabel,
    status: 'in_transit',
    info: ['direction', 'location'],
    summary: 'Redirected to another destination',
    firesWhen: 'The destination is changed on the way; event_info.location is the new destination.',
    specific: closed({ redirectedTo: Text, redirectedToLine1: Text, carrier: onward.carrier }),
  },
  'shipment.adjusted': {
    ...shipment,
    status: null,
    identifiers: ['adjustment'],
    summary: 'Price adjusted',
    firesWhen:
      'The price changes because of a reweigh, a chargeable discrepancy, a manual adjustment, or an amendment that reverses the charge of an earlier measurement.',
    specific: closed(reweighing),
  },
  'shipment.discrepancy_reported': {
    ...shipment,
    status: null,
    identifiers: ['discrepancy'],
    sometimes: ['adjustment', 'store'],
    summary: 'Parcel differs from its declaration',
    firesWhen:
      'A discrepancy is recorded. If it is chargeable, `shipment.adjusted` follows. The `reason` `late_custody` means that the shipment had expired or been cancelled, and a scan that arrived later shows that the network had the parcel. The `stage` is then the stage of that scan; the stage `custody` occurs only in records of earlier releases.',
    specific: closed({
      stage: Type.Enum(['dropoff', 'sort']),
      declared: Measures,
      observed: Measures,
      chargeable: Type.Boolean(),
    }),
  },
  'adjustment.disputed': {
    ...shipmentSide,
    status: null,
    identifiers: ['adjustment'],
    summary: 'Adjustment disputed',
    firesWhen: 'An adjustment is disputed. Resolving the dispute fires no event.',
    specific: closed({ ...reweighing, disputeStatus: Type.Literal('open'), disputeReason: Text }),
  },
  'qr.reissued': {
    ...shipmentSide,
    status: null,
    identifiers: ['qr', 'previousQr'],
    summary: 'QR replaced',
    firesWhen: 'A QR is replaced by a new one and can no longer be presented.',
    specific: null,
  },
  'qr.invalidated': {
    ...shipmentSide,
    status: 'invalidated',
    identifiers: ['qr'],
    summary: 'QR invalidated',
    firesWhen: 'A QR is invalidated on request. Replacing a QR does not fire this event.',
    specific: closed({ qrStatus: Type.Literal('invalidated'), expiresAt: Time }),
  },
  'pickup.scheduled': {
    ...shipmentSide,
    status: 'scheduled',
    identifiers: ['store', 'pickup', 'confirmation', 'sweep'],
    summary: 'Pickup scheduled',
    firesWhen: 'A pickup is booked.',
    specific: pickup,
  },
  'pickup.cancelled': {
    ...shipmentSide,
    status: 'cancelled',
    identifiers: ['store', 'pickup', 'confirmation', 'sweep'],
    summary: 'Pickup cancelled',
    firesWhen: 'A pickup is cancelled, by the cancel request or by setting its status.',
    specific: pickup,
  },
  'sweep.created': {
    about: 'sweep',
    scanType: null,
    status: 'ordered',
    identifiers: ['store'],
    info: [],
    summary: 'Sweep ordered',
    firesWhen: 'The first live pickup for a store, day and carrier orders the visit. The event has no shipment and no number of packages.',
    specific: closed({ sweepDate: Day, dp: Text, storeCode: Text, storeAddress: Text }),
  },
  'tender.created': {
    about: 'tender',
    scanType: null,
    status: 'created',
    identifiers: [],
    info: [],
    summary: 'Tender created',
    firesWhen: 'Shipments are grouped into a tender for a carrier.',
    specific: closed(tender),
  },
  'tender.accepted': {
    about: 'tender',
    scanType: null,
    status: 'accepted',
    identifiers: [],
    info: [],
    summary: 'Tender accepted',
    firesWhen: 'The carrier accepts a tender. This event comes before `tender.discrepancy`, and before `shipment.injected` of the members.',
    specific: closed(accepted),
  },
  'tender.discrepancy': {
    about: 'tender',
    scanType: null,
    status: 'accepted',
    identifiers: [],
    info: [],
    summary: 'Tender count differs',
    firesWhen: 'The carrier counts more or fewer pieces than expected. If this event fires, it comes after `tender.accepted`.',
    specific: closed({
      ...accepted,
      discrepancyType: Type.Enum(['short', 'over']),
      expectedPieceCount: Count,
      receivedPieceCount: Count,
      delta: Type.Integer(),
    }),
  },
  'manifest.closed': {
    about: 'manifest',
    scanType: null,
    status: 'closed',
    identifiers: ['store'],
    info: [],
    summary: 'Manifest closed',
    firesWhen: "A store's manifest for the day is closed.",
    specific: closed({ packageCount: Count, manifestDate: Day, closedAt: Time }),
  },
} as const satisfies Record<string, CatalogEntry>

export type EventType = keyof typeof CATALOG
export const EVENT_TYPES = Object.keys(CATALOG) as EventType[]

/** The static type of eventSpecific for an event type. Null: the event type has none. */
export type Specific<T extends EventType> = (typeof CATALOG)[T]['specific'] extends TObject ? Static<(typeof CATALOG)[T]['specific']> : null

/** Keys that may be absent in the record may be null in the draft. Freezing omits them. */
export type Drafted<S> = { [K in keyof S]: Record<never, never> extends Pick<S, K> ? S[K] | null | undefined : S[K] }

export type Identifiers = Partial<Record<IdentifierKey, string | null | undefined>>

export interface EventInfo {
  summary: string
  status?: string
  direction?: Direction
  /** Contact of the acting key. Both fields are empty in handling events. */
  email: string
  full_name: string
  /** Decimal degrees as text, and their source. */
  lat?: string
  lon?: string
  coordinateSource?: CoordinateSource
  /** Time of the scan. eventDateTime, in contrast, is the time at which the service emitted the event. */
  scannedDateTime?: string
  location?: Place
  labelUrl?: string
}

interface Draft<T extends EventType> {
  type: T
  /** Events of one subject are delivered in order. The subject is the shipment, else the tender, sweep or manifest. */
  subject: string
  partner_id: string
  shipment_id: string | null
  identifiers: Identifiers
  /** Time at which the QR in the identifiers expires if nobody uses it. */
  qr_expires_at?: string | null
  info: EventInfo
  specific: Drafted<Specific<T>>
}
/** An event that a command decided to fire, before it has an id and a time. A union over the types, discriminated by `type`. */
export type EventDraft<T extends EventType = EventType> = T extends EventType ? Draft<T> : never

/**
 * One row of `events`, without the columns that the database fills in. `body`: the record as JSON text, exactly as it is signed, sent and
 * served.
 */
export interface EventRecord extends Omit<Row<'events'>, 'xid' | 'seq'> {
  type: EventType
}

export const entryOf = (type: EventType): CatalogEntry => CATALOG[type]

/** The record's `event`. The ten handling events share one internal name. Every other type has its own. */
export const internalName = (type: EventType): string => (CATALOG[type].scanType === null ? type : 'scan-event')

const ALWAYS_IDENTIFIED = {
  shipment: ['shipment', 'barcode', 'tracking', 'partner'],
  tender: ['tender', 'partner'],
  sweep: ['partner', 'sweep'],
  manifest: ['partner', 'manifest'],
} as const

/** Identifiers that events about a subject have if they have a value. */
const SOMETIMES_IDENTIFIED = {
  shipment: ['ltracking', 'rma', 'orderID', 'shipExtID', 'label', 'qr', 'customer'],
  tender: ['facility'],
  sweep: [],
  manifest: [],
} as const
const OF_A_SCAN = ['store', 'facility'] as const

/**
 * Returns the identifiers of a type's records, in order: those that every record has, and those that a record may have. A record never has
 * any other identifiers.
 */
export const identifiersOf = (type: EventType): { always: readonly IdentifierKey[]; sometimes: readonly IdentifierKey[] } => {
  const { about, scanType, identifiers, sometimes = [], never = [] } = entryOf(type)
  const always: readonly IdentifierKey[] = [...ALWAYS_IDENTIFIED[about], ...identifiers]
  const others: readonly IdentifierKey[] = [...SOMETIMES_IDENTIFIED[about], ...(scanType === null ? [] : OF_A_SCAN), ...sometimes]
  return {
    always: IDENTIFIER_KEYS.filter((key) => always.includes(key)),
    sometimes: IDENTIFIER_KEYS.filter((key) => others.includes(key) && !always.includes(key) && !never.includes(key)),
  }
}

const statusSchema = (status: string) => (status === 'unchanged' ? Type.Enum(STATUSES) : Type.Literal(status))

const infoSchema = (type: EventType, entry: CatalogEntry) => {
  const scanned = entry.scanType !== null
  const location = Type.Object(Object.fromEntries(LOCATION_KEYS.map((key) => [key, Type.Optional(Text)])), { additionalProperties: false })
  const contact = scanned ? Type.Literal('') : Text
  return closed({
    event: Type.Literal(internalName(type)),
    date: Day,
    eventDateTime: Time,
    summary: Type.String({ pattern: '^[^\\r\\n]+$' }),
    ...(entry.status !== null && { status: statusSchema(entry.status) }),
    ...(entry.info.includes('direction') && { direction: Type.Enum(DIRECTIONS) }),
    email: contact,
    full_name: contact,
    ...(scanned && {
      lat: Type.Optional(Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })),
      lon: Type.Optional(Type.String({ pattern: '^-?\\d+(\\.\\d+)?$' })),
      coordinateSource: Type.Optional(Type.Enum(COORDINATE_SOURCES)),
    }),
    ...((scanned || entry.info.includes('scanned')) && { scannedDateTime: Time, location: Type.Optional(location) }),
    ...(entry.info.includes('location') && { location }),
    ...(entry.info.includes('labelUrl') && { labelUrl: Type.String({ pattern: '^/v2/shipments/' }) }),
  })
}

type TitledObject = TObject & { title: string }

const schemaTitle = (type: EventType): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`

/**
 * Returns the JSON schema of the whole record of a type, closed at every level. Webhooks receive this record, and the feed returns it. Its
 * identifiers may have any of the keys, so that programs can read every key in a record of any type.
 */
export const eventSchema = (type: EventType): TitledObject => {
  const entry = entryOf(type)
  const { always } = identifiersOf(type)
  const identifiers = IDENTIFIER_KEYS.map((key) => [key, always.includes(key) ? Text : Type.Optional(Text)])
  const record: TProperties = {
    object: Type.Literal('webhook'),
    eventID: Type.String({ pattern: '^evt_' }),
    event: Type.Literal(internalName(type)),
    type: Type.Literal(type),
    identifiers: closed(Object.fromEntries(identifiers)),
    event_info: infoSchema(type, entry),
    ...(entry.specific && { eventSpecific: entry.specific }),
  }
  return Type.Object(record, { additionalProperties: false, title: schemaTitle(type), description: entry.firesWhen }) as TitledObject
}
