// Meanings of fields whose schema has no description. `Parent.field` (a schema's title, or the containing field) wins over `field`.
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Schema } from './examples.ts'
import type { OpenApi } from './openapi-document.ts'

const FIELDS: Record<string, string> = {
  object: 'The type of this record.',
  id: 'The id of the record, which never changes.',
  store_id: 'The id of the store; null if no store of the network is involved.',
  partner_id: "The id of the partner; null for an operator's key.",
  manifest_id: 'The id of the manifest, which never changes.',
  label_id: 'The id of the label; each reprint gets a new id.',
  key_id: 'The id of the key. Operators use it to change or revoke the key.',
  data: 'The items on this page.',
  status: 'The current status.',
  code: 'The short name that requests and scans use.',
  name: 'The name shown to people.',
  label_version: '1 for the first label; each reprint adds 1.',
  shipments: 'The shipments, each with the same fields as in a single request.',

  'CarrierInvoiceVerdicts.matched': 'Lines that charge the amount owed.',
  'CarrierInvoiceVerdicts.over': 'Lines that charge more than the amount owed.',
  'CarrierInvoiceVerdicts.under': 'Lines that charge less than the amount owed.',
  'CarrierInvoiceVerdicts.unknown': 'Lines whose number matches no parcel.',
  'CarrierInvoiceVerdicts.doubled': 'Lines that repeat an earlier charge.',

  'Shipment.status': 'The status of the parcel; see [the states of a shipment](/docs/states).',
  'Tracking.status': 'The status of the parcel; see [the states of a shipment](/docs/states).',
  'TenderShipment.status': 'The status of this parcel.',
  'TenderShipment.id': 'The id of the shipment.',
  'FoundShipment.status': 'The status of the parcel.',
  numbers: "The source of the carrier's tracking numbers; null if they are random.",
  barcodes: 'The format of new barcodes.',
  direction: '`return`: from a customer back to you. `outbound`: from you to a customer.',
  fulfillment: '`print_label`: the label is made immediately. `qr_code`: the sender shows a QR code and the counter prints the label.',
  channel: '`api`: created by a request. `retail`: sold at a counter.',
  service_level: 'The service level, which sets the speed.',
  from: 'The sender.',
  to: 'The recipient.',
  parcel: 'Weight and dimensions.',
  label_format: 'The default format of the label. A request can ask for another format.',
  currency: 'The currency of all amounts here, as an ISO 4217 code.',
  label_voided: 'Whether the label is void. A void label must not be used.',
  held: 'Whether the shipment is on hold.',
  language: "The language of the page; null means the browser's language.",
  pod: 'The proof of delivery; null until there is one.',
  document: 'Path of the image; null if there is no image.',
  grade: 'The quality of the proof; `A` is the best.',
  reject_reason: 'Why a counter refused the parcel; null if it was not refused.',
  metadata: 'Your own notes as keys and text values. The service stores and returns them but does not use them.',
  disposition:
    'What to do with the parcel: `rts` sends it back, `redeliver` sends it out again, `unclaimed` keeps it, `dispose` disposes of it.',
  company: 'Company; null if there is none.',
  line1: 'Street and number.',
  line2: 'Apartment, suite or floor; null if there is none.',
  city: 'City.',
  state: 'State, province or region; null if there is none.',
  postal_code: 'Postal code.',
  postalCode: 'Postal code.',
  country: 'Country, as an ISO 3166-1 alpha-2 code.',
  phone: 'Phone number.',
  email: 'Email address.',
  'AddressRecord.name': 'Name of the person; null if there is none.',
  weight: 'Weight in pounds.',
  length: 'The longest side, in inches.',
  width: 'Width in inches.',
  height: 'Height in inches.',
  weight_unit: 'The unit of `weight`.',
  dimension_unit: 'The unit of `length`, `width` and `height`.',

  kind: 'The kind of scan.',
  'KeyCreate.kind': 'Whether the key belongs to a partner or an operator.',
  'ApiKey.kind': 'Whether the key belongs to a partner or an operator.',
  facility: 'The code of the facility.',
  'Scan.facility': 'The code of the facility that reported the scan; null if no facility reported it.',
  location: 'The place of the scan; null if unknown.',
  'EventLocation.name': 'Name of the store or facility.',
  'EventLocation.code': 'Code of the store or facility.',
  'ScanLocation.name': 'Name of the store or facility.',
  'ScanLocation.code': 'Code of the store or facility.',
  scanner_email: 'Email address of the person who scanned.',
  scanner_name: 'Name of the person who scanned.',
  lat: 'Latitude in degrees.',
  lon: 'Longitude in degrees.',
  'ScanAnswer.shipment': 'The shipment after the scan.',
  scan: 'The recorded scan.',
  scans: 'The scans, in the order in which to record them.',
  reweigh: 'Weight and dimensions measured at the counter, if any.',
  result: 'The answer that this scan would get in a request of its own; absent if the scan was refused.',
  error: 'The error, in the same form everywhere.',
  'BulkScanResult.error': 'Why this scan was refused; absent if it was accepted.',
  'CarrierInvoicePriceLine.code': 'The reason for this part of the price.',
  'Refusal.code': 'The error code. It is stable, so use it in your program.',
  message: 'One sentence for people: what is wrong and what to do.',
  details: 'Facts that belong to this code.',
  content_type: 'The media type of the image.',
  package_count: 'Number of parcels for the driver to collect.',
  store: 'The store.',
  accepted_by: 'Who accepted the tender for the carrier; null before acceptance.',
  discrepancy: 'The difference between the pieces announced and the pieces received; null if there is none.',
  'TenderDiscrepancy.type': '`short`: fewer pieces arrived than announced. `over`: more pieces arrived.',
  hours: 'Opening hours by weekday. The store is closed on absent days. Null: unknown.',
  mon: 'Opening hours on Monday, as pairs of opening and closing time.',
  tue: 'Opening hours on Tuesday.',
  wed: 'Opening hours on Wednesday.',
  thu: 'Opening hours on Thursday.',
  fri: 'Opening hours on Friday.',
  sat: 'Opening hours on Saturday.',
  sun: 'Opening hours on Sunday.',
  timezone: 'The time zone of days and hours, as an IANA name.',
  pudo_code: 'The pick-up and drop-off code that carriers use for the store.',

  url: 'The address that receives the events.',
  enabled_events: 'The event types that are sent; `*` means all types.',
  description: 'The description; null if there is none.',
  trigger: 'Why the attempt was made: the `schedule`, or a request to `redeliver` or `recover`.',
  duration_ms: 'Duration of the attempt, in milliseconds.',
  error_message: 'Description of the error; null if there was none.',
  attempt_count: 'Number of completed attempts.',
  reason: 'Why the price was corrected.',
  dispute_status: 'Status of the dispute; null if there is none.',
  dispute_reason: "The partner's reason for the dispute; null if there is none.",
  declared: 'Weight and dimensions as declared.',
  observed: 'Weight and dimensions as measured.',
  chargeable: 'Whether the difference changes the price.',
  environment: 'The environment of the key.',
  default_return_address: 'The recipient to use if the request for a return names none.',
  default_parcel: 'The weight and dimensions to use if a request has none.',
  contact_email: 'Email address of the contact.',
  contact_name: 'Name of the contact.',
  allow_ips: 'IP addresses and ranges that may send requests; empty: all addresses.',
  rate_limit: 'Number of requests accepted per minute.',
  'ApiKey.email': "Email address of the key's contact, shown in events.",
  full_name: "Name of the key's contact, shown in events.",
  carrier: 'The code of the carrier.',
  'Market.carrier': 'The code of the carrier for this market; null means the cheapest carrier that serves the parcel.',
  rates: 'Prices by service level and zone.',
  zone: 'The zone, which depends on the distance.',
  'QuoteCandidate.tariff': 'The tariff that sets the price; null if the rate card sets it.',
  'ClaimCreate.type': 'What happened to the parcel.',
  'Claim.type': 'What happened to the parcel.',
  'OperatorClaim.type': 'What happened to the parcel.',
  'RehearsalEvent.eventID': 'The id of the event.',
  'RehearsalEvent.type': 'The type of the event.',

  event: 'The internal name of the event; ten types share `scan-event`.',
  eventID: 'The id of the event, the same in every delivery and in the feed.',
  'Event.type': 'The type of the event. Use it to distinguish events.',
  identifiers: 'The ids of all records that the event is about; a key without a value is absent.',
  event_info: 'What happened, when and where.',
  eventSpecific: 'The fields specific to this event type.',
  'identifiers.store': 'The id of the store.',
  'identifiers.discrepancy': 'The id of the discrepancy.',
  ltracking: "The onward carrier's own number for the parcel.",
  barcode: 'The number in the barcode of the label.',
  tracking: 'The tracking number.',
  label: 'The id of the label.',
  rma: 'Your number for the return.',
  orderID: 'Your number for the order.',
  shipExtID: 'Your own id for the shipment, `ship_ext_id`.',
  qr: 'The id of the QR code that the event is about. In other events, the id of the current QR code, if it is active or used.',
  previousQr: 'The id of the QR code that was replaced.',
  customer: 'Your number for the customer.',
  webhook: 'Never sent, because all webhooks receive the same record. `X-Service-Delivery-Id` identifies the delivery and its webhook.',
  confirmation: 'The confirmation code of the pickup.',
  date: 'The day of `eventDateTime`, in UTC.',
  eventDateTime: 'When the service recorded the event.',
  summary: 'What happened, in a few words.',
  'event_info.status': 'The status that the event reports.',
  'event_info.email': 'Email address of the person who caused the event; empty in scans.',
  'event_info.full_name': 'Name of the person who caused the event; empty in scans.',
  'event_info.location': 'The place of the event; for a redirect, the new destination.',
  labelUrl: 'Path of the label.',
  coordinateSource: 'The source of the coordinates: the `store`, the `facility`, or the `device` that reported them.',
  scannedDateTime: 'When the parcel was scanned.',
  'scan-type': 'The kind of handling that the scan reports.',
  scantime: 'When the parcel was scanned.',
  scannerEmail: 'Email address of the person who scanned.',
  scannerName: 'Name of the person who scanned.',
  serviceLevel: 'The service level, which sets the speed.',
  labelVersion: '1 for the first label; each reprint adds 1.',
  labelFormat: 'The format of the label.',
  cubicFt: 'Volume in cubic feet.',
  scheduledDeliveryDate: 'The day on which the carrier expects to deliver.',
  expiresAt: 'When the shipment or QR would expire, or has expired.',
  packageCount: 'Number of parcels.',
  handoff: '`inject`: we bring the parcels to the carrier. `collect`: the carrier collects them.',
  pieceCount: 'Number of pieces announced.',
  shipmentCount: 'Number of shipments.',
  storeCode: 'The code of the store.',
  pudoCode: 'The pick-up and drop-off code that carriers use for the store.',
  labelVoided: 'Whether the label is void.',
  voidedAt: 'When the label was voided.',
  cancelledAt: 'When the shipment was cancelled.',
  expiredAt: 'When the shipment expired.',
  soldAt: 'When the shipment was sold.',
  closedAt: 'When the manifest was closed.',
  acceptedAt: 'When the tender was accepted.',
  acceptedBy: 'Who accepted the tender for the carrier.',
  originalWeight: 'The weight that was charged before, in pounds.',
  newWeight: 'The weight that is charged now, in pounds.',
  pickupDate: "The day of the pickup, in the store's time zone.",
  pickupWindowStart: "The start of the pickup window, in the store's time zone.",
  pickupWindowEnd: "The end of the pickup window, in the store's time zone.",
  pieceCountReceived: 'Number of pieces received.',
  expectedPieceCount: 'Number of pieces announced.',
  receivedPieceCount: 'Number of pieces received.',
  discrepancyType: '`short`: fewer pieces arrived than announced. `over`: more pieces arrived.',
  delta: 'Pieces received minus pieces announced.',
  podGrade: 'The quality of the proof of delivery; `A` is the best.',
  'eventSpecific.pod': 'Path of the image of the proof of delivery.',
  rejectReason: 'Why the counter refused the parcel.',
  rejectReasonNote: "The counter's note on the refusal.",
  claimType: 'What happened to the parcel.',
  redirectedTo: 'The new recipient: the name, else the company, else the street and number.',
  redirectedToLine1: 'Street and number of the new destination.',
  stage: 'The stage at which the difference was found.',
  disputeStatus: 'Status of the dispute.',
  disputeReason: "The partner's reason for the dispute.",
  qrStatus: 'The status of the QR code.',
  sweepDate: "The day of the visit, in the store's time zone.",
  dp: 'The code of the carrier that makes the visit.',
  storeAddress: 'The address of the store in one line.',
  manifestDate: "The day of the manifest, in the store's time zone.",
}

