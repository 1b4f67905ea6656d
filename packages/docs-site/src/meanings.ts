// Meanings of fields whose schema has no description. A word means the same everywhere, so one row here describes it everywhere.
// `Parent.field` (a schema's title, or the containing field) wins over `field`. A description in a schema wins over both.
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Schema } from './examples.ts'
import type { OpenApi } from './openapi-document.ts'

const FIELDS: Record<string, string> = {
  object: 'Says what kind of record this is.',
  id: 'Its id, which never changes.',
  store_id: 'The id of the store; null if no store of the network is meant.',
  partner_id: "The id of the partner; null for an operator's key.",
  manifest_id: 'Its id, which never changes.',
  label_id: 'The id of the label; a reprint has a new one.',
  key_id: 'The id of the key, by which operators change and revoke it.',
  data: 'The items of this page.',
  status: 'Its present status.',
  type: 'Its kind.',
  code: 'The short name by which requests and scans refer to it.',
  name: 'Its name, as people know it.',
  label_version: '1 for the first label; each reprint counts one more.',
  shipments: 'The shipments, each as when it is created alone.',

  'CarrierInvoiceVerdicts.matched': 'Lines that charge what is owed.',
  'CarrierInvoiceVerdicts.over': 'Lines that charge more than is owed.',
  'CarrierInvoiceVerdicts.under': 'Lines that charge less than is owed.',
  'CarrierInvoiceVerdicts.unknown': 'Lines whose number leads to no parcel.',
  'CarrierInvoiceVerdicts.doubled': 'Lines that charge once more what was charged before.',

  'Shipment.status': 'Where the parcel is on its way; see [the states of a shipment](/docs/states).',
  'Tracking.status': 'Where the parcel is on its way; see [the states of a shipment](/docs/states).',
  'shipments.status': 'Where this parcel is on its way.',
  'shipments.id': 'The id of the shipment.',
  'FoundShipment.status': 'Where the parcel is on its way.',
  numbers: 'Where its tracking numbers come from; null: they are random.',
  barcodes: 'What new barcodes are.',
  direction: '`return`: from a customer back to you. `outbound`: from you to a customer.',
  fulfillment: '`print_label`: the label is made at once. `qr_code`: the sender shows a QR code and the counter prints the label.',
  channel: '`api`: created by a request. `retail`: sold at a counter.',
  service_level: 'How fast it travels.',
  from: 'The sender.',
  to: 'The recipient.',
  parcel: 'Weight and measures.',
  label_format: 'The format in which the label is drawn unless a request asks for another.',
  currency: 'Of all amounts here, as an ISO 4217 code.',
  label_voided: 'Whether the label is void: a voided label is not to be used any more.',
  held: 'Whether the shipment is on hold.',
  language: 'Language of the page; null: that of the browser.',
  pod: 'The proof of delivery; null until there is one.',
  document: 'Where its image is read; null without an image.',
  grade: 'How good the proof is; `A` is the best.',
  reject_reason: 'Why a counter refused the parcel; null unless it did.',
  metadata: 'Your own notes, as names and texts. They are kept and given back, and mean nothing to the service.',
  disposition:
    'What becomes of the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` gives it up.',
  company: 'Company; null if there is none.',
  line1: 'Street and number.',
  line2: 'Apartment, suite or floor; null if there is none.',
  city: 'City.',
  state: 'State, province or region; null if there is none.',
  postal_code: 'Postal code.',
  postalCode: 'Postal code.',
  country: 'Country, as an ISO 3166-1 alpha-2 code.',
  phone: 'Phone number.',
  email: 'E-mail address.',
  'AddressRecord.name': 'Person; null if there is none.',
  weight: 'Weight in pounds.',
  length: 'The longest side, in inches.',
  width: 'Width in inches.',
  height: 'Height in inches.',
  weight_unit: 'The unit of `weight`.',
  dimension_unit: 'The unit of `length`, `width` and `height`.',

  kind: 'What the scan reports.',
  'KeyCreate.kind': "Whether it is a partner's key or an operator's.",
  'ApiKey.kind': "Whether it is a partner's key or an operator's.",
  facility: 'The code of the facility.',
  'Scan.facility': 'The code of the facility that reported it; null if it was not one.',
  location: 'Where it happened; null if the scan did not say.',
  'location.name': 'Name of the store or facility.',
  'location.code': 'Code of the store or facility.',
  scanner_email: 'E-mail address of the person who scanned.',
  scanner_name: 'Name of the person who scanned.',
  lat: 'Latitude in degrees.',
  lon: 'Longitude in degrees.',
  shipment: 'The shipment as it is after this.',
  scan: 'The scan as it was recorded.',
  scans: 'The scans, in the order in which they are to be recorded.',
  reweigh: 'What the counter measured, if it did.',
  result: 'What the scan alone would have answered; absent if it was refused.',
  error: 'What went wrong, in the same form everywhere.',
  'BulkScanResult.error': 'Why this scan was refused; absent if it was not.',
  'error.code': 'Stable; use it in your program.',
  message: 'One sentence for people: what is wrong and what to do.',
  details: 'Facts for this code.',
  'Tracking.tracking': 'The tracking number.',
  content_type: 'The media type of the image.',
  package_count: 'How many parcels the driver is to collect.',
  store: 'The store.',
  accepted_by: 'Who accepted it for the carrier; null until then.',
  discrepancy: 'The difference between the pieces announced and the pieces received; null if there is none.',
  'discrepancy.type': '`short`: fewer pieces came than announced. `over`: more.',
  hours: 'Opening hours by weekday; a day that is absent is closed. Null: not known.',
  mon: 'Monday: the times between which it is open, each as opening and closing time.',
  tue: 'Tuesday, in the same form.',
  wed: 'Wednesday, in the same form.',
  thu: 'Thursday, in the same form.',
  fri: 'Friday, in the same form.',
  sat: 'Saturday, in the same form.',
  sun: 'Sunday, in the same form.',
  timezone: 'The time zone of its days and hours, as an IANA name.',
  pudo_code: 'Pick-up and drop-off code, by which carriers know the store.',

  url: 'Where events are sent.',
  enabled_events: 'The types of events that are sent; `*` stands for all of them.',
  description: 'Your words about it; null if there are none.',
  trigger: 'Why it was sent: by the `schedule`, or because somebody asked to `redeliver` or to `recover`.',
  duration_ms: 'How long the exchange took, in milliseconds.',
  error_message: 'What went wrong, in words; null if nothing did.',
  attempt_count: 'How many attempts have ended.',
  reason: 'Why the price was corrected.',
  dispute_status: 'How the dispute stands; null if there is none.',
  dispute_reason: 'Why it is disputed, in the words of the partner; null if it is not.',
  declared: 'What was declared.',
  observed: 'What was measured.',
  chargeable: 'Whether the difference changes the price.',
  environment: 'Where the key works.',
  default_return_address: 'Where returns go whose request names no recipient.',
  default_parcel: 'What a parcel measures whose request does not say.',
  contact_email: 'E-mail address of the contact.',
  contact_name: 'Name of the contact.',
  allow_ips: 'The addresses and ranges from which requests are accepted; empty: from everywhere.',
  rate_limit: 'How many requests a minute are accepted.',
  'ApiKey.email': 'E-mail address of the person behind the key, which the records of events name.',
  full_name: 'Name of the person behind the key, which the records of events give.',
  carrier: 'The code of the carrier.',
  'Market.carrier': 'The code of the carrier of this market; null: the cheapest that serves the parcel.',
  rates: 'Prices by service level and zone.',
  zone: 'How far the parcel travels.',
  'QuoteCandidate.tariff': 'The tariff that its price comes from; null: its rate card.',
  'ClaimCreate.type': 'What happened to the parcel.',
  'Claim.type': 'What happened to the parcel.',
  'OperatorClaim.type': 'What happened to the parcel.',
  'events.eventID': 'The id of the event.',
  'events.type': 'The type of the event.',

  event: 'The name of the event inside the service; ten types share `scan-event`.',
  eventID: 'The id of the event, the same in every delivery and in the feed.',
  'Event.type': 'The type of the event; tell events apart by it.',
  identifiers: 'The ids of everything that the event is about; a key without a value is absent.',
  event_info: 'What happened, when and where.',
  eventSpecific: 'The facts that only this type of event has.',
  'identifiers.tracking': 'The tracking number.',
  'identifiers.facility': 'The code of the facility.',
  ltracking: "The onward carrier's own number of the parcel.",
  barcode: 'The number that the label shows as a barcode.',
  tracking: 'The tracking number.',
  label: 'The id of the label.',
  rma: 'Your number of the return.',
  orderID: 'Your number of the order.',
  shipExtID: 'Your own id of the shipment, `ship_ext_id`.',
  qr: 'The id of the QR code: the current one while it is active or used, or the one that the event is about.',
  previousQr: 'The id of the QR code that was replaced.',
  customer: 'Your number of the customer.',
  webhook: 'Never sent: all webhooks get the same record. `X-Service-Delivery-Id` leads to the webhook of a delivery.',
  confirmation: 'The confirmation code of the pickup.',
  date: 'The day on which it happened, in UTC.',
  eventDateTime: 'When it happened.',
  summary: 'What happened, in a few words.',
  'event_info.status': 'The status that the event reports.',
  'event_info.email': 'E-mail address of the person who caused it.',
  'event_info.full_name': 'Name of the person who caused it.',
  'event_info.location': 'Where it happened; for a redirect, the new destination.',
  labelUrl: 'Where the label is read.',
  coordinateSource: 'Whose coordinates these are: those of the `store` or `facility`, or those that the `device` reported.',
  scannedDateTime: 'When the parcel was scanned.',
  'scan-type': 'What kind of handling the scan reports.',
  scantime: 'When the parcel was scanned.',
  scannerEmail: 'E-mail address of the person who scanned.',
  scannerName: 'Name of the person who scanned.',
  serviceLevel: 'How fast it travels.',
  labelVersion: '1 for the first label; each reprint counts one more.',
  labelFormat: 'The format of the label.',
  cubicFt: 'Volume in cubic feet.',
  scheduledDeliveryDate: 'The day on which the carrier expects to deliver.',
  expiresAt: 'When it would expire, or has expired.',
  packageCount: 'How many parcels there are.',
  handoff: '`inject`: we bring the parcels to the carrier. `collect`: the carrier collects them.',
  pieceCount: 'How many pieces were announced.',
  shipmentCount: 'How many shipments there are.',
  storeCode: 'The code of the store.',
  pudoCode: 'Pick-up and drop-off code, by which carriers know the store.',
  labelVoided: 'The label is void.',
  voidedAt: 'When the label was voided.',
  cancelledAt: 'When it was cancelled.',
  expiredAt: 'When it expired.',
  soldAt: 'When it was sold.',
  closedAt: 'When it was closed.',
  acceptedAt: 'When it was accepted.',
  acceptedBy: 'Who accepted it for the carrier.',
  originalWeight: 'The weight that was charged until now, in pounds.',
  newWeight: 'The weight that is charged from now on, in pounds.',
  pickupDate: "The day of the pickup, by the store's calendar.",
  pickupWindowStart: "When the window begins, by the store's clock.",
  pickupWindowEnd: "When the window ends, by the store's clock.",
  pieceCountReceived: 'How many pieces were received.',
  expectedPieceCount: 'How many pieces were announced.',
  receivedPieceCount: 'How many pieces were received.',
  discrepancyType: '`short`: fewer pieces came than announced. `over`: more.',
  delta: 'Pieces received less pieces announced.',
  podGrade: 'How good the proof of delivery is; `A` is the best.',
  'eventSpecific.pod': 'Where the image of the proof of delivery is read.',
  rejectReason: 'Why the counter refused the parcel.',
  rejectReasonNote: 'The same in the words of the counter.',
  claimType: 'What happened to the parcel.',
  redirectedTo: 'The new destination in one line.',
  redirectedToLine1: 'Street and number of the new destination.',
  stage: 'Where the difference was found.',
  disputeStatus: 'How the dispute stands.',
  disputeReason: 'Why it is disputed, in the words of the partner.',
  qrStatus: 'The status of the QR code.',
  sweepDate: "The day of the visit, by the store's calendar.",
  dp: 'The code of the carrier that makes the visit.',
  storeAddress: 'The address of the store in one line.',
  manifestDate: "The day that it counts, by the store's calendar.",
}

