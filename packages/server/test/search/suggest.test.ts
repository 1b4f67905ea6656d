// Search as you type: what finds each record, who finds it, and how the index follows the commits.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/app/serve.ts'
import { fillOnce, SearchIndex } from '../../src/kinds/search/fill.ts'
import { partnerKey, wordKey } from '../../src/kinds/search/words.ts'
import { World } from '../coverage/world.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { signIn } from '../support/session.ts'
import { until } from '../support/until.ts'

let world: World
let other: Running
let client: pg.Client

const connect = async (): Promise<pg.Client> => {
  const one = new pg.Client({ connectionString: world.service.running.service.config.databaseUrl as string })
  await one.connect()
  return one
}
beforeAll(async () => {
  world = await World.open()
  other = await serve({ ...world.service.running.service.config, port: 0 }, 'api')
  client = await connect()
})
afterAll(async () => {
  await client.end()
  await other.close()
  await world.close()
})

const db = () => world.service.running.service.db
const index = (of = world.service.running.service) => new SearchIndex(of)
/** Fills the index completely. */
const fill = async () => {
  await world.owner.settle()
  const worker = index()
  while (await worker.pass());
}
const answer = (q: string, as: TestClient = world.owner) => as.get(`/v2/search/suggestions?q=${encodeURIComponent(q)}`)
const suggestions = async (q: string, as?: TestClient) => {
  const { status, json } = await answer(q, as)
  expect([q, status, json.error]).toEqual([q, 200, undefined])
  return json.data as { kind: string; id: string; matched_by: string; matched_text: string; title: string }[]
}
const idsOf = async (q: string, as?: TestClient) => (await suggestions(q, as)).map(({ id }) => id)
const HOME = { line1: '1 Elm Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' }
const shopper = (name: string, email: string | null = null) => ({ from: { ...HOME, name, email } })
const outbound = (name: string) => ({ direction: 'outbound', fulfillment: 'print_label', to: { ...HOME, name } })

/** Newer shipments of the partner, more than a search compares without an index. */
const OLDER = 1_100
const bury = async (partner: string) => {
  await client.query(
    `insert into shipments select r.* from (select s from shipments s where partner_id = $1 limit 1) one(s) cross join generate_series(1, ${OLDER}) n
       cross join lateral jsonb_populate_record(one.s, jsonb_build_object('id', 'shp_' || lpad(n::text, 26, 'z'), 'order_id', 'filler-' || n,
         'tracking', 'T' || lpad(n::text, 26, '0'), 'barcode', '9' || lpad(n::text, 19, '0'), 'rma', null, 'from_address', null, 'created_at', now())) r`,
    [partner],
  )
}

describe('an older shipment is found by the index', () => {
  let made: { id: string; tracking: string; barcode: string; order_id: string; rma: string }
  beforeAll(async () => {
    const body = { ...RETURN, ...shopper('Zoë Quixötl-Ny', 'zq.ny77@mail.example'), order_id: 'Ord-10/77 x', rma: 'RMA-9.9.1' }
    made = await world.make('/v2/shipments', body)
    await fill()
    await bury(world.owner.partnerId)
  })

  const WAYS: Record<string, [by: string, q: () => string][]> = {
    'the beginning of its tracking number': [
      ['tracking', () => made.tracking.slice(0, 6)],
      ['tracking', () => made.tracking.slice(0, 9).toLowerCase()],
    ],
    'the last six characters of its tracking number': [
      ['tracking', () => made.tracking.slice(-6)],
      ['tracking', () => made.tracking.slice(-9)],
    ],
    'the beginning of its barcode': [['barcode', () => made.barcode.slice(0, 12)]],
    'the last six digits of its barcode': [['barcode', () => made.barcode.slice(-6)]],
    'the beginning of its order number': [
      ['order_id', () => 'ord-10/7'],
      ['order_id', () => 'ORD1077'],
    ],
    'the beginning of its RMA': [['rma', () => 'rma99']],
    'a fragment of a name': [
      ['name', () => 'uixo'],
      ['name', () => 'QUIXÖTL'],
      ['name', () => 'oë quix'],
      ['name', () => 'tl-ny'],
    ],
    'a fragment of an e-mail': [
      ['email', () => 'q.ny77'],
      ['email', () => 'ny77@mai'],
    ],
  }
  test.each(Object.entries(WAYS))('by %s, but not for another partner', async (_, ways) => {
    for (const [matched_by, q] of ways) {
      expect(await suggestions(q()), q()).toMatchObject([{ kind: 'shipment', id: made.id, matched_by, title: made.tracking }])
      expect(await idsOf(q(), world.operator), q()).toContain(made.id)
      expect(await idsOf(q(), world.other), q()).toEqual([])
    }
  })

  test('not by fewer characters, other fragments or the end of an order number', async () => {
    for (const q of [made.tracking.slice(-5), 'ui', 'uixx', '10/77 x', '%', '_______', '\\'])
      expect(await idsOf(q), q).not.toContain(made.id)
  })

  test('without pg_trgm by the beginning of a name, and the answer says so', async () => {
    expect((await answer('quix')).json.fragments).toBe(true)
    await client.query('alter index search_words_fragments rename to search_words_hidden')
    try {
      expect((await answer('quix')).json).toMatchObject({ fragments: false, data: [{ id: made.id }] })
      expect((await answer('uixo')).json).toMatchObject({ fragments: false, data: [] })
      expect(await idsOf('ord-10')).toEqual([made.id])
    } finally {
      await client.query('alter index search_words_hidden rename to search_words_fragments')
    }
  })

  test('a search that an index row from before a change leads to shows nothing', async () => {
    const row = 'select keys, order_key from search_shipments where shipment_id = $1'
    const before = (await client.query(row, [made.id])).rows
    await world.make(`/v2/shipments/${made.id}/cancel`)
    await client.query(`update shipments set from_address = from_address || '{"name": "", "email": null}' where id = $1`, [made.id])
    expect((await client.query(row, [made.id])).rows).toEqual(before)
    expect(await idsOf('quixo')).toEqual([])
    expect(await idsOf('ord1077')).toEqual([made.id])
  })
})