const SCHEMAS: Record<string, string> = {
  Address: 'The origin or destination of a parcel. Null means absent, so you can read an address, change it and send it back.',
  AddressRecord: 'A stored address.',
  Parcel: 'Stored weight and dimensions, in pounds and inches, whatever units the request used.',
  Shipment: 'The record of one parcel on its way, from its creation to its end.',
  ShipmentDetail: 'A single shipment with all its details.',
  ShipmentAction: 'The effect that one command would have on the shipment now.',
  ShipmentActions: 'The commands for a shipment, and the effect that each would have now.',
  ShipmentCustody: 'Who has the parcel of a shipment, according to its latest scan.',
  ShipmentGroup: 'Parcels that were ordered together. Each has its own shipment.',
  ShipmentGroupSummary: 'A group without its shipments.',
  ShipmentGroupMember: 'The fields that are specific to each parcel of the order.',
  ShipmentGroupCancelled: 'A group, with the result for each of its shipments.',
  SearchHit: 'A record that matches the search text.',
  OperatorWebhook: 'A webhook with its partner, for operators.',
  OperatorDelivery: 'A delivery with its partner, for operators.',
  FoundShipment: 'A shipment with its partner, for operators.',
  Label: 'One version of the label of a shipment.',
  ParcelLink: 'The link to the page where a shopper follows a parcel.',
  ReturnLink: 'A page where a shopper starts the return of an order.',
  Brand: "The look of a partner's shopper pages.",
  Qr: 'The code that a sender shows at a counter instead of a label.',
  FoundParcel: 'Facts about a parcel for the person who has it in hand.',
  ScanForeseen: 'The effect that one kind of scan would have now.',
  ParcelAtStore: 'A parcel that a counter accepted and that the store still has.',
  Scan: 'A report about a parcel: what happened, when and where.',
  ScanAnswer: 'The recorded scan, and the shipment after it.',
  BulkScanResult: 'The result for one scan. Results are in the same order as the scans in the request.',
  Tracking: 'The facts that anyone with the tracking number may see.',
  Document: 'An image of a shipment, such as its proof of delivery.',
  Storage: 'The storage that your documents use, and its limit.',
  Pickup: 'A collection of parcels at a store, within a time window of one day.',
  Consolidation: 'Tenders and sweeps, of one or more partners, that are counted together in one acceptance.',
  ConsolidationCount: 'The count of one tender or sweep.',
  ConsolidationListed: 'A consolidation without its members.',
  ConsolidationMember: 'A tender or sweep in a consolidation.',
  ConsolidationPartner: 'The totals of one partner in a consolidation.',
  Sweep: "A carrier's visit to a store on one day, with all its pickups.",
  Tender: 'A batch of shipments that is handed to a carrier.',
  Manifest: 'The parcels that a store accepted on one day.',
  DropOffLocation: 'A place where a parcel can be dropped off.',
  Webhook: 'An address that receives events, and the health of its deliveries.',
  WebhookCreated: 'A webhook with its secret. No other answer contains the secret.',
  RotatedWebhookSecret: 'The new secret of a webhook. No other answer contains it.',
  WebhookRecovery: 'The number of events queued to be sent again.',
  WebhookRecoveryPreview: 'The number of events that a recovery would send again.',
  Delivery: 'The sending of one event to one webhook.',
  DeliveryAttempt: 'One attempt to deliver an event, and its result.',
  Adjustment: 'A correction of the price of a shipment.',
  OperatorAdjustment: 'A price correction with its partner, for operators.',
  Discrepancy: 'A difference between what was expected of a parcel and what was found.',
  Claim: 'A request for compensation for a lost, damaged or misdelivered parcel.',
  OperatorClaim: 'A claim with its partner, for operators.',
  Credentials: 'A key with its secrets. No other answer contains the secrets.',
  Partner: 'A company that ships with the network.',
  ApiKey: 'A key, without its secrets.',
  ConsoleLink: 'A sign-in link without its address.',
  NewConsoleLink: 'A sign-in link with its address. No other answer contains the address.',
  ConsoleSession: 'The session of a signed-in person.',
  ConsoleSessionDetail: 'The session of a signed-in person, with its environment.',
  RotatedSigningSecret: 'The new signing secret of a key. No other answer contains it.',
  Store: 'A shop with a counter, where parcels are dropped off and collected.',
  StoreImport: 'How many stores were read, added and changed.',
  Import: 'An imported file, and the progress of its import.',
  ImportDetail: 'An imported file, the progress of its import, and its errors.',
  ImportFault: 'An error in a row of a file.',
  Facility: 'A place where parcels are sorted.',
  Barcodes: 'The format of new barcodes.',
  BarcodesPut: 'The format to set for new barcodes.',
  Carrier: 'A company that carries parcels.',
  CarrierNumbers: "The source of a carrier's tracking numbers.",
  NumberSeries: 'A series of numbers, each used once.',
  Numbering: 'The format of new barcodes, and how many numbers are left.',
  Market: 'A destination country, and how its carrier is chosen.',
  Rate: 'The price of a service level in a zone.',
  RateCard: 'The prices of a carrier.',
  AuditRecord: 'One change that an operator made.',
  TestClock: 'The clock of the sandbox.',
  Rehearsal: 'The result of a rehearsal.',
  WebhookEvent: 'Any event, distinguished by its `type`.',
  Refusal: 'The error, and what to do about it.',
  EventLocation: 'The place of the event: the store, the facility or the position that the device reported.',
  EventParcel: 'Weight and dimensions, with their units.',
  EventMeasures: 'Weight and dimensions, as declared or as observed.',
  ShipmentPod: 'The proof of delivery.',
  FoundShipmentPod: 'The proof of delivery.',
  ShipmentDetailPod: 'The proof of delivery.',
  ScanLocation: 'The place of the scan.',
  TrackingHistory: "One step in the parcel's history.",
  TrackingHistoryLocation: 'The city and the country of the step.',
  TenderShipment: 'One shipment of the tender, with its current status.',
  TenderDiscrepancy: "The difference between the carrier's count and the expected count.",
  ClaimHistory: "One step in the claim's history.",
  OperatorClaimHistory: "One step in the claim's history.",
  Quote: 'What a shipment would cost, and why.',
  QuoteWeight: 'The weight that is billed.',
  QuoteTariff: 'The tariff that sets a price.',
  PriceLine: 'A part of a price.',
  Tariff: 'The prices of a carrier in a market from a given day on.',
  TariffDetail: 'A tariff with all of its rows.',
  QuoteCandidate: 'A carrier that could take the parcel, with its price.',
  QuoteExclusion: 'A carrier that cannot take the parcel, and the reason.',
  RateRecord: 'The price of a service level in a zone.',
  Policy: 'The requests that the operator refuses in addition to the rules of the API.',
  RehearsalEvent: 'An event that the rehearsal caused.',
}

