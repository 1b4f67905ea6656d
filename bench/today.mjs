// Measures `GET /v2/today` on a database of a million shipments, which the statements below create.
import { setTimeout as sleep } from 'node:timers/promises'
import { times } from './report.mjs'
import { CREATE, fire } from './requests.mjs'

const SHIPMENTS = 1_000_000
const PARTNERS = 20
/** Rows inserted by one statement. */
const SLICE = 20_000
const COUNTED_LIMIT_MS = 600_000
const CONNECTIONS = 1
const MAX_MS = 200

/** A year of shipments from twenty partners, in every status. Shipments of the last eight days also have events. */
const MAKE_SHIPMENTS = (columns, source) => {
  const changed = {
    id: "'shp_' || lpad('bench' || n, 26, '0')",
    partner_id: '($4::text[])[1 + n % cardinality($4::text[])]',
    tracking: "'B' || lpad(n::text, 26, '0')",
    barcode: "'9' || lpad(n::text, 19, '0')",
    status:
      "(array['delivered','delivered','delivered','in_transit','label_ready','at_sort_center','cancelled','sorted','expired','delivered'])[1 + (n / 7) % 10]",
    order_id: "'order-' || n",
    created_at: "now() - n * (interval '365 days' / $5::int)",
    updated_at: "now() - n * (interval '364 days' / $5::int)",
    expires_at: "now() + interval '30 days'",
  }
  const values = columns.map((name) => changed[name] ?? `s.${name}`)
  return `insert into shipments (${columns.join(', ')}) select ${values.join(', ')} from shipments s, generate_series($2::int, $3::int) n where s.id = ${source}`
}

const MAKE_EVENTS = `
  insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
  select 'evt_' || lpad('b' || n || 'x' || k, 26, '0'), ($3::text[])[1 + n % cardinality($3::text[])], 'shipment.' || t.status,
         'shp_' || n, 'shp_' || lpad('bench' || n, 26, '0'), now() - n * (interval '365 days' / $4::int) + k * interval '3 hours', '{}'
    from generate_series($1::int, $2::int) n
   cross join unnest(array['created','label_ready','ready_for_pickup','picked_up','in_possession','at_sort_center','sorted','injected'])
         with ordinality t(status, k)
   where k = 1 or n < 8 * $4::int / 365
   order by n desc, k`

const fill = async ({ client }, partners, source) => {
  const { rows } = await client.query(
    "select column_name as name from information_schema.columns where table_name = 'shipments' order by ordinal_position",
  )
  const shipments = MAKE_SHIPMENTS(
    rows.map(({ name }) => name),
    '$1',
  )
  for (let last = SHIPMENTS; last > 0; last -= SLICE) {
    const first = Math.max(1, last - SLICE + 1)
    await client.query(shipments, [source, first, last, partners, SHIPMENTS])
    await client.query(MAKE_EVENTS, [first, last, partners, SHIPMENTS])
  }
  await client.query('vacuum (analyze) shipments, events')
}

const complete = async (stage, owner) => {
  const until = performance.now() + COUNTED_LIMIT_MS
  for (;;) {
    const today = await stage.call('GET', '/v2/today', undefined, { credentials: owner })
    if (today.complete) return today
    if (performance.now() > until) throw new Error(`the counts are not complete after ${COUNTED_LIMIT_MS / 1000} s`)
    await sleep(500)
  }
}

export const measureToday = async (bench) => {
  const { stage, report, seconds } = bench
  const created = await stage.partners(PARTNERS)
  const source = await stage.call('POST', '/v2/shipments', CREATE)
  report.progress(`creating ${SHIPMENTS.toLocaleString('en')} shipments`)
  await fill(
    stage,
    created.map(({ partner_id }) => partner_id),
    source.id,
  )
  const owner = { ...stage.credentials.operator, base_url: stage.credentials.base_url }
  const began_ms = performance.now()
  const today = await complete(stage, owner)
  const events = today.funnel.reduce((sum, { count }) => sum + count, 0)
  report.add('recounting the feeds of twenty partners', {
    value: (performance.now() - began_ms) / 1000,
    unit: 's',
    notes: `${events.toLocaleString('en')} events of the last seven days`,
  })
  for (const [who, credentials] of [
    ['a partner', created[0]],
    ['an operator', owner],
  ]) {
    const shape = stage.shape('GET', '/v2/today', '', credentials)
    await fire(bench, [shape], CONNECTIONS, 1, 200)
    const result = await fire(bench, [shape], CONNECTIONS, seconds, 200)
    report.add(`GET /v2/today, ${SHIPMENTS.toLocaleString('en')} shipments, by ${who}`, {
      value: result.p99_ms,
      unit: 'ms (p99)',
      target: ['<', MAX_MS],
      notes: `${times(result)}; ${CONNECTIONS} at a time`,
    })
  }
}
