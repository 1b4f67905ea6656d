// Generated from the migrations by `UPDATE_GOLDEN=1 npx vitest run packages/server/test/database/columns.test.ts`; never edited by hand.
import type { Money } from '@backhaul/core/money.ts'

/**
 * Rows as plans take them (commit/plan.ts), with every column: what is missing would be written as null. Times are ISO 8601 text, or what
 * else PostgreSQL takes for one; bytes are its text, `\x` and hexadecimal digits.
 */
export interface Tables {
  adjustments: {
    id: string
    partner_id: string
    shipment_id: string
    delta_amount: Money
    currency: string
    reason: string
    original_weight: number | null
    new_weight: number | null
    dispute_status: string | null
    dispute_reason: string | null
    source: string
    disputed_at: string | null
    resolved_at: string | null
    created_at: string
    version: number
  }
  answers: {
    created_at: string
    id: number
    body: string
  }
  api_keys: {
    id: string
    kind: string
    partner_id: string | null
    name: string | null
    secret_hash: string
    scopes: readonly string[]
    allow_ips: readonly string[]
    rate_limit: number
    signature: string
    email: string
    full_name: string
    made_by: string | null
    decide_since: string | null
    revoked_at: string | null
    created_at: string
  }
  brand_logos: {
    id: string
    content: string
    version: number
  }
  brands: {
    id: string
    color: string | null
    logo_type: string | null
    logo_etag: string | null
    version: number
  }
  calendars: {
    subject: string
    content: object
  }
  carrier_bookings: {
    id: string
    carrier: string
    shipment_id: string
    state: string
    number: string | null
    error: string | null
    tries: number
    due_at: string
    created_at: string
    updated_at: string
    version: number
  }
  carrier_exchanges: {
    carrier: string
    url: string
    since: string
    enrolled_to: string
    is_enrolled: boolean
    reports_after: string | null
    asked_at: string | null
    failing_since: string | null
    last_error: string | null
  }
  carrier_invoice_lines: {
    id: string
    invoice_id: string
    carrier: string
    line: number
    number: string
    reference: string | null
    charge: string
    description: string | null
    weight: number | null
    amount_cents: Money
    shipment_id: string | null
    verdict: string
    reason: string | null
    doubled_of: string | null
    expected_cents: Money
    difference_cents: Money
    evidence: object | null
    state: string
    agreed_cents: Money | null
    note: string | null
    decided_at: string | null
    decided_by: string | null
    created_at: string
    version: number
  }
  carrier_invoices: {
    id: string
    carrier: string
    number: string
    currency: string
    issued_on: string | null
    import_id: string
    actor: string
    line_count: number
    open_lines: number
    billed_cents: Money
    expected_cents: Money
    agreed_cents: Money
    open_cents: Money
    disputed_cents: Money
    credited_cents: Money
    verdicts: object
    created_at: string
    version: number
  }
  carrier_outbox: {
    id: string
    shipment_id: string
  }
  carrier_report_files: {
    id: string
    import_id: string
    is_taken: boolean
    seen_at: string
  }
  carrier_scans: {
    id: string
    carrier: string
    number: string
    code: string
    occurred_at: string
    place: string
    kind: string
    facts: object
    state: string
    reason: string | null
    shipment_id: string | null
    scan_id: string | null
    import_id: string | null
    line: number | null
    tender_id: string | null
    surplus_of: string | null
    was_with: readonly string[] | null
    note: string | null
    created_at: string
    resolved_at: string | null
    resolved_by: string | null
    version: number
  }
  carrier_secrets: {
    id: string
    ciphertext: string
    master_key_id: string
    updated_at: string
  }
  carriers: {
    code: string
    name: string
    active: boolean
    numbers: object | null
    adapter: string
    codes: object | null
    url: string | null
  }
  claims: {
    id: string
    partner_id: string
    shipment_id: string
    type: string
    description: string | null
    currency: string
    amount_claimed: Money | null
    amount_approved: Money | null
    status: string
    history: object
    created_at: string
    updated_at: string
    version: number
  }
  console_links: {
    id: string
    token_hash: string
    name: string
    email: string
    access: string
    scopes: readonly string[]
    store_id: string | null
    partner_id: string | null
    path: string | null
    made_by: string
    made_by_key: string | null
    created_at: string
    expires_at: string
    used_at: string | null
    revoked_at: string | null
  }
  console_sessions: {
    id: string
    cookie_hash: string
    link_id: string | null
    name: string
    email: string
    access: string
    scopes: readonly string[]
    store_id: string | null
    partner_id: string | null
    path: string | null
    made_by: string
    made_by_key: string | null
    idle_s: number
    created_at: string
    expires_at: string
    revoked_at: string | null
    left_at: string | null
  }
  consolidation_members: {
    id: string
    consolidation_id: string
    subject_id: string
    partner_id: string
    state: string
    piece_count: number | null
    piece_count_received: number | null
    missing_shipment_ids: readonly string[]
    surplus_numbers: readonly string[]
    reason: string | null
    message: string | null
    ended_at: string | null
    created_at: string
    version: number
  }
  consolidations: {
    id: string
    carrier: string
    facility: string | null
    store_id: string | null
    date: string | null
    status: string
    piece_count_received: number | null
    unattributed: number
    accepted_by: string | null
    actor: string | null
    actor_email: string | null
    actor_name: string | null
    created_at: string
    counted_at: string | null
    ended_at: string | null
    version: number
  }
  customs_declarations: {
    id: string
    partner_id: string
    declaration: object
    created_at: string
    updated_at: string
    version: number
  }
  deliveries: {
    id: string
    webhook_id: string
    partner_id: string
    event_id: string
    event_seq: number
    subject: string
    status: string
    attempts: number
    trigger: string
    due_at: string
    first_success: object | null
    created_at: string
    version: number
  }
  delivery_attempts: {
    id: number
    delivery_id: string
    attempt: number
    trigger: string
    at: string
    address: string | null
    status: number | null
    duration_ms: number
    error_class: string | null
    error_message: string | null
    answer: string | null
    next_attempt_at: string | null
    recorded_at: string
  }
  delivery_workers: {
    id: string
    seen_at: string
  }
  discrepancies: {
    id: string
    partner_id: string
    shipment_id: string
    stage: string
    reason: string | null
    declared: object
    observed: object
    chargeable: boolean
    adjustment_id: string | null
    store_id: string | null
    created_at: string
  }
  document_uses: {
    id: string
    document_id: string
  }
  documents: {
    id: string
    partner_id: string
    content_type: string
    size: number
    content: string | null
    object_id: string | null
    created_at: string
  }
  event_archives: {
    number: number
    object_id: string
    to_xid: string
    events: number
  }
  event_partitions: {
    name: string
    from_xid: string
    to_xid: string
    first_id: string | null
    last_id: string | null
    last_shipment_id: string | null
    closed_at: string
    archive_done: readonly string[] | null
    archived_at: string | null
  }
  events: {
    id: string
    xid: string
    seq: number
    partner_id: string
    type: string
    subject: string
    shipment_id: string | null
    created_at: string
    body: string
  }
  events_by_time: {
    partner_id: string
    xid: string
    seq: number
    earliest: string
    latest: string
    is_late: boolean
  }
  facilities: {
    code: string
    name: string
    line1: string | null
    city: string
    state: string | null
    postal_code: string
    country: string
    lat: number
    lon: number
    timezone: string
    active: boolean
  }
  idempotency_keys: {
    principal: string
    endpoint: string
    key: string
    fingerprint: string
    status: number
    answer: number
    needs: string
    created_at: string
  }
  import_parts: {
    import_id: string
    part: number
    content: string
  }
  import_rows: {
    import_id: string
    number: number
    value: object
  }
  imports: {
    id: string
    kind: string
    carrier: string | null
    state: string
    file_name: string | null
    bytes: number
    actor: string
    rows: number | null
    checked_rows: number
    applied_rows: number
    created_rows: number
    changed_rows: number
    unmatched_rows: number
    error_count: number
    errors: object
    warning_count: number
    warnings: object
    lost_prices: object
    tries: number
    created_at: string
    ended_at: string | null
  }
  key_uses: {
    id: string
    last_used_at: string
  }
  labels: {
    id: string
    shipment_id: string
    version: number
    supersedes: string | null
    facts: object
    created_at: string
  }
  link_keys: {
    id: string
    ciphertext: string
    master_key_id: string
    created_at: string
  }
  manifests: {
    id: string
    partner_id: string
    store_id: string
    store: object
    manifest_date: string
    status: string
    package_count: number
    created_at: string
    closed_at: string | null
    version: number
  }
  markets: {
    country: string
    kind: string
    carrier: string | null
    currency: string
  }
  number_series: {
    id: string
    first: number
    next: number
  }
  objects: {
    id: string
    sha256: string
    size: number
    remove_after: string | null
    claimed_until: string | null
    version: number
  }
  operator_audit: {
    id: string
    at: string
    actor: string
    action: string
    subject: string
    before: object | null
    after: object | null
  }
  parcel_links: {
    id: string
    generation: number
    withdrawn_at: string | null
    version: number
  }
  partners: {
    id: string
    name: string
    default_return_address: object | null
    default_parcel: object | null
    contact_email: string
    contact_name: string
    clock_offset_s: number
    storage_limit: number | null
    created_at: string
    version: number
  }
  person_misses: {
    person: string
    misses: number
    recent: string[]
    recent_foreign: string[]
    looked_up_at: string
  }
  pickups: {
    id: string
    partner_id: string
    shipment_id: string
    store_id: string
    sweep_id: string
    confirmation: string
    date: string
    window_start: string
    window_end: string
    package_count: number
    status: string
    cancelled_at: string | null
    collected_at: string | null
    created_at: string
    version: number
  }
  provider_sessions: {
    id: string
    issuer: string
    subject: string
    provider_session: string | null
    refresh_token: string | null
    checked_at: string
    check_at: string | null
    lease: string | null
    lease_until: string | null
  }
  provider_used: {
    hash: string
    expires_at: string
  }
  qrs: {
    id: string
    shipment_id: string
    partner_id: string
    token: string
    status: string
    previous_qr_id: string | null
    expires_at: string
    used_at: string | null
    invalidated_at: string | null
    created_at: string
    version: number
  }
  rate_machines: {
    machine: string
    seen_at: string
  }
  rate_shares: {
    bucket: string
    shares: object
    wanted: boolean
  }
  rates: {
    carrier: string
    country: string
    service_level: string
    zone: string
    base_cents: Money
    per_lb_cents: Money
    max_weight_lb: number
  }
  return_links: {
    id: string
    partner_id: string
    order_id: string | null
    rma: string | null
    customer: string | null
    from_address: object | null
    to_address: object | null
    parcel: object | null
    declared_value: Money | null
    service_level: string | null
    fulfillments: readonly string[]
    market: string | null
    language: string | null
    asks_contents: boolean
    customs: object | null
    metadata: object
    last_day: string
    ends_at: string
    max_shipments: number
    shipment_ids: readonly string[]
    forms: object
    withdrawn_at: string | null
    created_at: string
    version: number
  }
  scans: {
    id: string
    shipment_id: string
    partner_id: string
    kind: string
    applied: boolean
    status: string
    store_id: string | null
    facility: string | null
    location: object | null
    occurred_at: string
    sent_occurred_at: string | null
    device_time: string | null
    recorded_at: string
    scanner_email: string | null
    scanner_name: string | null
    lat: string | null
    lon: string | null
    details: object
  }
  settings: {
    name: string
    value: object
  }
  shipment_groups: {
    id: string
    partner_id: string
    master_number: string
    order_id: string | null
    rma: string | null
    customer: string | null
    direction: string
    fulfillment: string
    service_level: string
    shipment_ids: readonly string[]
    created_at: string
  }
  shipments: {
    id: string
    partner_id: string
    tracking: string
    barcode: string
    ltracking: string | null
    ltracking_keys: readonly string[] | null
    status: string
    direction: string
    fulfillment: string
    channel: string
    order_id: string | null
    rma: string | null
    ship_ext_id: string | null
    customer: string | null
    group_id: string | null
    piece_number: number | null
    piece_count: number | null
    service_level: string
    from_address: object | null
    to_address: object
    parcel: object
    declared_value: Money | null
    drop_off_store_id: string | null
    store_id: string | null
    taken_in_at: string | null
    label_format: string
    metadata: object
    market: string
    currency: string
    amount: Money
    carrier: string | null
    collecting_carrier: string | null
    label_id: string | null
    label_version: number | null
    supersedes: string | null
    label_voided: boolean
    held: boolean
    qr_id: string | null
    pickup_id: string | null
    sweep_id: string | null
    manifest_id: string | null
    tender_id: string | null
    open_tender_id: string | null
    pod_document_id: string | null
    pod_grade: string | null
    scheduled_delivery_date: string | null
    estimated_delivery_date: string | null
    expires_at: string
    expired_at: string | null
    voided_at: string | null
    cancelled_at: string | null
    rejected_at: string | null
    reject_reason: string | null
    reject_reason_note: string | null
    unclaimed_from: string | null
    unclaimed_since: string | null
    dispose_after: string | null
    ended_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  signing_secrets: {
    id: string
    key_id: string
    ciphertext: string
    master_key_id: string
    created_at: string
  }
  storage: {
    id: string
    used: number
    version: number
  }
  stores: {
    id: string
    code: string
    pudo_code: string
    name: string
    line1: string
    city: string
    state: string | null
    postal_code: string
    country: string
    lat: number
    lon: number
    timezone: string
    hours: object | null
    active: boolean
    created_at: string
  }
  sweeps: {
    id: string
    partner_id: string
    store_id: string
    store: object
    sweep_date: string
    dp: string
    status: string
    created_at: string
    closed_at: string | null
    version: number
  }
  tariffs: {
    id: string
    carrier: string
    country: string
    effective_on: string
    currency: string
    pairs: number
    rows: object
    imported_at: string
    actor: string
  }
  tenders: {
    id: string
    partner_id: string
    carrier: string
    handoff: string
    facility: string | null
    shipment_ids: readonly string[]
    missing_shipment_ids: readonly string[]
    piece_count: number
    piece_count_received: number | null
    status: string
    accepted_by: string | null
    accepted_at: string | null
    cancelled_at: string | null
    discrepancy: object | null
    dismissal: object | null
    created_at: string
    version: number
  }
  today_counts: {
    partner_id: string
    hour: string
    what: string
    bucket: number
    n: number
  }
  today_reached: {
    partner_id: string
    xid: string
    seq: number
    at: string | null
  }
  upkeep_marks: {
    task: string
    done_to: string
  }
  webhook_queues: {
    webhook_id: string
    owner: string | null
    leased_until: string
    failing_since: string | null
    failures: number
    last_failure: object | null
    gone_event_id: string | null
  }
  webhooks: {
    id: string
    partner_id: string
    slot: number
    url: string
    enabled_events: readonly string[]
    description: string | null
    status: string
    disabled_reason: string | null
    enabled_at: string
    signing: string | null
    secret: string
    next_secret: string | null
    next_secret_at: string | null
    master_key_id: string
    recover_since: string | null
    recover_until: string | null
    deleted_at: string | null
    created_at: string
    version: number
  }
}
