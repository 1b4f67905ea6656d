// Generated from the API document by `npm run generate`; do not edit.
import type { List } from '../pages.ts'
import { type Binary, type RequestOptions, Transport } from '../transport.ts'
import type * as types from './types.ts'

/** Every operation of the API as a method. Lists can be awaited for a page or iterated over for every item; errors are ApiError or ConnectionError. */
export class Backhaul extends Transport {
  /**
   * Create a shipment. A return or an outbound parcel. With `print_label` its label exists at once; with `qr_code` a QR is issued, and the counter prints the label when it is presented. A return without `to` goes to your default return address.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipment(body: types.ShipmentCreate, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: '/v2/shipments', signed: true, body, options })
  }

  /**
   * List shipments. Newest first, but for `dispose_due`, `dispose_before` and `not_moved_since`. Filters combine: a shipment must match all of them. One that is past its `expires_at` and was never handed in counts as expired, and being listed expires it.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listShipments(query: types.ListShipmentsQuery = {}, options: RequestOptions = {}): List<types.Shipment> {
    return this.list<types.Shipment>({ method: 'GET', path: '/v2/shipments', signed: true, query: { ...query }, options })
  }

  /**
   * Read a shipment. The full record. Reading a shipment that is past its `expires_at` and was never handed in expires it.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Amend before the drop-off. Changes parcel, declared value, customs declaration, destination or drop-off store, and re-rates. `customs` takes the place of the whole declaration. A label is replaced when price or routing changed. The new amount is the full price of the parcel as recorded, so earlier charges for chargeable discrepancies are reversed by an adjustment (shipment.adjusted after shipment.updated). Once scanned at a drop-off location the shipment is locked.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `shipment_locked`, `numbers_used_up`, `customs_incomplete`.
   */
  amendShipment(id: string, body: types.ShipmentAmend, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'PATCH', path: `/v2/shipments/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Read what can be done with a shipment. What each command would do now if you asked for it, and why it would be refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readShipmentActions(id: string, options: RequestOptions = {}): Promise<types.ShipmentActions> {
    return this.json<types.ShipmentActions>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/actions`, signed: true, options })
  }

  /**
   * Cancel. Ends a shipment that was not dropped off, and voids its label.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `shipment_not_cancellable`.
   */
  cancelShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Read who has a shipment. Follows the latest scan, in every status, and gives the name, the place and the time of that scan. A decision such as `rts` changes nothing until the next scan. Shipments have the same `custody`.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readShipmentCustody(id: string, options: RequestOptions = {}): Promise<types.ShipmentCustody> {
    return this.json<types.ShipmentCustody>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/custody`, signed: true, options })
  }

  /**
   * Dispose of an exception. rts sends it back (past injection: first undeliverable, then, once more, the return leg), redeliver sends it out again, unclaimed starts the 30 days of holding, dispose ends it. Nothing is disposed of by itself: `GET /v2/shipments?dispose_due=true` lists what is past its 30 days.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_held`.
   */
  setDisposition(id: string, body: types.ShipmentDisposition, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/disposition`, signed: true, body, options })
  }

  /**
   * Hold. Puts the shipment on hold, in any status: decisions of the network about it are refused, scans still recorded. Repeating it changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  holdShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/hold`, signed: true, options })
  }

  /**
   * Reprint the label. Mints a replacement label; the old one is superseded. Tracking and barcode stay.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`.
   */
  reprintLabel(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/label/reprint`, signed: true, options })
  }

  /**
   * Redirect. Changes the destination in flight, to any country that is served with its service level. Tracking and barcode stay. So does the carrier. So do price and label, unless the operator has redirects to another country priced like new shipments.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `numbers_used_up`, `customs_incomplete`, `shipment_not_redirectable`.
   */
  redirectShipment(id: string, body: types.ShipmentRedirect, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/redirect`, signed: true, body, options })
  }

  /**
   * Release. Lifts the hold. Repeating it changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  releaseShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/release`, signed: true, options })
  }

  /**
   * Create many shipments. Up to 1000 shipments, all or nothing, in one transaction. The answer lists them in the order of the request; each fires its own events.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipments(body: types.ShipmentBatch, options: RequestOptions = {}): Promise<types.ShipmentList> {
    return this.json<types.ShipmentList>({ method: 'POST', path: '/v2/shipments/batch', signed: true, body, options })
  }

  /**
   * Verify an address. Whether country, state and postal code of an address fit each other, how it is usually written, and about where it is. Nothing is kept, and no post is asked: that the street exists is not said. The states and postal codes of the US and Canada are known. `normalized` replaces nothing that was given by something else: spaces, small letters and names of states are put as the posts write them, and a missing state is added if the postal code leaves no other.
   *
   * Scope: `shipments:read`.
   */
  verifyAddress(body: types.AddressVerify, options: RequestOptions = {}): Promise<types.AddressVerification> {
    return this.json<types.AddressVerification>({ method: 'POST', path: '/v2/addresses/verify', signed: true, body, options })
  }

  /**
   * Quote a price. What a shipment would cost if you created it now, with which carrier, and how that price comes about. Takes the body of a creation, and refuses what a creation refuses; nothing is created. An operator gets the price without the defaults of any partner. A creation is priced by the rates of its own moment.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  quoteShipment(body: types.QuoteRequest, options: RequestOptions = {}): Promise<types.Quote> {
    return this.json<types.Quote>({ method: 'POST', path: '/v2/quotes', signed: true, body, options })
  }

  /**
   * Sell a shipment at a counter. A counter sale: always outbound with a printed label, channel `retail`. Fires created, label_ready and sold.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createRetailShipment(body: types.RetailShipmentCreate, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: '/v2/retail/shipments', signed: true, body, options })
  }

  /**
   * Create a shipment group. Several parcels of one order: a shipment each, all or nothing, that share the order, the addresses and a master number. Each has a life of its own from then on, with its own tracking number, label, price and events; its label says which of how many it is.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipmentGroup(body: types.ShipmentGroupCreate, options: RequestOptions = {}): Promise<types.ShipmentGroup> {
    return this.json<types.ShipmentGroup>({ method: 'POST', path: '/v2/shipment-groups', signed: true, body, options })
  }

  /**
   * List shipment groups. Newest first, without their shipments. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listShipmentGroups(query: types.ListShipmentGroupsQuery = {}, options: RequestOptions = {}): List<types.ShipmentGroupSummary> {
    return this.list<types.ShipmentGroupSummary>({ method: 'GET', path: '/v2/shipment-groups', signed: true, query: { ...query }, options })
  }

  /**
   * Read a shipment group. The group with all its shipments, as they are now.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readShipmentGroup(id: string, options: RequestOptions = {}): Promise<types.ShipmentGroup> {
    return this.json<types.ShipmentGroup>({ method: 'GET', path: `/v2/shipment-groups/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Cancel a shipment group. Cancels those of its shipments that were not dropped off, in one transaction, and says of each of the others why it goes on. Refused only if none can be cancelled.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `shipment_not_cancellable`.
   */
  cancelShipmentGroup(id: string, options: RequestOptions = {}): Promise<types.ShipmentGroupCancelled> {
    return this.json<types.ShipmentGroupCancelled>({ method: 'POST', path: `/v2/shipment-groups/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Find anything by any identifier. Shipments, QRs, claims, adjustments, discrepancies, tenders, pickups, sweeps, manifests and return links by id; shipments also by tracking number, barcode, the onward carrier's number, order number, RMA, your own id and a label's id; QRs by their token, pickups by their confirmation code. Events need the scope events:read, webhooks and deliveries webhooks:manage; operators also find partners, keys and consolidations. Exact, but for case and spaces; at most 20, the best first.
   *
   * Scope: `shipments:read`.
   */
  searchEverything(query: types.SearchEverythingQuery, options: RequestOptions = {}): Promise<types.SearchHitList> {
    return this.json<types.SearchHitList>({ method: 'GET', path: '/v2/search', signed: true, query: { ...query }, options })
  }

  /**
   * Print many labels. The current labels of up to 500 shipments as one document, in the order of the request. All or nothing: if any has no label to print, the error names every such shipment. Repeated with its Idempotency-Key, it prints the same versions of the labels again.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `label_not_ready`, `label_voided`.
   */
  printLabels(body: types.LabelPrint, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'POST', path: '/v2/labels', signed: true, body, options })
  }

  /**
   * Fetch the label. The current label, 4x6 inches, in the format requested by `format` or else `Accept`, or in the shipment's label_format if neither is given. A label never changes: the same version is always the same bytes.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `label_not_ready`, `label_voided`.
   */
  readLabel(id: string, query: types.ReadLabelQuery & { format: 'json' }, options?: RequestOptions): Promise<types.Label>
  readLabel(id: string, query: types.ReadLabelQuery & { format: 'pdf' | 'png' | 'zpl' }, options?: RequestOptions): Promise<Binary>
  readLabel(id: string, query?: types.ReadLabelQuery & { format?: undefined }, options?: RequestOptions): Promise<Binary>
  readLabel(id: string, query?: types.ReadLabelQuery, options?: RequestOptions): Promise<types.Label | Binary>
  readLabel(id: string, query: types.ReadLabelQuery = {}, options: RequestOptions = {}): Promise<types.Label | Binary> {
    return this.either<types.Label>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/label`, signed: true, query: { ...query }, options })
  }

  /**
   * Read what is declared. The customs declaration of a shipment with what it adds up to, and in `missing` what the documents still need.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readCustoms(id: string, options: RequestOptions = {}): Promise<types.CustomsDeclaration> {
    return this.json<types.CustomsDeclaration>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs`, signed: true, options })
  }

  /**
   * Declare the contents. Sets the whole declaration: what is left out is missing from then on. Possible until the shipment has ended, so also before a parcel on its way is redirected across a border. It fires no event; `PATCH` of the shipment does, and is possible before the drop-off.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `customs_incomplete`, `invalid_transition`.
   */
  setCustoms(id: string, body: types.CustomsInput = {}, options: RequestOptions = {}): Promise<types.CustomsDeclaration> {
    return this.json<types.CustomsDeclaration>({ method: 'PUT', path: `/v2/shipments/${encodeURIComponent(id)}/customs`, signed: true, body, options })
  }

  /**
   * Print the CN 23. The customs declaration CN 23 of the Universal Postal Union, filled in with what is declared now, on as many pages as the items need. What is missing stays empty, to be written by hand; without any item it is refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `customs_incomplete`, `customs_not_needed`.
   */
  readCn23(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs/cn23`, signed: true, options })
  }

  /**
   * Print the commercial invoice. The invoice for customs, filled in with what is declared now, on as many pages as the items need. What is missing stays empty, to be written by hand; without any item it is refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `customs_incomplete`, `customs_not_needed`.
   */
  readCommercialInvoice(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs/commercial-invoice`, signed: true, options })
  }

  /**
   * Read a QR. A QR, whether it can still be presented, and the one that replaced it.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'GET', path: `/v2/qr/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * A QR's image. The symbol that the sender shows at the counter. It contains the token. A QR that was replaced, was invalidated or has expired has no image.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `qr_not_valid`.
   */
  readQrImage(id: string, query: types.ReadQrImageQuery = {}, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/qr/${encodeURIComponent(id)}/image`, signed: true, query: { ...query }, options })
  }

  /**
   * Invalidate a QR. Makes an active QR invalid without replacing it; reissue to give the shipment a new one.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `qr_not_valid`.
   */
  invalidateQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'POST', path: `/v2/qr/${encodeURIComponent(id)}/invalidate`, signed: true, options })
  }

  /**
   * Reissue a QR. Replaces the QR of a shipment that has not been dropped off. The old QR is invalidated, and its `superseded_by` names the new one.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`.
   */
  reissueQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/qr/reissue`, signed: true, options })
  }

  /**
   * List facilities in use. What a scan may name as its `facility`, sorted by code.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listScanFacilities(query: types.ListScanFacilitiesQuery = {}, options: RequestOptions = {}): List<types.ScanFacility> {
    return this.list<types.ScanFacility>({ method: 'GET', path: '/v2/facilities', signed: true, query: { ...query }, options })
  }

  /**
   * Accept scan. A counter accepts a parcel that already has its label. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanAccept(body: types.AcceptScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/accept', signed: true, body, options })
  }

  /**
   * Arrival scan. The parcel arrives at a sort facility. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanArrive(body: types.ArriveScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/arrive', signed: true, body, options })
  }

  /**
   * Many scans at once. Up to 1000 scans of any kind, processed in order: a later scan of a parcel sees the earlier ones. Each has its own result, as if it had been sent alone; a refused scan does not affect the others. All scans that are not refused commit in one transaction.
   *
   * Scope: `scans:write`.
   */
  scanBulk(body: types.ScanBulk, options: RequestOptions = {}): Promise<types.BulkScanResultList> {
    return this.json<types.BulkScanResultList>({ method: 'POST', path: '/v2/scan-events/bulk', signed: true, body, options })
  }

  /**
   * Collection scan. A driver collects the parcel from the counter. The parcel gets the `sweepId` of the visit its carrier has ordered for that store (the parcel's own store if the scan names none) and that local day, even if the scan is only recorded. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanCollect(body: types.CollectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/collect', signed: true, body, options })
  }

  /**
   * Custody scan. The network has the parcel. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanCustody(body: types.CustodyScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/custody', signed: true, body, options })
  }

  /**
   * Delivery scan. The parcel is delivered. Its proof is graded `A` with an image and a signature, `B` with one of them, `C` with neither. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanDeliver(body: types.DeliverScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/deliver', signed: true, body, options })
  }

  /**
   * Injection scan. The onward carrier takes over the parcel: the one that `carrier` names, else the one that accepted it for collection, else, in a marketplace market, the cheapest. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanInject(body: types.InjectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/inject', signed: true, body, options })
  }

  /**
   * Movement scan. The onward carrier moves the parcel; the first movement puts it in transit. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanMovement(body: types.MovementScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/movement', signed: true, body, options })
  }

  /**
   * Out-for-delivery scan. The parcel is out for delivery. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanOutForDelivery(body: types.OutForDeliveryScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/out-for-delivery', signed: true, body, options })
  }

  /**
   * Reject scan. A counter refuses the parcel and does not take custody; the sender may try again. A late scan is recorded with `applied: false` and does not move the shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanReject(body: types.RejectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/reject', signed: true, body, options })
  }

  /**
   * Sort scan. The parcel is sorted. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanSort(body: types.SortScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/sort', signed: true, body, options })
  }

  /**
   * Walk-in scan. The sender hands over the parcel at a counter and presents its QR. The shipment's active QR becomes used, whichever identification the scan gives. A QR that is presented counts if it was active when the scan happened, even if it was replaced or invalidated since. Prints the first label if there is none, and charges by the counter's scale. A late scan is recorded with `applied: false` and does not move the shipment. What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanWalkIn(body: types.WalkInScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/walk-in', signed: true, body, options })
  }

  /**
   * List a shipment's scans. The full scan history with details, including late scans, in the order in which they happened: most recent first unless asked otherwise. Scans of one moment are in the order of the usual way, whenever they were reported.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listShipmentScans(id: string, query: types.ListShipmentScansQuery = {}, options: RequestOptions = {}): List<types.Scan> {
    return this.list<types.Scan>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/scans`, signed: true, query: { ...query }, options })
  }

  /**
   * Track a parcel. Status and scan history of one tracking number, in capitals or not and with spaces or without, with the API key alone: a key whose only scope is `tracking:read` can be used in a browser. Give browsers a key of their own, because these requests count toward the key's rate limit just as signed ones do. The answer contains no addresses, no prices and nothing about the partner.
   *
   * Scope: `tracking:read`. The key alone suffices; no signature.
   *
   * Errors beside those of every request: `not_found`.
   */
  readTracking(tracking: string, options: RequestOptions = {}): Promise<types.Tracking> {
    return this.json<types.Tracking>({ method: 'GET', path: `/v2/tracking/${encodeURIComponent(tracking)}`, signed: false, options })
  }

  /**
   * Read how the pages of shoppers look. Color and logo of a partner: your own, or as an operator that of any. The id is the `partner_id` of your credentials.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readBrand(id: string, options: RequestOptions = {}): Promise<types.Brand> {
    return this.json<types.Brand>({ method: 'GET', path: `/v2/partners/${encodeURIComponent(id)}/brand`, signed: true, options })
  }

  /**
   * Change how the pages of shoppers look. Fields that are not given stay as they are; null removes. A color that cannot be read on a page is shown darker on light pages, and lighter on dark ones. Of a logo the picture itself is kept, without texts and places in its file.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  updateBrand(id: string, body: types.BrandChange, options: RequestOptions = {}): Promise<types.Brand> {
    return this.json<types.Brand>({ method: 'PATCH', path: `/v2/partners/${encodeURIComponent(id)}/brand`, signed: true, body, options })
  }

  /**
   * Make a return link. A page on which a shopper starts the return of an order, without an account: checks the address, chooses a label or a QR, and gets to the parcel page. The shipment is one like every other, with the same events. However often the form is sent, it makes as many shipments as the link says.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `customs_incomplete`.
   */
  createReturnLink(body: types.ReturnLinkCreate = {}, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'POST', path: '/v2/return-links', signed: true, body, options })
  }

  /**
   * List return links. Newest first, those of no more use included.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listReturnLinks(query: types.ListReturnLinksQuery = {}, options: RequestOptions = {}): List<types.ReturnLink> {
    return this.list<types.ReturnLink>({ method: 'GET', path: '/v2/return-links', signed: true, query: { ...query }, options })
  }

  /**
   * Read a return link. What it offers, of what use it still is, and the shipments that it made.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readReturnLink(id: string, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'GET', path: `/v2/return-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Withdraw a return link. Its page shows nothing any more. The shipments that it made stay as they are. Withdrawing it again changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  withdrawReturnLink(id: string, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'DELETE', path: `/v2/return-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Renew the link of a parcel page. Gives the shipment's parcel page a new address, which is its `parcel_url` from now on. The address before shows nothing any more. Also how a page that was withdrawn is opened again.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  renewParcelLink(id: string, options: RequestOptions = {}): Promise<types.ParcelLink> {
    return this.json<types.ParcelLink>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/parcel-link`, signed: true, options })
  }

  /**
   * Withdraw the link of a parcel page. The parcel page shows nothing any more, and `parcel_url` is null, until the link is renewed. Withdrawing it again changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  withdrawParcelLink(id: string, options: RequestOptions = {}): Promise<types.ParcelLink> {
    return this.json<types.ParcelLink>({ method: 'DELETE', path: `/v2/shipments/${encodeURIComponent(id)}/parcel-link`, signed: true, options })
  }

  /**
   * Upload an image. The bytes of a PNG or JPEG image. A delivery scan can then refer to it as its proof, and a refusal at a counter as its photo. An image that no scan names is removed after 24 hours.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `storage_quota_exceeded`.
   */
  createDocument(body: Uint8Array, content_type: 'image/png' | 'image/jpeg', options: RequestOptions = {}): Promise<types.Document> {
    return this.json<types.Document>({ method: 'POST', path: '/v2/documents', signed: true, body, content_type, options })
  }

  /**
   * Fetch a document. The exact bytes that were uploaded. Available to the uploader and to the partner whose parcel the image shows.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readDocument(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/documents/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Fetch the proof of delivery. The image that the delivery scan referred to.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `pod_not_available`.
   */
  readProofOfDelivery(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/pod`, signed: true, options })
  }

  /**
   * Read how much storage is used. Bytes of your documents, and how many they may be. An upload that does not fit is refused with `storage_quota_exceeded`.
   *
   * Scope: `shipments:read`. It needs a partner's key.
   */
  readStorage(options: RequestOptions = {}): Promise<types.Storage> {
    return this.json<types.Storage>({ method: 'GET', path: '/v2/storage', signed: true, options })
  }

  /**
   * Read an adjustment. With the state of its dispute.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readAdjustment(adj_id: string, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'GET', path: `/v2/adjustments/${encodeURIComponent(adj_id)}`, signed: true, options })
  }

  /**
   * Dispute an adjustment. Once per adjustment; fires adjustment.disputed. The operator resolves it; in the sandbox you do, with POST /v2/test/adjustments/{id}/resolve.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `adjustment_already_disputed`.
   */
  disputeAdjustment(adj_id: string, body: types.AdjustmentDispute, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/adjustments/${encodeURIComponent(adj_id)}/dispute`, signed: true, body, options })
  }

  /**
   * List disputes. Disputed adjustments, newest first, or from the other end by `order`: by default those awaiting a decision; `status` selects others.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listOwnDisputes(query: types.ListOwnDisputesQuery = {}, options: RequestOptions = {}): List<types.Adjustment> {
    return this.list<types.Adjustment>({ method: 'GET', path: '/v2/disputes', signed: true, query: { ...query }, options })
  }

  /**
   * Adjust the price by hand. Records a correction of what the shipment costs, in any of its statuses, and fires shipment.adjusted. The shipment's `amount` stays the agreed price; adjustments are separate from it. A credit may be larger than the price, unless the operator refuses that (`negative_total`).
   *
   * Scope: `adjustments:write`.
   *
   * Errors beside those of every request: `not_found`, `negative_total`.
   */
  createAdjustment(id: string, body: types.AdjustmentCreate, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/adjustments`, signed: true, body, options })
  }

  /**
   * List a shipment's adjustments. Newest first. No event reports the resolution of a dispute: poll this list, or read the adjustment.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listShipmentAdjustments(id: string, query: types.ListShipmentAdjustmentsQuery = {}, options: RequestOptions = {}): List<types.Adjustment> {
    return this.list<types.Adjustment>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/adjustments`, signed: true, query: { ...query }, options })
  }

  /**
   * Report a discrepancy. Reports that a parcel measures differently than declared. Fires shipment.discrepancy_reported. A chargeable one also creates an adjustment for the re-rated difference and fires shipment.adjusted; the shipment then has the parcel as observed.
   *
   * Scope: `scans:write`.
   *
   * Errors beside those of every request: `not_found`.
   */
  createDiscrepancy(body: types.DiscrepancyCreate, options: RequestOptions = {}): Promise<types.Discrepancy> {
    return this.json<types.Discrepancy>({ method: 'POST', path: '/v2/discrepancies', signed: true, body, options })
  }

  /**
   * List discrepancies. Newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listDiscrepancies(query: types.ListDiscrepanciesQuery = {}, options: RequestOptions = {}): List<types.Discrepancy> {
    return this.list<types.Discrepancy>({ method: 'GET', path: '/v2/discrepancies', signed: true, query: { ...query }, options })
  }

  /**
   * Read a discrepancy. What was declared, what was observed, and the adjustment that followed.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readDiscrepancy(id: string, options: RequestOptions = {}): Promise<types.Discrepancy> {
    return this.json<types.Discrepancy>({ method: 'GET', path: `/v2/discrepancies/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a shipment's discrepancies. Newest first.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listShipmentDiscrepancies(id: string, query: types.ListShipmentDiscrepanciesQuery = {}, options: RequestOptions = {}): List<types.Discrepancy> {
    return this.list<types.Discrepancy>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/discrepancies`, signed: true, query: { ...query }, options })
  }

  /**
   * Open a claim. One open claim per shipment and type. Fires claim.opened; no event reports approval, denial or closure: poll GET /v2/claims/{id}.
   *
   * Scope: `claims:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `claim_already_open`.
   */
  createClaim(body: types.ClaimCreate, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: '/v2/claims', signed: true, body, options })
  }

  /**
   * List claims. Newest first, or from the other end by `order`. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listClaims(query: types.ListClaimsQuery = {}, options: RequestOptions = {}): List<types.Claim> {
    return this.list<types.Claim>({ method: 'GET', path: '/v2/claims', signed: true, query: { ...query }, options })
  }

  /**
   * Read a claim. With its history. Poll it for approval, denial and closure.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readClaim(id: string, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'GET', path: `/v2/claims/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Book a pickup. Has the shipment's carrier collect it at a store. Day and window are local to the store, and can be booked until the window ends. The first live pickup for a store, day and carrier orders a sweep (`sweep.created`, then `pickup.scheduled`); later ones join it. A shipment has one live pickup at a time.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `pickup_already_scheduled`.
   */
  createPickup(body: types.PickupCreate, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'POST', path: '/v2/pickups', signed: true, body, options })
  }

  /**
   * List pickups. Newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listPickups(query: types.ListPickupsQuery = {}, options: RequestOptions = {}): List<types.Pickup> {
    return this.list<types.Pickup>({ method: 'GET', path: '/v2/pickups', signed: true, query: { ...query }, options })
  }

  /**
   * Read a pickup. The booking and its status.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readPickup(id: string, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'GET', path: `/v2/pickups/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Amend a pickup. Sets its status to `cancelled`, as `POST …/cancel` does. To move a pickup, cancel it and book another.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `pickup_already_cancelled`.
   */
  amendPickup(id: string, body: types.PickupAmend, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'PATCH', path: `/v2/pickups/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Cancel a pickup. Removes the shipment from its sweep. A shipment that was already collected keeps the sweep that collected it, and the pickup its `collected_at`: canceling then only ends the booking. The sweep closes when its last live pickup is cancelled; a later booking orders a new one.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `pickup_already_cancelled`.
   */
  cancelPickup(id: string, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'POST', path: `/v2/pickups/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * List the days for pickups at a location. The days from `from` on, with the windows in which the location can be collected from, by calendars and opening hours. A day without windows is closed, or over: today's end with the cut-off. A pickup outside of them is refused only if the operator's policy says so.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  listPickupDays(store_id: string, query: types.ListPickupDaysQuery = {}, options: RequestOptions = {}): Promise<types.PickupDayList> {
    return this.json<types.PickupDayList>({ method: 'GET', path: `/v2/drop-off-locations/${encodeURIComponent(store_id)}/pickup-days`, signed: true, query: { ...query }, options })
  }

  /**
   * List sweeps. Newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listSweeps(query: types.ListSweepsQuery = {}, options: RequestOptions = {}): List<types.Sweep> {
    return this.list<types.Sweep>({ method: 'GET', path: '/v2/sweeps', signed: true, query: { ...query }, options })
  }

  /**
   * Read a sweep. A carrier's visit to one store on one day. Its shipments are listed by `GET /v2/shipments?sweepId=`: those booked for it, and any others collected at the store on that day by the same carrier.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readSweep(id: string, options: RequestOptions = {}): Promise<types.Sweep> {
    return this.json<types.Sweep>({ method: 'GET', path: `/v2/sweeps/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List what is at a counter. The parcels that a counter took in and that nobody has collected or scanned elsewhere since; those that are there longest first.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listParcelsAtStore(query: types.ListParcelsAtStoreQuery = {}, options: RequestOptions = {}): List<types.ParcelAtStore> {
    return this.list<types.ParcelAtStore>({ method: 'GET', path: '/v2/parcels', signed: true, query: { ...query }, options })
  }

  /**
   * Find a parcel by any code on it. What was scanned or typed: the bar code or the number of the label, the carrier's own number, the text of a QR, or the id of a shipment, a QR or a label. Answers what somebody who holds the parcel needs to know, which scans apply now, and why others do not. A code that was misread and a code of another network are told apart from one that is unknown.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `code_damaged`, `code_foreign`.
   */
  findParcel(query: types.FindParcelQuery, options: RequestOptions = {}): Promise<types.FoundParcel> {
    return this.json<types.FoundParcel>({ method: 'GET', path: '/v2/parcels/find', signed: true, query: { ...query }, options })
  }

  /**
   * Create a tender. Groups shipments for a carrier. All or nothing: if any cannot be tendered, the error names them and nothing is created. `piece_count` is always the number of shipments.
   *
   * Scope: `tenders:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `shipment_held`, `invalid_transition`, `shipment_already_tendered`.
   */
  createTender(body: types.TenderCreate, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: '/v2/tenders', signed: true, body, options })
  }

  /**
   * List tenders. Newest first, each with its members' current statuses. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listTenders(query: types.ListTendersQuery = {}, options: RequestOptions = {}): List<types.Tender> {
    return this.list<types.Tender>({ method: 'GET', path: '/v2/tenders', signed: true, query: { ...query }, options })
  }

  /**
   * Read a tender. The tender with its members' current statuses.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readTender(id: string, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'GET', path: `/v2/tenders/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Accept a tender. The carrier takes over the shipments. Those that no carrier has yet become `injected` (inject), with this carrier, or `made_ready` (collect), which leaves `carrier` as it is; the others stay as they are, and so do those that the acceptance names as missing. Fires `tender.accepted`, `tender.discrepancy` when the count differs, then `shipment.injected` for each shipment that was injected.
   *
   * Scope: `tenders:write`.
   *
   * Errors beside those of every request: `not_found`, `tender_already_accepted`, `tender_already_cancelled`, `tender_not_acceptable`, `surplus_limit_reached`.
   */
  acceptTender(id: string, body: types.TenderAccept, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/accept`, signed: true, body, options })
  }

  /**
   * Cancel a tender. Calls off a tender that was not accepted. Its members stay as they are and can be tendered again. No event reports it: no type of the catalog does. The tender shows it with `status` and `cancelled_at`.
   *
   * Scope: `tenders:write`.
   *
   * Errors beside those of every request: `not_found`, `tender_already_accepted`, `tender_already_cancelled`.
   */
  cancelTender(id: string, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Dismiss a tender's discrepancy. Records why nobody needs to clear up the discrepancy anymore. The tender keeps its discrepancy, and shows the note in `dismissal`; it leaves `GET /v2/today`. No event reports it.
   *
   * Scope: `tenders:write`.
   *
   * Errors beside those of every request: `not_found`, `tender_without_discrepancy`, `discrepancy_already_dismissed`.
   */
  dismissTenderDiscrepancy(id: string, body: types.TenderDiscrepancyDismiss, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/dismiss-discrepancy`, signed: true, body, options })
  }

  /**
   * List manifests. Newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listManifests(query: types.ListManifestsQuery = {}, options: RequestOptions = {}): List<types.Manifest> {
    return this.list<types.Manifest>({ method: 'GET', path: '/v2/manifests', signed: true, query: { ...query }, options })
  }

  /**
   * Read or print a manifest. The record, or with `format=pdf` a page to print: one row per parcel, their number and weight, and room for signatures.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`, `manifest_too_long`.
   */
  readManifest(manifest_id: string, query: types.ReadManifestQuery & { format: 'json' }, options?: RequestOptions): Promise<types.Manifest>
  readManifest(manifest_id: string, query: types.ReadManifestQuery & { format: 'pdf' }, options?: RequestOptions): Promise<Binary>
  readManifest(manifest_id: string, query?: types.ReadManifestQuery & { format?: undefined }, options?: RequestOptions): Promise<types.Manifest>
  readManifest(manifest_id: string, query?: types.ReadManifestQuery, options?: RequestOptions): Promise<types.Manifest | Binary>
  readManifest(manifest_id: string, query: types.ReadManifestQuery = {}, options: RequestOptions = {}): Promise<types.Manifest | Binary> {
    return this.either<types.Manifest>({ method: 'GET', path: `/v2/manifests/${encodeURIComponent(manifest_id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Close a manifest. Finalizes a store's manifest for the day. The next parcel that the store takes in opens another.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `not_found`, `manifest_already_closed`.
   */
  closeManifest(manifest_id: string, options: RequestOptions = {}): Promise<types.Manifest> {
    return this.json<types.Manifest>({ method: 'POST', path: `/v2/manifests/${encodeURIComponent(manifest_id)}/close`, signed: true, options })
  }

  /**
   * Find drop-off locations. Nearest first. Search by `lat` and `lon`, or by `postal_code` and `country`. The position of a postal code is estimated: it is the middle of its area (ZIP codes of the US, the first three characters in Canada). For codes without an area it is the most central of the network's own locations with that code, or else the middle of all areas with its first three characters, or else the most central of the locations that share the longest prefix with it (at least three characters). Distances are then estimates too, and only locations in that country are listed. If nothing is known about the code, the list is empty; search by coordinates instead. Locations farther away than `radius_km` (50 when absent) are left out.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listDropOffLocations(query: types.ListDropOffLocationsQuery = {}, options: RequestOptions = {}): List<types.DropOffLocation> {
    return this.list<types.DropOffLocation>({ method: 'GET', path: '/v2/drop-off-locations', signed: true, query: { ...query }, options })
  }

  /**
   * Read a drop-off location. The location with this store_id, even if it no longer takes parcels.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `not_found`.
   */
  readDropOffLocation(store_id: string, options: RequestOptions = {}): Promise<types.DropOffLocation> {
    return this.json<types.DropOffLocation>({ method: 'GET', path: `/v2/drop-off-locations/${encodeURIComponent(store_id)}`, signed: true, options })
  }

  /**
   * Register a webhook. Events of the given types are posted to `url`, signed with the `secret` that only this answer contains. At most 16 per partner.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `webhook_url_not_allowed`, `webhook_limit_reached`.
   */
  createWebhook(body: types.WebhookCreate, options: RequestOptions = {}): Promise<types.WebhookCreated> {
    return this.json<types.WebhookCreated>({ method: 'POST', path: '/v2/webhooks', signed: true, body, options })
  }

  /**
   * List webhooks. Newest first, without their secrets.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listWebhooks(query: types.ListWebhooksQuery = {}, options: RequestOptions = {}): List<types.Webhook> {
    return this.list<types.Webhook>({ method: 'GET', path: '/v2/webhooks', signed: true, query: { ...query }, options })
  }

  /**
   * Read a webhook. Without its secret, which is shown only when it is created. `health` says since when it fails, why, and what happens next.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readWebhook(id: string, options: RequestOptions = {}): Promise<types.Webhook> {
    return this.json<types.Webhook>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a webhook. Takes effect with the next attempt, including deliveries that are already waiting. While a webhook is disabled, its deliveries are kept as `skipped`; recover them after you enable it again.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `webhook_url_not_allowed`.
   */
  updateWebhook(id: string, body: types.WebhookUpdate = {}, options: RequestOptions = {}): Promise<types.Webhook> {
    return this.json<types.Webhook>({ method: 'PATCH', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Delete a webhook. No further attempt starts. Pending deliveries become `skipped`; their events stay in the feed.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  deleteWebhook(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a webhook's deliveries. Newest first, each with its attempts.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listWebhookDeliveries(id: string, query: types.ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): List<types.Delivery> {
    return this.list<types.Delivery>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}/deliveries`, signed: true, query: { ...query }, options })
  }

  /**
   * Recover deliveries. Queues every delivery since the given time that did not succeed (`skipped` or `exhausted`) again, in the order of the events; at most 30 days back.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `delivery_not_possible`.
   */
  recoverWebhook(id: string, body: types.RecoverRequest, options: RequestOptions = {}): Promise<types.WebhookRecovery> {
    return this.json<types.WebhookRecovery>({ method: 'POST', path: `/v2/webhooks/${encodeURIComponent(id)}/recover`, signed: true, body, options })
  }

  /**
   * Count what a recovery would send. How many deliveries `POST /v2/webhooks/{id}/recover` with the same `since` would queue now. Nothing is queued.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `delivery_not_possible`.
   */
  previewWebhookRecovery(id: string, query: types.PreviewWebhookRecoveryQuery, options: RequestOptions = {}): Promise<types.WebhookRecoveryPreview> {
    return this.json<types.WebhookRecoveryPreview>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}/recovery`, signed: true, query: { ...query }, options })
  }

  /**
   * Rotate a webhook's secret. For 24 hours of real time the previous secret signs `X-Service-Signature` and the new one `X-Service-Signature-Next`. After that only the new one signs. With `signing: standard`, `webhook-signature` has both signatures for that time.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  rotateWebhookSecret(id: string, options: RequestOptions = {}): Promise<types.RotatedWebhookSecret> {
    return this.json<types.RotatedWebhookSecret>({ method: 'POST', path: `/v2/webhooks/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * List an event's deliveries. What became of one event at each webhook that wants it, each with its attempts; of a webhook that was deleted, read the delivery by its id.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  listEventDeliveries(id: string, options: RequestOptions = {}): Promise<types.DeliveryList> {
    return this.json<types.DeliveryList>({ method: 'GET', path: `/v2/events/${encodeURIComponent(id)}/deliveries`, signed: true, options })
  }

  /**
   * List the deliveries of all webhooks. Newest first, each with its attempts; of the webhooks that there are. What a deleted one was sent is found by its events.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listEveryDelivery(query: types.ListEveryDeliveryQuery = {}, options: RequestOptions = {}): List<types.Delivery> {
    return this.list<types.Delivery>({ method: 'GET', path: '/v2/webhook-deliveries', signed: true, query: { ...query }, options })
  }

  /**
   * Read a delivery. One event for one webhook, with its attempts. Works after the webhook was deleted too.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readDelivery(id: string, options: RequestOptions = {}): Promise<types.Delivery> {
    return this.json<types.Delivery>({ method: 'GET', path: `/v2/webhook-deliveries/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Send a delivery again. Queues one more attempt at once, with the same bytes and the same eventID. If it fails, the retry schedule continues from its number.
   *
   * Scope: `webhooks:manage`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`, `delivery_not_possible`.
   */
  redeliver(id: string, options: RequestOptions = {}): Promise<types.Delivery> {
    return this.json<types.Delivery>({ method: 'POST', path: `/v2/webhook-deliveries/${encodeURIComponent(id)}/redeliver`, signed: true, options })
  }

  /**
   * Read the event feed. All your events, oldest first unless asked otherwise, as exactly the records that webhooks deliver. To page, pass the eventID of the last record you have as `after`: you see each event exactly once, in an order that never changes, even while new events are written.
   *
   * Scope: `events:read`. It needs a partner's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listEvents(query: types.ListEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.feed<types.WebhookEvent>({ method: 'GET', path: '/v2/events', signed: true, query: { ...query }, options })
  }

  /**
   * Read an event. One of your events by its eventID: the same bytes that the feed lists and that webhooks deliver. An event can be read as soon as it exists, which may be a moment before the feed lists it.
   *
   * Scope: `events:read`. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readEvent(id: string, options: RequestOptions = {}): Promise<types.Event> {
    return this.json<types.Event>({ method: 'GET', path: `/v2/events/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a shipment's events. What happened to one parcel, as exactly the records that webhooks deliver, from whichever end is asked for. Whoever may read the shipment may read them, an operator too; to follow all events, read the feed.
   *
   * Scope: `shipments:read`.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listShipmentEvents(id: string, query: types.ListShipmentEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.list<types.WebhookEvent>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/events`, signed: true, query: { ...query }, options })
  }

  /**
   * Make a sign-in link. Lets one person in, once, without an account or a password. Only this answer contains the link. It gives at most the scopes of the key that makes it, and revoking that key ends it and the session that it became. A partner's key makes links for its own people.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `not_found`, `console_limit_reached`.
   */
  createConsoleLink(body: types.ConsoleLinkCreate, options: RequestOptions = {}): Promise<types.NewConsoleLink> {
    return this.json<types.NewConsoleLink>({ method: 'POST', path: '/v2/console-links', signed: true, body, options })
  }

  /**
   * List sign-in links. Newest first, used and withdrawn ones included. A key sees those that give no scope which it lacks.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listConsoleLinks(query: types.ListConsoleLinksQuery = {}, options: RequestOptions = {}): List<types.ConsoleLink> {
    return this.list<types.ConsoleLink>({ method: 'GET', path: '/v2/console-links', signed: true, query: { ...query }, options })
  }

  /**
   * Read a sign-in link. Never shows where it leads. Reading it does not use it up.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readConsoleLink(id: string, options: RequestOptions = {}): Promise<types.ConsoleLink> {
    return this.json<types.ConsoleLink>({ method: 'GET', path: `/v2/console-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Withdraw a sign-in link. It can no longer be opened. A link that was opened stays as it is: end its session instead.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `not_found`.
   */
  withdrawConsoleLink(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/console-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Open a sign-in link. What the page `/sign-in` sends. It uses the link up and sets the cookie of a new session, whatever session the browser had before, unless `session_id` names one of somebody else. Reading anything with GET or HEAD uses no link up.
   *
   * Scope: none, and no key.
   *
   * Errors beside those of every request: `not_found`, `link_not_usable`, `link_of_another`, `console_limit_reached`.
   */
  openConsoleSession(body: types.ConsoleSessionOpen, options: RequestOptions = {}): Promise<types.ConsoleSessionDetail> {
    return this.json<types.ConsoleSessionDetail>({ method: 'POST', path: '/v2/console-sessions', signed: false, body, options })
  }

  /**
   * List sessions. Newest first, ended ones included. A key sees those that have no scope which it lacks; at a counter one sees only the own.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listConsoleSessions(query: types.ListConsoleSessionsQuery = {}, options: RequestOptions = {}): List<types.ConsoleSession> {
    return this.list<types.ConsoleSession>({ method: 'GET', path: '/v2/console-sessions', signed: true, query: { ...query }, options })
  }

  /**
   * Read a session. Who is signed in and what this person may do; the id `current` is the session that asks.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readConsoleSession(id: string, options: RequestOptions = {}): Promise<types.ConsoleSessionDetail> {
    return this.json<types.ConsoleSessionDetail>({ method: 'GET', path: `/v2/console-sessions/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * End a session. Every process refuses the session within a second. The id `current` is the session that sends the request: use it to sign out. `reason=left` says that the person left, and also works on an ended session: everything that descends from the sessions of this person ends, that is the links made in them and the sessions of these links. Keys made in them are listed for a decision.
   *
   * Scope: none; any key.
   *
   * Errors beside those of every request: `not_found`.
   */
  endConsoleSession(id: string, query: types.EndConsoleSessionQuery = {}, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/console-sessions/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * List your keys. Newest first, including revoked keys, without their secrets: those whose scopes the caller has, too. Somebody who signed in to read a partner's things sees all of its keys.
   *
   * Scope: none; any key. It needs a partner's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listOwnKeys(query: types.ListOwnKeysQuery = {}, options: RequestOptions = {}): List<types.ApiKey> {
    return this.list<types.ApiKey>({ method: 'GET', path: '/v2/keys', signed: true, query: { ...query }, options })
  }

  /**
   * Read a key of yours. One of those that the list shows. Works for revoked keys too; never shows secrets.
   *
   * Scope: none; any key. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readOwnKey(id: string, query: types.ReadOwnKeyQuery = {}, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'GET', path: `/v2/keys/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Rotate the signing secret of a key of yours. Only this answer contains the new secret. It is valid at once; the previous one stays valid for 24 hours. A key rotates its own secret; somebody who signed in with the access `partner` those of all keys that can do no more than this session. The audit trail of the operator says who did it.
   *
   * Scope: none; any key. It needs a partner's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  rotateOwnKeySecret(id: string, options: RequestOptions = {}): Promise<types.RotatedSigningSecret> {
    return this.json<types.RotatedSigningSecret>({ method: 'POST', path: `/v2/keys/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * Resolve a dispute of yours. Does in the sandbox what the operator does in production, so that you can rehearse both outcomes.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `sandbox_only`, `not_found`, `adjustment_not_disputed`.
   */
  resolveTestDispute(id: string, body: types.AdjustmentResolve, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/test/adjustments/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Resolve a claim of yours. Does in the sandbox what the operator does in production, so that you can rehearse every outcome.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `sandbox_only`, `not_found`, `claim_already_resolved`.
   */
  resolveTestClaim(id: string, body: types.ClaimResolve, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: `/v2/test/claims/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Read the virtual clock. Your own time in the sandbox: real time plus however far you have advanced it.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `sandbox_only`.
   */
  readTestClock(options: RequestOptions = {}): Promise<types.TestClock> {
    return this.json<types.TestClock>({ method: 'GET', path: '/v2/test/clock', signed: true, options })
  }

  /**
   * Advance the virtual clock. Moves your clock forward for expiry, holding periods, pickup windows and webhook retries. Request signatures and secret rotations stay on real time. The clock cannot be turned back.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `sandbox_only`.
   */
  advanceTestClock(body: types.TestClockAdvance, options: RequestOptions = {}): Promise<types.TestClock> {
    return this.json<types.TestClock>({ method: 'POST', path: '/v2/test/clock/advance', signed: true, body, options })
  }

  /**
   * Cause an event of any type. Runs the real command that fires the event: real rows, real events, real deliveries to your webhooks. It uses the shipment you name, or creates one and brings it to the required status.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `sandbox_only`, `not_found`, `shipment_locked`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_not_cancellable`, `shipment_not_redirectable`, `shipment_held`, `invalid_transition`, `label_not_ready`, `qr_not_valid`, `pickup_already_scheduled`, `shipment_already_tendered`, `manifest_already_closed`, `claim_already_open`.
   */
  rehearseEvent(type: types.EventType, body: types.RehearsalRequest = {}, options: RequestOptions = {}): Promise<types.Rehearsal> {
    return this.json<types.Rehearsal>({ method: 'POST', path: `/v2/test/events/${encodeURIComponent(type)}`, signed: true, body, options })
  }

  /**
   * Rehearse a fault. Causes one of these faults: `lost`, `short_tender`, `reweigh`, `refused_at_counter`, `undeliverable`. It happens to the shipment you name, or to a new one. Real commands cause it, so you can rehearse every branch of your integration.
   *
   * Scope: `shipments:write`. It needs a partner's key.
   *
   * Errors beside those of every request: `sandbox_only`, `not_found`, `shipment_locked`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_not_cancellable`, `shipment_not_redirectable`, `shipment_held`, `invalid_transition`, `label_not_ready`, `qr_not_valid`, `pickup_already_scheduled`, `shipment_already_tendered`, `manifest_already_closed`, `claim_already_open`.
   */
  rehearseFault(fault: types.Fault, body: types.RehearsalRequest = {}, options: RequestOptions = {}): Promise<types.Rehearsal> {
    return this.json<types.Rehearsal>({ method: 'POST', path: `/v2/test/faults/${encodeURIComponent(fault)}`, signed: true, body, options })
  }

  /**
   * Fill the sandbox with sample parcels. Fills an empty sandbox with some 210 parcels of three merchants, dated over the last two weeks. It answers at once and works in the background; reading the sample says how far it is. While it runs, starting it again answers the same run. A run that stopped goes on where it was.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `sandbox_only`, `sandbox_not_empty`.
   */
  startSample(options: RequestOptions = {}): Promise<types.Sample> {
    return this.json<types.Sample>({ method: 'POST', path: '/v2/test/sample', signed: true, options })
  }

  /**
   * Read the sample parcels. Whether the sandbox can be filled with sample parcels, and how far that is.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `sandbox_only`.
   */
  readSample(options: RequestOptions = {}): Promise<types.Sample> {
    return this.json<types.Sample>({ method: 'GET', path: '/v2/test/sample', signed: true, options })
  }

  /**
   * Advance a shipment by one rung. Runs the next scan of the status ladder, at a seeded counter or facility, with the same effects and events as a real scan. A delivery is at the destination and comes with a generated image and a signature as proof.
   *
   * Scope: `shipments:write`.
   *
   * Errors beside those of every request: `sandbox_only`, `not_found`, `shipment_held`, `invalid_transition`.
   */
  advanceTestShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/test/shipments/${encodeURIComponent(id)}/advance`, signed: true, options })
  }

  /**
   * Read what needs somebody now. What waits for a decision or has been forgotten, each kind with its number, its oldest and the address of its list; and the last seven days in numbers, which are kept as events happen. A partner reads its own, an operator everything.
   *
   * Scope: `shipments:read`.
   */
  readToday(options: RequestOptions = {}): Promise<types.Today> {
    return this.json<types.Today>({ method: 'GET', path: '/v2/today', signed: true, options })
  }

  /**
   * Read which parcels took a step, and how long. The parcels behind a line of `stages` of `/v2/today`, slowest first: of the 200 that came to the status last, those that came from the other one.
   *
   * Scope: `shipments:read`.
   */
  readTodaySteps(query: types.ReadTodayStepsQuery, options: RequestOptions = {}): Promise<types.TodaySteps> {
    return this.json<types.TodaySteps>({ method: 'GET', path: '/v2/today/steps', signed: true, query: { ...query }, options })
  }

  /**
   * Resolve a dispute. Ends the open dispute of any partner's adjustment. Fires nothing; the partner polls.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `adjustment_not_disputed`.
   */
  resolveDispute(id: string, body: types.AdjustmentResolve, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/ops/adjustments/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Read the audit trail. What operators did, with keys and on the command line, newest first. Each line was written together with the change it describes.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listAudit(query: types.ListAuditQuery = {}, options: RequestOptions = {}): List<types.AuditRecord> {
    return this.list<types.AuditRecord>({ method: 'GET', path: '/v2/ops/audit', signed: true, query: { ...query }, options })
  }

  /**
   * List calendars. In short, those of markets first, then those of stores, sorted by country and id.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listCalendars(query: types.ListCalendarsQuery = {}, options: RequestOptions = {}): List<types.ListedCalendar> {
    return this.list<types.ListedCalendar>({ method: 'GET', path: '/v2/ops/calendars', signed: true, query: { ...query }, options })
  }

  /**
   * Read a calendar. That of a market, by its country, or of a store, by its id. Without `subject` and `object` it can be set again as it is.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readCalendar(subject: string, options: RequestOptions = {}): Promise<types.Calendar> {
    return this.json<types.Calendar>({ method: 'GET', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, options })
  }

  /**
   * Set a calendar. Sets on which days a market (by its country) or a store (by its id) works, the whole calendar at once. New and amended shipments have an `estimated_delivery_date` by it; it refuses no pickup unless the policy says so (`pickups_on_closed_days`). A store goes by its own calendar first, then by that of its market, then by its opening hours.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  setCalendar(subject: string, body: types.CalendarPut = {}, options: RequestOptions = {}): Promise<types.Calendar> {
    return this.json<types.Calendar>({ method: 'PUT', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, body, options })
  }

  /**
   * Remove a calendar. Everything is as it was without it. Days that were estimated by it stay.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  removeCalendar(subject: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, options })
  }

  /**
   * List carrier bookings. What the services of carriers were told of parcels, newest first.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listCarrierBookings(query: types.ListCarrierBookingsQuery = {}, options: RequestOptions = {}): List<types.CarrierBooking> {
    return this.list<types.CarrierBooking>({ method: 'GET', path: '/v2/ops/carrier-bookings', signed: true, query: { ...query }, options })
  }

  /**
   * Retry a carrier booking. Tells the carrier once more of a parcel that it refused: what it had against it has been settled.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `booking_not_refused`.
   */
  retryCarrierBooking(id: string, options: RequestOptions = {}): Promise<types.CarrierBooking> {
    return this.json<types.CarrierBooking>({ method: 'POST', path: `/v2/ops/carrier-bookings/${encodeURIComponent(id)}/retry`, signed: true, options })
  }

  /**
   * Send invoices of a carrier. Takes what a carrier charges, as CSV with the columns `invoice`, `number`, `amount_cents`, `currency`, `issued_on`, `charge`, `reference`, `description`, `weight`, of which the first four are required, and answers at once; reading the import says how far it has come. Each line is compared with what is owed for its parcel: the price by the carrier's tariff or card, and what was adjusted. All lines or none: if one is bad, nothing is taken, and each bad one is listed with its reason. A file may have several invoices of the carrier; one whose number was taken before is refused.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `import_in_progress`.
   */
  sendCarrierInvoice(body: Uint8Array, content_type: 'text/csv', query: types.SendCarrierInvoiceQuery, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: '/v2/ops/carrier-invoices', signed: true, body, content_type, query: { ...query }, options })
  }

  /**
   * List invoices of carriers. What carriers charge, newest first, or from the other end by `order`; each with its sums and how much of it is decided.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listCarrierInvoices(query: types.ListCarrierInvoicesQuery = {}, options: RequestOptions = {}): List<types.CarrierInvoice> {
    return this.list<types.CarrierInvoice>({ method: 'GET', path: '/v2/ops/carrier-invoices', signed: true, query: { ...query }, options })
  }

  /**
   * Read an invoice of a carrier. Its sums, what came of comparing its lines, and how much of it is decided.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readCarrierInvoice(id: string, options: RequestOptions = {}): Promise<types.CarrierInvoice> {
    return this.json<types.CarrierInvoice>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Remove an invoice of a carrier. One that was sent by mistake, so that its number can be sent again. Not while any of its lines is decided.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `invoice_line_decided`.
   */
  removeCarrierInvoice(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Decide lines of an invoice of a carrier. Approves lines, disputes them, notes how the carrier settled a dispute, or opens them again: the lines that are named, or the first 500 with a verdict. All of them or none.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `invoice_line_decided`, `invoice_line_not_disputable`.
   */
  decideCarrierInvoice(id: string, body: types.CarrierInvoiceDecision, options: RequestOptions = {}): Promise<types.DecidedCarrierInvoice> {
    return this.json<types.DecidedCarrierInvoice>({ method: 'POST', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/decisions`, signed: true, body, options })
  }

  /**
   * List lines of an invoice of a carrier. In the order of the file, each with what is owed for it, the evidence, and what was decided. With `Accept: text/csv` it is the result of the audit as a file, such as what is disputed, for the carrier.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listCarrierInvoiceLines(id: string, query: types.ListCarrierInvoiceLinesQuery = {}, options: RequestOptions = {}): List<types.CarrierInvoiceLine> {
    return this.list<types.CarrierInvoiceLine>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/lines`, signed: true, query: { ...query }, options })
  }

  /**
   * Read a line of an invoice of a carrier. What is owed for it, the evidence, and what was decided.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readCarrierInvoiceLine(id: string, line_id: string, options: RequestOptions = {}): Promise<types.CarrierInvoiceLine> {
    return this.json<types.CarrierInvoiceLine>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/lines/${encodeURIComponent(line_id)}`, signed: true, options })
  }

  /**
   * Compare lines of an invoice of a carrier again. What is owed for a parcel may have changed since, or its number become known. Open lines are compared again, those that are named or the first 500 with a verdict, and with each all open ones of its parcel. What is decided stays.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `invoice_line_decided`.
   */
  recheckCarrierInvoice(id: string, body: types.CarrierInvoiceRecheck, options: RequestOptions = {}): Promise<types.RecheckedCarrierInvoice> {
    return this.json<types.RecheckedCarrierInvoice>({ method: 'POST', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/recheck`, signed: true, body, options })
  }

  /**
   * List carriers. Sorted by code.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listCarriers(query: types.ListCarriersQuery = {}, options: RequestOptions = {}): List<types.Carrier> {
    return this.list<types.Carrier>({ method: 'GET', path: '/v2/ops/carriers', signed: true, query: { ...query }, options })
  }

  /**
   * Set a carrier. Creates or replaces the carrier with this code. An inactive carrier takes no new shipments, and its service is neither told of parcels nor asked for reports.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  setCarrier(code: string, body: types.CarrierPut, options: RequestOptions = {}): Promise<types.Carrier> {
    return this.json<types.Carrier>({ method: 'PUT', path: `/v2/ops/carriers/${encodeURIComponent(code)}`, signed: true, body, options })
  }

  /**
   * Send a report of a carrier. Takes what a carrier reports of its parcels, as CSV (columns `number`, `code`, `occurred_at`, and any of `reference`, `facility`, `city`, `state`, `postal_code`, `country`, `signed_by`, `scheduled_delivery_date`) or as JSON (an array of objects with these fields, or one object a line, which may be called `application/x-ndjson`), and answers at once; reading the import says how far it has come. Each line is a scan of its own: good ones are recorded with the time and place of what happened, bad ones are listed with their reason, and one that was reported before is recorded no second time. So a report may be sent again, whole, corrected or in parts. A line whose number leads to no parcel goes to the inbox. A carrier can have one report in progress at a time.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `import_in_progress`, `carrier_sends_no_reports`.
   */
  sendCarrierReport(code: string, body: string, query: types.SendCarrierReportQuery = {}, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: `/v2/ops/carriers/${encodeURIComponent(code)}/reports`, signed: true, body, query: { ...query }, options })
  }

  /**
   * List the claims of all partners. Newest first; `status=open` with `order=oldest` is the queue of what waits for a decision.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listOperatorClaims(query: types.ListOperatorClaimsQuery = {}, options: RequestOptions = {}): List<types.OperatorClaim> {
    return this.list<types.OperatorClaim>({ method: 'GET', path: '/v2/ops/claims', signed: true, query: { ...query }, options })
  }

  /**
   * Resolve a claim. Approves, denies or closes any partner's claim. Fires nothing; the partner polls.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `claim_already_resolved`.
   */
  resolveClaim(id: string, body: types.ClaimResolve, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: `/v2/ops/claims/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Create a consolidation. Puts together what one carrier takes at one place in one go, of however many partners: tenders and sweeps, at most 500. Without `tender_ids` and `sweep_ids` it is what is open there: the tenders for the facility, the sweeps of the store on that day. Each is in one consolidation at a time. Partners see nothing of it.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `already_consolidated`, `nothing_to_consolidate`.
   */
  createConsolidation(body: types.ConsolidationCreate, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: '/v2/ops/consolidations', signed: true, body, options })
  }

  /**
   * List consolidations. Newest first, without their members. Filters combine.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listConsolidations(query: types.ListConsolidationsQuery = {}, options: RequestOptions = {}): List<types.ConsolidationListed> {
    return this.list<types.ConsolidationListed>({ method: 'GET', path: '/v2/ops/consolidations', signed: true, query: { ...query }, options })
  }

  /**
   * Read a consolidation. With its tenders and sweeps, what is expected of each, and what they come to by partner.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readConsolidation(id: string, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'GET', path: `/v2/ops/consolidations/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Accept a consolidation. The carrier takes all of it, and the parcels were counted together. What is counted of each member is as many as expected, unless `counts` says otherwise; these numbers and `unattributed` must come to `piece_count_received`. It answers at once; the tenders are then accepted one after another, each as by its own acceptance, with the same events in its partner's feed. A tender that was accepted or cancelled meanwhile is `refused`, and the others go on.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `consolidation_not_open`, `nothing_to_consolidate`.
   */
  acceptConsolidation(id: string, body: types.ConsolidationAccept, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: `/v2/ops/consolidations/${encodeURIComponent(id)}/accept`, signed: true, body, options })
  }

  /**
   * Cancel a consolidation. Calls it off before its parcels are counted. Its tenders and sweeps stay as they are, and can be in another one.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `consolidation_not_open`.
   */
  cancelConsolidation(id: string, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: `/v2/ops/consolidations/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * List the disputes of all partners. Disputed adjustments, newest first, or from the other end by `order`: by default those awaiting a decision; `status` selects others.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listDisputes(query: types.ListDisputesQuery = {}, options: RequestOptions = {}): List<types.OperatorAdjustment> {
    return this.list<types.OperatorAdjustment>({ method: 'GET', path: '/v2/ops/disputes', signed: true, query: { ...query }, options })
  }

  /**
   * Read the event feed of a partner, or of all. As the partner reads it: each partner has a feed of its own, in an order of its own. Without `partner_id`, and with `order=newest`, the newest events of all partners: then `created_after` and `created_before` are real time, and a sandbox partner whose clock is ahead is read at the same distance from its own now.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listOperatorEvents(query: types.ListOperatorEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.feed<types.WebhookEvent>({ method: 'GET', path: '/v2/ops/events', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's event. One event of any partner by its eventID, the same bytes that its webhooks deliver.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readOperatorEvent(id: string, options: RequestOptions = {}): Promise<types.Event> {
    return this.json<types.Event>({ method: 'GET', path: `/v2/ops/events/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the deliveries of a partner's event. What became of one event of any partner at each of its webhooks, with the attempts.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  listOperatorEventDeliveries(id: string, options: RequestOptions = {}): Promise<types.OperatorDeliveryList> {
    return this.json<types.OperatorDeliveryList>({ method: 'GET', path: `/v2/ops/events/${encodeURIComponent(id)}/deliveries`, signed: true, options })
  }

  /**
   * List facilities. Sorted by code.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listFacilities(query: types.ListFacilitiesQuery = {}, options: RequestOptions = {}): List<types.Facility> {
    return this.list<types.Facility>({ method: 'GET', path: '/v2/ops/facilities', signed: true, query: { ...query }, options })
  }

  /**
   * Set a facility. Creates or replaces the sort facility with this code. Scans and tenders refer to it by this code.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  setFacility(code: string, body: types.FacilityPut, options: RequestOptions = {}): Promise<types.Facility> {
    return this.json<types.Facility>({ method: 'PUT', path: `/v2/ops/facilities/${encodeURIComponent(code)}`, signed: true, body, options })
  }

  /**
   * Start an import. Takes a CSV file of stores, rates or tariffs and answers at once; the file is read, checked and applied in the background, and reading the import says how far it has come. All rows or none: if any row is bad, nothing changes, and each bad row is listed with its reason. One import of a kind at a time. What it was is kept for 30 days.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `import_in_progress`.
   */
  startImport(body: Uint8Array, content_type: 'text/csv', query: types.StartImportQuery, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: '/v2/ops/imports', signed: true, body, content_type, query: { ...query }, options })
  }

  /**
   * List imports. Newest first: those under way, and those that ended in the last 30 days.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listImports(query: types.ListImportsQuery = {}, options: RequestOptions = {}): List<types.Import> {
    return this.list<types.Import>({ method: 'GET', path: '/v2/ops/imports', signed: true, query: { ...query }, options })
  }

  /**
   * Read an import. How far it has come, and what is wrong with the file. Ask again every second or two until `ended_at` is there.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readImport(id: string, options: RequestOptions = {}): Promise<types.ImportDetail> {
    return this.json<types.ImportDetail>({ method: 'GET', path: `/v2/ops/imports/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Create a key. Creates a key for a partner or for the operator. Only this answer contains the key and its signing secret. Give a role or scopes for a partner's key; it can never have the scope ops. An operator's key gets at most the scopes and addresses of the key that asks, and these if none are given.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  createKey(body: types.KeyCreate, options: RequestOptions = {}): Promise<types.Credentials> {
    return this.json<types.Credentials>({ method: 'POST', path: '/v2/ops/keys', signed: true, body, options })
  }

  /**
   * List keys. Newest first, including revoked keys, without their secrets.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listKeys(query: types.ListKeysQuery = {}, options: RequestOptions = {}): List<types.ApiKey> {
    return this.list<types.ApiKey>({ method: 'GET', path: '/v2/ops/keys', signed: true, query: { ...query }, options })
  }

  /**
   * Read a key. Works for revoked keys too; never shows secrets.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readKey(id: string, query: types.ReadKeyQuery = {}, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'GET', path: `/v2/ops/keys/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Change a key. Changes what the key may do, from where, how often, which signature it takes, and the contact that events show. Fields that are not given stay as they are. A list is replaced as a whole; a role replaces the scopes too. The key itself and its secrets do not change. Every process applies the change within a second. A revoked key cannot be changed (404). An operator can give another operator's key at most the scopes and addresses of the own key.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  updateKey(id: string, body: types.KeyChange, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'PATCH', path: `/v2/ops/keys/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Keep a key whose maker left. Keeps the key valid and removes it from the list of undecided keys. The alternative is to revoke the key.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  keepKey(id: string, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/keep`, signed: true, options })
  }

  /**
   * Revoke a key. Permanent; every process refuses the key within a second. Revoking it again changes nothing.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  revokeKey(id: string, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/revoke`, signed: true, options })
  }

  /**
   * Rotate a key's signing secret. Only this answer contains the new secret. It is valid at once; the previous one stays valid for 24 hours.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  rotateKeySecret(id: string, options: RequestOptions = {}): Promise<types.RotatedSigningSecret> {
    return this.json<types.RotatedSigningSecret>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * List markets. Sorted by country.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listMarkets(query: types.ListMarketsQuery = {}, options: RequestOptions = {}): List<types.Market> {
    return this.list<types.Market>({ method: 'GET', path: '/v2/ops/markets', signed: true, query: { ...query }, options })
  }

  /**
   * Set a market. Sets how the carrier for a destination country is chosen: always the same one, or the cheapest at injection. Existing shipments keep the carrier and currency they were sold with.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  setMarket(country: string, body: types.MarketPut, options: RequestOptions = {}): Promise<types.Market> {
    return this.json<types.Market>({ method: 'PUT', path: `/v2/ops/markets/${encodeURIComponent(country)}`, signed: true, body, options })
  }

  /**
   * Read the numbering. What new barcodes are, and how many numbers are left of each series: of the barcodes and of every carrier that has one.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  readNumbering(options: RequestOptions = {}): Promise<types.Numbering> {
    return this.json<types.Numbering>({ method: 'GET', path: '/v2/ops/numbering', signed: true, options })
  }

  /**
   * Set the numbering. What new barcodes are: 20 digits of our own, or an SSCC under your GS1 company prefix. Barcodes that are out stay what they are and are still scanned; a prefix that was used before goes on from where it was. It holds in the processes of this machine when the answer comes, and in all others two seconds later.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  setNumbering(body: types.NumberingPut, options: RequestOptions = {}): Promise<types.Numbering> {
    return this.json<types.Numbering>({ method: 'PUT', path: '/v2/ops/numbering', signed: true, body, options })
  }

  /**
   * Create a partner. Creates a partner and its first key, with the given role or scopes. Only this answer contains the key and its signing secret.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  createPartner(body: types.PartnerCreate, options: RequestOptions = {}): Promise<types.Credentials> {
    return this.json<types.Credentials>({ method: 'POST', path: '/v2/ops/partners', signed: true, body, options })
  }

  /**
   * List partners. Newest first.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listPartners(query: types.ListPartnersQuery = {}, options: RequestOptions = {}): List<types.Partner> {
    return this.list<types.Partner>({ method: 'GET', path: '/v2/ops/partners', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner. Its settings and how many live keys it has.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readPartner(id: string, options: RequestOptions = {}): Promise<types.Partner> {
    return this.json<types.Partner>({ method: 'GET', path: `/v2/ops/partners/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a partner. Fields that are not given stay as they are; null removes a default. `rate_limit` applies to all its live keys and to keys created later.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  updatePartner(id: string, body: types.PartnerChange, options: RequestOptions = {}): Promise<types.Partner> {
    return this.json<types.Partner>({ method: 'PATCH', path: `/v2/ops/partners/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Read the policy. What you refuse of what the interface accepts. Every rule is shown, also those that have their default.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  readPolicy(options: RequestOptions = {}): Promise<types.Policy> {
    return this.json<types.Policy>({ method: 'GET', path: '/v2/ops/policy', signed: true, options })
  }

  /**
   * Set the policy. Sets what you refuse of what the interface accepts, for all partners and operators: the whole policy at once. It holds in the processes of this machine when the answer comes, and in all others two seconds later. A command that is being carried out at that moment is decided by the policy that it has read.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  setPolicy(body: types.PolicyPut = {}, options: RequestOptions = {}): Promise<types.Policy> {
    return this.json<types.Policy>({ method: 'PUT', path: '/v2/ops/policy', signed: true, body, options })
  }

  /**
   * List rate cards. What each carrier charges for each destination country. Sorted by carrier and country.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listRateCards(query: types.ListRateCardsQuery = {}, options: RequestOptions = {}): List<types.RateCard> {
    return this.list<types.RateCard>({ method: 'GET', path: '/v2/ops/rate-cards', signed: true, query: { ...query }, options })
  }

  /**
   * Replace a rate card. Replaces everything that the carrier charges for the destination country. A lane is a service level and a zone; lanes that are not on the card are not served. Existing shipments keep the price they were sold at.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  setRateCard(carrier: string, country: string, body: types.RateCardPut, options: RequestOptions = {}): Promise<types.RateCard> {
    return this.json<types.RateCard>({ method: 'PUT', path: `/v2/ops/rate-cards/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}`, signed: true, body, options })
  }

  /**
   * Find shipments by any identifier. Of any partner: by id, tracking number, barcode, the onward carrier's number, order number, RMA, the partner's own id, a QR's id or token, a label's id, or the id or master number of a group. Exact match; newest first. Without `q`, all that match the filters, in the order of the list of shipments; with it they are ignored.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  searchShipments(query: types.SearchShipmentsQuery = {}, options: RequestOptions = {}): List<types.FoundShipment> {
    return this.list<types.FoundShipment>({ method: 'GET', path: '/v2/ops/shipments', signed: true, query: { ...query }, options })
  }

  /**
   * Add a store. Adds a drop-off counter. Other requests refer to it by its id, as `store_id`.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `store_code_taken`.
   */
  createStore(body: types.StoreCreate, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'POST', path: '/v2/ops/stores', signed: true, body, options })
  }

  /**
   * List stores. Newest first, including stores that are not in use.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listStores(query: types.ListStoresQuery = {}, options: RequestOptions = {}): List<types.Store> {
    return this.list<types.Store>({ method: 'GET', path: '/v2/ops/stores', signed: true, query: { ...query }, options })
  }

  /**
   * Read a store. Returned even if it is not in use.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readStore(id: string, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'GET', path: `/v2/ops/stores/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a store. Fields that are absent stay as they are. `active: false` removes the store from the drop-off locations. Existing sweeps and manifests keep the store as it was.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  updateStore(id: string, body: types.StoreChange, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'PATCH', path: `/v2/ops/stores/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Import stores. A CSV file with the columns code, name, line1, city, state, postal_code, country, lat, lon, timezone and, optionally, hours (`mon-fri 08:00-20:00; sat 09:00-13:00`). Adds or changes stores by code, all or nothing: if any row is invalid, nothing is imported, and every error is listed by row and column.
   *
   * Scope: `ops`. It needs an operator's key.
   */
  importStores(body: Uint8Array, content_type: 'text/csv', options: RequestOptions = {}): Promise<types.StoreImport> {
    return this.json<types.StoreImport>({ method: 'POST', path: '/v2/ops/stores/import', signed: true, body, content_type, options })
  }

  /**
   * List tariffs. What carriers charge by tables of zones and weights, from a day on. They are imported as files of the kind `tariffs`. Sorted by carrier, country and day.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listTariffs(query: types.ListTariffsQuery = {}, options: RequestOptions = {}): List<types.Tariff> {
    return this.list<types.Tariff>({ method: 'GET', path: '/v2/ops/tariffs', signed: true, query: { ...query }, options })
  }

  /**
   * Export a tariff. A tariff with all of its rows, as a CSV file in `csv` that can be imported again.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readTariff(carrier: string, country: string, effective_on: string, options: RequestOptions = {}): Promise<types.TariffDetail> {
    return this.json<types.TariffDetail>({ method: 'GET', path: `/v2/ops/tariffs/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}/${encodeURIComponent(effective_on)}`, signed: true, options })
  }

  /**
   * Remove a tariff. The tariff before it is in force again, or else the rate card. Existing shipments keep the price they were sold at.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  removeTariff(carrier: string, country: string, effective_on: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/tariffs/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}/${encodeURIComponent(effective_on)}`, signed: true, options })
  }

  /**
   * List unmatched scans. The inbox: carrier reports whose number leads to no parcel, or to a parcel that is not with the carrier. Newest first.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listUnmatchedScans(query: types.ListUnmatchedScansQuery = {}, options: RequestOptions = {}): List<types.UnmatchedScan> {
    return this.list<types.UnmatchedScan>({ method: 'GET', path: '/v2/ops/unmatched-scans', signed: true, query: { ...query }, options })
  }

  /**
   * Dismiss an unmatched scan. It is about no parcel of the network. It leaves the inbox, and the same report of it does not bring it back.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `scan_already_resolved`.
   */
  dismissUnmatchedScan(id: string, body: types.ScanDismissal = {}, options: RequestOptions = {}): Promise<types.UnmatchedScan> {
    return this.json<types.UnmatchedScan>({ method: 'POST', path: `/v2/ops/unmatched-scans/${encodeURIComponent(id)}/dismiss`, signed: true, body, options })
  }

  /**
   * Match an unmatched scan. Says which parcel the number belongs to. Everything that the carrier has reported of the number is recorded with the parcel, as if it had been known from the start, and so is what it will report.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`, `invalid_transition`, `scan_already_resolved`.
   */
  matchUnmatchedScan(id: string, body: types.ScanMatch, options: RequestOptions = {}): Promise<types.MatchedScan> {
    return this.json<types.MatchedScan>({ method: 'POST', path: `/v2/ops/unmatched-scans/${encodeURIComponent(id)}/match`, signed: true, body, options })
  }

  /**
   * List the deliveries of all webhooks of all partners. Newest first, each with its attempts; of the webhooks that there are. Times are those of their partners.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listAllPartnersDeliveries(query: types.ListAllPartnersDeliveriesQuery = {}, options: RequestOptions = {}): List<types.OperatorDelivery> {
    return this.list<types.OperatorDelivery>({ method: 'GET', path: '/v2/ops/webhook-deliveries', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's delivery. One event for one webhook of any partner, with its attempts.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readOperatorDelivery(id: string, options: RequestOptions = {}): Promise<types.OperatorDelivery> {
    return this.json<types.OperatorDelivery>({ method: 'GET', path: `/v2/ops/webhook-deliveries/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the webhooks of all partners. Newest first, without their secrets. Only their partner changes them.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`.
   */
  listOperatorWebhooks(query: types.ListOperatorWebhooksQuery = {}, options: RequestOptions = {}): List<types.OperatorWebhook> {
    return this.list<types.OperatorWebhook>({ method: 'GET', path: '/v2/ops/webhooks', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's webhook. Without its secret.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `not_found`.
   */
  readOperatorWebhook(id: string, options: RequestOptions = {}): Promise<types.OperatorWebhook> {
    return this.json<types.OperatorWebhook>({ method: 'GET', path: `/v2/ops/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the deliveries of a partner's webhook. Newest first, each with its attempts.
   *
   * Scope: `ops`. It needs an operator's key.
   *
   * Errors beside those of every request: `invalid_cursor`, `not_found`.
   */
  listOperatorDeliveries(id: string, query: types.ListOperatorDeliveriesQuery = {}, options: RequestOptions = {}): List<types.OperatorDelivery> {
    return this.list<types.OperatorDelivery>({ method: 'GET', path: `/v2/ops/webhooks/${encodeURIComponent(id)}/deliveries`, signed: true, query: { ...query }, options })
  }
}