const SCHEMAS: Record<string, string> = {
  Address: 'Where a parcel comes from or goes to. Null means absent, so an address can be read, changed and sent back.',
  AddressRecord: 'An address as it is kept.',
  Parcel: 'Weight and measures as they are kept: in pounds and inches, whatever the request used.',
  Shipment: 'One parcel on its way, from its creation to its end.',
  ShipmentDetail: 'A shipment as it is read by itself.',
  ShipmentAction: 'What one command would do with the shipment now.',
  ShipmentActions: 'What can be done with a shipment now.',
  ShipmentCustody: 'Who has a shipment, by its latest scan.',
  ShipmentGroup: 'Parcels that were ordered together, each a shipment of its own.',
  ShipmentGroupSummary: 'A group without its shipments.',
  ShipmentGroupMember: 'What one parcel of the order has for itself.',
  ShipmentGroupCancelled: 'A group, and what became of each of its shipments.',
  SearchHit: 'One thing that a text identifies.',
  OperatorWebhook: 'A webhook as operators see it, with the partner that it belongs to.',
  OperatorDelivery: 'A delivery as operators see it, with the partner that it belongs to.',
  FoundShipment: 'A shipment as operators find it, with the partner that it belongs to.',
  Label: 'One version of the label of a shipment.',
  ParcelLink: 'The link of the page on which a shopper follows a parcel.',
  ReturnLink: 'A page on which a shopper starts the return of an order.',
  Brand: 'How the pages of the shoppers of a partner look.',
  Qr: 'What a sender shows at a counter instead of a label.',
  FoundParcel: 'What somebody who holds a parcel needs to know of it.',
  ScanForeseen: 'What a scan of one kind would do now.',
  ParcelAtStore: 'A parcel that a counter took in and still has.',
  Scan: 'What somebody reported about a parcel: what, when and where.',
  ScanAnswer: 'The recorded scan and the shipment as it is after it.',
  BulkScanResult: 'What became of one scan of the list, in its position.',
  Tracking: 'What anybody who knows the tracking number may see.',
  Document: 'An image of a shipment, such as its proof of delivery.',
  Storage: 'How much space your documents take.',
  Pickup: 'A collection of parcels at a store, within a time window of one day.',
  Consolidation: 'What a carrier takes at one place in one go, of however many partners.',
  ConsolidationCount: 'What was counted of one tender or sweep.',
  ConsolidationListed: 'The same without its members.',
  ConsolidationMember: 'A tender or sweep in a consolidation.',
  ConsolidationPartner: 'What the members of one partner come to.',
  Sweep: "A carrier's visit to a store on one day, with all its pickups.",
  Tender: 'A batch of shipments that is handed to a carrier.',
  Manifest: 'What a store took in on one day.',
  DropOffLocation: 'A place where a parcel can be dropped off.',
  Webhook: 'Where events are sent, and how that goes.',
  WebhookCreated: 'A webhook with its secret, which no other answer shows.',
  RotatedWebhookSecret: 'The new secret of a webhook, which no other answer shows.',
  WebhookRecovery: 'How many events were queued to be sent again.',
  WebhookRecoveryPreview: 'How many events a recovery would send again.',
  Delivery: 'One event on its way to one webhook.',
  DeliveryAttempt: 'One attempt to deliver an event, and how it ended.',
  Adjustment: 'A correction of the price of a shipment.',
  OperatorAdjustment: 'A correction of a price as operators see it, with the partner that it belongs to.',
  Discrepancy: 'A parcel that is not as it was declared.',
  Claim: 'A parcel that was lost, damaged or delivered to the wrong place.',
  OperatorClaim: 'A claim as operators see it, with the partner that it belongs to.',
  Credentials: 'A key with its secrets, which no other answer shows.',
  Partner: 'A company that ships with the network.',
  ApiKey: 'A key, without its secrets.',
  ConsoleLink: 'A sign-in link, without the address that it leads to.',
  NewConsoleLink: 'A sign-in link with its address, which no other answer shows.',
  ConsoleSession: 'Somebody who signed in by a link.',
  ConsoleSessionDetail: 'Somebody who signed in by a link, and where.',
  RotatedSigningSecret: 'The new signing secret of a key, which no other answer shows.',
  Store: 'A shop with a counter, where parcels are dropped off and collected.',
  StoreImport: 'How many stores were read, added and changed.',
  Import: 'A file of stores, rates or tariffs, and how far its import has come.',
  ImportDetail: 'A file of stores or rates, how far its import has come, and what is wrong with it.',
  ImportFault: 'What is wrong with a row of a file.',
  Facility: 'A place where parcels are sorted.',
  Barcodes: 'What new barcodes are.',
  BarcodesPut: 'What new barcodes are to be.',
  Carrier: 'A company that carries parcels.',
  CarrierNumbers: "Where a carrier's tracking numbers come from.",
  NumberSeries: 'Numbers that are given out once each.',
  Numbering: 'What new barcodes are, and how many numbers are left.',
  Market: 'A country that is served, and how.',
  Rate: 'The price of a service level in a zone.',
  RateCard: 'The prices of a carrier.',
  AuditRecord: 'One change that an operator made.',
  TestClock: 'The clock of the sandbox.',
  Rehearsal: 'What a rehearsal caused.',
  WebhookEvent: 'Any event, told apart by its `type`.',
  Refusal: 'What was wrong, and what to do about it.',
  EventLocation: 'Where it happened: the store, the facility or the place that the device told.',
  EventParcel: 'Weight and measures, with their units.',
  EventMeasures: 'Weight and measures, as declared or as observed.',
  ShipmentPod: 'The proof of delivery.',
  FoundShipmentPod: 'The proof of delivery.',
  ShipmentDetailPod: 'The proof of delivery.',
  ScanLocation: 'Where the scan was made.',
  TrackingHistory: 'One step of the parcel.',
  TrackingHistoryLocation: 'The city and the country of the step.',
  TenderShipment: 'One member of the tender, as it is now.',
  TenderDiscrepancy: 'How many parcels the carrier counted too few or too many.',
  ClaimHistory: 'One step of the claim.',
  OperatorClaimHistory: 'One step of the claim.',
  Quote: 'What a shipment would cost, and why.',
  QuoteWeight: 'The weight that is billed.',
  QuoteTariff: 'The tariff by which a price was made.',
  PriceLine: 'A part of a price.',
  Tariff: 'What a carrier charges in a market from a day on.',
  TariffDetail: 'A tariff with all of its rows.',
  QuoteCandidate: 'A carrier that would take the parcel, with its price.',
  QuoteExclusion: 'A carrier that would not take the parcel, and why.',
  RateRecord: 'The price of a service level in a zone.',
  Policy: 'What the operator accepts beyond what the interface refuses.',
  RehearsalEvent: 'An event that the rehearsal caused.',
}

