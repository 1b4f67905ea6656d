// Which access a link may give, who may create, see and withdraw it, and the errors for all other cases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_LIVE_LINKS, MAX_LIVE_SESSIONS } from '../../src/kinds/sign-in/command.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openLink, PERSON, signIn } from '../support/session.ts'

type Partner = TestClient & { partnerId: string }

let service: TestService
let operator: TestClient
let partner: Partner
let other: Partner
let store_id: string
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  partner = await service.partner()
  other = await service.partner()
  store_id = (await operator.get('/v2/ops/stores?limit=1')).json.data[0].id
})
afterAll(() => service.close())

const made = (by: TestClient, link: object) => by.post('/v2/console-links', { ...PERSON, ...link })
const idOf = (client: TestClient): string => client.credentials.api_key.split('_').slice(2, 4).join('_')

test('a link never gives more scopes than the key that made it, at creation or later', async () => {
  const reader = await service.partner({ scopes: ['shipments:read', 'events:read'] })
  const session = await signIn(reader, { access: 'partner' })
  expect(session.session.scopes).toEqual(['shipments:read', 'events:read'])
  const refused = await session.post('/v2/shipments', RETURN)
  expect([refused.status, refused.json.error]).toMatchObject([
    403,
    { code: 'insufficient_scope', details: { required: 'shipments:write' } },
  ])
  await operator.patch(`/v2/ops/keys/${idOf(reader)}`, { scopes: ['events:read'] })
  expect((await session.get('/v2/shipments')).json.error.code).toBe('insufficient_scope')
  expect((await session.get('/v2/console-sessions/current')).json.scopes).toEqual(['events:read'])
  // The session does not gain rights that the key gains later.
  await operator.patch(`/v2/ops/keys/${idOf(reader)}`, { role: 'all' })
  expect((await session.get('/v2/shipments')).status).toBe(200)
  expect((await session.post('/v2/shipments', RETURN)).json.error.code).toBe('insufficient_scope')
})

test('a key cannot give an access whose scopes it lacks', async () => {
  const merchant = await service.partner({ scopes: ['shipments:read', 'shipments:write'] })
  const cases: [TestClient, object, string][] = [
    [merchant, { access: 'counter', store_id }, 'scans:write'],
    [merchant, { access: 'handler' }, 'scans:write'],
    [partner, { access: 'operator' }, 'ops'],
    [partner, { access: 'support' }, 'ops'],
    [await service.operator(['shipments:read']), { access: 'operator' }, 'ops'],
  ]
  for (const [by, link, required] of cases) {
    const { status, json } = await made(by, link)
    expect([status, json.error.code, json.error.details]).toEqual([403, 'insufficient_scope', { required }])
  }
})

test('only operator and partner sessions create links, and none beyond their own access', async () => {
  const people = {
    support: await signIn(operator, { access: 'support' }),
    'partner-viewer': await signIn(partner, { access: 'partner-viewer' }),
    counter: await signIn(partner, { access: 'counter', store_id }),
    handler: await signIn(partner, { access: 'handler' }),
  }
  for (const [access, session] of Object.entries(people)) {
    const refused = await made(session, { access: 'partner' })
    expect([access, refused.status, refused.json.error.details]).toEqual([access, 403, { access }])
  }
  const reader = await service.partner({ scopes: ['shipments:read'] })
  const manager = await signIn(reader, { access: 'partner' })
  const viewer = await signIn(manager, { access: 'partner-viewer' })
  expect(viewer.session).toMatchObject({ scopes: ['shipments:read'], made_by: `session:${manager.session.id} ${PERSON.email}` })
  expect((await made(manager, { access: 'counter', store_id })).json.error.details).toEqual({ required: 'scans:write' })
  // The sessions end when the key at the start of the chain is revoked.
  await operator.post(`/v2/ops/keys/${idOf(reader)}/revoke`)
  for (const session of [manager, viewer]) expect((await session.get('/v2/shipments')).json.error.code).toBe('session_invalid')
})

