import { QR_STATUSES } from '@backhaul/core/qr.ts'
import { PARCEL_CODES } from '@backhaul/core/scanned-code.ts'
import { DIRECTIONS, FULFILLMENTS, LABEL_FORMATS, REJECT_REASONS, SERVICE_LEVELS, STATUSES } from '@backhaul/core/shipment.ts'
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import { Nullable, ParcelOut, Time } from '../../http/schemas.ts'

const text = (description: string) => Nullable(Type.String({ description }))

const ScanForeseen = Type.Object(
  {
    command: Type.Enum([...SCAN_KINDS]),
    outcome: Type.Enum(['moves', 'recorded', 'refused'], {
      description:
        '`moves`: the scan changes the status. `recorded`: the scan is stored and changes nothing, because it was done already or arrives late.',
    }),
    status: Nullable(Type.Enum([...STATUSES], { description: 'Status after the scan' })),
    code: text('Code of the error, if the scan would be refused'),
    message: text('Why the scan would not apply, and what to do instead'),
  },
  { title: 'ScanForeseen' },
)

export const FoundParcel = Type.Object(
  {
    object: Type.Enum(['parcel']),
    shipment_id: Type.String(),
    matched_by: Type.Enum([...PARCEL_CODES], { description: 'Kind of code that matched the parcel' }),
    scan_as: Type.Object(
      {
        shipment_id: Type.Optional(Type.String()),
        qr_id: Type.Optional(Type.String({ description: 'Id of the QR, if its id was read' })),
        qr_token: Type.Optional(Type.String({ description: 'Token of the QR, if its token was read' })),
      },
      {
        title: 'ScanIdentification',
        description:
          'The identification to send in the body of a scan: exactly one of these fields. With a field of a QR, the scan counts as its presentation.',
      },
    ),
    tracking: Type.String({ description: 'Tracking number of the parcel' }),
    barcode: Type.String({ description: 'Digits below the bar code of the label' }),
    status: Type.Enum([...STATUSES], { description: 'Where the parcel is on its way' }),
    held: Type.Boolean(),
    direction: Type.Enum([...DIRECTIONS]),
    fulfillment: Type.Enum([...FULFILLMENTS]),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    parcel: ParcelOut,
    label: Nullable(
      Type.Object(
        {
          url: Type.String({ description: 'Path of the label' }),
          version: Type.Integer({ description: '1 for the first label; each reprint adds one' }),
          format: Type.Enum([...LABEL_FORMATS], { description: 'Format in which the label is drawn unless a request asks for another' }),
          voided: Type.Boolean({ description: 'Whether the label is void and must not be used' }),
        },
        { title: 'LabelOfParcel', description: 'The label; null before it exists' },
      ),
    ),
    qr: Nullable(
      Type.Object(
        {
          id: Type.String(),
          status: Type.Enum([...QR_STATUSES], { description: 'Only an active QR can be presented' }),
          expires_at: Time('Time when the QR expires'),
        },
        { title: 'QrOfParcel', description: 'The QR that was read, or else the current QR; null if the parcel has none' },
      ),
    ),
    expires_at: Time('Time when the shipment expires unless the parcel is handed in'),
    rejected_at: Nullable(Time('Time of the last refusal at a counter')),
    reject_reason: Nullable(Type.Enum([...REJECT_REASONS])),
    store_id: text('Counter that took the parcel in; a session at a counter sees null if it was another counter'),
    at_store_since: Nullable(Time('Time when the parcel arrived at the counter; null after it has left')),
    in_hand: Type.Boolean({
      description:
        'Whether you may read the whole shipment; a session at a counter may do so only after the counter took the parcel in or refused it',
    }),
    next: Nullable(Type.Enum([...SCAN_KINDS], { description: 'The usual next scan; null if there is none' })),
    commands: Type.Array(ScanForeseen, { description: 'Effect that each kind of scan would have now' }),
  },
  { title: 'FoundParcel' },
)

export const ParcelAtStore = Type.Object(
  {
    object: Type.Enum(['parcel_at_store']),
    shipment_id: Type.String(),
    tracking: Type.String({ description: 'Tracking number of the parcel' }),
    barcode: Type.String({ description: 'Digits below the bar code of the label' }),
    status: Type.Enum([...STATUSES], { description: 'Where the parcel is on its way' }),
    held: Type.Boolean(),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    parcel: ParcelOut,
    carrier: text('Carrier that will take the parcel, if known'),
    store_id: Type.String(),
    taken_in_by: Type.Enum(['accept', 'walk-in'], { description: 'Scan that took the parcel in' }),
    since: Time('Time when the counter took the parcel in'),
    manifest_id: text("The counter's manifest that includes the parcel"),
    pickup_id: text('The live pickup'),
    sweepId: text('Sweep that will collect the parcel'),
  },
  { title: 'ParcelAtStore' },
)