/** Parts that are specific to each event type. */
const PARTS_OF_EVENTS: Record<string, string> = {
  EventIdentifiers: 'The ids of what the event is about.',
  Info: 'When and where it happened, and a sentence about it.',
  Details: 'The fields of this type alone.',
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the meaning of `claim_id`, and of `claim` among the identifiers of an event. */
const meaningOfId = (parent: string, field: string): string | undefined => {
  const kind = field.endsWith('_id') ? field.slice(0, -3) : /identifiers$/i.test(parent) ? field : ''
  return Object.hasOwn(ID_PREFIXES, kind) ? `The id of the ${kind.replaceAll('_', ' ')}.` : undefined
}

/** Returns the meaning of a field of an object called `parent`. */
const meaningOf = (parent: string, field: string): string | undefined =>
  FIELDS[`${parent}.${field}`] ??
  (parent.endsWith('Event') ? FIELDS[`Event.${field}`] : undefined) ??
  FIELDS[field] ??
  meaningOfId(parent, field)

const isDescribed = (schema: Schema): boolean =>
  schema.description !== undefined || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((one) => isDescribed(one))

/**
 * Describes the fields of a schema and of its nested schemas. A field gets the meaning that fits its place, even if its schema is used elsewhere too.
 */
const describeFields = (schema: Schema, parent: string): void => {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (!isDescribed(property)) {
      const meaning = meaningOf(parent, field)
      if (meaning !== undefined) property.description = meaning
    }
    describeFields(property, field)
  }
  for (const variant of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) describeFields(variant, parent)
  if (isSchema(schema.items)) describeFields(schema.items, parent)
}

