// Another partner's records look like unknown ones wherever a request names them: in a path, a body, a filter or a cursor. The answers are
// identical byte for byte, and nothing changes. The list of places comes from the schemas, so a test must cover each new place.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { CASES, type EndpointName } from '../coverage/cases.ts'
import { World } from '../coverage/world.ts'
import { QR_RETURN, RETURN, type TestAnswer } from '../support/client.ts'
import { PERSON } from '../support/session.ts'

let world: World
/** The owner's records by kind, and ids of the same form that do not exist. */
let theirs: Record<Kind, string>
/** The other partner's own records, for paths that also have a filter. */
let own: { shipment: string; webhook: string }

const NOTHING = '0'.repeat(26)
const NOBODYS = {
  adjustment: `adj_${NOTHING}`,
  barcode: '0'.repeat(20),
  claim: `clm_${NOTHING}`,
  cursor: Buffer.from(`2026-01-01T00:00:00.000Z shp_${NOTHING}`).toString('base64url'),
  delivery: `dlv_${NOTHING}`,
  discrepancy: `dsc_${NOTHING}`,
  document: `doc_${NOTHING}`,
  event: `evt_${NOTHING}`,
  group: `grp_${NOTHING}`,
  key: `key_${NOTHING}`,
  link: `lnk_${NOTHING}`,
  manifest: `mnf_${NOTHING}`,
  master_number: '0'.repeat(27),
  partner: `par_${NOTHING}`,
  pickup: `pku_${NOTHING}`,
  qr: `qr_${NOTHING}`,
  qr_token: 'Z'.repeat(32),
  return_link: `rtl_${NOTHING}`,
  session: `ses_${NOTHING}`,
  shipment: `shp_${NOTHING}`,
  sweep: `swp_${NOTHING}`,
  tender: `tnd_${NOTHING}`,
  tracking: '0'.repeat(27),
  webhook: `whk_${NOTHING}`,
} as const
type Kind = keyof typeof NOBODYS

beforeAll(async () => {
  world = await World.open()
  const { owner } = world
  const qr_shipment = await world.shipment('created', QR_RETURN)
  const { token: qr_token } = (await owner.get(`/v2/qr/${qr_shipment.qr_id}`)).json
  const pickup = await world.make('/v2/pickups', world.pickupBody((await world.shipment()).id))
  const tendered = await world.shipment()
  const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [tendered.id] })
  const group = await world.group()
  const discrepancy = await world.make('/v2/discrepancies', await world.discrepancyBody())
  const delivery = await world.delivery()
  const delivered = await world.shipment('delivered')
  theirs = {
    adjustment: (await world.dispute()).id,
    barcode: qr_shipment.barcode,
    claim: (await world.claim()).id,
    cursor: (await owner.get('/v2/shipments?limit=1')).json.next_cursor,
    delivery: delivery.id,
    discrepancy: discrepancy.id,
    document: (delivered.pod.document as string).split('/').at(-1) as string,
    event: (await owner.events()).at(0).eventID,
    group: group.id,
    key: (await owner.get('/v2/keys')).json.data[0].id,
    link: (await world.make('/v2/console-links', { ...PERSON, access: 'partner' })).id,
    manifest: await world.manifest(),
    master_number: group.master_number,
    partner: owner.partnerId,
    pickup: pickup.id,
    qr: qr_shipment.qr_id,
    qr_token,
    return_link: (await world.make('/v2/return-links', {})).id,
    session: (await world.signedIn('partner')).session.id,
    shipment: delivered.id,
    sweep: pickup.sweep_id,
    tender: tender.id,
    tracking: delivered.tracking,
    webhook: delivery.webhook_id,
  }
  const shipment = await world.make('/v2/shipments', QR_RETURN, world.other)
  const webhook = await world.make('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }, world.other)
  own = { shipment: shipment.id, webhook: webhook.id }
})
afterAll(() => world.close())

/**
 * Returns every row of every table except those that a refusal may write: the stored answers of idempotency keys, the last use of keys
 * (once a minute), and the rate limit shares of machines.
 */
