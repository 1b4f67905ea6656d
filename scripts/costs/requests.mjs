// Requests whose costs are measured: creates, reads, tracking, scans, the feed, and every list with its filters. The largest partner and an
// operator send them. Each request is sent with several ids or positions, spread over the history.
const LIMIT = 20
/** Lists that are not measured, each with the reason. Most of them do not grow with the history of a network. */
export const NOT_ASKED = {
  '/v2/return-links': 'a simulated network opens none',
  '/v2/shipment-groups': 'a simulated network creates none',
  '/v2/console-links': 'grows with people',
  '/v2/console-sessions': 'grows with people',
  '/v2/keys': 'grows with partners',
  '/v2/drop-off-locations': 'grows with counters',
  '/v2/facilities': 'a table of the operator',
  '/v2/webhooks': 'grows with partners',
  '/v2/ops/consolidations': 'a simulated network makes none',
  '/v2/ops/calendars': 'a table of the operator',
  '/v2/ops/audit': 'grows with changes by operators',
  '/v2/ops/carrier-bookings': 'a simulated network has no carrier with a service',
  '/v2/ops/carrier-invoices': 'a simulated network has none',
  '/v2/ops/carriers': 'a table of the operator',
  '/v2/ops/facilities': 'a table of the operator',
  '/v2/ops/imports': 'grows with imports by operators',
  '/v2/ops/keys': 'grows with partners',
  '/v2/ops/markets': 'a table of the operator',
  '/v2/ops/partners': 'grows with partners',
  '/v2/ops/rate-cards': 'a table of the operator',
  '/v2/ops/stores': 'grows with counters',
  '/v2/ops/tariffs': 'a table of the operator',
  '/v2/ops/unmatched-scans': 'a simulated carrier reports no unknown number',
  '/v2/ops/webhooks': 'grows with partners',
}
const SAMPLES = 9

const hoursAgo = (now_ms, hours) => new Date(now_ms - hours * 3_600_000).toISOString()

/** Returns rows of a partner as objects, spread over a table's history. */
const spread = async (client, text, values) => {
  const { rows } = await client.query(text, values)
  if (rows.length === 0) throw new Error(`no rows for ${text}`)
  return Array.from({ length: SAMPLES }, (_, i) => rows[Math.floor((i * (rows.length - 1)) / (SAMPLES - 1))])
}

const factsOf = async (client, partner_id) => {
  const of = (text) => spread(client, text, [partner_id])
  return {
    shipments: await of(
      "select id, tracking, barcode, ltracking, order_id, rma, customer, store_id, tender_id, manifest_id from shipments where partner_id = $1 and status = 'delivered' and tender_id is not null and manifest_id is not null and created_at > now() - interval '80 days' order by created_at limit 2000",
    ),
    // The counters with the most parcels, because many counters have none at the moment.
    counters: await of(
      "select store_id from shipments where partner_id = $1 and status in ('ready_for_pickup', 'in_possession', 'unclaimed') and store_id is not null group by 1 order by count(*) desc limit 5",
    ),
    events: await of('select id, shipment_id, created_at from events where partner_id = $1 and shipment_id is not null order by xid, seq'),
    deliveries: await of("select id, webhook_id, event_id from deliveries where partner_id = $1 and status = 'delivered' order by id"),
    qrs: await of('select id from qrs where partner_id = $1 order by id'),
    labels: await of('select l.id from labels l join shipments s on s.id = l.shipment_id where s.partner_id = $1 order by l.id limit 2000'),
    pickups: await of('select id, shipment_id, sweep_id, date from pickups where partner_id = $1 order by id'),
    sweeps: await of('select id, store_id, sweep_date from sweeps where partner_id = $1 order by id'),
    tenders: await of('select id, carrier, accepted_at from tenders where partner_id = $1 and accepted_at is not null order by id'),
    manifests: await of('select id, store_id, manifest_date from manifests where partner_id = $1 order by id'),
    adjustments: await of('select id, shipment_id from adjustments where partner_id = $1 order by id'),
    discrepancies: await of('select id, shipment_id, store_id from discrepancies where partner_id = $1 order by id'),
    claims: await of('select id, shipment_id from claims where partner_id = $1 order by id'),
  }
}

