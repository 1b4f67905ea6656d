// Measures search as you type: one partner with many shipments, 500 queries in turn by 8 callers, with 50 creates a second at the same
// time. Also measures the WAL of a create while the index is filled and while it is not.
import { until } from '../packages/trials/dist/lib/run.js'
import { times } from './report.mjs'
import { CREATE, fire } from './requests.mjs'
import { Helper } from './stage.mjs'

const SLICE = 20_000
const CALLERS = 8
const CREATES_PER_S = 50
const MAX_MS = 100
const MAX_MORE_WAL = 1.1
/** A round is long enough that the worker fills the index several times. */
const MIN_SECONDS = 12
const FILLED_LIMIT_MS = 1_800_000

const FIRST = ['Anna', 'Robert', 'Maria', 'James', 'Linda', 'David', 'Susan', 'Carlos']
const MAIL = ['gmail.com', 'outlook.com', 'example.com', 'web.de']
const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'fel',
  'gar',
  'hol',
  'jen',
  'kra',
  'lun',
  'mor',
  'nov',
  'pet',
  'ros',
  'sta',
  'tur',
  'wil',
  'zan',
  'bri',
  'eck',
  'ost',
]

/** SQL: a text of `characters` of Crockford's, which depends on `seed`. */
const crockford = (seed, characters) => `left(translate(upper(md5(${seed}) || md5('x' || ${seed})), '018', 'XYZ'), ${characters})`
const listed = (values) => `(array['${values.join("','")}'])`
/** SQL: the last name of shopper `k`, one of 8,000. A few are common. */
const lastName = (k) => `initcap(${[1, 20, 400].map((step) => `${listed(SYLLABLES)}[1 + (${k} / ${step}) % 20]`).join(' || ')})`

const insertOf = (columns) => {
  const changed = {
    id: "'shp_' || lpad(n::text, 26, '0')",
    tracking: crockford('n::text', 27),
    barcode: "'9' || lpad(n::text, 19, '0')",
    ltracking: "'L' || lpad(n::text, 12, '0')",
    ltracking_keys: 'null',
    order_id: "'DE-' || (100000 + n)",
    rma: "'R' || n",
    created_at: "date_trunc('milliseconds', now()) - ($4::int - n) * interval '20 seconds' - interval '1 hour'",
    from_address: `s.from_address || jsonb_build_object('name', first || ' ' || last, 'email', lower(first || '.' || last) || k % 90 || '@' || ${listed(MAIL)}[1 + k % 4])`,
  }
  return `insert into shipments (${columns.join(', ')}) select ${columns.map((name) => changed[name] ?? `s.${name}`).join(', ')}
    from generate_series($2::int, $3::int) n
   cross join lateral (select (abs(hashint4(n)::bigint) % 400000)::int as k) p
   cross join lateral (select ${listed(FIRST)}[1 + k % 8] as first, ${lastName('(k / 8)')} as last) a
   cross join shipments s where s.id = $1`
}

const fill = async ({ stage, report }, partner, shipments) => {
  const body = { ...CREATE, from: { ...CREATE.from, email: 'ada@example.com' }, rma: 'R0' }
  const { id } = await stage.call('POST', '/v2/shipments', body, { credentials: partner })
  const columns = await stage.client.query("select column_name as name from information_schema.columns where table_name = 'shipments'")
  const text = insertOf(columns.rows.map(({ name }) => name))
  for (let from = 1; from <= shipments; from += SLICE)
    await stage.client.query(text, [id, from, Math.min(shipments, from + SLICE - 1), shipments])
  await stage.client.query('vacuum (analyze) shipments')
  const began_ms = performance.now()
  await stage.client.query("update search_reached set unread_at = 'infinity', unread_id = ''")
  await until(
    'the shipments are in the index',
    async () => (await stage.count('select count(*) as n from search_reached where unread_at is not null')) === 0,
    FILLED_LIMIT_MS,
    500,
  )
  report.add('older shipments read into the search index', {
    value: shipments / ((performance.now() - began_ms) / 1000),
    unit: 'per second',
    notes: `${shipments.toLocaleString('en')} shipments`,
  })
  await stage.client.query('vacuum (analyze) search_shipments, search_words')
}