/** Returns a description for a schema without one: the operation whose body or response it is. */
const describeSchema = (title: string, document: OpenApi): string | undefined => {
  if (SCHEMAS[title] !== undefined) return SCHEMAS[title]
  const part = Object.keys(PARTS_OF_EVENTS).find((end) => title.endsWith(end))
  if (part !== undefined) return PARTS_OF_EVENTS[part]
  if (title.endsWith('List')) return `One page of \`${title.slice(0, -4)}\` records.`
  const reference = `"#/components/schemas/${title}"`
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody }] of Object.entries(methods))
      if (JSON.stringify(requestBody?.content ?? {}).includes(reference)) return `The body of \`${method.toUpperCase()} ${path}\`.`
  return undefined
}

/** Adds the descriptions from the tables above to every field and schema of the document that has none. */
export const describe = (document: OpenApi): OpenApi => {
  for (const [title, schema] of Object.entries(document.components.schemas)) {
    schema.description ??= describeSchema(title, document) as string
    if (schema.description === undefined) delete schema.description
    describeFields(schema, title)
  }
  for (const { content } of Object.values(document.components.responses))
    for (const { schema } of Object.values(content ?? {})) describeFields(schema, '')
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const answer of Object.values(operation.responses))
      if (!('$ref' in answer)) for (const { schema } of Object.values(answer.content ?? {})) describeFields(schema, '')
  return document
}
