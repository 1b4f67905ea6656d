// Names of vocabularies in the API document. A generator makes one type of a schema with a name. Without a name it makes a type for each
// place, or none. A vocabulary of one kind has its title and description in its schema. A vocabulary that several kinds share, or that is
// described differently in several places, has a row here. The words of kinds are repeated here. A test reports differences.

import { ACCESSES } from '@backhaul/core/access.ts'
import { ADJUSTMENT_REASONS, DISPUTE_OUTCOMES, DISPUTE_STATUSES } from '@backhaul/core/adjustment.ts'
import { BOOKING_STATES } from '@backhaul/core/carrier-booking.ts'
import { CHARGES, INVOICE_DECISIONS, INVOICE_LINE_STATES, UNOWED, VERDICTS } from '@backhaul/core/carrier-invoice.ts'
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
  AddressFindingCode: [FINDING_CODES, 'What is wrong with a field of an address.'],
  AddressFindingField: [FINDING_FIELDS, 'A field of an address that is checked.'],
  AddressVerdict: [ADDRESS_VERDICTS, 'Whether an address fits together.'],
  AdjustmentReason: [ADJUSTMENT_REASONS, 'Why a price was adjusted.'],
  AdjustmentSource: [['counter', 'discrepancy', 'manual'], 'What an adjustment came from.'],
  BarcodeStandard: [BARCODE_STANDARDS, 'What a new barcode is.'],
  CarrierAdapter: [ADAPTERS, 'How a carrier is talked to.'],
  CarrierNumberStandard: [CARRIER_STANDARDS, "How a carrier's own numbers are made."],
  Channel: [['api', 'retail'], 'How a shipment was created.'],
  ClaimOutcome: [CLAIM_OUTCOMES, 'How a claim is decided.'],
  ClaimStatus: [CLAIM_STATUSES, 'Where a claim stands.'],
  ClaimType: [CLAIM_TYPES, 'What a claim is about.'],
  ConsolidationMemberKind: [['tender', 'sweep'], 'What is part of a consolidation.'],
  ConsolidationMemberState: [CONSOLIDATION_MEMBER_STATES, 'How it stands with a member of a consolidation.'],
  ConsolidationMemberStatus: [[...TENDER_STATUSES, ...SWEEP_STATUSES], 'The status of a tender or sweep.'],
  ConsolidationStatus: [CONSOLIDATION_STATUSES, 'Where a consolidation stands.'],
  CoordinateSource: [COORDINATE_SOURCES, 'Where the coordinates of a scan come from.'],
  DeliveryStatus: [['pending', 'delivered', 'exhausted', 'skipped'], 'Where the delivery of an event to a webhook stands.'],
  DeliveryTrigger: [['schedule', 'redeliver', 'recover'], 'Why a delivery was attempted.'],
  DimensionUnit: [DIMENSION_UNITS, 'Unit of length.'],
  CustodyHolder: [HOLDERS, 'Who has a parcel.'],
  Direction: [DIRECTIONS, 'Whether a parcel goes back to the merchant or out to a customer.'],
  CustomsContents: [CONTENTS_TYPES, 'What is in a parcel that crosses a border, as customs tell it apart.'],
  Incoterm: [INCOTERMS, 'Term of delivery, by Incoterms 2020.'],
  NonDelivery: [NON_DELIVERY, 'What is done with what cannot be delivered.'],
  DiscrepancyStage: [STAGES, 'Where a parcel was found to differ.'],
  Disposition: [DISPOSITIONS, 'What becomes of a parcel that cannot be delivered.'],
  DisputeOutcome: [DISPUTE_OUTCOMES, 'How a dispute is decided.'],
  DisputeStatus: [DISPUTE_STATUSES, 'Where a dispute stands.'],
  EnabledEvent: [[...EVENT_TYPES, '*'], 'An event type, or `*` for all.'],
  WebhookHealthState: [['ok', 'failing', 'disabled'], 'How a webhook does.'],
  Environment: [['sandbox', 'production'], 'Where a key is valid.'],
  EventType: [EVENT_TYPES, 'The event types that there are now. Others can be added.'],
  Fault: [['lost', 'short_tender', 'reweigh', 'refused_at_counter', 'undeliverable'], 'What the sandbox can make go wrong.'],
  Fulfillment: [FULFILLMENTS, 'Whether the sender prints a label or shows a QR.'],
  Handoff: [HANDOFFS, 'How a carrier gets the parcels of a tender.'],
  ImageType: [['image/png', 'image/jpeg'], 'Media type of an image.'],
  ConsoleAccess: [ACCESSES, 'What somebody may do who signs in by a link.'],
  FileKind: [['stores', 'rates', 'tariffs'], 'What a file has that is imported as a whole.'],
  ImportKind: [['stores', 'rates', 'tariffs', 'carrier-invoice', 'carrier-report'], 'What an imported file has.'],
  CarrierCharge: [CHARGES, 'What a line of an invoice charges for.'],
  CarrierInvoiceState: [['undecided', 'open', 'settled'], 'Whether something of an invoice is undecided or disputed.'],
  CarrierInvoiceLineDecision: [INVOICE_DECISIONS, 'What is decided about a line of an invoice.'],
  CarrierInvoiceLineState: [INVOICE_LINE_STATES, 'How it stands with a line of an invoice.'],
  CarrierInvoiceUnowed: [UNOWED, 'Why nothing is owed for a line of an invoice.'],
  CarrierInvoiceVerdict: [VERDICTS, 'What came of comparing a line of an invoice with what is owed.'],
  CarrierScanState: [CARRIER_SCAN_STATES, 'What became of a scan that a carrier reported.'],
  CarrierBookingState: [BOOKING_STATES, 'How it stands with what a carrier is told of a parcel.'],
  UnmatchedState: [['open', 'dismissed'], 'Whether a scan waits in the inbox.'],
  ImportState: [['checking', 'applying', 'done', 'refused', 'interrupted'], 'How far an import has come.'],
  IntakeKind: [['accept', 'walk-in'], 'By which scan a counter takes a parcel in.'],
  CarrierReportedKind: [REPORTED_KINDS, 'What a carrier can report of a parcel.'],
  KeyKind: [['partner', 'operator'], 'Whose key it is.'],
  KeyRole: [Object.keys(KEY_ROLES), 'A named set of scopes.'],
  KeySignature: [KEY_SIGNATURES, 'Which signature a key takes.'],
  HistoryOrder: [LIST_ORDERS, 'Which end of a history comes first.'],
  LabelFormat: [LABEL_FORMATS, 'In what form labels are made.'],
  LabelForm: [[...LABEL_FORMATS, 'json'], 'In what form a label is read.'],
  LabelPrintFormat: [['pdf', 'zpl'], 'In what form many labels are printed.'],
  Language: [['en', 'es', 'fr'], 'Language of the pages of shoppers.'],
  ManifestForm: [['json', 'pdf'], 'In what form a manifest is read.'],
  ManifestStatus: [MANIFEST_STATUSES, 'Whether a manifest still takes parcels in.'],
  MarketKind: [['fixed', 'marketplace'], 'How the carrier of a market is chosen.'],
  NumberCheck: [RANGE_CHECKS, 'What check digit ends a number.'],
  ParcelCode: [PARCEL_CODES, 'What of a parcel a code is.'],
  PriceLineCode: [LINE_CODES, 'What a part of a price is for.'],
  PickupStatus: [PICKUP_STATUSES, 'Where a pickup stands.'],
  RedirectWord: [REDIRECT_WORDS, 'What becomes of a redirect to another country.'],
  PodGrade: [['A', 'B', 'C'], 'How good a proof of delivery is.'],
  PolicyWord: [POLICY_WORDS, 'Whether the operator takes what the interface does not refuse.'],
  PrinterResolution: [[203, 300], 'Dots per inch.'],
  QrImageFormat: [['png', 'svg'], "In what form a QR's image is read."],
  PositionPrecision: [POSITION_PRECISIONS, 'How exactly the place of a postal code is known.'],
  QrStatus: [QR_STATUSES, 'Where a QR stands.'],
  QuoteBasis: [['weight', 'size'], 'By what a parcel is billed.'],
  QuoteExclusionReason: [EXCLUSIONS, 'Why a carrier is no candidate.'],
  RejectReason: [REJECT_REASONS, 'Why a counter refused a parcel.'],
  ReturnLinkStatus: [['open', 'used', 'over', 'withdrawn'], 'Of what use a return link still is.'],
  ScanKind: [SCAN_KINDS, 'What a scan reports.'],
  ScanOutcome: [['moves', 'recorded', 'refused'], 'What a scan would do.'],
  Scope: [SCOPES, 'What a key may do.'],
  SearchIdentifier: [MATCHED_BY, 'Which identifier of it a search found.'],
  SearchKind: [HIT_KINDS, 'What a search found.'],
  ServiceLevel: [SERVICE_LEVELS, 'How fast a parcel travels.'],
  ShipmentCommand: [
    ['amend', 'cancel', 'hold', 'release', 'reprint', 'reissue-qr', 'redirect', ...DISPOSITIONS, 'pickup', 'tender', ...SCAN_KINDS],
    'What can be done with a shipment.',
  ],
  ShipmentCommandOutcome: [['applies', 'recorded', 'nothing', 'refused'], 'What a command would do.'],
  ShipmentIdentifier: [IDENTIFIERS, 'By what a shipment was found.'],
  SampleStatus: [['none', 'running', 'stopped', 'done'], 'Where the sample parcels of a sandbox stand.'],
  ShipmentStatus: [STATUSES, 'Where a shipment stands.'],
  SignInWay: [['link', 'provider'], 'How somebody signed in.'],
  SweepStatus: [SWEEP_STATUSES, 'Where a sweep stands.'],
  TenderDifference: [['short', 'over'], 'Whether the carrier counted too few or too many.'],
  TenderStatus: [TENDER_STATUSES, 'Where a tender stands.'],
  TodayNeedKind: [NEED_KINDS, 'What needs somebody now.'],
  WebhookStatus: [['enabled', 'disabled'], 'Whether a webhook is sent events.'],
  Weekday: [WEEKDAYS, 'A day of the week.'],
  WeightUnit: [WEIGHT_UNITS, 'Unit of weight.'],
  YesNo: [['true', 'false'], 'Yes or no.'],
  Zone: [ZONES, 'How far a parcel travels.'],
}

const NAMES = new Map(Object.entries(VOCABULARIES).map(([name, [words]]) => [JSON.stringify(words), name]))

/** Returns the name of the vocabulary with these words, in this order. Undefined: it has none. */
export const vocabularyOf = (words: readonly unknown[]): string | undefined => NAMES.get(JSON.stringify(words))