/** 500 texts, the same in each run. */
const texts = async (stage, shipments) => {
  const { rows } = await stage.client.query(
    `select tracking, barcode, order_id, from_address ->> 'name' as name, from_address ->> 'email' as email
       from shipments where id = any ($1::text[]) order by id`,
    [Array.from({ length: 350 }, (_, i) => `shp_${String(1 + ((i * 7919) % shipments)).padStart(26, '0')}`)],
  )
  const some = (from, to, text) => rows.slice(from, to).map(text)
  const last = ({ name }) => name.split(' ')[1]
  return {
    'without a hit': Array.from({ length: 50 }, (_, i) => `q${['xv', 'zz', 'wq', 'vx', 'jq'][i % 5]}${i}kp`),
    'with over 10,000 hits': Array.from({ length: 50 }, (_, i) => [...FIRST, 'gmail', 'de-1', 'outlook'][i % 11]),
    'order prefixes': some(0, 100, ({ order_id }, i) => order_id.slice(0, 5 + (i % 5))),
    'last names': some(100, 200, (row, i) => last(row).slice(i % 2, 5)),
    'e-mails': some(200, 230, ({ email }) => email.slice(3, 14)),
    'tracking numbers': some(230, 310, ({ tracking }, i) => (i % 2 ? tracking.slice(0, 7) : tracking.slice(-6))),
    barcodes: some(310, 350, ({ barcode }) => barcode.slice(-6)),
    'short texts': Array.from({ length: 50 }, (_, i) => 'abcdefghij'[i % 10] + 'nrs'[i % 3]),
  }
}

const wal = async (stage) => Number((await stage.client.query("select pg_current_wal_insert_lsn() - '0/0' as n")).rows[0].n)

/** WAL of a create in bytes, with everything that the worker writes about it. */
const walOfCreate = async ({ stage, load }, create, seconds) => {
  await stage.settle()
  const before = await wal(stage)
  const { requests } = await load.ask({ port: stage.port, connections: 4, seconds, shapes: [create], rate_per_s: CREATES_PER_S })
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  // Entries that still wait in the lists of the indexes are a part of the price.
  for (const index of ['search_shipments_keys', 'search_words_fragments'])
    await stage.client.query('select gin_clean_pending_list($1::regclass)', [index])
  return ((await wal(stage)) - before) / requests
}

export const measureSearch = async (bench) => {
  const { stage, report, shipments } = bench
  const seconds = Math.max(MIN_SECONDS, bench.seconds)
  const [partner, small] = await stage.partners(2)
  report.progress(`creating ${shipments.toLocaleString('en')} shipments`)
  await fill(bench, partner, shipments)
  const name = `${FIRST[0]} Holden$n`
  const create = stage.shape(
    'POST',
    '/v2/shipments',
    { ...CREATE, rma: 'R$n', from: { ...CREATE.from, name, email: 'holden$n@gmail.com' } },
    partner,
  )

  const groups = await texts(stage, shipments)
  const creator = new Helper('http-load.mjs')
  try {
    const shapeOf = (text) => stage.shape('GET', `/v2/search/suggestions?q=${encodeURIComponent(text)}`, '', partner)
    const all = Object.values(groups).flat()
    await fire(bench, all.map(shapeOf), CALLERS, 3, 200)
    const creates = creator.ask({ port: stage.port, connections: 4, seconds, shapes: [create], rate_per_s: CREATES_PER_S })
    const result = await fire(bench, all.map(shapeOf), CALLERS, seconds, 200)
    const { statuses } = await creates
    report.add(`GET /v2/search/suggestions, ${shipments.toLocaleString('en')} shipments of one partner`, {
      value: result.p95_ms,
      unit: 'ms (p95)',
      target: ['<=', MAX_MS],
      notes: `${times(result)}; ${all.length} queries, ${CALLERS} callers; creates: ${JSON.stringify(statuses)}`,
    })
    for (const [group, of] of Object.entries(groups)) {
      const one = await fire(bench, of.map(shapeOf), 1, 1, 200)
      report.add(`of these: ${group}, alone`, { value: one.p95_ms, unit: 'ms (p95)', notes: times(one) })
    }
    await stage.call('POST', '/v2/shipments', CREATE, { credentials: small })
    const ofSmall = groups['last names'].map((text) =>
      stage.shape('GET', `/v2/search/suggestions?q=${encodeURIComponent(text)}`, '', small),
    )
    const other = await fire(bench, ofSmall, 1, 1, 200)
    report.add('last names, for a partner with one shipment, alone', { value: other.p95_ms, unit: 'ms (p95)', notes: times(other) })
  } finally {
    creator.stop()
  }

  await stage.client.query('begin; lock table search_reached in share mode')
  const without = await walOfCreate(bench, create, seconds)
  await stage.client.query('commit')
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const filled = await walOfCreate(bench, create, seconds)
  report.add('WAL of a create with its entries in the search index', {
    value: filled / without,
    unit: 'x without',
    target: ['<=', MAX_MORE_WAL],
    notes: `${Math.round(filled)} bytes, without ${Math.round(without)}; at ${CREATES_PER_S} creates a second`,
  })
}
