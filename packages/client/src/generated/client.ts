// Generated from the API document by `npm run generate`; do not edit.
import type { List } from '../pages.ts'
import { type Binary, type RequestOptions, Transport } from '../transport.ts'
import type * as types from './types.ts'

/** Every operation of the API as a method. Lists can be awaited for a page or iterated over for every item; errors are ApiError or ConnectionError. */
export class Backhaul extends Transport {
  /**
   * Create a shipment. Creates a return or an outbound parcel. With `print_label` the label exists immediately. With `qr_code` a QR is issued, and the counter prints the label when the QR is presented. A return without `to` goes to your default return address.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipment(body: types.ShipmentCreate, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: '/v2/shipments', signed: true, body, options })
  }

  /**
   * List shipments. Lists shipments, newest first except with `dispose_due`, `dispose_before` and `not_moved_since`. Filters combine: a shipment must match all of them. A shipment that is past its `expires_at` and was never dropped off counts as expired, and listing it expires it.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listShipments(query: types.ListShipmentsQuery = {}, options: RequestOptions = {}): List<types.Shipment> {
    return this.list<types.Shipment>({ method: 'GET', path: '/v2/shipments', signed: true, query: { ...query }, options })
  }

  /**
   * Read a shipment. Returns the full record. Reading a shipment that is past its `expires_at` and was never dropped off expires it.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Amend before the drop-off. Changes the parcel, declared value, customs declaration, destination or drop-off store, and recalculates the price. `customs` replaces the whole declaration. The label is replaced if price or routing changed. The new amount is the full price of the parcel as recorded, so earlier charges for chargeable discrepancies are reversed by an adjustment (shipment.adjusted after shipment.updated). Once scanned at a drop-off location, the shipment is locked.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_locked`, `numbers_used_up`, `customs_incomplete`.
   */
  amendShipment(id: string, body: types.ShipmentAmend, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'PATCH', path: `/v2/shipments/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Read what can be done with a shipment. Returns what each command would do if you sent it now, or why it would be refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readShipmentActions(id: string, options: RequestOptions = {}): Promise<types.ShipmentActions> {
    return this.json<types.ShipmentActions>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/actions`, signed: true, options })
  }

  /**
   * Cancel. Cancels a shipment that was not dropped off, and voids its label.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_not_cancellable`.
   */
  cancelShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Read who has a shipment. Returns who has the parcel by its latest scan, in every status, with the name, place and time of that scan. A decision such as `rts` changes nothing until the next scan. The field `custody` of a shipment has the same content.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readShipmentCustody(id: string, options: RequestOptions = {}): Promise<types.ShipmentCustody> {
    return this.json<types.ShipmentCustody>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/custody`, signed: true, options })
  }

  /**
   * Dispose of an exception. Decides about a parcel in the network. `rts` sends it back. If the carrier has the parcel, the first `rts` makes it undeliverable, and a second `rts` starts the return leg. `redeliver` sends the parcel out again. `unclaimed` starts the 30 days of holding. `dispose` ends the shipment. No shipment is disposed of automatically: `GET /v2/shipments?dispose_due=true` lists the shipments past their 30 days.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_held`.
   */
  setDisposition(id: string, body: types.ShipmentDisposition, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/disposition`, signed: true, body, options })
  }

  /**
   * Hold. Puts the shipment on hold, in any status. The network refuses decisions about it, but scans are still recorded. Repeating the request changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  holdShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/hold`, signed: true, options })
  }

  /**
   * Reprint the label. Creates a replacement label, which supersedes the old one. Tracking number and barcode do not change.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`.
   */
  reprintLabel(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/label/reprint`, signed: true, options })
  }

  /**
   * Redirect. Changes the destination of a parcel on its way, to any country that its service level serves. Tracking number, barcode and carrier do not change. Neither do price and label, unless the operator prices redirects to another country like new shipments.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`, `shipment_not_redirectable`.
   */
  redirectShipment(id: string, body: types.ShipmentRedirect, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/redirect`, signed: true, body, options })
  }

  /**
   * Release. Releases the shipment from its hold. Repeating the request changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  releaseShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/release`, signed: true, options })
  }

  /**
   * Create many shipments. Creates up to 1000 shipments in one transaction, all or none. The response lists them in the order of the request. Each shipment fires its own events.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipments(body: types.ShipmentBatch, options: RequestOptions = {}): Promise<types.ShipmentList> {
    return this.json<types.ShipmentList>({ method: 'POST', path: '/v2/shipments/batch', signed: true, body, options })
  }

  /**
   * Verify an address. Checks that country, state and postal code of an address agree, and returns the usual spelling and approximate position of the address. Nothing is stored, and no postal service is asked, so the street may not exist. The states and postal codes of the US and Canada are known. `normalized` never replaces a given value with a different one. It only changes spaces, letter case and names of states to the postal spelling, and adds a missing state if the postal code allows just one.
   *
   * Scope: `shipments:read`.
   */
  verifyAddress(body: types.AddressVerify, options: RequestOptions = {}): Promise<types.AddressVerification> {
    return this.json<types.AddressVerification>({ method: 'POST', path: '/v2/addresses/verify', signed: true, body, options })
  }

  /**
   * Quote a price. Returns the price and carrier that a shipment would have if you created it now, and how the price is calculated. Takes the same body as a create and refuses what a create refuses, but creates nothing. For an operator, no partner defaults apply. A shipment that you create later is priced by the rates at that time.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  quoteShipment(body: types.QuoteRequest, options: RequestOptions = {}): Promise<types.Quote> {
    return this.json<types.Quote>({ method: 'POST', path: '/v2/quotes', signed: true, body, options })
  }

  /**
   * Sell a shipment at a counter. Creates a counter sale: always outbound, with a printed label and channel `retail`. Fires created, label_ready and sold.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createRetailShipment(body: types.RetailShipmentCreate, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: '/v2/retail/shipments', signed: true, body, options })
  }

  /**
   * Create a shipment group. Creates several parcels of one order: one shipment each, all or none. They share the order, the addresses and a master number. After that, each shipment is independent, with its own tracking number, label, price and events. The label shows the number of the parcel and the number of parcels in the group.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipmentGroup(body: types.ShipmentGroupCreate, options: RequestOptions = {}): Promise<types.ShipmentGroup> {
    return this.json<types.ShipmentGroup>({ method: 'POST', path: '/v2/shipment-groups', signed: true, body, options })
  }

  /**
   * List shipment groups. Lists shipment groups, newest first, without their shipments. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listShipmentGroups(query: types.ListShipmentGroupsQuery = {}, options: RequestOptions = {}): List<types.ShipmentGroupSummary> {
    return this.list<types.ShipmentGroupSummary>({ method: 'GET', path: '/v2/shipment-groups', signed: true, query: { ...query }, options })
  }

  /**
   * Read a shipment group. Returns the group with all its shipments in their current state.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readShipmentGroup(id: string, options: RequestOptions = {}): Promise<types.ShipmentGroup> {
    return this.json<types.ShipmentGroup>({ method: 'GET', path: `/v2/shipment-groups/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Cancel a shipment group. Cancels all shipments of the group that were not dropped off, in one transaction. For each other shipment, the response says why it was not canceled. Refused only if no shipment can be canceled.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_not_cancellable`.
   */
  cancelShipmentGroup(id: string, options: RequestOptions = {}): Promise<types.ShipmentGroupCancelled> {
    return this.json<types.ShipmentGroupCancelled>({ method: 'POST', path: `/v2/shipment-groups/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Find anything by any identifier. Finds shipments, QRs, claims, adjustments, discrepancies, tenders, pickups, sweeps, manifests, return links and shipment groups by id. Also finds shipments by tracking number, barcode, the onward carrier's number, order number, RMA, your own id and a label's id; QRs by token; pickups by confirmation code; and groups by master number. Events need the scope events:read, webhooks and deliveries need webhooks:manage. Operators also find partners, keys and consolidations. Matches are exact except for case and spaces. Returns at most 20 results, the best first.
   *
   * Scope: `shipments:read`.
   */
  searchEverything(query: types.SearchEverythingQuery, options: RequestOptions = {}): Promise<types.SearchHitList> {
    return this.json<types.SearchHitList>({ method: 'GET', path: '/v2/search', signed: true, query: { ...query }, options })
  }

  /**
   * Print many labels. Prints the current labels of up to 500 shipments as one document, in the order of the request. If a shipment has no label to print, nothing is printed, and the error names every such shipment. A request that is repeated with its Idempotency-Key prints the same versions of the labels again.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `label_not_ready`, `label_voided`.
   */
  printLabels(body: types.LabelPrint, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'POST', path: '/v2/labels', signed: true, body, options })
  }

  /**
   * Order the carrier's label. Orders the carrier's own label for a shipment in direct mode. It is bought once: a repeated request returns the same label. 202: the label is not ready, and `state` says why; `shipment.carrier_label_ready` follows as soon as it is bought. If the carrier refused, a new request asks it again.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_held`, `invalid_transition`, `carrier_label_not_offered`, `label_voided`.
   */
  orderCarrierLabel(id: string, options: RequestOptions = {}): Promise<types.CarrierLabel> {
    return this.json<types.CarrierLabel>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/carrier-label`, signed: true, options })
  }

  /**
   * Fetch the carrier's label. Returns the carrier's own label, byte for byte as the carrier gave it, with the type that its first bytes show. It is never bought by this request: order it with POST. GIF images are not rotated or cut.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `carrier_label_not_ready`, `label_voided`.
   */
  readCarrierLabel(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/carrier-label`, signed: true, options })
  }

  /**
   * Fetch the label. Returns the current label, 4x6 inches, in the format given by `format`, or else by `Accept`, or else by the shipment's label_format. A label never changes: the same version always has the same bytes.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `label_not_ready`, `label_voided`.
   */
  readLabel(id: string, query: types.ReadLabelQuery & { format: 'json' }, options?: RequestOptions): Promise<types.Label>
  readLabel(id: string, query: types.ReadLabelQuery & { format: 'pdf' | 'png' | 'zpl' }, options?: RequestOptions): Promise<Binary>
  readLabel(id: string, query?: types.ReadLabelQuery & { format?: undefined }, options?: RequestOptions): Promise<Binary>
  readLabel(id: string, query?: types.ReadLabelQuery, options?: RequestOptions): Promise<types.Label | Binary>
  readLabel(id: string, query: types.ReadLabelQuery = {}, options: RequestOptions = {}): Promise<types.Label | Binary> {
    return this.either<types.Label>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/label`, signed: true, query: { ...query }, options })
  }

  /**
   * Read the customs declaration. Returns the customs declaration of a shipment with its totals. `missing` lists what the documents still need.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readCustoms(id: string, options: RequestOptions = {}): Promise<types.CustomsDeclaration> {
    return this.json<types.CustomsDeclaration>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs`, signed: true, options })
  }

  /**
   * Declare the contents. Sets the whole declaration; omitted values are removed. This is possible until the shipment ends, for example before a parcel in transit is redirected across a border. The request fires no event. `PATCH` of the shipment, which is possible only before the drop-off, does fire one.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `customs_incomplete`, `invalid_transition`.
   */
  setCustoms(id: string, body: types.CustomsInput = {}, options: RequestOptions = {}): Promise<types.CustomsDeclaration> {
    return this.json<types.CustomsDeclaration>({ method: 'PUT', path: `/v2/shipments/${encodeURIComponent(id)}/customs`, signed: true, body, options })
  }

  /**
   * Print the CN 23. Returns the customs declaration CN 23 of the Universal Postal Union, filled in with the current declaration, on as many pages as the items need. Missing values remain empty, to be written by hand. If the declaration has no items, the request is refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `customs_incomplete`, `customs_not_needed`.
   */
  readCn23(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs/cn23`, signed: true, options })
  }

  /**
   * Print the commercial invoice. Returns the invoice for customs, filled in with the current declaration, on as many pages as the items need. Missing values remain empty, to be written by hand. If the declaration has no items, the request is refused.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `customs_incomplete`, `customs_not_needed`.
   */
  readCommercialInvoice(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/customs/commercial-invoice`, signed: true, options })
  }

  /**
   * Read a QR. Returns a QR, whether it can still be presented, and the QR that replaced it.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'GET', path: `/v2/qr/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Fetch the image of a QR. Returns the symbol that the sender shows at the counter. The symbol contains the token. A QR has no image once it has been replaced or invalidated, or has expired.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `qr_not_valid`.
   */
  readQrImage(id: string, query: types.ReadQrImageQuery = {}, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/qr/${encodeURIComponent(id)}/image`, signed: true, query: { ...query }, options })
  }

  /**
   * Invalidate a QR. Invalidates an active QR without replacing it; reissue the QR to give the shipment a new one.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `qr_not_valid`.
   */
  invalidateQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'POST', path: `/v2/qr/${encodeURIComponent(id)}/invalidate`, signed: true, options })
  }

  /**
   * Reissue a QR. Replaces the QR of a shipment that has not been dropped off. The old QR is invalidated, and its `superseded_by` names the new one.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`.
   */
  reissueQr(id: string, options: RequestOptions = {}): Promise<types.Qr> {
    return this.json<types.Qr>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/qr/reissue`, signed: true, options })
  }

  /**
   * List facilities in use. Lists the facilities that a scan may name as its `facility`, sorted by code.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listScanFacilities(query: types.ListScanFacilitiesQuery = {}, options: RequestOptions = {}): List<types.ScanFacility> {
    return this.list<types.ScanFacility>({ method: 'GET', path: '/v2/facilities', signed: true, query: { ...query }, options })
  }

  /**
   * Record an accept scan. Records that a counter accepts a parcel that already has its label. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanAccept(body: types.AcceptScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/accept', signed: true, body, options })
  }

  /**
   * Record an arrival scan. Records that the parcel arrives at a sort facility. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanArrive(body: types.ArriveScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/arrive', signed: true, body, options })
  }

  /**
   * Record many scans. Records up to 1000 scans of any kind, in order: a later scan of a parcel sees the earlier ones. Each scan has its own result, as if it had been sent alone. A refused scan does not affect the others. All scans that are not refused commit in one transaction.
   *
   * Scope: `scans:write`.
   */
  scanBulk(body: types.ScanBulk, options: RequestOptions = {}): Promise<types.BulkScanResultList> {
    return this.json<types.BulkScanResultList>({ method: 'POST', path: '/v2/scan-events/bulk', signed: true, body, options })
  }

  /**
   * Record a collection scan. Records that a driver collects the parcel from the counter. The parcel gets the `sweepId` of the visit that its carrier has ordered for that store and that local day, even if the scan is only recorded and not applied. If the scan names no store, the parcel's own store is used. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanCollect(body: types.CollectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/collect', signed: true, body, options })
  }

  /**
   * Record a custody scan. Records that the network has the parcel. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanCustody(body: types.CustodyScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/custody', signed: true, body, options })
  }

  /**
   * Record a delivery scan. Records that the parcel is delivered. The proof is graded `A` with an image and a signature, `B` with one of them, `C` with neither. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanDeliver(body: types.DeliverScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/deliver', signed: true, body, options })
  }

  /**
   * Record an injection scan. Records that the onward carrier takes over the parcel. The carrier is the one in `carrier`, else the carrier that accepted the parcel for collection, else, in a marketplace market, the cheapest carrier. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanInject(body: types.InjectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/inject', signed: true, body, options })
  }

  /**
   * Record a movement scan. Records that the onward carrier moves the parcel. The first movement puts the parcel in transit. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanMovement(body: types.MovementScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/movement', signed: true, body, options })
  }

  /**
   * Record an out-for-delivery scan. Records that the parcel is out for delivery. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanOutForDelivery(body: types.OutForDeliveryScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/out-for-delivery', signed: true, body, options })
  }

  /**
   * Record a reject scan. Records that a counter refuses the parcel and does not take custody. The sender may try again. A late scan is only recorded: it has `applied: false` and does not change the status.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanReject(body: types.RejectScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/reject', signed: true, body, options })
  }

  /**
   * Record a sort scan. Records that the parcel is sorted. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanSort(body: types.SortScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/sort', signed: true, body, options })
  }

  /**
   * Record a walk-in scan. Records that the sender hands over the parcel at a counter and presents its QR. The shipment's active QR becomes used, regardless of the identification in the scan. A presented QR counts if it was active when the scan happened, even if it has been replaced or invalidated since then. Creates the first label if there is none, and charges by the counter's measurements. A late scan is only recorded: it has `applied: false` and does not change the status. The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `qr_not_valid`.
   */
  scanWalkIn(body: types.WalkInScan, options: RequestOptions = {}): Promise<types.ScanAnswer> {
    return this.json<types.ScanAnswer>({ method: 'POST', path: '/v2/scan-events/walk-in', signed: true, body, options })
  }

  /**
   * List a shipment's scans. Lists all scans of a shipment with their details, including late scans, in the order in which they happened: newest first by default. Scans with the same time are ordered by their place on a parcel's usual route, regardless of when they were recorded.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listShipmentScans(id: string, query: types.ListShipmentScansQuery = {}, options: RequestOptions = {}): List<types.Scan> {
    return this.list<types.Scan>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/scans`, signed: true, query: { ...query }, options })
  }

  /**
   * Track a parcel. Returns the status and scan history of one tracking number; case and spaces do not matter. The API key alone is enough, so a key whose only scope is `tracking:read` can be used in a browser. Give browsers their own key, because these requests count toward the key's rate limit just as signed requests do. The response contains no addresses, no prices and nothing about the partner.
   *
   * Scope: `tracking:read`. The key is enough; no signature is needed.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readTracking(tracking: string, options: RequestOptions = {}): Promise<types.Tracking> {
    return this.json<types.Tracking>({ method: 'GET', path: `/v2/tracking/${encodeURIComponent(tracking)}`, signed: false, options })
  }

  /**
   * Read the branding of shopper pages. Returns the color and logo of a partner. A partner can read only its own; an operator can read the branding of any partner. The id is the `partner_id` of the credentials.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readBrand(id: string, options: RequestOptions = {}): Promise<types.Brand> {
    return this.json<types.Brand>({ method: 'GET', path: `/v2/partners/${encodeURIComponent(id)}/brand`, signed: true, options })
  }

  /**
   * Change the branding of shopper pages. Changes color and logo. Absent fields do not change; null removes a value. A color that is hard to read is shown darker on light pages and lighter on dark pages. Only the picture of a logo is stored; texts and locations in its file are removed.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  updateBrand(id: string, body: types.BrandChange, options: RequestOptions = {}): Promise<types.Brand> {
    return this.json<types.Brand>({ method: 'PATCH', path: `/v2/partners/${encodeURIComponent(id)}/brand`, signed: true, body, options })
  }

  /**
   * Create a return link. Creates a page on which a shopper starts the return of an order without an account. The shopper checks the address, chooses a label or a QR, and gets to the parcel page. The shipment is like any other and fires the same events. However often the form is sent, the link creates at most `max_shipments` shipments.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `customs_incomplete`.
   */
  createReturnLink(body: types.ReturnLinkCreate = {}, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'POST', path: '/v2/return-links', signed: true, body, options })
  }

  /**
   * List return links. Lists return links, newest first, including links that can no longer be used.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listReturnLinks(query: types.ListReturnLinksQuery = {}, options: RequestOptions = {}): List<types.ReturnLink> {
    return this.list<types.ReturnLink>({ method: 'GET', path: '/v2/return-links', signed: true, query: { ...query }, options })
  }

  /**
   * Read a return link. Returns what the link offers, whether it can still be used, and the shipments that it created.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readReturnLink(id: string, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'GET', path: `/v2/return-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Withdraw a return link. Withdraws the link. Its page can no longer be opened. Shipments that it created do not change. Repeating the request changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  withdrawReturnLink(id: string, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'DELETE', path: `/v2/return-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Renew the link of a parcel page. Gives the shipment's parcel page a new address, which becomes its `parcel_url`. The previous address stops working. This also reopens a withdrawn page.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  renewParcelLink(id: string, options: RequestOptions = {}): Promise<types.ParcelLink> {
    return this.json<types.ParcelLink>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/parcel-link`, signed: true, options })
  }

  /**
   * Withdraw the link of a parcel page. Closes the parcel page and sets `parcel_url` to null, until the link is renewed. Repeating the request changes nothing.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  withdrawParcelLink(id: string, options: RequestOptions = {}): Promise<types.ParcelLink> {
    return this.json<types.ParcelLink>({ method: 'DELETE', path: `/v2/shipments/${encodeURIComponent(id)}/parcel-link`, signed: true, options })
  }

  /**
   * Upload an image. Uploads a PNG or JPEG image. A delivery scan can then refer to the image as its proof, and a refusal at a counter as its photo. An image that no scan names is removed after 24 hours.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `storage_quota_exceeded`.
   */
  createDocument(body: Uint8Array, content_type: 'image/png' | 'image/jpeg', options: RequestOptions = {}): Promise<types.Document> {
    return this.json<types.Document>({ method: 'POST', path: '/v2/documents', signed: true, body, content_type, options })
  }

  /**
   * Fetch a document. Returns the exact bytes that were uploaded. Available to the uploader, and to the partner whose parcel the image shows.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readDocument(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/documents/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Fetch the proof of delivery. Returns the image that the delivery scan referred to.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `pod_not_available`.
   */
  readProofOfDelivery(id: string, options: RequestOptions = {}): Promise<Binary> {
    return this.binary({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/pod`, signed: true, options })
  }

  /**
   * Read the storage use. Returns how many bytes your documents occupy, and the limit. An upload that exceeds the limit is refused with `storage_quota_exceeded`.
   *
   * Scope: `shipments:read`. Requires a partner's key.
   */
  readStorage(options: RequestOptions = {}): Promise<types.Storage> {
    return this.json<types.Storage>({ method: 'GET', path: '/v2/storage', signed: true, options })
  }

  /**
   * Read an adjustment. Returns an adjustment with the state of its dispute.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readAdjustment(adj_id: string, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'GET', path: `/v2/adjustments/${encodeURIComponent(adj_id)}`, signed: true, options })
  }

  /**
   * Dispute an adjustment. Disputes an adjustment and fires adjustment.disputed. An adjustment can be disputed only once. The operator resolves the dispute. In the sandbox, resolve it yourself with POST /v2/test/adjustments/{id}/resolve.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `adjustment_already_disputed`.
   */
  disputeAdjustment(adj_id: string, body: types.AdjustmentDispute, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/adjustments/${encodeURIComponent(adj_id)}/dispute`, signed: true, body, options })
  }

  /**
   * List disputes. Lists disputed adjustments, newest first unless `order` is `oldest`. By default only open disputes are listed; `status` selects others.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listOwnDisputes(query: types.ListOwnDisputesQuery = {}, options: RequestOptions = {}): List<types.Adjustment> {
    return this.list<types.Adjustment>({ method: 'GET', path: '/v2/disputes', signed: true, query: { ...query }, options })
  }

  /**
   * Adjust the price by hand. Records a price correction for a shipment in any status, and fires shipment.adjusted. The shipment's `amount` remains the agreed price; adjustments are separate from it. A credit may be larger than the price, unless the operator's policy refuses such credits (`negative_total`).
   *
   * Scope: `adjustments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `negative_total`.
   */
  createAdjustment(id: string, body: types.AdjustmentCreate, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/shipments/${encodeURIComponent(id)}/adjustments`, signed: true, body, options })
  }

  /**
   * List a shipment's adjustments. Lists the adjustments of a shipment, newest first. No event reports the resolution of a dispute, so poll this list or read the adjustment.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listShipmentAdjustments(id: string, query: types.ListShipmentAdjustmentsQuery = {}, options: RequestOptions = {}): List<types.Adjustment> {
    return this.list<types.Adjustment>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/adjustments`, signed: true, query: { ...query }, options })
  }

  /**
   * Report a discrepancy. Reports that the measures of a parcel differ from the declaration. Fires shipment.discrepancy_reported. A chargeable discrepancy also creates an adjustment for the re-rated difference and fires shipment.adjusted; the shipment then has the observed measures.
   *
   * Scope: `scans:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  createDiscrepancy(body: types.DiscrepancyCreate, options: RequestOptions = {}): Promise<types.Discrepancy> {
    return this.json<types.Discrepancy>({ method: 'POST', path: '/v2/discrepancies', signed: true, body, options })
  }

  /**
   * List discrepancies. Lists discrepancies, newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listDiscrepancies(query: types.ListDiscrepanciesQuery = {}, options: RequestOptions = {}): List<types.Discrepancy> {
    return this.list<types.Discrepancy>({ method: 'GET', path: '/v2/discrepancies', signed: true, query: { ...query }, options })
  }

  /**
   * Read a discrepancy. Returns what was declared, what was observed, and the adjustment that followed.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readDiscrepancy(id: string, options: RequestOptions = {}): Promise<types.Discrepancy> {
    return this.json<types.Discrepancy>({ method: 'GET', path: `/v2/discrepancies/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a shipment's discrepancies. Lists the discrepancies of a shipment, newest first.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listShipmentDiscrepancies(id: string, query: types.ListShipmentDiscrepanciesQuery = {}, options: RequestOptions = {}): List<types.Discrepancy> {
    return this.list<types.Discrepancy>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/discrepancies`, signed: true, query: { ...query }, options })
  }

  /**
   * Open a claim. Opens a claim. A shipment can have only one open claim of each type. Fires claim.opened. No event reports approval, denial or closure, so poll GET /v2/claims/{id}.
   *
   * Scope: `claims:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `claim_already_open`.
   */
  createClaim(body: types.ClaimCreate, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: '/v2/claims', signed: true, body, options })
  }

  /**
   * List claims. Lists claims, newest first unless `order` is `oldest`. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listClaims(query: types.ListClaimsQuery = {}, options: RequestOptions = {}): List<types.Claim> {
    return this.list<types.Claim>({ method: 'GET', path: '/v2/claims', signed: true, query: { ...query }, options })
  }

  /**
   * Read a claim. Returns a claim with its history. Poll it for approval, denial and closure.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readClaim(id: string, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'GET', path: `/v2/claims/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Book a pickup. Books the shipment's carrier to collect the shipment from a store. The day and the window are in the store's local time. A window can be booked until it ends. The first live pickup for a store, day and carrier orders a sweep (`sweep.created`, then `pickup.scheduled`); later pickups join it. A shipment has one live pickup at a time.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `pickup_already_scheduled`.
   */
  createPickup(body: types.PickupCreate, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'POST', path: '/v2/pickups', signed: true, body, options })
  }

  /**
   * List pickups. Lists pickups, newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listPickups(query: types.ListPickupsQuery = {}, options: RequestOptions = {}): List<types.Pickup> {
    return this.list<types.Pickup>({ method: 'GET', path: '/v2/pickups', signed: true, query: { ...query }, options })
  }

  /**
   * Read a pickup. Returns the booking and its status.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readPickup(id: string, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'GET', path: `/v2/pickups/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Amend a pickup. Cancels a pickup by setting its status to `cancelled`, as `POST …/cancel` does. To move a pickup, cancel it and book another.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `pickup_already_cancelled`.
   */
  amendPickup(id: string, body: types.PickupAmend, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'PATCH', path: `/v2/pickups/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Cancel a pickup. Cancels a pickup and removes the shipment from its sweep. A shipment that was already collected keeps the sweep that collected it, and the pickup keeps its `collected_at`: the cancellation then only ends the booking. The sweep closes when its last live pickup is canceled; a later booking orders a new sweep.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `pickup_already_cancelled`.
   */
  cancelPickup(id: string, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'POST', path: `/v2/pickups/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * List the pickup days of a location. Lists the days beginning with `from`, with the windows in which parcels can be collected at the location, by calendars and opening hours. On a day without windows, the location is closed or today's cut-off has passed. A pickup outside the windows is refused only if the policy of the operator says so.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  listPickupDays(store_id: string, query: types.ListPickupDaysQuery = {}, options: RequestOptions = {}): Promise<types.PickupDayList> {
    return this.json<types.PickupDayList>({ method: 'GET', path: `/v2/drop-off-locations/${encodeURIComponent(store_id)}/pickup-days`, signed: true, query: { ...query }, options })
  }

  /**
   * List sweeps. Lists sweeps, newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listSweeps(query: types.ListSweepsQuery = {}, options: RequestOptions = {}): List<types.Sweep> {
    return this.list<types.Sweep>({ method: 'GET', path: '/v2/sweeps', signed: true, query: { ...query }, options })
  }

  /**
   * Read a sweep. Returns a carrier's visit to one store on one day. `GET /v2/shipments?sweepId=` lists its shipments: those booked for it, and any others collected at the store on that day by the same carrier.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readSweep(id: string, options: RequestOptions = {}): Promise<types.Sweep> {
    return this.json<types.Sweep>({ method: 'GET', path: `/v2/sweeps/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the parcels at a counter. Lists the parcels that a counter took in, and that have not been collected or scanned elsewhere since. Sorted by arrival, earliest first.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listParcelsAtStore(query: types.ListParcelsAtStoreQuery = {}, options: RequestOptions = {}): List<types.ParcelAtStore> {
    return this.list<types.ParcelAtStore>({ method: 'GET', path: '/v2/parcels', signed: true, query: { ...query }, options })
  }

  /**
   * Find a parcel by any code on it. Identifies a parcel by a scanned or typed code: the bar code or the number of the label, the carrier's own number, the text of a QR, or the id of a shipment, a QR or a label. Returns what a person who holds the parcel needs to know, which scans apply now, and why the other scans do not. A misread code and a code of another network are reported differently from an unknown code.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `code_damaged`, `code_foreign`.
   */
  findParcel(query: types.FindParcelQuery, options: RequestOptions = {}): Promise<types.FoundParcel> {
    return this.json<types.FoundParcel>({ method: 'GET', path: '/v2/parcels/find', signed: true, query: { ...query }, options })
  }

  /**
   * Create a tender. Creates a tender of shipments for a carrier, all or none. If any shipments cannot be tendered, the error names them and nothing is created. `piece_count` is always the number of shipments.
   *
   * Scope: `tenders:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `shipment_held`, `invalid_transition`, `shipment_already_tendered`.
   */
  createTender(body: types.TenderCreate, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: '/v2/tenders', signed: true, body, options })
  }

  /**
   * List tenders. Lists tenders, newest first, each with the current statuses of its members. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listTenders(query: types.ListTendersQuery = {}, options: RequestOptions = {}): List<types.Tender> {
    return this.list<types.Tender>({ method: 'GET', path: '/v2/tenders', signed: true, query: { ...query }, options })
  }

  /**
   * Read a tender. Returns the tender with the current statuses of its members.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readTender(id: string, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'GET', path: `/v2/tenders/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Accept a tender. Records that the carrier takes over the shipments. A shipment that is not yet with a carrier becomes `injected` with this carrier (inject), or `made_ready` without a change of `carrier` (collect). Other shipments, and shipments that the acceptance names as missing, do not change. Fires `tender.accepted`, `tender.discrepancy` if the count differs, then `shipment.injected` for each injected shipment.
   *
   * Scope: `tenders:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `tender_already_accepted`, `tender_already_cancelled`, `tender_not_acceptable`, `surplus_limit_reached`.
   */
  acceptTender(id: string, body: types.TenderAccept, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/accept`, signed: true, body, options })
  }

  /**
   * Cancel a tender. Cancels a tender that was not accepted. Its members do not change and can be tendered again. No event reports the cancellation. The tender shows it in `status` and `cancelled_at`.
   *
   * Scope: `tenders:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `tender_already_accepted`, `tender_already_cancelled`.
   */
  cancelTender(id: string, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * Dismiss a tender's discrepancy. Records why the discrepancy needs no further work. The tender keeps its discrepancy, shows the note in `dismissal`, and no longer appears in `GET /v2/today`. No event reports it.
   *
   * Scope: `tenders:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `tender_without_discrepancy`, `discrepancy_already_dismissed`.
   */
  dismissTenderDiscrepancy(id: string, body: types.TenderDiscrepancyDismiss, options: RequestOptions = {}): Promise<types.Tender> {
    return this.json<types.Tender>({ method: 'POST', path: `/v2/tenders/${encodeURIComponent(id)}/dismiss-discrepancy`, signed: true, body, options })
  }

  /**
   * List manifests. Lists manifests, newest first. Filters combine.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listManifests(query: types.ListManifestsQuery = {}, options: RequestOptions = {}): List<types.Manifest> {
    return this.list<types.Manifest>({ method: 'GET', path: '/v2/manifests', signed: true, query: { ...query }, options })
  }

  /**
   * Read or print a manifest. Returns the manifest, or with `format=pdf` a page to print: one row per parcel, the number and weight of all parcels, and space for signatures.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `manifest_too_long`.
   */
  readManifest(manifest_id: string, query: types.ReadManifestQuery & { format: 'json' }, options?: RequestOptions): Promise<types.Manifest>
  readManifest(manifest_id: string, query: types.ReadManifestQuery & { format: 'pdf' }, options?: RequestOptions): Promise<Binary>
  readManifest(manifest_id: string, query?: types.ReadManifestQuery & { format?: undefined }, options?: RequestOptions): Promise<types.Manifest>
  readManifest(manifest_id: string, query?: types.ReadManifestQuery, options?: RequestOptions): Promise<types.Manifest | Binary>
  readManifest(manifest_id: string, query: types.ReadManifestQuery = {}, options: RequestOptions = {}): Promise<types.Manifest | Binary> {
    return this.either<types.Manifest>({ method: 'GET', path: `/v2/manifests/${encodeURIComponent(manifest_id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Close a manifest. Closes a store's manifest for the day. The next parcel that the store takes in opens another manifest.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `not_found`, `manifest_already_closed`.
   */
  closeManifest(manifest_id: string, options: RequestOptions = {}): Promise<types.Manifest> {
    return this.json<types.Manifest>({ method: 'POST', path: `/v2/manifests/${encodeURIComponent(manifest_id)}/close`, signed: true, options })
  }

  /**
   * Find drop-off locations. Lists drop-off locations, nearest first. Search by `lat` and `lon`, or by `postal_code` and `country`. The position of a postal code is estimated: it is the center of its area (ZIP codes of the US, the first three characters in Canada). For codes without an area it is the most central of the network's own locations with that code, or else the center of all areas with its first three characters, or else the most central of the locations that share the longest prefix with it (at least three characters). Distances are then estimates too, and only locations in that country are listed. If nothing is known about the code, the list is empty; search by coordinates instead. Locations farther away than `radius_km` (50 when absent) are omitted.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listDropOffLocations(query: types.ListDropOffLocationsQuery = {}, options: RequestOptions = {}): List<types.DropOffLocation> {
    return this.list<types.DropOffLocation>({ method: 'GET', path: '/v2/drop-off-locations', signed: true, query: { ...query }, options })
  }

  /**
   * Read a drop-off location. Returns the location with this store_id, even if it no longer accepts parcels.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readDropOffLocation(store_id: string, options: RequestOptions = {}): Promise<types.DropOffLocation> {
    return this.json<types.DropOffLocation>({ method: 'GET', path: `/v2/drop-off-locations/${encodeURIComponent(store_id)}`, signed: true, options })
  }

  /**
   * Register a webhook. Registers a webhook. Events of the given types are posted to `url`, signed with the `secret` that only this response contains. At most 16 webhooks per partner.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `webhook_url_not_allowed`, `webhook_limit_reached`.
   */
  createWebhook(body: types.WebhookCreate, options: RequestOptions = {}): Promise<types.WebhookCreated> {
    return this.json<types.WebhookCreated>({ method: 'POST', path: '/v2/webhooks', signed: true, body, options })
  }

  /**
   * List webhooks. Lists webhooks, newest first, without their secrets.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listWebhooks(query: types.ListWebhooksQuery = {}, options: RequestOptions = {}): List<types.Webhook> {
    return this.list<types.Webhook>({ method: 'GET', path: '/v2/webhooks', signed: true, query: { ...query }, options })
  }

  /**
   * Read a webhook. Returns the webhook without its secret, which is shown only at creation. `health` says since when the webhook has been failing, why, and what happens next.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readWebhook(id: string, options: RequestOptions = {}): Promise<types.Webhook> {
    return this.json<types.Webhook>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a webhook. Changes a webhook. The change applies from the next attempt, including deliveries that are already waiting. While a webhook is disabled, its deliveries are kept as `skipped`; recover them after you enable it again.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `webhook_url_not_allowed`.
   */
  updateWebhook(id: string, body: types.WebhookUpdate = {}, options: RequestOptions = {}): Promise<types.Webhook> {
    return this.json<types.Webhook>({ method: 'PATCH', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Delete a webhook. Deletes a webhook. No further attempt starts. Pending deliveries become `skipped`. Their events remain in the feed.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  deleteWebhook(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a webhook's deliveries. Lists deliveries, newest first, each with its attempts.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listWebhookDeliveries(id: string, query: types.ListWebhookDeliveriesQuery = {}, options: RequestOptions = {}): List<types.Delivery> {
    return this.list<types.Delivery>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}/deliveries`, signed: true, query: { ...query }, options })
  }

  /**
   * Recover deliveries. Queues again every delivery since the given time that did not succeed (`skipped` or `exhausted`), in the order of the events. Goes back at most 30 days.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `delivery_not_possible`.
   */
  recoverWebhook(id: string, body: types.RecoverRequest, options: RequestOptions = {}): Promise<types.WebhookRecovery> {
    return this.json<types.WebhookRecovery>({ method: 'POST', path: `/v2/webhooks/${encodeURIComponent(id)}/recover`, signed: true, body, options })
  }

  /**
   * Count what a recovery would send. Returns how many deliveries `POST /v2/webhooks/{id}/recover` with the same `since` would queue now. Queues nothing.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `delivery_not_possible`.
   */
  previewWebhookRecovery(id: string, query: types.PreviewWebhookRecoveryQuery, options: RequestOptions = {}): Promise<types.WebhookRecoveryPreview> {
    return this.json<types.WebhookRecoveryPreview>({ method: 'GET', path: `/v2/webhooks/${encodeURIComponent(id)}/recovery`, signed: true, query: { ...query }, options })
  }

  /**
   * Rotate a webhook's secret. Creates a new secret. For 24 hours of real time, the previous secret signs `X-Service-Signature` and the new secret signs `X-Service-Signature-Next`. After that, only the new secret signs. With `signing: standard`, `webhook-signature` has both signatures during these 24 hours.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  rotateWebhookSecret(id: string, options: RequestOptions = {}): Promise<types.RotatedWebhookSecret> {
    return this.json<types.RotatedWebhookSecret>({ method: 'POST', path: `/v2/webhooks/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * List an event's deliveries. Lists the deliveries of one event to each webhook that wants it, each with its attempts. For a deleted webhook, read the delivery by its id.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  listEventDeliveries(id: string, options: RequestOptions = {}): Promise<types.DeliveryList> {
    return this.json<types.DeliveryList>({ method: 'GET', path: `/v2/events/${encodeURIComponent(id)}/deliveries`, signed: true, options })
  }

  /**
   * List the deliveries of all webhooks. Lists the deliveries of all existing webhooks, newest first, each with its attempts. A delivery of a deleted webhook can be read by its id.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listEveryDelivery(query: types.ListEveryDeliveryQuery = {}, options: RequestOptions = {}): List<types.Delivery> {
    return this.list<types.Delivery>({ method: 'GET', path: '/v2/webhook-deliveries', signed: true, query: { ...query }, options })
  }

  /**
   * Read a delivery. Returns one event for one webhook, with its attempts. Also works after the webhook was deleted.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readDelivery(id: string, options: RequestOptions = {}): Promise<types.Delivery> {
    return this.json<types.Delivery>({ method: 'GET', path: `/v2/webhook-deliveries/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Send a delivery again. Queues one more attempt immediately, with the same bytes and the same eventID. If the attempt fails, the retry schedule continues from the number of this attempt.
   *
   * Scope: `webhooks:manage`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `delivery_not_possible`.
   */
  redeliver(id: string, options: RequestOptions = {}): Promise<types.Delivery> {
    return this.json<types.Delivery>({ method: 'POST', path: `/v2/webhook-deliveries/${encodeURIComponent(id)}/redeliver`, signed: true, options })
  }

  /**
   * Read the event feed. Lists all your events, oldest first by default. The records are exactly those that webhooks deliver. To page, pass the eventID of your last record as `after`. You see each event exactly once, in an order that never changes, even while new events are written.
   *
   * Scope: `events:read`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listEvents(query: types.ListEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.feed<types.WebhookEvent>({ method: 'GET', path: '/v2/events', signed: true, query: { ...query }, options })
  }

  /**
   * Read an event. Returns one of your events by its eventID, with the same bytes that the feed lists and that webhooks deliver. An event can be read as soon as it exists, which may be a moment before the feed lists it.
   *
   * Scope: `events:read`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readEvent(id: string, options: RequestOptions = {}): Promise<types.Event> {
    return this.json<types.Event>({ method: 'GET', path: `/v2/events/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List a shipment's events. Returns the events of one parcel, exactly as webhooks deliver them, newest or oldest first. Anyone who may read the shipment may read them, including operators. To follow all events, read the feed.
   *
   * Scope: `shipments:read`.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listShipmentEvents(id: string, query: types.ListShipmentEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.list<types.WebhookEvent>({ method: 'GET', path: `/v2/shipments/${encodeURIComponent(id)}/events`, signed: true, query: { ...query }, options })
  }

  /**
   * Create a sign-in link. Creates a link that signs one person in, once, without an account or a password. Only this response contains the link. The link gives at most the scopes of the key that creates it. Revoking that key ends the link and the session opened with it. A partner's key creates links for the partner's own people.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `not_found`, `console_limit_reached`.
   */
  createConsoleLink(body: types.ConsoleLinkCreate, options: RequestOptions = {}): Promise<types.NewConsoleLink> {
    return this.json<types.NewConsoleLink>({ method: 'POST', path: '/v2/console-links', signed: true, body, options })
  }

  /**
   * List sign-in links. Lists sign-in links, newest first, including used and withdrawn ones. A key sees only links whose scopes it has too.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listConsoleLinks(query: types.ListConsoleLinksQuery = {}, options: RequestOptions = {}): List<types.ConsoleLink> {
    return this.list<types.ConsoleLink>({ method: 'GET', path: '/v2/console-links', signed: true, query: { ...query }, options })
  }

  /**
   * Read a sign-in link. Returns the link, but never its address. Reading does not use up the link.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readConsoleLink(id: string, options: RequestOptions = {}): Promise<types.ConsoleLink> {
    return this.json<types.ConsoleLink>({ method: 'GET', path: `/v2/console-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Withdraw a sign-in link. Withdraws a link, so that it can no longer be opened. A link that was already opened does not change: end its session instead.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  withdrawConsoleLink(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/console-links/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Open a sign-in link. Opens a sign-in link; the page `/sign-in` sends this request. Opening uses up the link and sets the cookie of a new session, even if the browser already has a session. If `session_id` names a session of another person or partner, the request is refused and the link is not used up. Reading with GET or HEAD does not use up a link.
   *
   * Scope: none. No key is needed.
   *
   * Errors, in addition to those that any request can get: `not_found`, `link_not_usable`, `link_of_another`, `console_limit_reached`.
   */
  openConsoleSession(body: types.ConsoleSessionOpen, options: RequestOptions = {}): Promise<types.ConsoleSessionDetail> {
    return this.json<types.ConsoleSessionDetail>({ method: 'POST', path: '/v2/console-sessions', signed: false, body, options })
  }

  /**
   * List sessions. Lists sessions, newest first, including ended ones. A key sees only sessions whose scopes it has too. A session at a counter sees only itself.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listConsoleSessions(query: types.ListConsoleSessionsQuery = {}, options: RequestOptions = {}): List<types.ConsoleSession> {
    return this.list<types.ConsoleSession>({ method: 'GET', path: '/v2/console-sessions', signed: true, query: { ...query }, options })
  }

  /**
   * Read a session. Returns who is signed in and what this person may do. The id `current` is the session that sends the request.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readConsoleSession(id: string, options: RequestOptions = {}): Promise<types.ConsoleSessionDetail> {
    return this.json<types.ConsoleSessionDetail>({ method: 'GET', path: `/v2/console-sessions/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * End a session. Ends a session. Every process refuses the session within a second. The id `current` is the session that sends the request: use it to sign out. `reason=left` says that the person left, and also works on an ended session. Then everything that descends from the sessions of this person ends: the links created in them and the sessions of these links. Keys created in them are listed for a decision.
   *
   * Scope: none. Any key works.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  endConsoleSession(id: string, query: types.EndConsoleSessionQuery = {}, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/console-sessions/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * List your keys. Lists your keys whose scopes the caller also has, newest first, including revoked keys, without their secrets. A person who signed in to read a partner's data sees all of its keys.
   *
   * Scope: none. Any key works. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listOwnKeys(query: types.ListOwnKeysQuery = {}, options: RequestOptions = {}): List<types.ApiKey> {
    return this.list<types.ApiKey>({ method: 'GET', path: '/v2/keys', signed: true, query: { ...query }, options })
  }

  /**
   * Read one of your keys. Returns a key from your list of keys, even if it is revoked, without its secrets.
   *
   * Scope: none. Any key works. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readOwnKey(id: string, query: types.ReadOwnKeyQuery = {}, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'GET', path: `/v2/keys/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Rotate the signing secret of one of your keys. Replaces the signing secret of a key. Only this answer contains the new secret. It is valid immediately; the previous secret remains valid for 24 hours. A key can rotate its own secret. A person who signed in with the access `partner` can rotate the secrets of all keys that have no more rights than the session. The audit trail records who did it.
   *
   * Scope: none. Any key works. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  rotateOwnKeySecret(id: string, options: RequestOptions = {}): Promise<types.RotatedSigningSecret> {
    return this.json<types.RotatedSigningSecret>({ method: 'POST', path: `/v2/keys/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * Resolve a dispute in the sandbox. Resolves a dispute as the operator does in production, so that you can test both outcomes.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `not_found`, `adjustment_not_disputed`.
   */
  resolveTestDispute(id: string, body: types.AdjustmentResolve, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/test/adjustments/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Resolve a claim in the sandbox. Resolves a claim as the operator does in production, so that you can test every outcome.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `not_found`, `claim_already_resolved`.
   */
  resolveTestClaim(id: string, body: types.ClaimResolve, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: `/v2/test/claims/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Read the virtual clock. Returns your virtual time in the sandbox: real time plus the time by which you have advanced it.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`.
   */
  readTestClock(options: RequestOptions = {}): Promise<types.TestClock> {
    return this.json<types.TestClock>({ method: 'GET', path: '/v2/test/clock', signed: true, options })
  }

  /**
   * Advance the virtual clock. Moves your clock forward for expiry, holding periods, pickup windows and webhook retries. Request signatures and secret rotations still use real time. The clock cannot be turned back.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`.
   */
  advanceTestClock(body: types.TestClockAdvance, options: RequestOptions = {}): Promise<types.TestClock> {
    return this.json<types.TestClock>({ method: 'POST', path: '/v2/test/clock/advance', signed: true, body, options })
  }

  /**
   * Cause an event of any type. Runs the real command that fires the event: real rows, real events, real deliveries to your webhooks. It uses the shipment you name, or creates one and brings it to the required status.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `not_found`, `shipment_locked`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_not_cancellable`, `shipment_not_redirectable`, `shipment_held`, `invalid_transition`, `label_not_ready`, `qr_not_valid`, `pickup_already_scheduled`, `shipment_already_tendered`, `manifest_already_closed`, `claim_already_open`.
   */
  rehearseEvent(type: types.EventType, body: types.RehearsalRequest = {}, options: RequestOptions = {}): Promise<types.Rehearsal> {
    return this.json<types.Rehearsal>({ method: 'POST', path: `/v2/test/events/${encodeURIComponent(type)}`, signed: true, body, options })
  }

  /**
   * Rehearse a fault. Causes one of these faults: `lost`, `short_tender`, `reweigh`, `refused_at_counter`, `undeliverable`. The fault happens to the shipment that you name, or to a new one. Real commands cause it, so you can rehearse every branch of your integration.
   *
   * Scope: `shipments:write`. Requires a partner's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `not_found`, `shipment_locked`, `shipment_not_dispositionable`, `disposal_too_early`, `shipment_not_cancellable`, `shipment_not_redirectable`, `shipment_held`, `invalid_transition`, `label_not_ready`, `qr_not_valid`, `pickup_already_scheduled`, `shipment_already_tendered`, `manifest_already_closed`, `claim_already_open`.
   */
  rehearseFault(fault: types.Fault, body: types.RehearsalRequest = {}, options: RequestOptions = {}): Promise<types.Rehearsal> {
    return this.json<types.Rehearsal>({ method: 'POST', path: `/v2/test/faults/${encodeURIComponent(fault)}`, signed: true, body, options })
  }

  /**
   * Fill the sandbox with sample parcels. Fills an empty sandbox with about 210 parcels of three merchants, dated over the last two weeks. Responds immediately and works in the background; read the sample parcels to see the progress. During a run, a repeated start returns that run. A run that stopped continues where it ended.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `sandbox_not_empty`.
   */
  startSample(options: RequestOptions = {}): Promise<types.Sample> {
    return this.json<types.Sample>({ method: 'POST', path: '/v2/test/sample', signed: true, options })
  }

  /**
   * Read the sample parcels. Returns whether the sandbox can be filled with sample parcels, and the progress so far.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`.
   */
  readSample(options: RequestOptions = {}): Promise<types.Sample> {
    return this.json<types.Sample>({ method: 'GET', path: '/v2/test/sample', signed: true, options })
  }

  /**
   * Advance a shipment by one step. Runs the next scan of the sandbox ladder, at a seeded counter or facility, with the same effects and events as a real scan. A delivery scan happens at the destination and includes a generated image and a signature as proof.
   *
   * Scope: `shipments:write`.
   *
   * Errors, in addition to those that any request can get: `sandbox_only`, `not_found`, `shipment_held`, `invalid_transition`.
   */
  advanceTestShipment(id: string, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/test/shipments/${encodeURIComponent(id)}/advance`, signed: true, options })
  }

  /**
   * Read what needs attention now. Returns what waits for a decision or was forgotten: each kind with its number of items, the time of the oldest item and the address of the list. Also returns the numbers of the last seven days, which are counted as events happen. A partner reads its own data, an operator the data of all partners.
   *
   * Scope: `shipments:read`.
   */
  readToday(options: RequestOptions = {}): Promise<types.Today> {
    return this.json<types.Today>({ method: 'GET', path: '/v2/today', signed: true, options })
  }

  /**
   * Read how long parcels took for a step. Returns the parcels behind a line of `stages` in `/v2/today`, slowest first. Only the 200 parcels that reached the status `to` most recently are considered; of these, the parcels that came from the status `from` are returned.
   *
   * Scope: `shipments:read`.
   */
  readTodaySteps(query: types.ReadTodayStepsQuery, options: RequestOptions = {}): Promise<types.TodaySteps> {
    return this.json<types.TodaySteps>({ method: 'GET', path: '/v2/today/steps', signed: true, query: { ...query }, options })
  }

  /**
   * Resolve a dispute. Ends the open dispute about any partner's adjustment. Fires no event, so the partner must poll for the result.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `adjustment_not_disputed`.
   */
  resolveDispute(id: string, body: types.AdjustmentResolve, options: RequestOptions = {}): Promise<types.Adjustment> {
    return this.json<types.Adjustment>({ method: 'POST', path: `/v2/ops/adjustments/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Read the audit trail. Lists what operators did, with keys and on the command line, newest first. Each entry was written together with the change that it describes.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listAudit(query: types.ListAuditQuery = {}, options: RequestOptions = {}): List<types.AuditRecord> {
    return this.list<types.AuditRecord>({ method: 'GET', path: '/v2/ops/audit', signed: true, query: { ...query }, options })
  }

  /**
   * List calendars. Lists summaries of calendars: first the calendars of markets, then of stores, sorted by country and id.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listCalendars(query: types.ListCalendarsQuery = {}, options: RequestOptions = {}): List<types.ListedCalendar> {
    return this.list<types.ListedCalendar>({ method: 'GET', path: '/v2/ops/calendars', signed: true, query: { ...query }, options })
  }

  /**
   * Read a calendar. Returns the calendar of a market, by its country, or of a store, by its id. To set the same calendar again, send the answer back without `subject` and `object`.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readCalendar(subject: string, options: RequestOptions = {}): Promise<types.Calendar> {
    return this.json<types.Calendar>({ method: 'GET', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, options })
  }

  /**
   * Set a calendar. Sets the whole calendar of a market (by its country) or of a store (by its id): the days on which it works. New and amended shipments get their `estimated_delivery_date` from it. Pickups on closed days are refused only if the policy says so (`pickups_on_closed_days`). A store follows its own calendar first, then the calendar of its market, then its opening hours.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  setCalendar(subject: string, body: types.CalendarPut = {}, options: RequestOptions = {}): Promise<types.Calendar> {
    return this.json<types.Calendar>({ method: 'PUT', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, body, options })
  }

  /**
   * Remove a calendar. Removes a calendar, which then has no effect. Dates that were estimated with the calendar do not change.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  removeCalendar(subject: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/calendars/${encodeURIComponent(subject)}`, signed: true, options })
  }

  /**
   * List carrier bookings. Lists the bookings of parcels with the services of carriers, newest first.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listCarrierBookings(query: types.ListCarrierBookingsQuery = {}, options: RequestOptions = {}): List<types.CarrierBooking> {
    return this.list<types.CarrierBooking>({ method: 'GET', path: '/v2/ops/carrier-bookings', signed: true, query: { ...query }, options })
  }

  /**
   * Retry a carrier booking. Sends a refused booking to the carrier again: first settle the cause of the refusal. Also sends an `undecided` booking again, which buys another label: first check with the carrier that it sold none. If the parcel is not coming anymore, the booking becomes `void` instead.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `booking_not_refused`.
   */
  retryCarrierBooking(id: string, options: RequestOptions = {}): Promise<types.CarrierBooking> {
    return this.json<types.CarrierBooking>({ method: 'POST', path: `/v2/ops/carrier-bookings/${encodeURIComponent(id)}/retry`, signed: true, options })
  }

  /**
   * Send carrier invoices. Imports a CSV file of carrier invoices with the columns `invoice`, `number`, `amount_cents`, `currency`, `issued_on`, `charge`, `reference`, `description`, `weight`; the first four are required. The request is answered immediately; read the import for its progress. Each line is compared with the amount owed for its parcel: the price by the carrier's tariff or rate card, and the adjustments. If one line is bad, nothing is imported, and each bad line is listed with its reason. A file may have several invoices of the carrier. An invoice whose number was imported before is refused.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `import_in_progress`.
   */
  sendCarrierInvoice(body: Uint8Array, content_type: 'text/csv', query: types.SendCarrierInvoiceQuery, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: '/v2/ops/carrier-invoices', signed: true, body, content_type, query: { ...query }, options })
  }

  /**
   * List carrier invoices. Lists what carriers charge, newest first unless `order` is `oldest`. Each invoice has its sums and shows how much of it is decided.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listCarrierInvoices(query: types.ListCarrierInvoicesQuery = {}, options: RequestOptions = {}): List<types.CarrierInvoice> {
    return this.list<types.CarrierInvoice>({ method: 'GET', path: '/v2/ops/carrier-invoices', signed: true, query: { ...query }, options })
  }

  /**
   * Read a carrier invoice. Returns the invoice with its sums, its lines by verdict, and how much of it is decided.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readCarrierInvoice(id: string, options: RequestOptions = {}): Promise<types.CarrierInvoice> {
    return this.json<types.CarrierInvoice>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Remove a carrier invoice. Removes an invoice that was sent by mistake, so that its number can be sent again. An invoice with a decided line cannot be removed.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invoice_line_decided`.
   */
  removeCarrierInvoice(id: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Decide lines of a carrier invoice. Approves lines, disputes them, records how the carrier settled a dispute, or reopens them. The request applies to the lines in `line_ids`, or to the first 500 lines with the given `verdict`. It decides all of them or none.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invoice_line_decided`, `invoice_line_not_disputable`.
   */
  decideCarrierInvoice(id: string, body: types.CarrierInvoiceDecision, options: RequestOptions = {}): Promise<types.DecidedCarrierInvoice> {
    return this.json<types.DecidedCarrierInvoice>({ method: 'POST', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/decisions`, signed: true, body, options })
  }

  /**
   * List lines of a carrier invoice. Lists the lines in the order of the file, each with the amount owed, the evidence and the decision. With `Accept: text/csv`, the answer is a CSV file with the result of the audit, which you can send to the carrier, for example with only the disputed lines.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listCarrierInvoiceLines(id: string, query: types.ListCarrierInvoiceLinesQuery = {}, options: RequestOptions = {}): List<types.CarrierInvoiceLine> {
    return this.list<types.CarrierInvoiceLine>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/lines`, signed: true, query: { ...query }, options })
  }

  /**
   * Read a line of a carrier invoice. Returns the line with the amount owed, the evidence and the decision.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readCarrierInvoiceLine(id: string, line_id: string, options: RequestOptions = {}): Promise<types.CarrierInvoiceLine> {
    return this.json<types.CarrierInvoiceLine>({ method: 'GET', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/lines/${encodeURIComponent(line_id)}`, signed: true, options })
  }

  /**
   * Compare lines of a carrier invoice again. Compares open lines again, because the amount owed for a parcel, or the parcel that a number matches, may have changed. The request applies to the lines in `line_ids`, or to the first 500 lines with the given `verdict`, and to all other open lines of the same parcels on the invoice. Decided lines do not change.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invoice_line_decided`.
   */
  recheckCarrierInvoice(id: string, body: types.CarrierInvoiceRecheck, options: RequestOptions = {}): Promise<types.RecheckedCarrierInvoice> {
    return this.json<types.RecheckedCarrierInvoice>({ method: 'POST', path: `/v2/ops/carrier-invoices/${encodeURIComponent(id)}/recheck`, signed: true, body, options })
  }

  /**
   * List carriers. Lists carriers, sorted by code.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listCarriers(query: types.ListCarriersQuery = {}, options: RequestOptions = {}): List<types.Carrier> {
    return this.list<types.Carrier>({ method: 'GET', path: '/v2/ops/carriers', signed: true, query: { ...query }, options })
  }

  /**
   * Set a carrier. Creates or replaces the carrier with this code. An inactive carrier gets no new shipments, and its service gets no bookings and no requests for reports.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `carrier_service_in_use`.
   */
  setCarrier(code: string, body: types.CarrierPut, options: RequestOptions = {}): Promise<types.Carrier> {
    return this.json<types.Carrier>({ method: 'PUT', path: `/v2/ops/carriers/${encodeURIComponent(code)}`, signed: true, body, options })
  }

  /**
   * Send a carrier report. Imports a carrier report. CSV has the columns `number`, `code`, `occurred_at`, and any of `reference`, `facility`, `city`, `state`, `postal_code`, `country`, `signed_by`, `scheduled_delivery_date`. JSON is an array of objects with these fields, or one object per line, for which the Content-Type `application/x-ndjson` is also accepted. The request is answered immediately; read the import for its progress. Each line is a separate scan: good lines are recorded with the time and place of the event, bad lines are listed with their reason, and a line that was reported before is not recorded again. So a report may be sent again as a whole, corrected or in parts. A line whose number matches no parcel goes to the inbox. A carrier can have only one report in progress at a time.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `import_in_progress`, `carrier_sends_no_reports`.
   */
  sendCarrierReport(code: string, body: string, query: types.SendCarrierReportQuery = {}, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: `/v2/ops/carriers/${encodeURIComponent(code)}/reports`, signed: true, body, query: { ...query }, options })
  }

  /**
   * List the claims of all partners. Lists claims, newest first. `status=open` with `order=oldest` is the queue of claims that wait for a decision.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listOperatorClaims(query: types.ListOperatorClaimsQuery = {}, options: RequestOptions = {}): List<types.OperatorClaim> {
    return this.list<types.OperatorClaim>({ method: 'GET', path: '/v2/ops/claims', signed: true, query: { ...query }, options })
  }

  /**
   * Resolve a claim. Approves, denies or closes any partner's claim. Fires no event, so the partner must poll for the result.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `claim_already_resolved`.
   */
  resolveClaim(id: string, body: types.ClaimResolve, options: RequestOptions = {}): Promise<types.Claim> {
    return this.json<types.Claim>({ method: 'POST', path: `/v2/ops/claims/${encodeURIComponent(id)}/resolve`, signed: true, body, options })
  }

  /**
   * Create a consolidation. Creates a consolidation of everything that one carrier collects at one place in one visit, from any number of partners: at most 500 tenders and sweeps. If `tender_ids` and `sweep_ids` are both absent, it contains all open tenders for the facility and all open sweeps of the store on that day. A tender or sweep can be in only one consolidation at a time. Partners do not see consolidations.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `already_consolidated`, `nothing_to_consolidate`.
   */
  createConsolidation(body: types.ConsolidationCreate, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: '/v2/ops/consolidations', signed: true, body, options })
  }

  /**
   * List consolidations. Lists consolidations, newest first, without their members. Filters combine.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listConsolidations(query: types.ListConsolidationsQuery = {}, options: RequestOptions = {}): List<types.ConsolidationListed> {
    return this.list<types.ConsolidationListed>({ method: 'GET', path: '/v2/ops/consolidations', signed: true, query: { ...query }, options })
  }

  /**
   * Read a consolidation. Returns a consolidation with its tenders and sweeps, the number of parcels expected from each, and the totals by partner.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readConsolidation(id: string, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'GET', path: `/v2/ops/consolidations/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Accept a consolidation. Accepts the whole consolidation, whose parcels were counted together. Each member has as many parcels as expected, unless `counts` gives another number; these numbers and `unattributed` must add up to `piece_count_received`. The request is answered immediately. The tenders are then accepted one after another, as if each were accepted on its own, with the same events in its partner's feed. A tender that was accepted or canceled in the meantime is `refused`, and the other tenders are still accepted.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `consolidation_not_open`, `nothing_to_consolidate`.
   */
  acceptConsolidation(id: string, body: types.ConsolidationAccept, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: `/v2/ops/consolidations/${encodeURIComponent(id)}/accept`, signed: true, body, options })
  }

  /**
   * Cancel a consolidation. Cancels a consolidation before its parcels are counted. Its tenders and sweeps do not change, and can join another consolidation.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `consolidation_not_open`.
   */
  cancelConsolidation(id: string, options: RequestOptions = {}): Promise<types.Consolidation> {
    return this.json<types.Consolidation>({ method: 'POST', path: `/v2/ops/consolidations/${encodeURIComponent(id)}/cancel`, signed: true, options })
  }

  /**
   * List the disputes of all partners. Lists disputed adjustments, newest first unless `order` is `oldest`. By default only open disputes are listed; `status` selects others.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listDisputes(query: types.ListDisputesQuery = {}, options: RequestOptions = {}): List<types.OperatorAdjustment> {
    return this.list<types.OperatorAdjustment>({ method: 'GET', path: '/v2/ops/disputes', signed: true, query: { ...query }, options })
  }

  /**
   * Read the event feed of one partner or of all. Lists the events of one partner as the partner reads them; each partner has a feed with its own order. To list the newest events of all partners, omit `partner_id` and send `order=newest`. In that list, `created_after` and `created_before` are real time; for a sandbox partner whose clock is ahead, both move ahead by the same difference, in whole hours.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listOperatorEvents(query: types.ListOperatorEventsQuery = {}, options: RequestOptions = {}): List<types.WebhookEvent> {
    return this.feed<types.WebhookEvent>({ method: 'GET', path: '/v2/ops/events', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's event. Returns one event of any partner by its eventID, with the same bytes that its webhooks deliver.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readOperatorEvent(id: string, options: RequestOptions = {}): Promise<types.Event> {
    return this.json<types.Event>({ method: 'GET', path: `/v2/ops/events/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the deliveries of a partner's event. Lists the deliveries of an event of any partner to each of its webhooks, with the attempts.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  listOperatorEventDeliveries(id: string, options: RequestOptions = {}): Promise<types.OperatorDeliveryList> {
    return this.json<types.OperatorDeliveryList>({ method: 'GET', path: `/v2/ops/events/${encodeURIComponent(id)}/deliveries`, signed: true, options })
  }

  /**
   * List facilities. Lists facilities, sorted by code.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listFacilities(query: types.ListFacilitiesQuery = {}, options: RequestOptions = {}): List<types.Facility> {
    return this.list<types.Facility>({ method: 'GET', path: '/v2/ops/facilities', signed: true, query: { ...query }, options })
  }

  /**
   * Set a facility. Creates or replaces the sort facility with this code. Scans and tenders refer to it by this code.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  setFacility(code: string, body: types.FacilityPut, options: RequestOptions = {}): Promise<types.Facility> {
    return this.json<types.Facility>({ method: 'PUT', path: `/v2/ops/facilities/${encodeURIComponent(code)}`, signed: true, body, options })
  }

  /**
   * Start an import. Imports a CSV file of stores, rates or tariffs. The request is answered immediately; the file is read, checked and applied in the background. Read the import for its progress. If one row is bad, nothing changes, and each bad row is listed with its reason. Only one import of each kind can be in progress. The record of the import is kept for 30 days.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `import_in_progress`.
   */
  startImport(body: Uint8Array, content_type: 'text/csv', query: types.StartImportQuery, options: RequestOptions = {}): Promise<types.Import> {
    return this.json<types.Import>({ method: 'POST', path: '/v2/ops/imports', signed: true, body, content_type, query: { ...query }, options })
  }

  /**
   * List imports. Lists imports in progress and imports that ended in the last 30 days, newest first.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listImports(query: types.ListImportsQuery = {}, options: RequestOptions = {}): List<types.Import> {
    return this.list<types.Import>({ method: 'GET', path: '/v2/ops/imports', signed: true, query: { ...query }, options })
  }

  /**
   * Read an import. Returns the progress of an import and the errors in the file. Repeat the request every second or two until `ended_at` is set.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readImport(id: string, options: RequestOptions = {}): Promise<types.ImportDetail> {
    return this.json<types.ImportDetail>({ method: 'GET', path: `/v2/ops/imports/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Create a key. Creates a key for a partner or for the operator. Only this answer contains the key and its signing secret. Give a role or scopes for a partner's key; it can never have the scope ops. An operator's key gets at most the scopes and addresses of the key that makes the request, and exactly these if none are given.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  createKey(body: types.KeyCreate, options: RequestOptions = {}): Promise<types.Credentials> {
    return this.json<types.Credentials>({ method: 'POST', path: '/v2/ops/keys', signed: true, body, options })
  }

  /**
   * List keys. Lists keys, newest first, including revoked keys, without their secrets.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listKeys(query: types.ListKeysQuery = {}, options: RequestOptions = {}): List<types.ApiKey> {
    return this.list<types.ApiKey>({ method: 'GET', path: '/v2/ops/keys', signed: true, query: { ...query }, options })
  }

  /**
   * Read a key. Returns a key, even if it is revoked, without its secrets.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readKey(id: string, query: types.ReadKeyQuery = {}, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'GET', path: `/v2/ops/keys/${encodeURIComponent(id)}`, signed: true, query: { ...query }, options })
  }

  /**
   * Change a key. Changes the rights of a key, its source addresses, its rate limit, the signature that it requires, and the contact that events show. Absent fields do not change. A list is replaced as a whole; a role replaces the scopes too. The key itself and its secrets do not change. Every process applies the change within a second. A revoked key cannot be changed (404). An operator can give another operator's key at most the scopes and addresses of the operator's own key.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  updateKey(id: string, body: types.KeyChange, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'PATCH', path: `/v2/ops/keys/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Keep a key whose creator left. Keeps the key valid and removes it from the list of undecided keys. The alternative is to revoke the key.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  keepKey(id: string, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/keep`, signed: true, options })
  }

  /**
   * Revoke a key. Revokes a key permanently. Every process refuses the key within a second. Repeating the request changes nothing.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  revokeKey(id: string, options: RequestOptions = {}): Promise<types.ApiKey> {
    return this.json<types.ApiKey>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/revoke`, signed: true, options })
  }

  /**
   * Rotate a key's signing secret. Replaces the signing secret of a key. Only this answer contains the new secret. It is valid immediately; the previous secret remains valid for 24 hours.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  rotateKeySecret(id: string, options: RequestOptions = {}): Promise<types.RotatedSigningSecret> {
    return this.json<types.RotatedSigningSecret>({ method: 'POST', path: `/v2/ops/keys/${encodeURIComponent(id)}/rotate-secret`, signed: true, options })
  }

  /**
   * List markets. Lists markets, sorted by country.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listMarkets(query: types.ListMarketsQuery = {}, options: RequestOptions = {}): List<types.Market> {
    return this.list<types.Market>({ method: 'GET', path: '/v2/ops/markets', signed: true, query: { ...query }, options })
  }

  /**
   * Set a market. Sets how the carrier for a destination country is chosen: always the same carrier, or the cheapest at injection. Existing shipments keep the carrier and currency they were sold with.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  setMarket(country: string, body: types.MarketPut, options: RequestOptions = {}): Promise<types.Market> {
    return this.json<types.Market>({ method: 'PUT', path: `/v2/ops/markets/${encodeURIComponent(country)}`, signed: true, body, options })
  }

  /**
   * Read the numbering. Returns the form of new barcodes, and how many numbers are left in each series: the series of barcodes, and the series of every carrier that has one.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  readNumbering(options: RequestOptions = {}): Promise<types.Numbering> {
    return this.json<types.Numbering>({ method: 'GET', path: '/v2/ops/numbering', signed: true, options })
  }

  /**
   * Set the numbering. Sets the form of new barcodes: 20 digits assigned by Backhaul, or an SSCC under your GS1 company prefix. Existing barcodes do not change and can still be scanned. A prefix that was used before continues with its next number. The setting is in force in the processes of this machine when the answer arrives, and in all others two seconds later.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  setNumbering(body: types.NumberingPut, options: RequestOptions = {}): Promise<types.Numbering> {
    return this.json<types.Numbering>({ method: 'PUT', path: '/v2/ops/numbering', signed: true, body, options })
  }

  /**
   * Create a partner. Creates a partner and its first key, with the given role or scopes. Only this answer contains the key and its signing secret.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  createPartner(body: types.PartnerCreate, options: RequestOptions = {}): Promise<types.Credentials> {
    return this.json<types.Credentials>({ method: 'POST', path: '/v2/ops/partners', signed: true, body, options })
  }

  /**
   * List partners. Lists partners, newest first.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listPartners(query: types.ListPartnersQuery = {}, options: RequestOptions = {}): List<types.Partner> {
    return this.list<types.Partner>({ method: 'GET', path: '/v2/ops/partners', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner. Returns the settings of a partner and the number of its live keys.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readPartner(id: string, options: RequestOptions = {}): Promise<types.Partner> {
    return this.json<types.Partner>({ method: 'GET', path: `/v2/ops/partners/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a partner. Changes a partner. Absent fields do not change; null removes a default. `rate_limit` applies to all live keys of the partner and to keys created later.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  updatePartner(id: string, body: types.PartnerChange, options: RequestOptions = {}): Promise<types.Partner> {
    return this.json<types.Partner>({ method: 'PATCH', path: `/v2/ops/partners/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Book a pickup for a partner. Books a pickup of one of this partner's shipments, with the body and the refusals of `POST /v2/pickups` with the partner's key. Events and the audit trail name the operator.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `pickup_already_scheduled`.
   */
  createPickupForPartner(id: string, body: types.PickupCreate, options: RequestOptions = {}): Promise<types.Pickup> {
    return this.json<types.Pickup>({ method: 'POST', path: `/v2/ops/partners/${encodeURIComponent(id)}/pickups`, signed: true, body, options })
  }

  /**
   * Create a return link for a partner. Creates a return link of this partner, with the body, the defaults and the refusals of `POST /v2/return-links` with the partner's key. The audit trail names the operator.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `customs_incomplete`.
   */
  createReturnLinkForPartner(id: string, body: types.ReturnLinkCreate = {}, options: RequestOptions = {}): Promise<types.ReturnLink> {
    return this.json<types.ReturnLink>({ method: 'POST', path: `/v2/ops/partners/${encodeURIComponent(id)}/return-links`, signed: true, body, options })
  }

  /**
   * Create a shipment for a partner. Creates a shipment of this partner, with the body, the defaults and the refusals of `POST /v2/shipments` with the partner's key. Events and the audit trail name the operator.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `numbers_used_up`, `customs_incomplete`.
   */
  createShipmentForPartner(id: string, body: types.ShipmentCreate, options: RequestOptions = {}): Promise<types.Shipment> {
    return this.json<types.Shipment>({ method: 'POST', path: `/v2/ops/partners/${encodeURIComponent(id)}/shipments`, signed: true, body, options })
  }

  /**
   * Read the policy. Returns the policy: which requests you refuse although the API accepts them. Every rule is listed, including rules with their default.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  readPolicy(options: RequestOptions = {}): Promise<types.Policy> {
    return this.json<types.Policy>({ method: 'GET', path: '/v2/ops/policy', signed: true, options })
  }

  /**
   * Set the policy. Sets the whole policy, for all partners and operators: which requests you refuse although the API accepts them. It is in force in the processes of this machine when the answer arrives, and in all others two seconds later. A command in progress at that moment follows the policy that it has read.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  setPolicy(body: types.PolicyPut = {}, options: RequestOptions = {}): Promise<types.Policy> {
    return this.json<types.Policy>({ method: 'PUT', path: '/v2/ops/policy', signed: true, body, options })
  }

  /**
   * List rate cards. Lists the prices of each carrier for each destination country, sorted by carrier and country.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listRateCards(query: types.ListRateCardsQuery = {}, options: RequestOptions = {}): List<types.RateCard> {
    return this.list<types.RateCard>({ method: 'GET', path: '/v2/ops/rate-cards', signed: true, query: { ...query }, options })
  }

  /**
   * Replace a rate card. Replaces all prices of the carrier for the destination country. A lane is a service level and a zone; lanes that are not on the card are not served. Existing shipments keep the price they were sold at.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  setRateCard(carrier: string, country: string, body: types.RateCardPut, options: RequestOptions = {}): Promise<types.RateCard> {
    return this.json<types.RateCard>({ method: 'PUT', path: `/v2/ops/rate-cards/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}`, signed: true, body, options })
  }

  /**
   * Find shipments by any identifier. Finds shipments of all partners by id, tracking number, barcode, the onward carrier's number, order number, RMA, the partner's own id, a QR's id or token, a label's id, or the id or master number of a group. Matches are exact; newest first. Without `q`, returns all shipments that match the filters, in the order of the list of shipments. With `q`, the filters are ignored.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  searchShipments(query: types.SearchShipmentsQuery = {}, options: RequestOptions = {}): List<types.FoundShipment> {
    return this.list<types.FoundShipment>({ method: 'GET', path: '/v2/ops/shipments', signed: true, query: { ...query }, options })
  }

  /**
   * Add a store. Adds a drop-off counter. Other requests refer to it by its id, as `store_id`.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `store_code_taken`.
   */
  createStore(body: types.StoreCreate, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'POST', path: '/v2/ops/stores', signed: true, body, options })
  }

  /**
   * List stores. Lists stores, newest first, including stores that are not in use.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listStores(query: types.ListStoresQuery = {}, options: RequestOptions = {}): List<types.Store> {
    return this.list<types.Store>({ method: 'GET', path: '/v2/ops/stores', signed: true, query: { ...query }, options })
  }

  /**
   * Read a store. Returns a store, even if it is not in use.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readStore(id: string, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'GET', path: `/v2/ops/stores/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * Change a store. Changes a store. Absent fields do not change. `active: false` removes the store from the drop-off locations. Existing sweeps and manifests keep the previous facts of the store.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  updateStore(id: string, body: types.StoreChange, options: RequestOptions = {}): Promise<types.Store> {
    return this.json<types.Store>({ method: 'PATCH', path: `/v2/ops/stores/${encodeURIComponent(id)}`, signed: true, body, options })
  }

  /**
   * Import stores. Imports a CSV file with the columns code, name, line1, city, state, postal_code, country, lat, lon, timezone and, optionally, hours (`mon-fri 08:00-20:00; sat 09:00-13:00`). Adds or changes stores by code. If any row is invalid, nothing is imported, and every error is listed by row and column.
   *
   * Scope: `ops`. Requires an operator's key.
   */
  importStores(body: Uint8Array, content_type: 'text/csv', options: RequestOptions = {}): Promise<types.StoreImport> {
    return this.json<types.StoreImport>({ method: 'POST', path: '/v2/ops/stores/import', signed: true, body, content_type, options })
  }

  /**
   * List tariffs. Lists tariffs: tables of prices of a carrier by zone and weight, each in force from a given day. Tariffs are imported as files of the kind `tariffs`. Sorted by carrier, country and day.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listTariffs(query: types.ListTariffsQuery = {}, options: RequestOptions = {}): List<types.Tariff> {
    return this.list<types.Tariff>({ method: 'GET', path: '/v2/ops/tariffs', signed: true, query: { ...query }, options })
  }

  /**
   * Export a tariff. Returns a tariff with all of its rows, as a CSV file in `csv` that can be imported again.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readTariff(carrier: string, country: string, effective_on: string, options: RequestOptions = {}): Promise<types.TariffDetail> {
    return this.json<types.TariffDetail>({ method: 'GET', path: `/v2/ops/tariffs/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}/${encodeURIComponent(effective_on)}`, signed: true, options })
  }

  /**
   * Remove a tariff. Removes a tariff. The previous tariff applies again, or the rate card if there is none. Existing shipments keep the price they were sold at.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  removeTariff(carrier: string, country: string, effective_on: string, options: RequestOptions = {}): Promise<void> {
    return this.nothing({ method: 'DELETE', path: `/v2/ops/tariffs/${encodeURIComponent(carrier)}/${encodeURIComponent(country)}/${encodeURIComponent(effective_on)}`, signed: true, options })
  }

  /**
   * List unmatched scans. Lists the inbox: carrier reports whose number matches no parcel, or a parcel that is not with the carrier. Newest first.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listUnmatchedScans(query: types.ListUnmatchedScansQuery = {}, options: RequestOptions = {}): List<types.UnmatchedScan> {
    return this.list<types.UnmatchedScan>({ method: 'GET', path: '/v2/ops/unmatched-scans', signed: true, query: { ...query }, options })
  }

  /**
   * Dismiss an unmatched scan. Removes a scan that concerns no parcel of the network from the inbox. A repeated report of the scan does not return it to the inbox.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `scan_already_resolved`.
   */
  dismissUnmatchedScan(id: string, body: types.ScanDismissal = {}, options: RequestOptions = {}): Promise<types.UnmatchedScan> {
    return this.json<types.UnmatchedScan>({ method: 'POST', path: `/v2/ops/unmatched-scans/${encodeURIComponent(id)}/dismiss`, signed: true, body, options })
  }

  /**
   * Match an unmatched scan. Assigns the number to a parcel. Everything that the carrier has reported for the number, or will report, is recorded with the parcel, as if the number had been known from the start.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`, `invalid_transition`, `scan_already_resolved`.
   */
  matchUnmatchedScan(id: string, body: types.ScanMatch, options: RequestOptions = {}): Promise<types.MatchedScan> {
    return this.json<types.MatchedScan>({ method: 'POST', path: `/v2/ops/unmatched-scans/${encodeURIComponent(id)}/match`, signed: true, body, options })
  }

  /**
   * List the deliveries of all webhooks of all partners. Lists the deliveries of all existing webhooks, newest first, each with its attempts. The times of a delivery are in its partner's virtual time.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listAllPartnersDeliveries(query: types.ListAllPartnersDeliveriesQuery = {}, options: RequestOptions = {}): List<types.OperatorDelivery> {
    return this.list<types.OperatorDelivery>({ method: 'GET', path: '/v2/ops/webhook-deliveries', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's delivery. Returns a delivery of any partner: one event for one webhook, with its attempts.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readOperatorDelivery(id: string, options: RequestOptions = {}): Promise<types.OperatorDelivery> {
    return this.json<types.OperatorDelivery>({ method: 'GET', path: `/v2/ops/webhook-deliveries/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the webhooks of all partners. Lists webhooks, newest first, without their secrets. Only the partner of a webhook can change it.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`.
   */
  listOperatorWebhooks(query: types.ListOperatorWebhooksQuery = {}, options: RequestOptions = {}): List<types.OperatorWebhook> {
    return this.list<types.OperatorWebhook>({ method: 'GET', path: '/v2/ops/webhooks', signed: true, query: { ...query }, options })
  }

  /**
   * Read a partner's webhook. Returns a webhook of any partner, without its secret.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `not_found`.
   */
  readOperatorWebhook(id: string, options: RequestOptions = {}): Promise<types.OperatorWebhook> {
    return this.json<types.OperatorWebhook>({ method: 'GET', path: `/v2/ops/webhooks/${encodeURIComponent(id)}`, signed: true, options })
  }

  /**
   * List the deliveries of a partner's webhook. Lists deliveries, newest first, each with its attempts.
   *
   * Scope: `ops`. Requires an operator's key.
   *
   * Errors, in addition to those that any request can get: `invalid_cursor`, `not_found`.
   */
  listOperatorDeliveries(id: string, query: types.ListOperatorDeliveriesQuery = {}, options: RequestOptions = {}): List<types.OperatorDelivery> {
    return this.list<types.OperatorDelivery>({ method: 'GET', path: `/v2/ops/webhooks/${encodeURIComponent(id)}/deliveries`, signed: true, query: { ...query }, options })
  }
}