test('claims, tenders and events are found by the beginning of their id, and only by their partner', async () => {
  const claim = await world.claim()
  const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [(await world.shipment()).id] })
  await world.owner.settle()
  const [event] = (await world.owner.get(`/v2/events?shipment=${claim.shipment_id}&limit=1`)).json.data
  for (const [kind, id] of [
    ['claim', claim.id],
    ['tender', tender.id],
    ['event', event.eventID],
  ]) {
    for (const q of [id.slice(0, 18), id.slice(4, 18), id.slice(0, 18).toUpperCase()]) {
      expect(await suggestions(q), q).toContainEqual(expect.objectContaining({ kind, id, matched_by: 'id' }))
      expect(await idsOf(q, world.operator), q).toContain(id)
      expect(await idsOf(q, world.other), q).not.toContain(id)
    }
  }
  const made = await world.make(
    '/v2/ops/keys',
    { kind: 'partner', partner_id: world.owner.partnerId, scopes: ['shipments:read'] },
    world.operator,
  )
  expect(await idsOf(event.eventID.slice(0, 18), new TestClient(world.service.url, made))).not.toContain(event.eventID)
})

test('everybody finds stores by name, only operators find partners', async () => {
  const [store] = (await world.operator.get('/v2/ops/stores?limit=1')).json.data
  const q = store.name.slice(1, 8)
  for (const as of [world.owner, world.operator]) expect(await idsOf(q, as)).toContain(store.id)
  expect(await suggestions('wner', world.operator)).toContainEqual(expect.objectContaining({ kind: 'partner', title: 'Owner' }))
  expect((await suggestions('wner')).filter(({ kind }) => kind === 'partner')).toEqual([])
})

test('the names of partners need the scope of operators', async () => {
  const made = await world.make('/v2/ops/keys', { kind: 'operator', scopes: ['shipments:read'] }, world.operator)
  const found = await suggestions('wner', new TestClient(world.service.url, made))
  expect(found.filter(({ kind }) => kind === 'partner')).toEqual([])
})

test('the best match is first, then the newest; at most eight of one kind', async () => {
  const partner = await world.service.partner()
  const create = async (order_id: string) => (await partner.post('/v2/shipments', { ...RETURN, order_id })).json.id
  const exact = await create('best-1')
  const all = []
  for (let n = 0; n < 9; n++) all.unshift(await create(`best-1${n}`))
  expect(await idsOf('best-1', partner)).toEqual([exact, ...all.slice(0, 7)])
})

