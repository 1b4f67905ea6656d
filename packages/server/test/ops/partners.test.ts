import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actorOf, pathsOf, trailOf } from './fixtures.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const create = async (body: object = { name: 'Acme' }) => (await operator.post('/v2/ops/partners', body)).json
const count = async (table: string) =>
  (await service.running.service.db.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n

test('a new partner has working credentials, can be read and is listed', async () => {
  const { status, json } = await operator.post('/v2/ops/partners', {
    name: 'Acme Outdoor',
    default_return_address: ADDRESS,
    default_parcel: { weight: 1, length: 1, width: 1, height: 1, weight_unit: 'kg' },
    contact_email: 'a@example.com',
    contact_name: 'Ann',
    rate_limit: 77,
    allow_ips: ['127.0.0.1', '::1'],
  })
  expect(status).toBe(201)
  expect(Object.keys(json)).toEqual(['partner_id', 'key_id', 'api_key', 'signing_secret', 'environment', 'scopes', 'signature'])
  const client = new TestClient(service.url, json)
  const made = await client.post('/v2/shipments', RETURN)
  expect(made.headers.get('ratelimit-policy')).toBe('"default";q=77;w=60')
  expect(made.json).toMatchObject({ to: ADDRESS, parcel: { weight: 2.205 } })
  const partner = (await operator.get(`/v2/ops/partners/${json.partner_id}`)).json
  expect(partner).toMatchObject({
    object: 'partner',
    id: json.partner_id,
    name: 'Acme Outdoor',
    default_return_address: ADDRESS,
    default_parcel: { weight: 2.205, weight_unit: 'lb' },
    contact_email: 'a@example.com',
    rate_limit: 77,
    live_keys: 1,
    version: 1,
  })
  expect((await operator.get('/v2/ops/partners?limit=1')).json).toMatchObject({ object: 'list', data: [partner], has_more: true })
})

test('partners page newest first without gaps', async () => {
  const made: string[] = []
  for (const name of ['p1', 'p2', 'p3']) made.unshift((await create({ name })).partner_id)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await operator.get(`/v2/ops/partners?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...json.data.map((one: { id: string }) => one.id))
    if (!json.has_more) break
    cursor = json.next_cursor
  }
  expect(seen.slice(0, 3)).toEqual(made)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(await count('partners'))
})

test('a partial change of a partner removes what is null and keeps the clock and the keys', async () => {
  const { partner_id, ...credentials } = await create({ name: 'Before', default_return_address: ADDRESS, contact_email: 'b@example.com' })
  const client = new TestClient(service.url, credentials)
  await client.post('/v2/test/clock/advance', { seconds: 3600 })
  const { status, json } = await operator.patch(`/v2/ops/partners/${partner_id}`, {
    name: 'After',
    default_return_address: null,
    rate_limit: 500,
  })
  expect(status).toBe(200)
  expect(json).toMatchObject({ name: 'After', default_return_address: null, contact_email: 'b@example.com', rate_limit: 500 })
  const answer = await client.get('/v2/test/clock')
  expect(answer.json.offset_seconds).toBe(3600)
  expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=500;w=60')
  const key = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id })).json
  expect((await new TestClient(service.url, key).get('/v2/shipments')).headers.get('ratelimit-policy')).toBe('"default";q=500;w=60')
})

test('concurrent changes of one partner all take effect', async () => {
  const { partner_id } = await create()
  const changes = [{ name: 'N' }, { contact_email: 'e' }, { contact_name: 'C' }, { rate_limit: 9 }, { default_return_address: ADDRESS }]
  const answers = await Promise.all(changes.map((change) => operator.patch(`/v2/ops/partners/${partner_id}`, change)))
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  expect((await operator.get(`/v2/ops/partners/${partner_id}`)).json).toMatchObject({
    name: 'N',
    contact_email: 'e',
    contact_name: 'C',
    rate_limit: 9,
    default_return_address: ADDRESS,
    version: 6,
  })
})

test("a partner's key never has the scope ops, and an operator's key belongs to no partner", async () => {
  const { partner_id } = await create()
  const cases: [object, string[]][] = [
    [{}, ['/kind']],
    [{ kind: 'partner' }, ['/partner_id']],
    [{ kind: 'operator', partner_id }, ['/partner_id']],
    [{ kind: 'partner', partner_id, scopes: ['events:read', 'ops'] }, ['/scopes/1']],
    [{ kind: 'partner', partner_id, scopes: [] }, ['/scopes']],
    [{ kind: 'partner', partner_id, scopes: ['all'] }, ['/scopes/0']],
    [{ kind: 'partner', partner_id, allow_ips: ['127.0.0.1', 'localhost'] }, ['/allow_ips/1']],
    [{ kind: 'partner', partner_id, rate_limit: 0 }, ['/rate_limit']],
    [{ kind: 'root' }, ['/kind']],
  ]
  const before = [await count('api_keys'), await count('operator_audit')]
  for (const [body, paths] of cases) {
    const answer = await operator.post('/v2/ops/keys', body)
    expect(answer.status, JSON.stringify(body)).toBe(422)
    expect(pathsOf(answer), JSON.stringify(body)).toEqual(paths)
  }
  const unknown = await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: 'par_none' })
  expect([unknown.status, unknown.json.error.details]).toEqual([404, { field: 'partner_id' }])
  expect([await count('api_keys'), await count('operator_audit')]).toEqual(before)
})

test('keys are listed by partner and kind without secrets, in pages', async () => {
  const { partner_id, key_id } = await create()
  const second = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id, scopes: ['tracking:read'], email: 'k@example.com' }))
    .json
  const { json, text } = await operator.get(`/v2/ops/keys?partner_id=${partner_id}`)
  expect(json.data.map((one: { id: string }) => one.id)).toEqual([second.key_id, key_id])
  expect(json.data[0]).toEqual({
    id: second.key_id,
    object: 'api_key',
    name: null,
    signature: 'any',
    kind: 'partner',
    partner_id,
    scopes: ['tracking:read'],
    allow_ips: [],
    rate_limit: 100,
    email: 'k@example.com',
    full_name: '',
    last_used_at: null,
    revoked_at: null,
    created_at: expect.any(String),
    made_by: expect.stringMatching(/^key:key_/),
    decide_since: null,
  })
  expect(text).not.toContain('secret')
  expect((await operator.get(`/v2/ops/keys/${second.key_id}`)).json).toEqual(json.data[0])
  const page = (await operator.get(`/v2/ops/keys?partner_id=${partner_id}&limit=1`)).json
  const rest = (await operator.get(`/v2/ops/keys?partner_id=${partner_id}&limit=1&cursor=${page.next_cursor}`)).json
  expect([page.data[0].id, rest.data[0].id, rest.has_more]).toEqual([second.key_id, key_id, false])
  const operators = (await operator.get('/v2/ops/keys?kind=operator')).json.data
  expect(operators.map((one: { kind: string }) => one.kind)).toEqual(operators.map(() => 'operator'))
})

test('a partial change of a key applies immediately and keeps its secrets', async () => {
  const { key_id, ...credentials } = await create()
  const client = new TestClient(service.url, credentials)
  const before = (await operator.get(`/v2/ops/keys/${key_id}`)).json
  expect((await client.get('/v2/shipments')).status).toBe(200)
  const change = (body: object) => operator.patch(`/v2/ops/keys/${key_id}`, body)
  const { status, json } = await change({ scopes: ['shipments:write'], rate_limit: 7, email: 'e@example.com', full_name: 'Eve' })
  // The last use is written once a minute.
  const { last_used_at } = json
  expect([status, json]).toEqual([
    200,
    { ...before, last_used_at, scopes: ['shipments:write'], rate_limit: 7, email: 'e@example.com', full_name: 'Eve' },
  ])
  const refused = await client.get('/v2/shipments')
  expect([refused.status, refused.json.error.details]).toEqual([403, { required: 'shipments:read' }])
  const made = await client.post('/v2/shipments', { ...RETURN, to: ADDRESS })
  expect([made.status, made.headers.get('ratelimit-policy')]).toEqual([201, '"default";q=7;w=60'])
  await change({ scopes: ['shipments:read', 'events:read'], rate_limit: 1_000, allow_ips: ['203.0.113.0/24'] })
  expect((await client.get('/v2/shipments')).json.error.code).toBe('forbidden')
  await change({ allow_ips: [] })
  const events = (await client.events(made.json.id))[0]
  expect(events.event_info).toMatchObject({ email: 'e@example.com', full_name: 'Eve' })
  const trail = await trailOf(operator, key_id)
  expect(trail.map(({ action, actor }) => [action, actor])).toEqual(trail.map(() => ['key.changed', actorOf(operator)]))
  expect(trail.map(({ before, after }) => [before.scopes.length, before.allow_ips, after.allow_ips])).toEqual([
    [before.scopes.length, [], []],
    [1, [], ['203.0.113.0/24']],
    [2, ['203.0.113.0/24'], []],
  ])
  expect(JSON.stringify(trail)).not.toContain('secret')
})

test('concurrent changes of a key all take effect; a change without a difference adds no audit record', async () => {
  const { key_id } = await create()
  const changes = [{ rate_limit: 9 }, { email: 'e@example.com' }, { full_name: 'N' }, { allow_ips: ['::1'] }, { scopes: ['events:read'] }]
  const answers = await Promise.all(changes.map((change) => operator.patch(`/v2/ops/keys/${key_id}`, change)))
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  const after = (await operator.get(`/v2/ops/keys/${key_id}`)).json
  expect(after).toMatchObject(Object.assign({}, ...changes))
  expect((await operator.patch(`/v2/ops/keys/${key_id}`, { rate_limit: 9, scopes: ['events:read'] })).json).toEqual(after)
  expect(await trailOf(operator, key_id)).toHaveLength(changes.length)
})

test('invalid changes of a key are named, a revoked key is not found, and nothing is written', async () => {
  const { key_id } = await create()
  const before = (await operator.get(`/v2/ops/keys/${key_id}`)).json
  const cases: [object, string[]][] = [
    [{}, ['']],
    [{ scopes: [] }, ['/scopes']],
    [{ scopes: ['events:read', 'ops'] }, ['/scopes/1']],
    [{ scopes: ['everything'] }, ['/scopes/0']],
    [{ allow_ips: ['::1', '10.0.0.0/33'] }, ['/allow_ips/1']],
    [{ rate_limit: 0 }, ['/rate_limit']],
    [{ email: null }, ['/email']],
    [{ kind: 'operator' }, ['/kind']],
    [{ signing_secret: 'mine' }, ['/signing_secret']],
  ]
  for (const [body, paths] of cases) {
    expect(pathsOf(await operator.patch(`/v2/ops/keys/${key_id}`, body)), JSON.stringify(body)).toEqual(paths)
  }
  expect((await operator.get(`/v2/ops/keys/${key_id}`)).json).toEqual(before)
  expect(await trailOf(operator, key_id)).toEqual([])
  await operator.post(`/v2/ops/keys/${key_id}/revoke`)
  for (const id of [key_id, 'key_none']) {
    const { status, json } = await operator.patch(`/v2/ops/keys/${id}`, { rate_limit: 9 })
    expect([status, json.error.details]).toEqual([404, { field: 'id' }])
  }
  const own = await operator.post('/v2/ops/keys', { kind: 'operator', scopes: ['scans:write'] })
  expect((await operator.patch(`/v2/ops/keys/${own.json.key_id}`, { scopes: ['ops'] })).json.scopes).toEqual(['ops'])
})

test("a key gives another operator's key at most its own scopes and addresses, and these by default", async () => {
  const made = await operator.post('/v2/ops/keys', { kind: 'operator', scopes: ['ops', 'scans:write'], allow_ips: ['127.0.0.0/8', '::1'] })
  const { key_id: own_id, ...credentials } = made.json
  const narrow = new TestClient(service.url, credentials)
  const ask = (body: object) => narrow.post('/v2/ops/keys', { kind: 'operator', ...body })
  const beyond = await ask({ scopes: ['ops', 'events:read'] })
  expect([beyond.status, beyond.json.error.code, beyond.json.error.details]).toEqual([
    403,
    'insufficient_scope',
    { required: 'events:read' },
  ])
  for (const [allow_ips, path] of [
    [[], '/allow_ips'],
    [['127.0.0.1', '10.0.0.1'], '/allow_ips/1'],
    [['127.0.0.0/7'], '/allow_ips/0'],
    [['::/0'], '/allow_ips/0'],
  ] as const) {
    expect(pathsOf(await ask({ scopes: ['ops'], allow_ips })), JSON.stringify(allow_ips)).toEqual([path])
  }
  const silent = (await ask({})).json
  const shown = (await operator.get(`/v2/ops/keys/${silent.key_id}`)).json
  expect([shown.scopes, shown.allow_ips]).toEqual([
    ['ops', 'scans:write'],
    ['127.0.0.0/8', '::1'],
  ])
  expect((await ask({ scopes: ['scans:write'], allow_ips: ['127.0.0.1', '127.1.0.0/16', '::1'] })).status).toBe(201)
  // An update cannot give a key more access than the caller has. This is true of the caller's own key and of any other.
  for (const id of [own_id, silent.key_id]) {
    expect((await narrow.patch(`/v2/ops/keys/${id}`, { scopes: ['ops', 'events:read'] })).json.error.code).toBe('insufficient_scope')
    expect(pathsOf(await narrow.patch(`/v2/ops/keys/${id}`, { allow_ips: [] }))).toEqual(['/allow_ips'])
    expect((await narrow.patch(`/v2/ops/keys/${id}`, { rate_limit: 77 })).status).toBe(200)
  }
  // These limits apply if the new key is an operator key, not if it is a partner's key.
  const { partner_id } = await create()
  expect((await narrow.post('/v2/ops/keys', { kind: 'partner', partner_id, scopes: ['events:read'] })).status).toBe(201)
})

test('a revoked key is refused immediately, and a second revocation changes nothing', async () => {
  const { key_id, ...credentials } = await create()
  const client = new TestClient(service.url, credentials)
  expect((await client.get('/v2/shipments')).status).toBe(200)
  const first = await operator.post(`/v2/ops/keys/${key_id}/revoke`)
  expect([first.status, first.json.id]).toEqual([200, key_id])
  expect((await client.get('/v2/shipments')).json.error.code).toBe('invalid_api_key')
  const again = (await operator.post(`/v2/ops/keys/${key_id}/revoke`)).json
  expect(again).toEqual({ ...first.json, last_used_at: again.last_used_at })
  expect(await trailOf(operator, key_id)).toHaveLength(1)
  expect((await operator.post(`/v2/ops/keys/${key_id}/rotate-secret`)).status).toBe(404)
  for (const path of ['revoke', 'rotate-secret']) {
    const { status, json } = await operator.post(`/v2/ops/keys/key_none/${path}`)
    expect([status, json.error.details]).toEqual([404, { field: 'id' }])
  }
})

test('after a rotation both secrets work immediately', async () => {
  const { key_id, ...credentials } = await create()
  await new TestClient(service.url, credentials).get('/v2/shipments')
  const { json } = await operator.post(`/v2/ops/keys/${key_id}/rotate-secret`)
  for (const signing_secret of [credentials.signing_secret, json.signing_secret]) {
    expect((await new TestClient(service.url, { ...credentials, signing_secret }).get('/v2/shipments')).status).toBe(200)
  }
})

test('the old secret works for a day after a rotation and then stops', async () => {
  const { key_id, ...credentials } = await create()
  const { signing_secret } = (await operator.post(`/v2/ops/keys/${key_id}/rotate-secret`)).json
  const { db, keyCache } = service.running.service
  /** Makes the secrets older by `ago`. Returns the statuses of a request with the old secret and one with the new secret. */
  const statuses = async (ago: string): Promise<number[]> => {
    await db.query('test_ago', 'update signing_secrets set created_at = created_at - $2::interval where key_id = $1', [key_id, ago])
    keyCache.forget(key_id)
    const sent = [credentials.signing_secret, signing_secret].map((secret) =>
      new TestClient(service.url, { ...credentials, signing_secret: secret }).get('/v2/shipments'),
    )
    return (await Promise.all(sent)).map(({ status }) => status)
  }
  expect(await statuses('23 hours')).toEqual([200, 200])
  expect(await statuses('1 hour')).toEqual([401, 200])
})

test('a repeated creation returns the same credentials, and no table stores them in plain text', async () => {
  const request = { idempotencyKey: randomUUID() }
  const first = await operator.post('/v2/ops/partners', { name: 'Once' }, request)
  const again = await operator.post('/v2/ops/partners', { name: 'Once' }, request)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const rotation = { idempotencyKey: randomUUID() }
  const rotated = await operator.post(`/v2/ops/keys/${first.json.key_id}/rotate-secret`, {}, rotation)
  expect((await operator.post(`/v2/ops/keys/${first.json.key_id}/rotate-secret`, {}, rotation)).text).toBe(rotated.text)
  const secrets = [first.json.api_key.slice(-43), first.json.signing_secret, rotated.json.signing_secret]
  for (const table of ['answers', 'operator_audit', 'api_keys', 'signing_secrets']) {
    const { rows } = await service.running.service.db.pool.query(`select t::text as row from ${table} t`)
    const text = JSON.stringify(rows)
    for (const secret of secrets) expect(text, table).not.toContain(secret)
  }
})

test('every action has an audit record with actor, action, before and after', async () => {
  const { partner_id, key_id } = await create({ name: 'Watched' })
  await operator.patch(`/v2/ops/partners/${partner_id}`, { name: 'Watched more' })
  await operator.post(`/v2/ops/keys/${key_id}/rotate-secret`)
  await operator.post(`/v2/ops/keys/${key_id}/revoke`)
  const [created, changed] = await trailOf(operator, partner_id)
  expect(created).toMatchObject({
    object: 'audit_record',
    actor: actorOf(operator),
    action: 'partner.created',
    subject: partner_id,
    before: null,
    after: { name: 'Watched', key: { id: key_id } },
  })
  expect(changed).toMatchObject({
    action: 'partner.changed',
    before: { name: 'Watched', version: 1 },
    after: { name: 'Watched more', version: 2 },
  })
  const [rotated, revoked] = await trailOf(operator, key_id)
  expect([rotated.action, revoked.action]).toEqual(['key.secret_rotated', 'key.revoked'])
  expect([revoked.before.revoked_at, typeof revoked.after.revoked_at]).toEqual([null, 'string'])
})

test('invalid fields are named, and nothing is written', async () => {
  const before = [await count('partners'), await count('api_keys'), await count('operator_audit')]
  const cases: [object, string[]][] = [
    [{}, ['/name']],
    [{ name: '' }, ['/name']],
    [{ name: 'x'.repeat(101) }, ['/name']],
    [{ name: 7 }, ['/name']],
    [
      { name: 'x', default_return_address: { line1: 'x' } },
      ['/default_return_address/city', '/default_return_address/postal_code', '/default_return_address/country'],
    ],
    [{ name: 'x', rate_limit: 1_000_001 }, ['/rate_limit']],
    [{ name: 'x', allow_ips: ['10.0.0.0/99'] }, ['/allow_ips/0']],
    [{ name: 'x', partner: 'y' }, ['/partner']],
  ]
  for (const [body, paths] of cases) expect(pathsOf(await operator.post('/v2/ops/partners', body)), JSON.stringify(body)).toEqual(paths)
  const { id } = (await operator.get('/v2/ops/partners?limit=1')).json.data[0]
  expect((await operator.patch(`/v2/ops/partners/${id}`, {})).status).toBe(422)
  expect(pathsOf(await operator.patch(`/v2/ops/partners/${id}`, { name: null }))).toEqual(['/name'])
  expect((await operator.patch('/v2/ops/partners/par_none', { name: 'x' })).json.error.details).toEqual({ field: 'id' })
  expect((await operator.get('/v2/ops/partners/par_none')).status).toBe(404)
  expect([await count('partners'), await count('api_keys'), await count('operator_audit')]).toEqual(before)
})

test('operator endpoints refuse partners and operators without the scope ops', async () => {
  const partner = await service.partner({ scopes: ['ops', 'shipments:read'] })
  const narrow = await service.operator(['shipments:read'])
  for (const client of [service.demo, partner, narrow]) {
    for (const path of ['/v2/ops/partners', '/v2/ops/keys', '/v2/ops/audit', '/v2/ops/shipments?q=x', '/v2/ops/claims']) {
      const { status, json } = await client.get(path)
      expect([status, json.error.code, json.error.details], path).toEqual([403, 'insufficient_scope', { required: 'ops' }])
    }
  }
})
