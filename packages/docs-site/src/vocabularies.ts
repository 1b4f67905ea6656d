// Names of vocabularies in the API document. For a schema with a name, a generator creates one type. For a schema without a name, it
// creates a type for each place where the schema is used, or no type. If a vocabulary belongs to one kind of resource, its own schema has
// the title and description. If several kinds share it, or if it has different descriptions in different places, it has a row here. The
// rows repeat the words that the kinds define. A test reports differences.

import { ACCESSES } from '@backhaul/core/access.ts'
import { ADJUSTMENT_REASONS, DISPUTE_OUTCOMES, DISPUTE_STATUSES } from '@backhaul/core/adjustment.ts'
import { STOPS } from '@backhaul/core/carrier-adapter.ts'
import { BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { CHARGES, INVOICE_DECISIONS, INVOICE_LINE_STATES, UNOWED, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
import { PURCHASE_STATES } from '@backhaul/core/carrier-purchase.ts'
import { ADAPTERS, CARRIER_SCAN_STATES } from '@backhaul/core/carrier-scan.ts'
import { ADDRESS_VERDICTS, FINDING_CODES, FINDING_FIELDS, POSITION_PRECISIONS } from '@backhaul/core/check-address.ts'
import { CLAIM_OUTCOMES, CLAIM_STATUSES, CLAIM_TYPES } from '@backhaul/core/claim.ts'
import { CONSOLIDATION_MEMBER_STATES, CONSOLIDATION_STATUSES } from '@backhaul/core/consolidation.ts'
import { HOLDERS } from '@backhaul/core/custody.ts'
import { CONTENTS_TYPES, INCOTERMS, NON_DELIVERY } from '@backhaul/core/customs.ts'
import { EXCLUSIONS } from '@backhaul/core/decide-quote.ts'
import { STAGES } from '@backhaul/core/discrepancy.ts'
import { COORDINATE_SOURCES, EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { MANIFEST_STATUSES } from '@backhaul/core/manifest.ts'
import { NEED_KINDS } from '@backhaul/core/needs.ts'
import { WEEKDAYS } from '@backhaul/core/network.ts'
import { BARCODE_STANDARDS, CARRIER_STANDARDS, RANGE_CHECKS } from '@backhaul/core/numbering.ts'
import { DIMENSION_UNITS, WEIGHT_UNITS } from '@backhaul/core/parcel.ts'
import { KEY_ROLES, KEY_SIGNATURES, SCOPES } from '@backhaul/core/partner.ts'
import { PICKUP_STATUSES } from '@backhaul/core/pickup.ts'
import { POLICY_WORDS, REDIRECT_WORDS } from '@backhaul/core/policy.ts'
import { QR_STATUSES } from '@backhaul/core/qr.ts'
import { ZONES } from '@backhaul/core/rating.ts'
import { PARCEL_CODES } from '@backhaul/core/scanned-code.ts'
import { HIT_KINDS, IDENTIFIERS, MATCHED_BY } from '@backhaul/core/search.ts'
import { DIRECTIONS, FULFILLMENTS, LABEL_FORMATS, REJECT_REASONS, SERVICE_LEVELS, STATUSES } from '@backhaul/core/shipment.ts'
import { SWEEP_STATUSES } from '@backhaul/core/sweep.ts'
import { LINE_CODES } from '@backhaul/core/tariff.ts'
import { HANDOFFS, TENDER_STATUSES } from '@backhaul/core/tender.ts'
import { DISPOSITIONS, REPORTED_KINDS, SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { LIST_ORDERS } from '@backhaul/server/contracts'

type Words = readonly (string | number)[]

export const VOCABULARIES: Readonly<Record<string, readonly [words: Words, description: string]>> = {
  AddressFindingCode: [FINDING_CODES, 'The error in a field of an address.'],
  AddressFindingField: [FINDING_FIELDS, 'A field of an address that is checked.'],
  AddressVerdict: [ADDRESS_VERDICTS, 'Whether the parts of an address fit together.'],
  AdjustmentReason: [ADJUSTMENT_REASONS, 'Reason for a price adjustment.'],
  AdjustmentSource: [['counter', 'discrepancy', 'manual'], 'The origin of an adjustment.'],
  BarcodeStandard: [BARCODE_STANDARDS, 'The format of a new barcode.'],
  CarrierAdapter: [ADAPTERS, 'How the service communicates with a carrier.'],
  CarrierNumberStandard: [CARRIER_STANDARDS, "The format of a carrier's own numbers."],
  Channel: [['api', 'retail'], 'How a shipment was created.'],
  ClaimOutcome: [CLAIM_OUTCOMES, 'The decision about a claim.'],
  ClaimStatus: [CLAIM_STATUSES, 'Status of a claim.'],
  ClaimType: [CLAIM_TYPES, 'The reason for a claim.'],
  ConsolidationMemberKind: [['tender', 'sweep'], 'The kind of record in a consolidation.'],
  ConsolidationMemberState: [CONSOLIDATION_MEMBER_STATES, 'State of a member of a consolidation.'],
  ConsolidationMemberStatus: [[...TENDER_STATUSES, ...SWEEP_STATUSES], 'The status of a tender or sweep.'],
  ConsolidationStatus: [CONSOLIDATION_STATUSES, 'Status of a consolidation.'],
  CoordinateSource: [COORDINATE_SOURCES, 'The source of the coordinates of a scan.'],
  DeliveryStatus: [['pending', 'delivered', 'exhausted', 'skipped'], 'Status of the delivery of an event to a webhook.'],
  DeliveryTrigger: [['schedule', 'redeliver', 'recover'], 'Why a delivery was attempted.'],
  DimensionUnit: [DIMENSION_UNITS, 'Unit of length.'],
  CustodyHolder: [HOLDERS, 'Who has a parcel.'],
  Direction: [DIRECTIONS, 'Whether a parcel goes back to the merchant or out to a customer.'],
  CustomsContents: [CONTENTS_TYPES, 'The contents of a parcel that crosses a border, as customs classify them.'],
  Incoterm: [INCOTERMS, 'Delivery term of Incoterms 2020.'],
  NonDelivery: [NON_DELIVERY, 'What to do with a parcel that cannot be delivered.'],
  DiscrepancyStage: [STAGES, 'The stage at which a difference was found.'],
  Disposition: [DISPOSITIONS, 'What to do with a parcel that cannot be delivered.'],
  DisputeOutcome: [DISPUTE_OUTCOMES, 'The decision about a dispute.'],
  DisputeStatus: [DISPUTE_STATUSES, 'Status of a dispute.'],
  EnabledEvent: [[...EVENT_TYPES, '*'], 'An event type, or `*` for all.'],
  WebhookHealthState: [['ok', 'failing', 'disabled'], 'Health of the deliveries to a webhook.'],
  Environment: [['sandbox', 'production'], 'The environment in which a key is valid.'],
  EventType: [EVENT_TYPES, 'The current event types. Others can be added.'],
  Fault: [['lost', 'short_tender', 'reweigh', 'refused_at_counter', 'undeliverable'], 'A fault that the sandbox can cause.'],
  Fulfillment: [FULFILLMENTS, 'Whether the sender prints a label or shows a QR.'],
  Handoff: [HANDOFFS, 'How a carrier gets the parcels of a tender.'],
  ImageType: [['image/png', 'image/jpeg'], 'Media type of an image.'],
  ConsoleAccess: [ACCESSES, 'What a signed-in person may do.'],
  FileKind: [['stores', 'rates', 'tariffs'], 'The contents of a file that is imported as a whole.'],
  ImportKind: [['stores', 'rates', 'tariffs', 'carrier-invoice', 'carrier-report'], 'The contents of an imported file.'],
  CarrierCharge: [CHARGES, 'The reason for the charge of an invoice line.'],
  CarrierInvoiceState: [['undecided', 'open', 'settled'], 'Whether an invoice has undecided or disputed lines.'],
  CarrierInvoiceLineDecision: [INVOICE_DECISIONS, 'A decision about an invoice line.'],
  CarrierInvoiceLineState: [INVOICE_LINE_STATES, 'State of an invoice line.'],
  CarrierInvoiceUnowed: [UNOWED, 'Why nothing is owed for an invoice line.'],
  CarrierInvoiceVerdict: [VERDICTS, 'The result of comparing an invoice line with the amount owed.'],
  CarrierScanState: [CARRIER_SCAN_STATES, 'State of a scan that a carrier reported.'],
  CarrierBookingState: [BOOKING_STATES, "State of a parcel's booking with a carrier."],
  CarrierAccountProblem: [STOPS, 'Why the account of a carrier is not used.'],
  CarrierPurchaseState: [PURCHASE_STATES, 'State of an attempt to buy a label from a carrier, and of the label.'],
  UnmatchedState: [['open', 'dismissed'], 'Whether a scan waits in the inbox.'],
  ImportState: [['checking', 'applying', 'done', 'refused', 'interrupted'], 'Progress of an import.'],
  IntakeKind: [['accept', 'walk-in'], 'The kind of scan that accepts a parcel at a counter.'],
  CarrierReportedKind: [REPORTED_KINDS, 'The kinds of scans that a carrier can report.'],
  KeyKind: [['partner', 'operator'], 'The owner of a key.'],
  KeyRole: [Object.keys(KEY_ROLES), 'A named set of scopes.'],
  KeySignature: [KEY_SIGNATURES, 'The signature versions that a key accepts.'],
  HistoryOrder: [LIST_ORDERS, 'The order of a history.'],
  LabelFormat: [LABEL_FORMATS, 'The format in which labels are made.'],
  LabelForm: [[...LABEL_FORMATS, 'json'], 'The format in which a label is returned.'],
  LabelPrintFormat: [['pdf', 'zpl'], 'The format in which several labels are printed.'],
  Language: [['en', 'es', 'fr'], 'The language of shopper pages.'],
  ManifestForm: [['json', 'pdf'], 'The format in which a manifest is returned.'],
  ManifestStatus: [MANIFEST_STATUSES, 'Whether a manifest still accepts parcels.'],
  MarketKind: [['fixed', 'marketplace'], 'How the carrier of a market is chosen.'],
  NumberCheck: [RANGE_CHECKS, 'The check digit at the end of a number.'],
  ParcelCode: [PARCEL_CODES, 'The kind of parcel code.'],
  PriceLineCode: [LINE_CODES, 'The reason for a part of a price.'],
  PickupStatus: [PICKUP_STATUSES, 'Status of a pickup.'],
  RedirectWord: [REDIRECT_WORDS, 'How the operator handles a redirect to another country.'],
  PodGrade: [['A', 'B', 'C'], 'The quality of a proof of delivery.'],
  PolicyWord: [POLICY_WORDS, 'Whether the operator accepts or refuses a request that the API itself allows.'],
  PrinterResolution: [[203, 300], 'Dots per inch.'],
  QrImageFormat: [['png', 'svg'], "The format in which a QR's image is returned."],
  PositionPrecision: [POSITION_PRECISIONS, 'The precision of the position of a postal code.'],
  QrStatus: [QR_STATUSES, 'Status of a QR.'],
  QuoteBasis: [['weight', 'size'], 'Whether a parcel is billed by weight or size.'],
  QuoteExclusionReason: [EXCLUSIONS, 'Why a carrier cannot take a parcel.'],
  RejectReason: [REJECT_REASONS, 'Why a counter refused a parcel.'],
  ReturnLinkStatus: [['open', 'used', 'over', 'withdrawn'], 'The status of a return link.'],
  ScanKind: [SCAN_KINDS, 'The kind of scan.'],
  ScanOutcome: [['moves', 'recorded', 'refused'], 'The effect that a scan would have.'],
  Scope: [SCOPES, 'What a key may do.'],
  SearchIdentifier: [MATCHED_BY, 'The identifier that a search matched.'],
  SearchKind: [HIT_KINDS, 'The kind of record that a search found.'],
  ServiceLevel: [SERVICE_LEVELS, 'The service level, which sets the speed.'],
  ShipmentCommand: [
    ['amend', 'cancel', 'hold', 'release', 'reprint', 'reissue-qr', 'redirect', ...DISPOSITIONS, 'pickup', 'tender', ...SCAN_KINDS],
    'A command for a shipment.',
  ],
  ShipmentCommandOutcome: [['applies', 'recorded', 'nothing', 'refused'], 'The effect that a command would have.'],
  ShipmentIdentifier: [IDENTIFIERS, 'The identifier by which a shipment was found.'],
  SampleStatus: [['none', 'running', 'stopped', 'done'], 'Status of the sample parcels of a sandbox.'],
  ShipmentStatus: [STATUSES, 'Status of a shipment.'],
  SignInWay: [['link', 'provider'], 'How a person signed in.'],
  SweepStatus: [SWEEP_STATUSES, 'Status of a sweep.'],
  TenderDifference: [['short', 'over'], 'Whether the carrier counted too few or too many parcels.'],
  TenderStatus: [TENDER_STATUSES, 'Status of a tender.'],
  TodayNeedKind: [NEED_KINDS, 'The kind of work that needs a person.'],
  WebhookStatus: [['enabled', 'disabled'], 'Whether events are sent to a webhook.'],
  Weekday: [WEEKDAYS, 'A day of the week.'],
  WeightUnit: [WEIGHT_UNITS, 'Unit of weight.'],
  YesNo: [['true', 'false'], 'Yes or no.'],
  Zone: [ZONES, 'The distance zone of a parcel.'],
}

const NAMES = new Map(Object.entries(VOCABULARIES).map(([name, [words]]) => [JSON.stringify(words), name]))

/** Returns the name of the vocabulary with these words, in this order. Undefined: it has none. */
export const vocabularyOf = (words: readonly unknown[]): string | undefined => NAMES.get(JSON.stringify(words))