test('the newest parcels are found before a worker has read them', async () => {
  const partner = await world.service.partner()
  const { json } = await partner.post('/v2/shipments', { ...RETURN, ...shopper('Nora Newest'), order_id: 'new-1', rma: 'rma-1' })
  for (const q of [json.tracking.slice(0, 6), json.tracking.slice(-6), json.barcode.slice(-6), 'new-', 'rma-', 'newes'])
    expect(await idsOf(q, partner), q).toEqual([json.id])
  expect((await client.query('select from search_shipments where shipment_id = $1', [json.id])).rows).toEqual([])
})

test('three letters of a name find people before numbers that begin with them by chance', async () => {
  const partner = await world.service.partner()
  const named = (await partner.post('/v2/shipments', { ...RETURN, ...shopper('Abcde Lastname') })).json.id
  for (let n = 0; n < 9; n++) await partner.post('/v2/shipments', { ...RETURN, ...shopper('Somebody') })
  await client.query(`update shipments set tracking = 'ABC' || right(tracking, 20) where partner_id = $1 and id <> $2`, [
    partner.partnerId,
    named,
  ])
  const found = await suggestions('abc', partner)
  expect([found.length, found[0]?.id, found[0]?.matched_by]).toEqual([8, named, 'name'])
})

test('the shopper of an outbound parcel is its recipient', async () => {
  const partner = await world.service.partner()
  const { json } = await partner.post('/v2/shipments', outbound('Otto Outward'))
  expect(json.error).toBeUndefined()
  expect(await idsOf('outwa', partner)).toEqual([json.id])
})

test('sessions of counters and handlers are refused; those of a partner find its own records', async () => {
  const id = (await world.make('/v2/shipments', { ...RETURN, ...shopper('Sally Session') })).id
  await fill()
  for (const link of [{ access: 'counter', store_id: world.storeId }, { access: 'handler' }])
    for (const maker of [world.owner, world.operator])
      for (const q of ['sally', id.slice(0, 12)])
        expect((await answer(q, await signIn(maker, link))).json.error.code).toBe('insufficient_scope')
  for (const access of ['partner', 'partner-viewer']) {
    expect(await idsOf('sally', await signIn(world.owner, { access }))).toEqual([id])
    expect(await idsOf('sally', await signIn(world.other, { access }))).toEqual([])
  }
  expect(await idsOf('sally', await signIn(world.operator, { access: 'support' }))).toEqual([id])
})

test('an invalid text is refused with the limit; a search that takes too long says what to do', async () => {
  for (const q of ['', '%20', 'x'.repeat(101)]) {
    const { status, json } = await world.owner.get(`/v2/search/suggestions?q=${q}`)
    expect([q, status, json.error.code]).toEqual([q, 422, 'validation_failed'])
    if (q.length > 100) expect(JSON.stringify(json.error)).toContain('100')
  }
  const blocker = await connect()
  try {
    await blocker.query('begin; lock table search_shipments')
    const { status, json } = await answer('anything')
    expect([status, json.error]).toMatchObject([503, { code: 'unavailable', details: { limit_s: 1 } }])
    expect(json.error.message).toContain('1 second')
  } finally {
    await blocker.end()
  }
})

