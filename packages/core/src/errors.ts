// Every error code that the API can return, with its status and meaning. A new code needs only a row here: docs/errors.md and the OpenAPI
// document are generated from this table (docs/guide/requests.md#errors).

export const ERRORS = {
  route_not_found: { status: 404, meaning: 'No endpoint has this path.' },
  method_not_allowed: { status: 405, meaning: 'The path exists but does not support this method; `Allow` lists the methods it supports.' },
  payload_too_large: { status: 413, meaning: 'The body is larger than the endpoint accepts; details.limit_bytes is the limit.' },
  bad_request: {
    status: 400,
    meaning: 'The request is not well-formed HTTP, or its Expect header asks for something that is not supported.',
  },
  missing_api_key: { status: 401, meaning: 'X-Api-Key is missing.' },
  invalid_api_key: { status: 401, meaning: 'X-Api-Key is not a valid key.' },
  wrong_environment: { status: 401, meaning: 'The key belongs to the other environment (details.key_environment, details.environment).' },
  forbidden: { status: 403, meaning: "The source address is not in the key's allowlist." },
  session_invalid: { status: 401, meaning: 'There is no session, or it has ended; sign in again with a new link.' },
  cross_origin: { status: 403, meaning: 'A request with a session did not come from a page of this service.' },
  invalid_signature: { status: 401, meaning: 'The signature does not match; details.reason says why.' },
  rate_limited: { status: 429, meaning: 'The key exceeded its requests per minute; wait for Retry-After seconds.' },
  insufficient_scope: { status: 403, meaning: 'The key lacks the scope details.required.' },
  sandbox_only: { status: 403, meaning: 'The endpoint exists only in the sandbox.' },
  sandbox_not_empty: { status: 409, meaning: 'The sandbox already has parcels; only an empty sandbox can be filled with sample parcels.' },
  unsupported_media_type: { status: 415, meaning: 'The endpoint does not accept this media type.' },
  invalid_json: { status: 400, meaning: 'The body is not one well-formed UTF-8 JSON value with unique keys.' },
  idempotency_key_invalid: { status: 400, meaning: 'Idempotency-Key is not 1 to 255 visible ASCII characters.' },
  idempotency_key_reused: { status: 422, meaning: 'The Idempotency-Key was used before with another request.' },
  validation_failed: {
    status: 422,
    meaning: 'Fields are missing, unknown or out of range; details.errors lists each error as path, rule and message.',
  },
  invalid_cursor: { status: 400, meaning: 'The cursor (or `after`) is not from this list.' },
  not_found: { status: 404, meaning: 'No such resource is visible to this key; details.field names the id.' },
  code_damaged: { status: 422, meaning: 'The scanned code is incomplete or misread; details.looks_like says what it seems to be.' },
  code_foreign: {
    status: 422,
    meaning: 'The scanned code belongs to another network or a product, or is a web address; details.network says which.',
  },
  shipment_locked: {
    status: 409,
    meaning:
      'The shipment was scanned at a drop-off location or has ended, so it can no longer be amended. In direct mode also while its carrier is being asked for a label.',
  },
  shipment_not_dispositionable: { status: 409, meaning: "The shipment's status does not allow this disposition." },
  disposal_too_early: {
    status: 409,
    meaning: 'The operator does not allow disposal before the dispose_after of the parcel (details.dispose_after).',
  },
  numbers_used_up: {
    status: 409,
    meaning: 'The operator has no numbers left for barcodes, or for tracking numbers of the carrier that details.carrier names.',
  },
  customs_incomplete: {
    status: 409,
    meaning: 'The customs declaration of a shipment that crosses a border is incomplete; details.errors lists what is missing.',
  },
  customs_not_needed: {
    status: 409,
    meaning:
      'The shipment has no customs documents, because it crosses no known border and has no customs declaration. Declare the contents to get the documents.',
  },
  shipment_not_cancellable: { status: 409, meaning: 'The shipment is past the point where it can be cancelled.' },
  shipment_not_redirectable: { status: 409, meaning: 'Only a shipment in transit or in exception can be redirected.' },
  shipment_held: { status: 409, meaning: 'The shipment is on hold; release it first.' },
  invalid_transition: { status: 409, meaning: "The command does not apply to the resource's status (details.status, details.command)." },
  carrier_label_not_offered: {
    status: 409,
    meaning: 'No label of the carrier can be ordered for this shipment, because of its mode (details.mode), its data or its carrier.',
  },
  carrier_label_not_ready: {
    status: 409,
    meaning: "The carrier's label is not bought. details.state says how far the order is; null means that there is no order.",
  },
  label_not_ready: { status: 409, meaning: 'No label exists yet.' },
  label_voided: { status: 409, meaning: 'The label was voided by cancellation or expiry.' },
  pod_not_available: { status: 409, meaning: 'The shipment has no proof-of-delivery image.' },
  qr_not_valid: {
    status: 409,
    meaning: 'The QR is not active (details.status), or it was replaced or invalidated and no longer has an image.',
  },
  adjustment_already_disputed: { status: 409, meaning: 'The adjustment was already disputed; it can be disputed only once.' },
  adjustment_not_disputed: { status: 409, meaning: 'The adjustment has no open dispute to resolve.' },
  negative_total: {
    status: 409,
    meaning: "The adjustment would make the shipment's total (details.total) negative, which this operator refuses.",
  },
  pickup_already_cancelled: { status: 409, meaning: 'The pickup is already cancelled.' },
  pickup_already_scheduled: {
    status: 409,
    meaning: 'The shipment already has a live pickup; cancel that pickup before you book another pickup.',
  },
  tender_already_accepted: { status: 409, meaning: 'The tender was already accepted.' },
  tender_already_cancelled: { status: 409, meaning: 'The tender was cancelled.' },
  tender_not_acceptable: { status: 409, meaning: 'No member of the tender can still be handed over.' },
  consolidation_not_open: { status: 409, meaning: 'The consolidation was already accepted or cancelled (details.status).' },
  already_consolidated: {
    status: 409,
    meaning:
      'A tender or sweep is in another consolidation that has not ended (details.members names each of them and that consolidation).',
  },
  nothing_to_consolidate: { status: 409, meaning: 'There is no open tender or sweep to hand over.' },
  tender_without_discrepancy: { status: 409, meaning: 'The tender has no discrepancy.' },
  discrepancy_already_dismissed: { status: 409, meaning: 'The discrepancy was already dismissed (details.dismissal).' },
  shipment_already_tendered: { status: 409, meaning: 'A member is in another open tender.' },
  manifest_already_closed: { status: 409, meaning: 'The manifest is already closed.' },
  claim_already_open: { status: 409, meaning: 'The shipment has an open claim of this type.' },
  claim_already_resolved: { status: 409, meaning: 'The claim is no longer open.' },
  webhook_url_not_allowed: { status: 422, meaning: 'The webhook URL is not an allowed target; details.errors says why.' },
  import_in_progress: { status: 409, meaning: 'An import of this kind has not ended yet (details.import_id).' },
  carrier_sends_no_reports: { status: 409, meaning: "The carrier's adapter does not accept reports (details.adapter)." },
  carrier_service_in_use: {
    status: 409,
    meaning:
      'The address or adapter of the service cannot change while purchases or voids at it have no outcome (details.purchases is their number).',
  },
  booking_not_refused: {
    status: 409,
    meaning: 'Only a booking that its carrier refused, or that is undecided, can be sent again on request (details.state).',
  },
  invoice_line_decided: {
    status: 409,
    meaning: 'The previous decisions about these invoice lines do not allow this decision (details.line_ids).',
  },
  invoice_line_not_disputable: { status: 409, meaning: 'These lines do not charge more than is owed (details.line_ids).' },
  scan_already_resolved: { status: 409, meaning: 'The unmatched scan was already matched or dismissed (details.state).' },
  store_code_taken: { status: 409, meaning: 'A store with this code already exists (details.store_id).' },
  manifest_too_long: { status: 409, meaning: 'The manifest has more parcels than can be printed (details.limit); list them instead.' },
  surplus_limit_reached: {
    status: 409,
    meaning: 'The partner has reached the limit on surplus numbers in its tenders that match no parcel (details.limit).',
  },
  webhook_limit_reached: { status: 409, meaning: 'The partner has reached the limit of webhooks (details.limit).' },
  link_not_usable: { status: 409, meaning: 'The sign-in link was used already, has expired or was withdrawn (details.reason).' },
  link_of_another: {
    status: 409,
    meaning: 'The sign-in link is for a different person (details.name) than the session that the request names; the link still works.',
  },
  console_limit_reached: {
    status: 409,
    meaning: 'The limit of unused links or live sessions is reached (details.of, details.limit); withdraw links or end sessions.',
  },
  storage_quota_exceeded: {
    status: 409,
    meaning:
      "No storage is left for the document; details.used and details.limit give the partner's storage in bytes, and details.reason says whose storage is full.",
  },
  delivery_not_possible: { status: 409, meaning: 'The delivery cannot be sent again because its webhook was deleted or is disabled.' },
  idempotency_in_progress: { status: 409, meaning: 'An identical request is still being processed; try again after Retry-After seconds.' },
  internal_error: { status: 500, meaning: 'An internal error; quote X-Request-Id when you report it.' },
  unavailable: { status: 503, meaning: 'The service cannot process the request now; try again after Retry-After seconds.' },
} as const satisfies Record<string, { status: number; meaning: string }>

export type ErrorCode = keyof typeof ERRORS

/** The body of every error response (docs/guide/requests.md#errors). */
export const errorBody = (code: ErrorCode, message: string, details: object = {}): string =>
  JSON.stringify({ error: { code, message, details } })
