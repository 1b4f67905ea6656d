// Makes the network that is copied. The network is simulated on a service of its own (`backhaul simulate`), with two webhooks for each
// partner, whose receiver sometimes fails. Then it is read back as rows and removed.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '../../packages/trials/dist/lib/client.js'
import { openReceiver } from '../../packages/trials/dist/lib/receiver.js'
import { until } from '../../packages/trials/dist/lib/run.js'
import { Served, told, UNLIMITED } from '../../packages/trials/dist/lib/service.js'
import { copyText } from './copy.mjs'
import { madeAt_ms } from './pattern.mjs'

export const DAYS = 45
const PARCELS_A_DAY = 16
const STORES = 12
const WEBHOOKS = 2
/**
 * The number of groups of partners. All groups get copies of the same history, but each gets half as many parcels as the previous group.
 */
export const GROUPS = 4
const PATIENCE_MS = 120_000

/** Tables that grow with the number of parcels, with their time column. Referenced tables come first. */
export const TIME_OF = {
  shipments: 'created_at',
  labels: 'created_at',
  qrs: 'created_at',
  documents: 'created_at',
  manifests: 'created_at',
  sweeps: 'created_at',
  pickups: 'created_at',
  tenders: 'created_at',
  scans: 'recorded_at',
  adjustments: 'created_at',
  discrepancies: 'created_at',
  claims: 'created_at',
  idempotency_keys: 'created_at',
  answers: 'created_at',
  events: 'created_at',
  deliveries: 'created_at',
  delivery_attempts: 'recorded_at',
}
/** Columns that the database numbers by itself. */
const COUNTED = { events: ['xid', 'seq'], deliveries: ['event_seq'], delivery_attempts: ['id'] }
const ENDED = "'delivered', 'cancelled', 'expired', 'disposed', 'return_to_sender', 'rejected'"

const call = async (url, keys, method, path, body) => {
  const client = new Client(Number(new URL(url).port), keys)
  return client.json(method, path, body, { key: method === 'POST' ? randomUUID() : null }).finally(() => client.close())
}

/** A receiver that fails now and then. */
const receiverOn = (port, state) => {
  let count = 0
  return openReceiver((_, response) => {
    count += 1
    response.writeHead(state.isDown || count % 40 === 0 ? 503 : 200).end()
    return true
  }, port)
}

const addWebhooks = async (url, partner, receiver_port) => {
  const ids = []
  for (let i = 0; i < WEBHOOKS; i++) {
    const webhook = { url: `http://127.0.0.1:${receiver_port}/${i}`, enabled_events: ['*'] }
    ids.push((await call(url, partner, 'POST', '/v2/webhooks', webhook)).id)
  }
  return ids
}

const keyIdOf = ({ api_key }) => api_key.split('_').slice(2, 4).join('_')

/** Returns the ids that identify a partner in rows, in a fixed order. */
const namesOf = (partner, webhooks) => [partner.partner_id, keyIdOf(partner), ...webhooks]

const untilDelivered = (client) => {
  const text = "select from deliveries where status = 'pending' and due_at <= now() limit 1"
  return until('all events of the simulation are delivered', async () => (await client.query(text)).rowCount === 0, PATIENCE_MS, 500)
}

/**
 * Runs the simulation, and creates the partners of the other groups. Resolves with the groups, each as a list of its partners' ids in the
 * same order, and with the keys of all partners.
 */
export const simulate = async (env, client, { seed, receiver_port, say }) => {
  const state = { isDown: false }
  const receiver = await receiverOn(receiver_port, state)
  const api = new Served('the API', env, 'api')
  const worker = new Served('the worker', env, 'worker')
  try {
    await api.start()
    await worker.start()
    const run = (days) => told(env, 'simulate', '--days', days, '--parcels-per-day', PARCELS_A_DAY, '--stores', STORES, '--seed', seed)
    say('simulating the network to copy')
    await run(1)
    const read = (name) => JSON.parse(readFileSync(join(env.BACKHAUL_DATA_DIR, name), 'utf8'))
    const { base_url, operator } = read('sandbox-credentials.json')
    const { merchants } = read('simulation.json')
    const groups = [[]]
    const partners = [...merchants]
    for (const merchant of merchants) groups[0].push(namesOf(merchant, await addWebhooks(base_url, merchant, receiver_port)))
    for (let g = 1; g < GROUPS; g++) {
      groups.push([])
      for (const { partner_id } of merchants) {
        const { name } = await call(base_url, operator, 'GET', `/v2/ops/partners/${partner_id}`)
        const facts = {
          name: `${name.replace(' (simulated)', '')} ${g + 1}`,
          contact_email: 'returns@example.com',
          contact_name: 'Returns',
        }
        const partner = await call(base_url, operator, 'POST', '/v2/ops/partners', { ...facts, rate_limit: UNLIMITED, role: 'all' })
        partners.push(partner)
        groups[g].push(namesOf(partner, await addWebhooks(base_url, partner, receiver_port)))
      }
    }
    await run(DAYS - 2)
    await untilDelivered(client)
    // The receiver goes down, so the deliveries of the last day are still pending when the history ends.
    state.isDown = true
    await run(1)
    await untilDelivered(client)
    return {
      groups,
      partners: partners.map(({ partner_id, api_key, signing_secret }) => ({ partner_id, api_key, signing_secret })),
      receiver_port,
    }
  } finally {
    await worker.end()
    await api.end()
    receiver.close()
  }
}