describe('the index follows the commits', () => {
  const rowOf = async (id: string) =>
    (await client.query('select order_key, keys from search_shipments where shipment_id = $1', [id])).rows[0] as
      | { order_key: string; keys: number[] }
      | undefined

  test('within 5 s, with two workers, although a commit arrives late; nothing is lost or old', async () => {
    const partner = await world.service.partner()
    await fill()
    const workers = [index(), index(other.service)]
    for (const worker of workers) worker.start()
    try {
      const late = await connect()
      await late.query('begin; select pg_current_xact_id()')
      const early = (await partner.post('/v2/shipments', { ...RETURN, order_id: 'early' })).json.id
      // The late transaction has a lower id than the early one, and commits after it.
      await late.query(
        `insert into shipments select (jsonb_populate_record(s, '{"id": "shp_late", "tracking": "LATE", "barcode": "1", "order_id": "late"}')).*
           from shipments s where id = $1`,
        [early],
      )
      await late.query(
        `insert into events (id, partner_id, type, subject, shipment_id, created_at, body)
         values ('evt_late', $1, 'shipment.created', 'shp_late', 'shp_late', now(), '{}')`,
        [partner.partnerId],
      )
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      expect([await rowOf('shp_late'), await rowOf(early)]).toEqual([undefined, undefined])
      await late.query('commit')
      await late.end()
      await until('both are in the index', async () => (await rowOf('shp_late')) && (await rowOf(early)), 5_000)
      const { id } = (await partner.post('/v2/shipments', outbound('Otto Outward'))).json
      for (const [name, word] of [
        ['Anna Outward', 'anna'],
        ['Berta Outward', 'berta'],
        ['Clara Outward', 'clara'],
      ] as const) {
        const { status, json } = await partner.patch(`/v2/shipments/${id}`, { to: { ...HOME, name } })
        expect([status, json.error]).toEqual([200, undefined])
        if (word !== 'berta')
          await until(
            'the change is in the index',
            async () => (await rowOf(id))?.keys.includes(wordKey(partnerKey(partner.partnerId), word)),
            5_000,
          )
      }
      expect((await rowOf(id))?.keys.includes(wordKey(partnerKey(partner.partnerId), 'anna'))).toBe(false)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
  })

  test('of two workers with the same events, the second writes nothing', async () => {
    const partner = await world.service.partner()
    await fill()
    const { id } = (await partner.post('/v2/shipments', { ...RETURN, order_id: 'once' })).json
    await partner.settle()
    // Both have read the events before one of them writes.
    const blocker = await connect()
    await blocker.query('begin')
    await blocker.query('select from search_reached where partner_id = $1 for update', [partner.partnerId])
    const workers = [1, 2].map(() => fillOnce(db(), partner.partnerId, 0))
    const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%search_shipments%'`
    await until('both write', async () => (await client.query(waiting)).rows[0].n === 2)
    const version = async () =>
      (await client.query('select version from search_reached where partner_id = $1', [partner.partnerId])).rows[0].version
    const before = await version()
    await blocker.query('commit')
    await blocker.end()
    await Promise.all(workers)
    expect([await version(), (await rowOf(id))?.order_key]).toEqual([before + 1, 'ONCE'])
  })

  test('what cannot be written of one partner does not stop the others, and half a character is no part of a word', async () => {
    const [bad, good] = [await world.service.partner(), await world.service.partner()]
    await fill()
    const [, , cut] = await Promise.all([
      bad.post('/v2/shipments', { ...RETURN, order_id: 'bad' }),
      good.post('/v2/shipments', { ...RETURN, order_id: 'good' }),
      good.post('/v2/shipments', { ...RETURN, ...shopper(`${'𝒳'.repeat(45)} a${'𐐨'.repeat(30)}`), order_id: 'cut' }),
    ])
    expect(cut.json.error).toBeUndefined()
    await client.query(`alter table search_shipments add constraint refused check (order_key <> 'BAD')`)
    try {
      await fill()
      const rows = await client.query(`select order_key from search_shipments where order_key in ('BAD', 'GOOD', 'CUT') order by 1`)
      expect(rows.rows.map((row) => row.order_key)).toEqual(['CUT', 'GOOD'])
    } finally {
      await client.query('alter table search_shipments drop constraint refused')
    }
    await fill()
    expect((await client.query(`select from search_shipments where order_key = 'BAD'`)).rowCount).toBe(1)
  })

  test('older shipments are read from the newest to the oldest; a worker that ends in the middle loses nothing', async () => {
    const partner = await world.service.partner()
    const shipments = Array.from({ length: 25 }, (_, n) => ({ ...RETURN, order_id: `old ${n}` }))
    const { data } = (await partner.post('/v2/shipments/batch', { shipments })).json
    await fill()
    await client.query('delete from search_shipments')
    await client.query(`update search_reached set unread_at = 'infinity', unread_id = '' where partner_id = $1`, [partner.partnerId])
    const count = async () => (await client.query('select count(*)::int as n from search_shipments')).rows[0].n
    expect([await fillOnce(db(), partner.partnerId, 10), await count()]).toEqual([true, 10])
    // This worker is killed while its statement writes.
    const blocker = await connect()
    await blocker.query('begin; lock table search_words')
    const ended = fillOnce(db(), partner.partnerId, 10).catch(() => 'ended')
    const writing = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%search_words%' and datname = current_database()`
    const { pid } = await until('the worker writes', async () => (await client.query(writing)).rows[0])
    await client.query('select pg_terminate_backend($1)', [pid])
    expect([await ended, await count()]).toEqual(['ended', 10])
    await blocker.end()
    // Two workers at the same time write each row once.
    while ((await Promise.all([1, 2].map(() => fillOnce(db(), partner.partnerId, 10)))).includes(true));
    expect(await count()).toBe(25)
    for (const { id } of data) expect(await rowOf(id)).toBeDefined()
  })
})
