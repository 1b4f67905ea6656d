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
      description: '`moves`: it changes the status. `recorded`: it is kept and changes nothing, as it was done already or comes late.',
    }),
    status: Nullable(Type.Enum([...STATUSES], { description: 'The status after it' })),
    code: text('The code with which it would be refused'),
    message: text('Why it would not apply, and what to do instead'),
  },
  { title: 'ScanForeseen' },
)

export const FoundParcel = Type.Object(
  {
    object: Type.Enum(['parcel']),
    shipment_id: Type.String(),
    matched_by: Type.Enum([...PARCEL_CODES], { description: 'What of the parcel the code is' }),
    scan_as: Type.Object(
      {
        shipment_id: Type.Optional(Type.String()),
        qr_id: Type.Optional(Type.String({ description: 'The QR that was read by its id' })),
        qr_token: Type.Optional(Type.String({ description: 'What the QR that was read carries' })),
      },
      {
        title: 'ScanIdentification',
        description: 'Exactly one identification for the body of a scan. A QR that was read then counts as presented.',
      },
    ),
    tracking: Type.String({ description: 'Its tracking number' }),
    barcode: Type.String({ description: 'The digits below the bar code of its label' }),
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
          version: Type.Integer({ description: '1 for the first label; each reprint counts one more' }),
          format: Type.Enum([...LABEL_FORMATS], { description: 'The format in which it is drawn unless a request asks for another' }),
          voided: Type.Boolean({ description: 'Whether it is not to be used any more' }),
        },
        { title: 'LabelOfParcel', description: 'Its label; null before there is one' },
      ),
    ),
    qr: Nullable(
      Type.Object(
        {
          id: Type.String(),
          status: Type.Enum([...QR_STATUSES], { description: 'Only an active QR can be presented' }),
          expires_at: Time('When it stops validating'),
        },
        { title: 'QrOfParcel', description: 'The QR that was read, else the current one; null if it has none' },
      ),
    ),
    expires_at: Time('When it expires unless it is handed in'),
    rejected_at: Nullable(Time('When a counter last refused it')),
    reject_reason: Nullable(Type.Enum([...REJECT_REASONS])),
    store_id: text('The counter that took it in; a session at a counter sees its own or null'),
    at_store_since: Nullable(Time('Since when it is there; null once it has left')),
    in_hand: Type.Boolean({
      description: 'Whether you may read the whole shipment: a session at a counter may once it took the parcel in or refused it',
    }),
    next: Nullable(Type.Enum([...SCAN_KINDS], { description: 'The scan that usually comes next; null if none does' })),
    commands: Type.Array(ScanForeseen, { description: 'What each kind of scan would do now' }),
  },
  { title: 'FoundParcel' },
)

export const ParcelAtStore = Type.Object(
  {
    object: Type.Enum(['parcel_at_store']),
    shipment_id: Type.String(),
    tracking: Type.String({ description: 'Its tracking number' }),
    barcode: Type.String({ description: 'The digits below the bar code of its label' }),
    status: Type.Enum([...STATUSES], { description: 'Where the parcel is on its way' }),
    held: Type.Boolean(),
    service_level: Type.Enum([...SERVICE_LEVELS]),
    parcel: ParcelOut,
    carrier: text('The carrier that is to take it, if it is known'),
    store_id: Type.String(),
    taken_in_by: Type.Enum(['accept', 'walk-in'], { description: 'The scan that took it in' }),
    since: Time('When the counter took it in'),
    manifest_id: text("The counter's manifest that counts it"),
    pickup_id: text('The live pickup'),
    sweepId: text('The sweep that is to collect it'),
  },
  { title: 'ParcelAtStore' },
)