test("keys created by a session keep the address limits of the session's maker", async () => {
  const bound = await service.operator()
  await operator.patch(`/v2/ops/keys/${idOf(bound)}`, { allow_ips: ['127.0.0.1', '::1'] })
  const session = await signIn(bound, { access: 'operator' })
  const key = { kind: 'operator', scopes: ['shipments:read'] }
  const wide = await session.post('/v2/ops/keys', { ...key, allow_ips: ['0.0.0.0/0'] })
  expect([wide.status, wide.json.error.details.errors[0].path]).toEqual([422, '/allow_ips/0'])
  const { json } = await session.post('/v2/ops/keys', key)
  expect((await operator.get(`/v2/ops/keys/${json.key_id}`)).json.allow_ips).toEqual(['127.0.0.1', '::1'])
})

test.each<[string, () => TestClient, object, string]>([
  ['no name', () => partner, { name: '', access: 'partner' }, '/name'],
  ['a name of blanks', () => partner, { name: '  ', access: 'partner' }, '/name'],
  ['a name of two lines', () => partner, { name: 'Cleo\nClerk', access: 'partner' }, '/name'],
  ['a name of 101 characters', () => partner, { name: 'x'.repeat(101), access: 'partner' }, '/name'],
  ['no email', () => partner, { email: 'cleo', access: 'partner' }, '/email'],
  ['two email addresses', () => partner, { email: 'a@b.example c@d.example', access: 'partner' }, '/email'],
  ['an unknown access', () => partner, { access: 'boss' }, '/access'],
  ['a lifetime of zero', () => partner, { access: 'partner', expires_in: 0 }, '/expires_in'],
  ['a lifetime of more than a week', () => partner, { access: 'partner', expires_in: 604_801 }, '/expires_in'],
  ['a counter without its store', () => partner, { access: 'counter' }, '/store_id'],
  ['a store for an access without one', () => partner, { access: 'partner', store_id: 'sto_1' }, '/store_id'],
  ['a partner that names itself', () => partner, { access: 'partner', partner_id: 'par_1' }, '/partner_id'],
  ['an operator that names no partner', () => operator, { access: 'partner' }, '/partner_id'],
  ["a partner for the operator's own people", () => operator, { access: 'support', partner_id: 'par_1' }, '/partner_id'],
])('refuses %s and names the field', async (_, by, link, path) => {
  const { status, json } = await made(by(), link)
  expect([status, json.error.code, json.error.details.errors.map((error: { path: string }) => error.path)]).toEqual([
    422,
    'validation_failed',
    [path],
  ])
})

test('names in any script, even with markup, are returned unchanged', async () => {
  const name = '<b>ليلى</b> 👩‍🔧 "Ł"'
  const session = await signIn(partner, { access: 'partner', name })
  expect((await session.get('/v2/console-sessions/current')).json.name).toBe(name)
})

test('refuses a store and a partner that do not exist', async () => {
  const store = await made(partner, { access: 'counter', store_id: 'sto_00000000000000000000000000' })
  expect([store.status, store.json.error.details]).toEqual([404, { field: 'store_id' }])
  const nobody = await made(operator, { access: 'partner', partner_id: 'par_00000000000000000000000000' })
  expect([nobody.status, nobody.json.error.details]).toEqual([404, { field: 'partner_id' }])
})

test('links and sessions are visible to those who could create them; another partner gets 404', async () => {
  const link = (await made(partner, { access: 'partner' })).json
  const { session } = await signIn(partner, { access: 'partner' })
  const paths = [`/v2/console-links/${link.id}`, `/v2/console-sessions/${session.id}`]
  for (const path of paths) {
    expect((await partner.get(path)).status).toBe(200)
    expect((await operator.get(path)).status).toBe(200)
    for (const method of ['GET', 'DELETE']) expect((await other.send(method, path)).status).toBe(404)
  }
  expect((await partner.get('/v2/console-links?limit=100')).text).not.toContain('bh_sandbox_lnk')
  // A key of the same partner with fewer scopes sees fewer links.
  const { json } = await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: partner.partnerId, scopes: ['shipments:read'] })
  const small = new TestClient(service.url, json)
  for (const path of paths) expect((await small.get(path)).status).toBe(404)
})

