import { BOOKING_MEANINGS, BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { WITHHELD } from '@backhaul/core/carrier-claim.ts'
import { PURCHASE_MEANINGS, PURCHASE_STATES } from '@backhaul/core/carrier-purchase.ts'
import { CARRIER_SCAN_STATES } from '@backhaul/core/carrier-scan.ts'
import { REPORTED_KINDS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import { Amount, Nullable, Text, Time } from '../../http/schemas.ts'

const withheld = Object.entries(WITHHELD)
  .map(([reason, meaning]) => `\`${reason}\` (${meaning})`)
  .join(', ')

const fields = {
  id: Type.String(),
  object: Type.Enum(['unmatched_scan']),
  carrier: Type.String({ description: 'Code of the carrier that reported the scan' }),
  number: Type.String({ description: 'Number from the report of the carrier' }),
  code: Type.String({ description: "The carrier's own code for what happened" }),
  kind: Type.Enum([...REPORTED_KINDS], { description: 'Kind of scan that the code means' }),
  occurred_at: Time('Time of the event, from the report of the carrier'),
  reference: Nullable(Type.String({ description: 'Our number for the parcel, from the report of the carrier' })),
  place: Type.Object(
    {
      facility: Nullable(Type.String({ description: 'Code of a facility' })),
      city: Nullable(Type.String({ description: 'City' })),
      state: Nullable(Type.String({ description: 'State, province or region' })),
      postal_code: Nullable(Type.String({ description: 'Postal code' })),
      country: Nullable(Type.String({ description: 'Country' })),
    },
    { title: 'ReportedPlace', description: 'Place of the event, from the report of the carrier' },
  ),
  state: Type.Enum([...CARRIER_SCAN_STATES], { description: '`open`: no parcel is known yet' }),
  reason: Nullable(
    Type.String({
      description: `Why the scan is open: \`unknown_number\`, \`several_shipments\` (the number matches more than one), \`surplus\` (the acceptance of a tender named it), the code of the error if the scan was refused for the parcel, or the reason why this carrier may not move the parcel with this number: ${withheld}`,
    }),
  ),
  shipment_id: Nullable(
    Type.String({
      description:
        'The parcel that the scan was matched with. While the scan is open: the parcel that its number matches, if this carrier may not move that parcel',
    }),
  ),
  scan_id: Nullable(Type.String({ description: "The scan in the parcel's history" })),
  import_id: Nullable(Type.String({ description: 'The report that contains the scan' })),
  line: Nullable(Type.Integer({ description: 'Line of the report' })),
  tender_id: Nullable(Type.String({ description: 'The tender whose acceptance named this surplus parcel' })),
  note: Nullable(Type.String({ description: 'Reason for the dismissal' })),
  created_at: Time('Time when the service received the report'),
  resolved_at: Nullable(Time('Time of the match or the dismissal')),
  resolved_by: Nullable(
    Type.String({ description: 'Actor that matched or dismissed the scan; null if its number became known automatically' }),
  ),
  suggestions: Type.Array(
    Type.Object(
      {
        shipment_id: Type.String({ description: 'The parcel' }),
        number: Type.String({ description: 'Carrier number or barcode of the parcel' }),
      },
      { title: 'SimilarParcel', description: 'A parcel whose number differs from a reported number only by leading zeros.' },
    ),
    {
      description:
        'Only in the list: at most three parcels whose number differs from this one only by leading zeros. Check them before you match the scan',
    },
  ),
}

export const UnmatchedScan = Type.Object(fields, {
  title: 'UnmatchedScan',
  description: 'A carrier report whose number matches no known parcel, or a parcel that is not with the carrier.',
})

export const MatchedScan = Type.Object(
  { ...fields, matched_scans: Type.Integer({ description: 'Number of scans of this number that were recorded with the parcel' }) },
  { title: 'MatchedScan', description: 'A scan of the inbox that was matched with a parcel, and the number of scans matched with it.' },
)

export const ScanMatch = Type.Object(
  { shipment: Text(64, 'Shipment id, tracking number or barcode of the parcel') },
  { additionalProperties: false, title: 'ScanMatch' },
)

export const ScanDismissal = Type.Object({ note: Type.Optional(Text(500, 'Why')) }, { additionalProperties: false, title: 'ScanDismissal' })

const meanings = (of: Readonly<Record<string, string>>): string =>
  Object.entries(of)
    .map(([state, meaning]) => `\`${state}\`: ${meaning}`)
    .join('; ')

export const CarrierPurchase = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...PURCHASE_STATES], { description: meanings(PURCHASE_MEANINGS) }),
    service: Type.String({ description: "The carrier's service" }),
    numbers: Type.Array(Type.String(), { description: "The carrier's number and its other numbers on the same label" }),
    cost_cents: Nullable(Amount('What the carrier charges for the label; null: not known')),
    currency: Nullable(Type.String({ description: 'Currency of the cost' })),
    charges: Type.Array(
      Type.Object(
        { name: Type.String({ description: "The carrier's name for it" }), amount: Amount('Amount of this part') },
        { title: 'CarrierCostPart', description: 'A part of the cost of a label.' },
      ),
      { description: 'What the cost consists of' },
    ),
    error: Nullable(Type.String({ description: "The carrier's words if it refused, or why the last request failed" })),
    next_try_at: Nullable(Time('Earliest time at which the carrier is asked about it again')),
    created_at: Time('Time of the attempt'),
  },
  { title: 'CarrierPurchase', description: 'An attempt to buy a label from a carrier, and the label if one was bought.' },
)

export const CarrierBooking = Type.Object(
  {
    id: Type.String(),
    object: Type.Enum(['carrier_booking']),
    carrier: Type.String({ description: 'Code of the carrier' }),
    shipment_id: Type.String({ description: 'The parcel' }),
    state: Type.Enum([...BOOKING_STATES], { description: meanings(BOOKING_MEANINGS) }),
    number: Nullable(Type.String({ description: "The carrier's number for the parcel" })),
    error: Nullable(Type.String({ description: 'Why the last request to the carrier failed' })),
    remedy: Nullable(Type.String({ description: 'What to do about a refusal' })),
    tries: Type.Integer({ description: 'Number of failed attempts since the booking entered this state' }),
    next_try_at: Nullable(Time('Earliest time of the next attempt')),
    purchases: Type.Array(CarrierPurchase, {
      description:
        'Attempts to buy a label, oldest first: the last 20, and earlier ones that are not over or bought a label. At most one is open or valid; a second label of the carrier is voided',
    }),
    created_at: Time('Time when the booking first became due'),
    updated_at: Time('Time of the last change'),
  },
  { title: 'CarrierBooking', description: 'The announcement of a parcel to the service of a carrier.' },
)
