import { BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { WITHHELD } from '@backhaul/core/carrier-claim.ts'
import { CARRIER_SCAN_STATES } from '@backhaul/core/carrier-scan.ts'
import { REPORTED_KINDS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import { Nullable, Text, Time } from '../../http/schemas.ts'

const withheld = Object.entries(WITHHELD)
  .map(([reason, meaning]) => `\`${reason}\` (${meaning})`)
  .join(', ')

const fields = {
  id: Type.String(),
  object: Type.Enum(['unmatched_scan']),
  carrier: Type.String({ description: 'Code of the carrier that reported it' }),
  number: Type.String({ description: 'The number, as the carrier named it' }),
  code: Type.String({ description: "The carrier's own code for what happened" }),
  kind: Type.Enum([...REPORTED_KINDS], { description: 'What it is here' }),
  occurred_at: Time('When it happened, as the carrier says'),
  reference: Nullable(Type.String({ description: 'The number of ours that the carrier named with it' })),
  place: Type.Object(
    {
      facility: Nullable(Type.String({ description: 'Code of a facility' })),
      city: Nullable(Type.String({ description: 'City' })),
      state: Nullable(Type.String({ description: 'State, province or region' })),
      postal_code: Nullable(Type.String({ description: 'Postal code' })),
      country: Nullable(Type.String({ description: 'Country' })),
    },
    { title: 'ReportedPlace', description: 'Where it happened, as the carrier says' },
  ),
  state: Type.Enum([...CARRIER_SCAN_STATES], { description: '`open`: it waits for a parcel' }),
  reason: Nullable(
    Type.String({
      description: `Why it is open: \`unknown_number\`, \`several_shipments\` (the number leads to more than one), \`surplus\` (the acceptance of a tender named it), the code with which the parcel refused the scan, or why this carrier may not move the parcel that the number leads to: ${withheld}`,
    }),
  ),
  shipment_id: Nullable(
    Type.String({
      description:
        'The parcel that it was matched with. While it is open: the parcel that its number leads to, if this carrier may not move that parcel',
    }),
  ),
  scan_id: Nullable(Type.String({ description: "The scan in the parcel's history" })),
  import_id: Nullable(Type.String({ description: 'The report that it comes from' })),
  line: Nullable(Type.Integer({ description: 'The line of that report' })),
  tender_id: Nullable(Type.String({ description: 'The tender of whose surplus it is' })),
  note: Nullable(Type.String({ description: 'Why it was dismissed' })),
  created_at: Time('When the service learned of it'),
  resolved_at: Nullable(Time('When it was matched or dismissed')),
  resolved_by: Nullable(Type.String({ description: 'Who did; null if its number became known by itself' })),
  suggestions: Type.Array(
    Type.Object(
      {
        shipment_id: Type.String({ description: 'The parcel' }),
        number: Type.String({ description: "Its carrier's number or barcode" }),
      },
      { title: 'SimilarParcel', description: 'A parcel whose number differs from a reported number only by leading zeros.' },
    ),
    {
      description:
        'Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match',
    },
  ),
}

export const UnmatchedScan = Type.Object(fields, {
  title: 'UnmatchedScan',
  description: 'A carrier report whose number leads to no known parcel, or to a parcel that is not with the carrier.',
})

export const MatchedScan = Type.Object(
  { ...fields, matched_scans: Type.Integer({ description: 'How many scans of the number were recorded with the parcel' }) },
  { title: 'MatchedScan', description: 'A scan of the inbox that has found its parcel, and how many came with it.' },
)

export const ScanMatch = Type.Object(
  { shipment: Text(64, 'The parcel: id of its shipment, its tracking number or its barcode') },
  { additionalProperties: false, title: 'ScanMatch' },
)

export const ScanDismissal = Type.Object({ note: Type.Optional(Text(500, 'Why')) }, { additionalProperties: false, title: 'ScanDismissal' })

export const CarrierBooking = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['carrier_booking']),
    carrier: Type.String({ description: 'Code of the carrier' }),
    shipment_id: Type.String({ description: 'The parcel' }),
    state: Type.Enum([...BOOKING_STATES], {
      description:
        '`due`: the carrier is to be told; `booked`: it knows the parcel; `refused`: it does not take it; `voiding`: it is to be told that the parcel does not come; `void`: it has been; `done`: the parcel has arrived',
    }),
    number: Nullable(Type.String({ description: "The carrier's number for the parcel" })),
    error: Nullable(Type.String({ description: 'Why the carrier did not do what it was last told' })),
    tries: Type.Integer({ description: 'How often it was told in vain since the state began' }),
    next_try_at: Nullable(Time('When it is told next, at the earliest')),
    created_at: Time('When the carrier was first to be told'),
    updated_at: Time('When something was last changed'),
  },
  { title: 'CarrierBooking', description: 'What the service of a carrier is told of a parcel.' },
)