/** Schemas for the parts that are specific to an event type. */
const PARTS_OF_EVENTS: Record<string, string> = {
  EventIdentifiers: 'The ids of the records that the event is about.',
  Info: 'When and where it happened, with a one-line summary.',
  Details: 'The fields specific to this event type.',
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the meaning of `claim_id`, and of `claim` among the identifiers of an event. */
const meaningOfId = (parent: string, field: string): string | undefined => {
  const kind = field.endsWith('_id') ? field.slice(0, -3) : /identifiers$/i.test(parent) ? field : ''
  return Object.hasOwn(ID_PREFIXES, kind) ? `The id of the ${kind.replaceAll('_', ' ')}.` : undefined
}

/** Endings of the titles of events and of their parts, each with the name under which the table `FIELDS` lists the fields. */
const EVENT_PARTS = { Event: 'Event', EventIdentifiers: 'identifiers', Info: 'event_info', Details: 'eventSpecific' }

/** Returns the meaning of a field of an object called `parent`. */
const meaningOf = (parent: string, field: string): string | undefined => {
  const part = Object.entries(EVENT_PARTS).find(([end]) => parent.endsWith(end))?.[1]
  return FIELDS[`${parent}.${field}`] ?? FIELDS[`${part}.${field}`] ?? FIELDS[field] ?? meaningOfId(parent, field)
}

const isDescribed = (schema: Schema): boolean =>
  schema.description !== undefined || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some((one) => isDescribed(one))

/** Describes the fields of a schema and of its nested schemas, which can have different descriptions in different places. */
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

/** Returns the description of a schema that has none. It is derived from the operation whose body or response the schema is. */
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
