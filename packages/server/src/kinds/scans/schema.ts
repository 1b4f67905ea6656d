import { MEASURES } from '@backhaul/core/parcel.ts'
import { REJECT_REASONS, STATUSES } from '@backhaul/core/shipment.ts'
import { SCAN_KINDS, type ScanKind } from '@backhaul/core/transitions.ts'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { mostValues } from '../../http/most-values.ts'
import { Coordinate, IdText, LocalDate, Nullable, ParcelIn, patterned, requires, rule, Text, Time } from '../../http/schemas.ts'
import { ShipmentOut } from '../shipments/schema.ts'

/** The ways to identify a parcel in a scan. A request has exactly one of them. */
export const IDENTIFICATIONS = ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token'] as const
export type Identification = (typeof IDENTIFICATIONS)[number]

/**
 * A coordinate as a number, or as the decimal text that events show, so that a client can send back a value from an event. `digits` is the
 * pattern of that text without the sign.
 */
const Degrees = (most: number, digits: string, description: string) =>
  Type.Union(
    [
      Coordinate(most, 'Degrees'),
      Type.String({ ...patterned(`^-?${digits}$`, `must be degrees from -${most} to ${most}, such as 39.9612`), maxLength: 25 }),
    ],
    { description },
  )

const common = {
  shipment_id: Type.Optional(IdText('Shipment id of the parcel. Give exactly one of the five identifications.')),
  tracking: Type.Optional(IdText('Tracking number of the parcel; case and spaces do not matter')),
  barcode: Type.Optional(IdText('Barcode of the parcel')),
  qr_id: Type.Optional(IdText('Id of the QR of the parcel; the QR counts as presented')),
  qr_token: Type.Optional(IdText('Text in the QR of the parcel; the QR counts as presented')),
  store_id: Type.Optional(Text(255, 'Id of the counter; an unknown id is recorded as sent')),
  facility: Type.Optional(Text(50, 'Code of the facility, instead of a counter')),
  occurred_at: Type.Optional(
    Time(
      "Time of the scan; now when absent. At most 5 minutes in the future. A time before the shipment's creation is replaced by the time of creation",
    ),
  ),
  device_time: Type.Optional(Time("Time of the scan by the device's own clock, however wrong. Stored, but never used")),
  scanner_email: Type.Optional(Text(254, 'Email address of the person who scanned')),
  scanner_name: Type.Optional(Text(100, 'Name of the person who scanned')),
  lat: Type.Optional(
    Degrees(
      90,
      '(90(\\.0+)?|[0-8]?\\d(\\.\\d+)?)',
      'Latitude of the scanning device; requires `lon`. When absent, the latitude of the counter or facility',
    ),
  ),
  lon: Type.Optional(
    Degrees(
      180,
      '(180(\\.0+)?|(1[0-7]\\d|\\d{1,2})(\\.\\d+)?)',
      'Longitude of the scanning device; requires `lat`. When absent, the longitude of the counter or facility',
    ),
  ),
}

/** ./check.ts checks these rules, with messages that name the extra field. */
const TOGETHER = {
  ...rule({ oneOf: IDENTIFICATIONS.map((name) => requires(name)), not: requires('store_id', 'facility') }),
  dependentRequired: { lat: ['lon'], lon: ['lat'] },
}

const Reweigh = Type.Object(ParcelIn.properties, {
  additionalProperties: false,
  title: 'Reweigh',
  published: rule({ anyOf: MEASURES.map((name) => requires(name)) }),
  description:
    'Measurements taken at the counter. A missing measurement counts as equal to the declaration. A difference creates an adjustment.',
})

const scheduled_delivery_date = Type.Optional(LocalDate('Delivery day that the carrier announces'))

