// Keys and words that earlier builds stored as two bytes each (unpack.ts). Packed rows in databases and archives refer to positions in
// these lists, so never change, move or remove an entry. No entries are added anymore.

/** Keys of events, of shipments, and of the other answers to commands. */
export const KEYS =
  `object eventID event type identifiers shipment ltracking barcode tracking rma orderID shipExtID label tender qr previousQr store customer
  partner webhook claim adjustment discrepancy pickup confirmation sweep facility manifest event_info date eventDateTime summary status
  direction email full_name eventSpecific labelVersion serviceLevel parcel weight length width height cubicFt labelUrl labelFormat soldAt lat
  lon coordinateSource scannedDateTime location name code city state postalCode country scan-type scantime scannerEmail scannerName storeCode
  pudoCode carrier scheduledDeliveryDate pod podGrade rejectReason rejectReasonNote disposition claimType description labelVoided voidedAt
  cancelledAt expiresAt expiredAt held redirectedTo redirectedToLine1 reason originalWeight newWeight stage declared observed chargeable
  disputeStatus disputeReason qrStatus pickupDate pickupWindowStart pickupWindowEnd packageCount sweepDate dp storeAddress handoff pieceCount
  shipmentCount pieceCountReceived acceptedBy acceptedAt discrepancyType expectedPieceCount receivedPieceCount delta manifestDate closedAt id
  fulfillment channel order_id ship_ext_id service_level from company line1 line2 postal_code phone to weight_unit dimension_unit
  declared_value drop_off_store_id store_id label_format market currency amount label_id label_version supersedes label_url label_voided
  parcel_url custody holder place since qr_id pickup_id sweepId manifest_id tender_id group_id piece_number piece_count document grade
  expires_at expired_at voided_at cancelled_at rejected_at reject_reason reject_reason_note unclaimed_since dispose_after
  scheduled_delivery_date metadata created_at updated_at version partner_id scan shipment_id kind applied occurred_at recorded_at device_time
  scanner_email scanner_name details events data error message token weight_lb number count master_number`.split(/\s+/)

/** Values of these keys. */
export const WORDS =
  `webhook shipment created label_ready ready_for_pickup picked_up in_possession at_sort_center sorted injected made_ready in_transit
  out_for_delivery delivered rejected undeliverable return_to_sender unclaimed disposed cancelled expired return outbound print_label qr_code
  api retail economy standard express pdf zpl png lb in kg cm store facility counter courier carrier partner sender recipient active used
  superseded invalidated scan accept reject collect custody arrive sort inject movement deliver scheduled ordered open closed accepted`.split(
    /\s+/,
  )