const state = async (): Promise<string> => {
  const { db } = world.service.running.service
  const tables = await db.query<{ name: string }>(
    'test_tables',
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1) order by 1",
    [['idempotency_keys', 'answers', 'answers_others', 'delivery_workers', 'key_uses', 'rate_machines', 'rate_shares']],
  )
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as d from ${name} t`,
  )
  const rows = await db.query<{ name: string; d: string }>('test_state', digests.join(' union all '))
  return rows.map(({ name, d }) => `${name} ${d}`).join('\n')
}

/** Sends the request of `make` as the other partner, for the owner's record and for an unknown one. */
const bothAnswers = async (ids: readonly string[], make: (id: string) => Sent): Promise<TestAnswer[]> => {
  const answers = []
  for (const id of ids) {
    const { method, path, body } = make(id)
    answers.push(await world.other.send(method, path, { body }))
  }
  return answers
}
interface Sent {
  method: string
  path: string
  body?: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: schemas of every shape
const isReference = (name: string, schema: any): boolean =>
  (/(^|_)(id|ids|token)$/.test(name) || ['tracking', 'barcode', 'shipment', 'sweepId', 'after', 'cursor'].includes(name)) &&
  !NETWORKS.has(name) &&
  schema.type !== 'object'
/** Fields that do not refer to a partner's records. They name stores of the network, or contain texts that the partner chose. */
const NETWORKS = new Set(['store_id', 'drop_off_store_id', 'ship_ext_id', 'order_id'])

/** Returns every place that can name a partner's record, such as `createPickup.shipment_id`, `listEvents?after` and `readLabel/id`. */
const placesOf = (): string[] =>
  Object.entries(ENDPOINTS)
    .filter(([, { scope }]) => scope !== 'ops')
    .flatMap(([name, { path, body, query }]) => {
      const properties = (schema: unknown) => Object.entries((schema as { properties?: object } | undefined)?.properties ?? {})
      const named = (separator: string, schema: unknown) =>
        properties(schema).flatMap(([field, one]) => (isReference(field, one) ? `${name}${separator}${field}` : []))
      const inPath = [...path.matchAll(/:([a-z_]+)/g)].map(([, parameter]) => `${name}/${parameter}`)
      return [...inPath, ...named('.', body), ...named('?', query)]
    })

/**
 * Places that do not name a partner's record. The cursor of `listOwnKeys` is a point in time, and the other partner has keys of its own
 * before or after it.
 */
const NOT_OWNED = [
  'readDropOffLocation/store_id',
  'listPickupDays/store_id',
  'rehearseEvent/type',
  'rehearseFault/fault',
  'listOwnKeys?cursor',
]

const KIND_OF_FIELD: Record<string, Kind> = {
  partner_id: 'partner',
  shipment_id: 'shipment',
  shipment: 'shipment',
  tracking: 'tracking',
  barcode: 'barcode',
  qr_id: 'qr',
  qr_token: 'qr_token',
  sweepId: 'sweep',
  sweep_id: 'sweep',
  tender_id: 'tender',
  group_id: 'group',
  master_number: 'master_number',
  manifest_id: 'manifest',
  after: 'event',
  cursor: 'cursor',
}

/** The other fields of a request body that contains a reference, for the endpoints that require such fields. */
const AROUND: Record<string, (reference: object) => object> = {
  createPickup: (reference) => ({ ...world.pickupBody(''), ...reference }),
  createClaim: (reference) => ({ ...reference, type: 'lost' }),
  createDiscrepancy: (reference) => ({ ...reference, stage: 'sort', observed: { weight: 3 }, chargeable: true }),
}
/** All formats of an answer. */
const FORMS: Record<string, string[]> = {
  readLabel: ['?format=pdf', '?format=png&dpi=300', '?format=zpl', '?format=json'],
  readQrImage: ['?format=png', '?format=svg'],
  readManifest: ['?format=json', '?format=pdf'],
}
/** Places with separate tests below. */
const WRITTEN_OUT = [
  'createTender.shipment_ids',
  'acceptTender.missing_shipment_ids',
  'printLabels.shipment_ids',
  'scanDeliver.pod_document_id',
  'scanReject.photo_document_id',
]
/**
 * A partner may not send `partner_id` at all. A token admits its holder (test/sign-in/links.test.ts), and the session id that is sent with
 * it can only cause a refusal.
 */
const OF_LINKS = ['createConsoleLink.partner_id', 'openConsoleSession.token', 'openConsoleSession.session_id']

/** Returns the answers for the owner's record and for an unknown one. Expects that no row has changed. */
const refusedAlike = async (what: Kind | readonly string[], make: (id: string) => Sent): Promise<TestAnswer> => {
  const before = await state()
  const ids = typeof what === 'string' ? [theirs[what], NOBODYS[what]] : what
  const [foreign, unknown] = (await bothAnswers(ids, make)) as [TestAnswer, TestAnswer]
  expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
  expect(await state()).toBe(before)
  return foreign
}

const places = placesOf().filter((place) => !NOT_OWNED.includes(place) && !WRITTEN_OUT.includes(place) && !OF_LINKS.includes(place))
const contractOf = (place: string) => {
  const [, name, , field] = /^(\w+)([./?])(\w+)$/.exec(place) as unknown as [string, string, string, string]
  return { name, field, ...ENDPOINTS[name as keyof typeof ENDPOINTS] }
}
const known = <T>(value: T | undefined, place: string): T => {
  if (value === undefined) throw new Error(`${place}: say in this file what it names`)
  return value
}

/** Returns the id that a path has at the place of a parameter. */
const idIn = (contract: string, path: string, field: string): string =>
  path.split(/[/?]/)[contract.split('/').indexOf(`:${field}`)] as string
const nobodysOf = (id: string): string => id.replace(/[0-9A-Za-z]+$/, (end) => '0'.repeat(end.length))

test.each(places.filter((place) => place.includes('/')))('a foreign id in a path is answered like an unknown one: %s', async (place) => {
  const { name, field, method, path } = contractOf(place)
  const request = await CASES[name as EndpointName](world)
  const id = idIn(path, request.path, field)
  const [bare = ''] = request.path.split('?')
  for (const form of FORMS[name] ?? [request.path.slice(bare.length)]) {
    const make = (one: string) => ({ method, path: bare.replace(id, one) + form, body: request.body })
    const answer = await refusedAlike([id, nobodysOf(id)], make)
    expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found'])
  }
})

test.each(places.filter((place) => place.includes('.')))('a foreign id in a body is answered like an unknown one: %s', async (place) => {
  const { name, field, method, path } = contractOf(place)
  const around = AROUND[name] ?? ((reference: object) => reference)
  const concrete = path.replace(':type', 'shipment.held').replace(':fault', 'refused_at_counter')
  const answer = await refusedAlike(known(KIND_OF_FIELD[field], place), (id) => ({ method, path: concrete, body: around({ [field]: id }) }))
  expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found'])
})

test.each(places.filter((place) => place.includes('?')))('a foreign id in a query is answered like an unknown one: %s', async (place) => {
  const { field, method, path } = contractOf(place)
  const around = path.replace(':id', path.startsWith('/v2/webhooks') ? own.webhook : own.shipment)
  const more = path.includes('locations') ? '&lat=40&lon=-83' : path === '/v2/parcels' ? `&store_id=${world.storeId}` : ''
  const answer = await refusedAlike(known(KIND_OF_FIELD[field], place), (id) => ({ method, path: `${around}?${field}=${id}${more}` }))
  if (answer.status === 200) for (const id of Object.values(theirs)) expect(answer.text).not.toContain(id)
  else expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_cursor'])
})

test('one foreign member prevents the whole tender and is answered like an unknown one', async () => {
  const { id } = await world.make('/v2/shipments', RETURN, world.other)
  const make = (foreign: string) => {
    return { method: 'POST', path: '/v2/tenders', body: { carrier: 'northline', handoff: 'inject', shipment_ids: [id, foreign] } }
  }
  const { status, json } = await refusedAlike('shipment', make)
  expect([status, json.error.details]).toEqual([404, { field: '/shipment_ids/1' }])
})

test('a foreign shipment reported missing from an own tender is answered like an unknown one', async () => {
  const { id } = await world.make('/v2/shipments', RETURN, world.other)
  const made = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }, world.other)
  const body = (foreign: string) => ({ piece_count_received: 0, missing_shipment_ids: [foreign] })
  const make = (foreign: string) => ({ method: 'POST', path: `/v2/tenders/${made.id}/accept`, body: body(foreign) })
  const { status, json } = await refusedAlike('shipment', make)
  expect([status, json.error.details.errors[0].path]).toEqual([422, '/missing_shipment_ids/0'])
})

test('one foreign shipment prevents printing of all labels and is answered like an unknown one', async () => {
  const { id } = await world.make('/v2/shipments', RETURN, world.other)
  const make = (foreign: string) => ({ method: 'POST', path: '/v2/labels', body: { shipment_ids: [id, foreign], format: 'zpl' } })
  const { status, json } = await refusedAlike('shipment', make)
  expect([status, json.error.code]).toEqual([404, 'not_found'])
})

test.each([
  ['deliver', 'pod_document_id'],
  ['reject', 'photo_document_id'],
])("another partner's document is answered like an unknown one: %s", async (kind, field) => {
  const { id } = await world.make('/v2/shipments', RETURN, world.other)
  const make = (document: string) => ({ method: 'POST', path: `/v2/scan-events/${kind}`, body: { shipment_id: id, [field]: document } })
  const { status, json } = await refusedAlike('document', make)
  expect([status, json.error.details]).toEqual([404, { field }])
})

test.each(['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token'])(
  'a bulk scan of another partner’s parcel by %s is answered like an unknown one',
  async (field) => {
    const make = (id: string) => ({ method: 'POST', path: '/v2/scan-events/bulk', body: { scans: [{ kind: 'deliver', [field]: id }] } })
    const { json } = await refusedAlike(KIND_OF_FIELD[field] as Kind, make)
    expect(json.data.map((item: { status: number }) => item.status)).toEqual([404])
  },
)

test('an Idempotency-Key of another partner reveals neither its answer nor its use', async () => {
  const key = 'the-same-key'
  const mine = await world.owner.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }, { idempotencyKey: key })
  const others = await world.other.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] }, { idempotencyKey: key })
  expect([mine.status, others.status, others.headers.get('idempotent-replayed')]).toEqual([201, 201, null])
  expect([mine.json.id, mine.json.secret]).not.toContain(others.json.secret)
  expect(others.json.id).not.toBe(mine.json.id)
})