/** For the name of each request, a function that returns the path of the i-th request. */
const readsOf = (f, now_ms, partner_id) => {
  const at = (list, path) => (i) => path(f[list][i % SAMPLES])
  const always = (path) => () => path
  // The period is long, so that most partners have rows in it even at the smaller size. The samples have different periods, because the
  // cost depends on where in a block of the feed a period begins.
  const periodOf = (i) => `created_after=${hoursAgo(now_ms, 24 * 330 + 31 * i)}&created_before=${hoursAgo(now_ms, 24 * 20 + 31 * i)}`
  const period = 'created_after=0000&created_before=0000'
  const page = (path) => (i) => `${path.replace(period, periodOf(i))}${path.includes('?') ? '&' : '?'}limit=${LIMIT}`
  const moved = `not_moved_since=${hoursAgo(now_ms, 24)}`
  const lists = {}
  const list = (path, ...filters) => {
    for (const filter of path === '/v2/ops/events' ? filters : ['', ...filters])
      lists[`${path}${filter && `?${filter.replace(/=[^&]*[-:.0-9]{4}[^&]*/g, '=…')}`}`] = page(`${path}${filter && `?${filter}`}`)
  }
  const listBy = (path, table, ...columns) => {
    for (const column of columns) {
      const [filter, key] = Array.isArray(column) ? column : [column, column]
      lists[`${path}?${filter}=…`] = (i) =>
        `${path}?${filter}=${encodeURIComponent(f[table][i % SAMPLES][key] instanceof Date ? f[table][i % SAMPLES][key].toISOString() : f[table][i % SAMPLES][key])}&limit=${LIMIT}`
    }
  }
  for (const path of ['/v2/shipments', '/v2/ops/shipments']) {
    list(
      path,
      'status=delivered',
      'status=in_transit',
      'status=label_ready',
      'status=expired',
      'status=cancelled',
      'dispose_due=true',
      period,
      moved,
      `${moved}&status=in_transit`,
    )
    listBy(path, 'shipments', 'order_id', 'rma', 'customer', 'tracking', 'store_id', 'tender_id', 'manifest_id')
    listBy(path, 'pickups', ['sweepId', 'sweep_id'])
  }
  list('/v2/ops/shipments', `partner_id=${partner_id}`, `partner_id=${partner_id}&status=delivered`)
  list('/v2/pickups', 'status=scheduled')
  listBy('/v2/pickups', 'pickups', 'shipment_id', 'sweep_id', 'date')
  list('/v2/sweeps', 'status=closed')
  listBy('/v2/sweeps', 'sweeps', 'store_id', ['date', 'sweep_date'])
  list('/v2/tenders', 'status=accepted', 'discrepancy=short', `discrepancy=short&accepted_after=${hoursAgo(now_ms, 24 * 100)}`)
  listBy('/v2/tenders', 'tenders', 'carrier')
  list('/v2/manifests', 'status=closed')
  listBy('/v2/manifests', 'manifests', 'store_id', ['date', 'manifest_date'])
  for (const path of ['/v2/disputes', '/v2/ops/disputes']) list(path, 'status=open', 'order=oldest')
  listBy('/v2/disputes', 'adjustments', 'shipment_id')
  list('/v2/discrepancies', 'stage=sort', 'chargeable=true')
  listBy('/v2/discrepancies', 'discrepancies', 'shipment_id', 'store_id')
  for (const path of ['/v2/claims', '/v2/ops/claims']) {
    list(path, 'status=open', 'status=approved', 'type=lost', 'order=oldest')
    listBy(path, 'claims', 'shipment_id')
  }
  for (const path of ['/v2/webhook-deliveries', '/v2/ops/webhook-deliveries']) list(path, 'status=delivered', 'status=pending', period)
  const types = 'type=shipment.held&type=shipment.created'
  list('/v2/events', 'order=newest', 'type=shipment.held', types, period, 'order=newest&type=claim.opened')
  listBy('/v2/events', 'events', ['after', 'id'], ['shipment', 'shipment_id'])
  list('/v2/ops/events', `partner_id=${partner_id}`, 'order=newest', 'order=newest&type=claim.opened', `order=newest&${period}`)
  list('/v2/ops/events', `order=newest&scans=true&${period}`)
  return {
    ...lists,
    '/v2/parcels?store_id=…': at('counters', ({ store_id }) => `/v2/parcels?store_id=${store_id}&limit=${LIMIT}`),
    '/v2/webhooks/{id}/deliveries': at('deliveries', ({ webhook_id }) => `/v2/webhooks/${webhook_id}/deliveries?limit=${LIMIT}`),
    '/v2/ops/webhooks/{id}/deliveries': at('deliveries', ({ webhook_id }) => `/v2/ops/webhooks/${webhook_id}/deliveries?limit=${LIMIT}`),
    '/v2/events/{id}/deliveries': at('deliveries', ({ event_id }) => `/v2/events/${event_id}/deliveries`),
    '/v2/events/{id}': at('events', ({ id }) => `/v2/events/${id}`),
    '/v2/ops/events/{id}': at('events', ({ id }) => `/v2/ops/events/${id}`),
    '/v2/webhook-deliveries/{id}': at('deliveries', ({ id }) => `/v2/webhook-deliveries/${id}`),
    '/v2/shipments/{id}': at('shipments', ({ id }) => `/v2/shipments/${id}`),
    '/v2/shipments/{id}/scans': at('shipments', ({ id }) => `/v2/shipments/${id}/scans`),
    '/v2/shipments/{id}/events': at('shipments', ({ id }) => `/v2/shipments/${id}/events`),
    '/v2/shipments/{id}/custody': at('shipments', ({ id }) => `/v2/shipments/${id}/custody`),
    '/v2/shipments/{id}/actions': at('shipments', ({ id }) => `/v2/shipments/${id}/actions`),
    '/v2/shipments/{id}/adjustments': at('adjustments', ({ shipment_id }) => `/v2/shipments/${shipment_id}/adjustments`),
    '/v2/shipments/{id}/discrepancies': at('discrepancies', ({ shipment_id }) => `/v2/shipments/${shipment_id}/discrepancies`),
    '/v2/tracking/{tracking}': at('shipments', ({ tracking }) => `/v2/tracking/${tracking}`),
    '/v2/qr/{id}': at('qrs', ({ id }) => `/v2/qr/${id}`),
    '/v2/parcels/find?code=…': at('shipments', ({ barcode }) => `/v2/parcels/find?code=${barcode}`),
    '/v2/search?q=(order)': at('shipments', ({ order_id }) => `/v2/search?q=${order_id}`),
    '/v2/search?q=(number)': at('shipments', ({ ltracking, tracking }) => `/v2/search?q=${ltracking ?? tracking}`),
    '/v2/search?q=(label)': at('labels', ({ id }) => `/v2/search?q=${id}`),
    '/v2/pickups/{id}': at('pickups', ({ id }) => `/v2/pickups/${id}`),
    '/v2/sweeps/{id}': at('sweeps', ({ id }) => `/v2/sweeps/${id}`),
    '/v2/tenders/{id}': at('tenders', ({ id }) => `/v2/tenders/${id}`),
    '/v2/manifests/{id}': at('manifests', ({ id }) => `/v2/manifests/${id}`),
    '/v2/claims/{id}': at('claims', ({ id }) => `/v2/claims/${id}`),
    '/v2/adjustments/{id}': at('adjustments', ({ id }) => `/v2/adjustments/${id}`),
    '/v2/discrepancies/{id}': at('discrepancies', ({ id }) => `/v2/discrepancies/${id}`),
    '/v2/storage': always('/v2/storage'),
    '/v2/today': always('/v2/today'),
    '/v2/today/steps': always('/v2/today/steps?from=created&to=label_ready'),
  }
}

