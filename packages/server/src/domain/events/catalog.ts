// The 39 event types as one table: what each is about, when it fires, which status it reports and which keys it carries. One entry here
// is all that a new type needs; the static types, the JSON schema of the record, the golden files and docs/events.md are read from it.
// Source: specification "Events", contract §12 and §14.
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { ADJUSTMENT_REASONS } from '../adjustment.ts'
import { DIRECTIONS, LABEL_FORMATS, REJECT_REASONS, SERVICE_LEVELS, STATUSES } from '../shipment.ts'

/** Every key that `identifiers` may have, in the order in which the record shows them. All are strings. */
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

/** Every key that `event_info` may have, in the order in which the record shows them. */
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
  /** The resource whose events stay in order among themselves, and whose identifiers the record carries. */
  about: 'shipment' | 'tender' | 'sweep' | 'manifest'
  /** Set on the ten handling events: the value of `scan-type`, and the reason why `event` reads `scan-event`. */
  scanType: string | null
  /** event_info.status: a fixed word, the shipment's unchanged status, or none. */
  status: string | 'unchanged' | null
  /** Identifiers that every record of the type has beside those of what it is about. */
  identifiers: readonly IdentifierKey[]
  /** Keys of event_info that this type has beside the common ones; `scanned`: scannedDateTime and, where it is known, location. */
  info: readonly ('direction' | 'scanned' | 'location' | 'labelUrl')[]
  summary: string
  firesWhen: string
  /** Schema of eventSpecific; null when the type has none. */
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
const correction = { reason: AdjustmentReason, originalWeight: Pounds, newWeight: Pounds }
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

/** eventSpecific of a handling event: the four common keys, then those of the type. */
const handling = <S extends string, T extends TProperties>(scanType: S, extra: T) =>
  closed({
    'scan-type': Type.Literal(scanType),
    scantime: Time,
    scannerEmail: Type.Optional(Text),
    scannerName: Type.Optional(Text),
    ...extra,
  })

/** What nearly every entry about a shipment has in common; an entry states only where it differs. */
const shipment = { about: 'shipment', scanType: null, identifiers: [], info: ['direction'] } as const
/** The same for events that hang on a shipment without reporting on it: they carry no direction. */
const beside = { about: 'shipment', scanType: null, identifiers: [], info: [] } as const