/** The fields of each kind in addition to the parcel, time and place (docs/guide/scans.md#kinds-of-scans). */
const SPECIFIC = {
  'walk-in': { reweigh: Type.Optional(Reweigh) },
  accept: {},
  reject: {
    reject_reason: Type.Optional(Type.Enum([...REJECT_REASONS], { description: '`other` when absent' })),
    reject_reason_note: Type.Optional(Text(500, 'Note from the counter')),
    photo_document_id: Type.Optional(IdText('Photo of the refused parcel, uploaded with POST /v2/documents first')),
  },
  collect: { handed_to: Type.Optional(Text(100, 'Name of the driver who took the parcel')) },
  custody: {},
  arrive: {},
  sort: {},
  inject: {
    carrier: Type.Optional(
      Text(
        50,
        'Code of the carrier that took the parcel; it need not be a carrier of this network. When absent, the carrier is chosen for the parcel',
      ),
    ),
    ltracking: Type.Optional(Text(100, 'Tracking number of the carrier; generated when absent')),
  },
  movement: { scheduled_delivery_date },
  'out-for-delivery': { scheduled_delivery_date },
  deliver: {
    pod_document_id: Type.Optional(IdText('Proof of delivery, uploaded with POST /v2/documents first')),
    signed_by: Type.Optional(Text(100, 'Person who signed for the parcel')),
  },
} as const satisfies Record<ScanKind, TProperties>

const titleOf = (kind: ScanKind): string => `${kind.replace(/(^|-)(.)/g, (_, _dash, letter: string) => letter.toUpperCase())}Scan`

/** The request body of each kind. */
export const SCAN_BODIES = Object.fromEntries(
  SCAN_KINDS.map((kind) => [
    kind,
    Type.Object({ ...common, ...SPECIFIC[kind] }, { additionalProperties: false, title: titleOf(kind), published: TOGETHER }),
  ]),
) as unknown as Record<ScanKind, TSchema>

/** The fields that every scan has in its body. */
export type ScanBody = Static<ReturnType<typeof Type.Object<typeof common>>>

export const MAX_BULK = 1_000
export const MAX_VALUES_OF_BULK = MAX_BULK * (1 + Math.max(...Object.values(SCAN_BODIES).map(mostValues)))
/** The items are checked one by one, so that one bad scan does not block the others. */
export const ScanBulk = Type.Object(
  {
    scans: Type.Array(
      Type.Object(
        {},
        {
          title: 'BulkScan',
          description: `\`kind\` (${SCAN_KINDS.join(', ')}) and the fields of \`POST /v2/scan-events/<kind>\`.`,
          examples: [{ kind: 'accept', barcode: '01234567890123456789', store_id: 'sto_…' }],
        },
      ),
      { minItems: 1, maxItems: MAX_BULK },
    ),
  },
  { additionalProperties: false, title: 'ScanBulk' },
)

export const ScanOut = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['scan']),
    shipment_id: Type.String(),
    kind: Type.Enum([...SCAN_KINDS]),
    applied: Type.Boolean({ description: 'Whether the scan was applied to the shipment; a late scan is only recorded.' }),
    status: Type.Enum([...STATUSES], { description: 'Status of the shipment after the scan' }),
    store_id: Nullable(Type.String()),
    facility: Nullable(Type.String()),
    location: Nullable(
      Type.Object({
        name: Nullable(Type.String()),
        code: Nullable(Type.String()),
        city: Nullable(Type.String()),
        state: Nullable(Type.String()),
        postal_code: Nullable(Type.String()),
        country: Nullable(Type.String()),
      }),
    ),
    occurred_at: Time("Time of the scan; the shipment's time of creation if the request had an earlier time"),
    sent_occurred_at: Nullable(Time("Time in the request, if it is before the shipment's creation; otherwise null")),
    recorded_at: Time('Time when the service received the scan'),
    device_time: Nullable(Time("Time of the scan by the device's own clock, if the request had one")),
    scanner_email: Nullable(Type.String()),
    scanner_name: Nullable(Type.String()),
    lat: Nullable(Type.Number()),
    lon: Nullable(Type.Number()),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields of this kind of scan, as sent' }),
  },
  { title: 'Scan' },
)

export const ScanAnswer = Type.Object(
  {
    shipment: ShipmentOut,
    scan: ScanOut,
    applied: Type.Boolean({ description: 'Whether the scan was applied to the shipment' }),
    events: Type.Array(Type.String(), { description: 'eventIDs of the events that were fired, in order' }),
  },
  { title: 'ScanAnswer' },
)

export const BulkItem = Type.Object(
  {
    status: Type.Integer({ description: 'HTTP status that this scan would get in a request of its own' }),
    result: Type.Optional(ScanAnswer),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), message: Type.String(), details: Type.Record(Type.String(), Type.Unknown()) },
        { published: { $ref: '#/components/schemas/Refusal' } },
      ),
    ),
  },
  { title: 'BulkScanResult' },
)