const columnsOf = async (client, table) => {
  const { rows } = await client.query(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position",
    [table],
  )
  return rows.map(({ name }) => name).filter((name) => !COUNTED[table]?.includes(name))
}

/** Events get new feed positions when they are copied. Rows that refer to a position get the new position from their event. */
const SEQ = { events: 'seq', deliveries: 'event_seq' }
/** For each table, the SQL expression for the event of a row. SHIPMENT_OF has the expressions for the parcel of a row. */
const EVENT_OF = {
  events: 'id',
  deliveries: 'event_id',
  delivery_attempts: '(select event_id from deliveries d where d.id = t.delivery_id)',
}
const SHIPMENT_OF = {
  shipments: 'id',
  documents: '(select max(s.id) from shipments s where s.pod_document_id = t.id)',
  deliveries: '(select shipment_id from events e where e.id = t.event_id)',
  delivery_attempts: '(select shipment_id from events e where e.id = (select event_id from deliveries d where d.id = t.delivery_id))',
  idempotency_keys:
    "(select substring(a.body from 'shp_[0-9a-z]{26}') from answers a where a.created_at = t.created_at and a.id = t.answer)",
  answers: "substring(t.body from 'shp_[0-9a-z]{26}')",
}
/**
 * Columns with answer numbers, which the pattern recognizes by their name (pattern.mjs). Idempotency keys are derived from answer numbers
 * too, so that they differ among the many copies of one partner.
 */
const ANSWER_IN = { idempotency_keys: { answer: 'answer', key: 'answer' }, answers: { id: 'id' } }
const textOf = (table, column) => {
  const answer = ANSWER_IN[table]?.[column]
  return answer ? `'answer-' || t."${answer}"` : `t."${column}"::text`
}

/** Returns rows as `copy` values, with their time, event and parcel. */
const rowsOf = async (client, table, columns) => {
  const hasShipment = columns.includes('shipment_id') || SHIPMENT_OF[table]
  const { rows } = await client.query({
    text: `select array[${columns.map((name) => textOf(table, name)).join(', ')}] as columns,
        extract(epoch from t.${TIME_OF[table]})::float8 * 1000 as at_ms, ${EVENT_OF[table] ?? 'null'} as event,
        ${hasShipment ? (SHIPMENT_OF[table] ?? 't.shipment_id') : 'null'} as shipment
      from ${table} t order by 2`,
  })
  return rows.map(({ columns: values, at_ms, event, shipment }) => ({ values, at_ms, event, shipment }))
}

/** Keeps only answers to partners, and renumbers them from 1. */
const numberAnswers = async (client) => {
  await client.query('delete from idempotency_keys where principal not in (select id from partners)')
  const { rows: answers } = await client.query(
    `select k.ctid::text as place, a.body from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer order by k.created_at`,
  )
  await client.query('truncate answers')
  const numbers = answers.map((_, i) => i + 1)
  await client.query('update idempotency_keys k set answer = r.n from unnest($1::tid[], $2::int[]) r(place, n) where k.ctid = r.place', [
    answers.map(({ place }) => place),
    numbers,
  ])
  await client.query(
    `insert into answers (created_at, id, body)
     select k.created_at, k.answer, r.body from idempotency_keys k join unnest($1::int[], $2::text[]) r(n, body) on r.n = k.answer`,
    [numbers, answers.map(({ body }) => body)],
  )
}

/** Returns everything of the simulation in the form that is copied. */
export const readSimulated = async (client) => {
  await client.query("set timezone = 'UTC'")
  await client.query("set intervalstyle = 'iso_8601'")
  await numberAnswers(client)
  const tables = {}
  for (const table of Object.keys(TIME_OF)) {
    const columns = await columnsOf(client, table)
    const rows = await rowsOf(client, table, columns)
    tables[table] = { columns, rows, seq: SEQ[table] ?? null }
  }
  const ended = await client.query(`select id from shipments where status in (${ENDED})`)
  const { rows: events } = await client.query('select id, extract(epoch from created_at)::float8 * 1000 as at_ms from events order by id')
  const ran = []
  for (const { id, at_ms } of events) ran.push([madeAt_ms(id), Math.max(at_ms, ran.at(-1)?.[1] ?? 0)])
  return { tables, ended: ended.rows.map(({ id }) => id), ran }
}

/** Removes the simulated rows. Partners, counters and carriers stay. */
export const removeSimulated = async (client) => {
  await client.query(`truncate ${Object.keys(TIME_OF).join(', ')}, today_counts, today_reached, events_by_time, document_uses`)
  await client.query('update partners set clock_offset_s = 0, version = version + 1')
  await client.query('update storage set used = 0, version = version + 1')
}

/** Formats a row as a line of `copy`. */
export const lineOf = (values) => values.map(copyText).join('\t')