export const CATALOG = {
  'shipment.created': {
    ...shipment,
    status: 'created',
    summary: 'Shipment created',
    firesWhen: 'A shipment comes into being, by a single creation, as a member of a batch or by a counter sale.',
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
    firesWhen: 'The first label of a shipment exists: at creation for print_label, when a counter makes it for qr_code.',
    specific: closed({ labelFormat: Type.Enum(LABEL_FORMATS), ...labeled }),
  },
  'shipment.label_reprinted': {
    ...shipment,
    status: 'label_ready',
    info: ['direction', 'labelUrl'],
    identifiers: ['label'],
    summary: 'Label reprinted',
    firesWhen: 'A reprint replaces the label; tracking and barcode stay.',
    specific: closed(labeled),
  },
  'shipment.updated': {
    ...shipment,
    status: 'created',
    summary: 'Shipment amended',
    firesWhen: 'An amendment changed the shipment. Its status reads created whatever the shipment is in: it reports no change of state.',
    specific: null,
  },
  'shipment.sold': {
    ...shipment,
    status: 'label_ready',
    info: ['direction', 'labelUrl'],
    identifiers: ['label'],
    summary: 'Shipment sold at the counter',
    firesWhen: 'A counter sale, after created and label_ready.',
    specific: closed({ soldAt: Time, serviceLevel: labeled.serviceLevel }),
  },
  'qr.scanned': {
    ...beside,
    scanType: 'dropoff',
    status: null,
    summary: 'QR presented at the counter',
    firesWhen: 'A counter takes a parcel in from its sender; in_possession follows, and adjusted when the reweigh differs.',
    specific: handling('dropoff', { storeCode: Type.Optional(Text), pudoCode: Type.Optional(Text) }),
  },
  'shipment.ready_for_pickup': {
    ...shipment,
    scanType: 'accepted',
    status: 'ready_for_pickup',
    summary: 'Accepted at the counter',
    firesWhen: 'A counter accepts a parcel that came with its label on.',
    specific: handling('accepted', {}),
  },
  'shipment.picked_up': {
    ...shipment,
    scanType: 'pickup',
    status: 'picked_up',
    summary: 'Collected by the driver',
    firesWhen: 'A driver collects the parcel.',
    specific: handling('pickup', {}),
  },
  'shipment.in_possession': {
    ...shipment,
    scanType: 'possession',
    status: 'in_possession',
    summary: 'In the custody of the network',
    firesWhen: 'A walk-in or a custody scan puts the parcel into the custody of the network.',
    specific: handling('possession', {}),
  },
  'shipment.at_sort_center': {
    ...shipment,
    scanType: 'arrived_at_sort',
    status: 'at_sort_center',
    summary: 'Arrived at the sort facility',
    firesWhen: 'A facility scans the parcel in.',
    specific: handling('arrived_at_sort', {}),
  },
  'shipment.sorted': {
    ...shipment,
    scanType: 'sorted',
    status: 'sorted',
    summary: 'Sorted',
    firesWhen: 'A sort scan.',
    specific: handling('sorted', {}),
  },
  'shipment.injected': {
    ...shipment,
    scanType: 'injected',
    status: 'injected',
    summary: 'Handed to the onward carrier',
    firesWhen: 'The onward carrier takes the parcel over, by a scan or with an accepted inject tender.',
    specific: handling('injected', { carrier: onward.carrier }),
  },
  'shipment.in_transit': {
    ...shipment,
    info: ['direction', 'scanned'],
    status: 'in_transit',
    summary: 'In transit',
    firesWhen: "The onward carrier's first movement scan; event_info tells when and where that was.",
    specific: closed(onward),
  },
  'tracking.updated': {
    ...shipment,
    info: ['direction', 'scanned'],
    status: 'in_transit',
    summary: 'In transit',
    firesWhen: 'Right after in_transit, with the same payload. It is not a feed of scans.',
    specific: closed(onward),
  },
  'shipment.out_for_delivery': {
    ...shipment,
    scanType: 'out_for_delivery',
    status: 'out_for_delivery',
    summary: 'Out for delivery',
    firesWhen: 'An out-for-delivery scan, or an undeliverable parcel that is sent out again.',
    specific: handling('out_for_delivery', onward),
  },
  'shipment.delivered': {
    ...shipment,
    scanType: 'delivered',
    status: 'delivered',
    summary: 'Delivered',
    firesWhen: 'A delivery scan. pod is absent when there is no image.',
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
    firesWhen: 'A counter refuses the parcel and takes no custody.',
    specific: handling('rejected', { rejectReason: Type.Enum(REJECT_REASONS), rejectReasonNote: Type.Optional(Text) }),
  },
  'shipment.undeliverable': {
    ...shipment,
    status: 'undeliverable',
    summary: 'Undeliverable',
    firesWhen: 'Disposition rts while the onward carrier has the parcel.',
    specific: closed({ disposition: Type.Literal('rts'), carrier: onward.carrier }),
  },
  'shipment.return_to_sender': {
    ...shipment,
    status: 'return_to_sender',
    summary: 'Going back to its sender',
    firesWhen: 'Disposition rts while the network has the parcel, or once more on an undeliverable or unclaimed one.',
    specific: closed({ disposition: Type.Literal('rts'), carrier: onward.carrier }),
  },
  'shipment.unclaimed': {
    ...shipment,
    status: 'unclaimed',
    summary: 'Unclaimed',
    firesWhen: 'Disposition unclaimed; each repetition fires again while the dates stay those of the first.',
    specific: closed({ disposition: Type.Literal('unclaimed') }),
  },
  'shipment.disposed': {
    ...shipment,
    status: 'disposed',
    summary: 'Disposed of',
    firesWhen: 'Disposition dispose.',
    specific: closed({ disposition: Type.Literal('dispose') }),
  },
  'claim.opened': {
    ...beside,
    status: 'open',
    identifiers: ['claim'],
    summary: 'Claim opened',
    firesWhen: 'A claim is opened. Its resolution fires nothing.',
    specific: closed({ claimType: Type.Enum(['lost', 'damaged', 'misdelivered']), description: Type.Optional(Text) }),
  },
  'shipment.cancelled': {
    ...shipment,
    status: 'cancelled',
    summary: 'Shipment cancelled',
    firesWhen: 'A shipment is cancelled before its drop-off.',
    specific: closed({ labelVoided: Type.Literal(true), voidedAt: Time, cancelledAt: Time, expiresAt: Time }),
  },
  'shipment.expired': {
    ...shipment,
    status: 'expired',
    summary: 'Shipment expired',
    firesWhen: 'Once, at the first look at a shipment that was never handed in before expires_at. expiredAt counts, not the delivery time.',
    specific: closed({ labelVoided: Type.Literal(true), voidedAt: Time, expiredAt: Time, expiresAt: Time }),
  },
  'shipment.held': {
    ...shipment,
    status: 'unchanged',
    summary: 'Shipment put on hold',
    firesWhen: 'A hold is set; the status stays.',
    specific: closed({ held: Type.Literal(true) }),
  },
  'shipment.released': {
    ...shipment,
    status: 'unchanged',
    summary: 'Shipment released from its hold',
    firesWhen: 'A hold is lifted; the status stays.',
    specific: closed({ held: Type.Literal(false) }),
  },
  'shipment.redirected': {
    ...shipment,
    status: 'in_transit',
    info: ['direction', 'location'],
    summary: 'Redirected to another destination',
    firesWhen: 'The destination is changed in flight; event_info.location is the new one.',
    specific: closed({ redirectedTo: Text, redirectedToLine1: Text, carrier: onward.carrier }),
  },
  'shipment.adjusted': {
    ...shipment,
    status: null,
    identifiers: ['adjustment'],
    summary: 'Price adjusted',
    firesWhen:
      'A reweigh that differs, a chargeable discrepancy, an adjustment made by hand, or an amendment that takes back what was measured before.',
    specific: closed(correction),
  },
  'shipment.discrepancy_reported': {
    ...shipment,
    status: null,
    identifiers: ['discrepancy'],
    summary: 'Parcel differs from its declaration',
    firesWhen:
      'A discrepancy is recorded; a chargeable one is followed by adjusted. Stage custody: a scan shows that the network had the parcel, and came after its shipment had expired or was cancelled.',
    specific: closed({
      stage: Type.Enum(['dropoff', 'sort', 'custody']),
      declared: Measures,
      observed: Measures,
      chargeable: Type.Boolean(),
    }),
  },
  'adjustment.disputed': {
    ...beside,
    status: null,
    identifiers: ['adjustment'],
    summary: 'Adjustment disputed',
    firesWhen: 'An adjustment is disputed. The resolution fires nothing.',
    specific: closed({ ...correction, disputeStatus: Type.Literal('open'), disputeReason: Text }),
  },
  'qr.reissued': {
    ...beside,
    status: null,
    identifiers: ['qr', 'previousQr'],
    summary: 'QR replaced',
    firesWhen: 'A QR is replaced by a new one and stops validating.',
    specific: null,
  },
  'qr.invalidated': {
    ...beside,
    status: 'invalidated',
    identifiers: ['qr'],
    summary: 'QR invalidated',
    firesWhen: 'A QR is invalidated by request; a QR superseded by its replacement does not fire it.',
    specific: closed({ qrStatus: Type.Literal('invalidated'), expiresAt: Time }),
  },
  'pickup.scheduled': {
    ...beside,
    status: 'scheduled',
    identifiers: ['store', 'pickup', 'confirmation', 'sweep'],
    summary: 'Pickup scheduled',
    firesWhen: 'A pickup is booked.',
    specific: pickup,
  },
  'pickup.cancelled': {
    ...beside,
    status: 'cancelled',
    identifiers: ['store', 'pickup', 'confirmation', 'sweep'],
    summary: 'Pickup cancelled',
    firesWhen: 'A pickup is cancelled, by its own request or by an amendment of its status.',
    specific: pickup,
  },
  'sweep.created': {
    about: 'sweep',
    scanType: null,
    status: 'ordered',
    identifiers: ['store'],
    info: [],
    summary: 'Sweep ordered',
    firesWhen: 'The first live pickup for a store, day and carrier orders the visit. It names no shipment and no number of packages.',
    specific: closed({ sweepDate: Day, dp: Text, storeCode: Text, storeAddress: Text }),
  },
  'tender.created': {
    about: 'tender',
    scanType: null,
    status: 'created',
    identifiers: [],
    info: [],
    summary: 'Tender created',
    firesWhen: 'Shipments are put together for a carrier.',
    specific: closed(tender),
  },
  'tender.accepted': {
    about: 'tender',
    scanType: null,
    status: 'accepted',
    identifiers: [],
    info: [],
    summary: 'Tender accepted',
    firesWhen: 'The carrier accepts a tender; it comes before tender.discrepancy and before the injected events of the members.',
    specific: closed(accepted),
  },
  'tender.discrepancy': {
    about: 'tender',
    scanType: null,
    status: 'accepted',
    identifiers: [],
    info: [],
    summary: 'Tender count differs',
    firesWhen: 'The carrier counted other than expected; always after tender.accepted.',
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
    firesWhen: "A store's manifest of the day is finalized.",
    specific: closed({ packageCount: Count, manifestDate: Day, closedAt: Time }),
  },
} as const satisfies Record<string, CatalogEntry>