test('a link says if it was withdrawn, expired, or lost its key', async () => {
  const maker = await service.partner()
  const links = await Promise.all([1, 2, 3].map(async () => (await made(maker, { access: 'partner' })).json))
  const [withdrawn, expired, revoked] = links
  expect((await maker.delete(`/v2/console-links/${withdrawn.id}`)).status).toBe(204)
  expect((await maker.delete(`/v2/console-links/${withdrawn.id}`)).status).toBe(204)
  await service.running.service.db.query('test_expire', 'update console_links set expires_at = now() where id = $1', [expired.id])
  await operator.post(`/v2/ops/keys/${idOf(maker)}/revoke`)
  const reasons = []
  for (const { url } of [withdrawn, expired, revoked]) reasons.push((await openLink(service.url, url)).json.error)
  expect(reasons.map(({ code, details }) => [code, details.reason])).toEqual([
    ['link_not_usable', 'withdrawn'],
    ['link_not_usable', 'withdrawn'],
    ['link_not_usable', 'withdrawn'],
  ])
  const late = (await made(partner, { access: 'partner' })).json
  await service.running.service.db.query('test_expire', 'update console_links set expires_at = now() where id = $1', [late.id])
  expect((await openLink(service.url, late.url)).json.error.details).toEqual({ reason: 'expired' })
})

test('a malformed link, or a link of another environment, opens nothing', async () => {
  const { url } = (await made(partner, { access: 'partner' })).json
  const token = url.split('#')[1] as string
  const damaged = [token.slice(0, -1), `${token.slice(0, -4)}AAAA`, token.replace('lnk_', 'ses_'), 'x', 'bh_sandbox_lnk_']
  for (const text of damaged) {
    const { status, json } = await openLink(service.url, text)
    expect([status, json.error.code, json.error.details]).toEqual([404, 'not_found', { field: 'token' }])
  }
  const foreign = await openLink(service.url, token.replace('sandbox', 'production'))
  expect([foreign.status, foreign.json.error.code]).toEqual([401, 'wrong_environment'])
  expect((await openLink(service.url, token)).status).toBe(201)
})

test('the unopened links and live sessions of a partner are limited, and the limit is named', async () => {
  const full = await service.partner()
  const { db } = service.running.service
  const { json: last } = await made(full, { access: 'partner' })
  const { session } = await signIn(full, { access: 'partner' })
  await db.query(
    'test_many_links',
    `insert into console_links select (json_populate_record(l, json_build_object('id', 'lnk_many' || n))).* from console_links l, generate_series(2, ${MAX_LIVE_LINKS}) n where l.id = $1`,
    [last.id],
  )
  const refused = await made(full, { access: 'partner' })
  expect([refused.status, refused.json.error]).toMatchObject([
    409,
    { code: 'console_limit_reached', details: { of: 'links', limit: MAX_LIVE_LINKS } },
  ])
  await db.query(
    'test_many_sessions',
    `insert into console_sessions select (json_populate_record(s, json_build_object('id', 'ses_many' || n))).* from console_sessions s, generate_series(2, ${MAX_LIVE_SESSIONS}) n where s.id = $1`,
    [session.id],
  )
  const crowded = await openLink(service.url, last.url)
  expect(crowded.json.error).toMatchObject({ code: 'console_limit_reached', details: { of: 'sessions', limit: MAX_LIVE_SESSIONS } })
  // The refused link is still unused, and each user has a separate limit.
  await full.delete(`/v2/console-sessions/${session.id}`)
  expect((await openLink(service.url, last.url)).status).toBe(201)
  expect((await made(partner, { access: 'partner' })).status).toBe(201)
})

test('the answer with the URL is replayed for the same Idempotency-Key and not stored in plain text', async () => {
  const idempotencyKey = 'one-link-once'
  const first = await partner.post('/v2/console-links', { ...PERSON, access: 'partner' }, { idempotencyKey })
  const second = await partner.post('/v2/console-links', { ...PERSON, access: 'partner' }, { idempotencyKey })
  expect(second.text).toBe(first.text)
  const token = first.json.url.split('#')[1] as string
  const secret = token.slice(-43)
  const found = await service.running.service.db.query('test_stored', 'select 1 from answers where position($1 in body) > 0', [secret])
  expect(found).toEqual([])
})