const RETURN = {
  direction: 'return',
  parcel: { weight: 2.5, length: 12, width: 9, height: 4 },
  from: { name: 'Ada Tanaka', line1: '184 Cedar Ln', city: 'Chicago', state: 'IL', postal_code: '60601', country: 'US' },
}

/** Writes, in the order in which they are sent. Each uses the shipment of the previous write. */
const WRITES = {
  'POST /v2/shipments': () => [
    '/v2/shipments',
    { ...RETURN, fulfillment: 'print_label', order_id: 'FW-1', rma: 'RMA-FW1', customer: 'C-10000' },
  ],
  'POST /v2/shipments/{id}/hold': ({ id }) => [`/v2/shipments/${id}/hold`],
  'POST /v2/shipments/{id}/release': ({ id }) => [`/v2/shipments/${id}/release`],
  'POST /v2/scan-events/accept': ({ id, store }) => ['/v2/scan-events/accept', { shipment_id: id, store_id: store }],
  'POST /v2/scan-events/collect': ({ id }) => ['/v2/scan-events/collect', { shipment_id: id }],
  'POST /v2/scan-events/arrive': ({ id }) => ['/v2/scan-events/arrive', { shipment_id: id, facility: 'ORD' }],
  'POST /v2/scan-events/movement': ({ id }) => ['/v2/scan-events/movement', { shipment_id: id }],
  'POST /v2/claims': ({ id }) => ['/v2/claims', { shipment_id: id, type: 'damaged', amount_claimed: 500 }],
}

/**
 * Resolves with everything to measure. `reads` are functions that return a path, and `writes` are functions that return the path and body
 * of a POST. `store` is a counter for the scans. `samples` is the number of times that each request is sent.
 */
export const requestsOf = async (client, partner_id) => {
  const facts = await factsOf(client, partner_id)
  const reads = readsOf(facts, Date.now(), partner_id)
  return { reads, writes: WRITES, store: facts.shipments[0].store_id, samples: SAMPLES }
}