export type EventType = keyof typeof CATALOG
export const EVENT_TYPES = Object.keys(CATALOG) as EventType[]

/** The static type of a type's eventSpecific; null for the types that have none. */
export type Specific<T extends EventType> = (typeof CATALOG)[T]['specific'] extends TObject ? Static<(typeof CATALOG)[T]['specific']> : null

export const entryOf = (type: EventType): CatalogEntry => CATALOG[type]

/** The record's `event`: the ten handling events share one internal name, every other type has its own. */
export const internalName = (type: EventType): string => (CATALOG[type].scanType === null ? type : 'scan-event')

const ALWAYS_IDENTIFIED = {
  shipment: ['shipment', 'barcode', 'tracking', 'partner'],
  tender: ['tender', 'partner'],
  sweep: ['partner', 'sweep'],
  manifest: ['partner', 'manifest'],
} as const

const statusSchema = (status: CatalogEntry['status']) => (status === 'unchanged' ? Type.Enum(STATUSES) : Type.Literal(status as string))

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

/** JSON schema of the whole record of a type, closed at every level: what a delivery sends and the feed returns. */
export const eventSchema = (type: EventType): TitledObject => {
  const entry = entryOf(type)
  const always: readonly string[] = [...ALWAYS_IDENTIFIED[entry.about], ...entry.identifiers]
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

/** A record of any type, told apart by `type`. */
export const anyEventSchema = () => Type.Union(EVENT_TYPES.map(eventSchema), { title: 'WebhookEvent' })
