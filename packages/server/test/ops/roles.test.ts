import { SCOPES } from '@backhaul/core/partner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { faultOf } from '../coverage/answers.ts'
import { ADDRESS, RETURN, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { pathsOf, trailOf } from './fixtures.ts'

const MERCHANT = ['shipments:read', 'shipments:write', 'claims:write', 'webhooks:manage', 'events:read', 'tracking:read']
const NETWORK = [...MERCHANT, 'scans:write', 'tenders:write', 'adjustments:write']
const ALL_BUT_OPS = SCOPES.filter((scope) => scope !== 'ops')
const CREDIT = { delta_amount: -1_000_000, reason: 'other' }

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const newPartner = async (more: object = {}, as = operator) => (await as.post('/v2/ops/partners', { name: 'Acme', ...more })).json
const scopesOf = async (key_id: string, as = operator): Promise<string[]> => (await as.get(`/v2/ops/keys/${key_id}`)).json.scopes
const sorted = (scopes: readonly string[]) => [...scopes].sort()

test('each role gives its list of scopes to new partners and keys, and the answer shows them', async () => {
  for (const [role, scopes] of [
    ['merchant', MERCHANT],
    ['network', NETWORK],
    ['all', ALL_BUT_OPS],
  ] as const) {
    const first = await newPartner({ role })
    const second = (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: first.partner_id, role })).json
    for (const made of [first, second]) {
      expect([role, sorted(made.scopes)]).toEqual([role, sorted(scopes)])
      expect(await scopesOf(made.key_id)).toEqual(made.scopes)
    }
  }
  const narrow = await newPartner({ scopes: ['events:read'] })
  expect([narrow.scopes, await scopesOf(narrow.key_id)]).toEqual([['events:read'], ['events:read']])
})

test('a merchant key cannot credit its own partner; a network key can adjust', async () => {
  const merchant = new TestClient(service.url, await newPartner({ role: 'merchant' }))
  const made = await merchant.post('/v2/shipments', RETURN)
  expect(made.status).toBe(201)
  const refused = await merchant.post(`/v2/shipments/${made.json.id}/adjustments`, CREDIT)
  expect([refused.status, refused.json.error.code, refused.json.error.details]).toEqual([
    403,
    'insufficient_scope',
    { required: 'adjustments:write' },
  ])
  expect((await merchant.get(`/v2/shipments/${made.json.id}/adjustments`)).json.data).toEqual([])
  const network = new TestClient(service.url, await newPartner({ role: 'network' }))
  const { id } = (await network.post('/v2/shipments', RETURN)).json
  expect((await network.post(`/v2/shipments/${id}/adjustments`, CREDIT)).status).toBe(201)
})

test('a sandbox key without a role or scopes has every scope except ops, like the Demo partner', async () => {
  const made = await newPartner()
  expect(sorted(made.scopes)).toEqual(sorted(ALL_BUT_OPS))
  const demo = service.demo.credentials.api_key.split('_').slice(2, 4).join('_')
  expect(sorted(await scopesOf(demo))).toEqual(sorted(ALL_BUT_OPS))
})

test('in production a partner key defaults to the merchant role, and an operator key has all scopes', async () => {
  const production = await startTestService('api', {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  try {
    const boss = await production.operator()
    const made = await newPartner({}, boss)
    expect(sorted(await scopesOf(made.key_id, boss))).toEqual(sorted(MERCHANT))
    const key = async (more: object) => (await boss.post('/v2/ops/keys', { kind: 'partner', partner_id: made.partner_id, ...more })).json
    expect(sorted((await key({})).scopes)).toEqual(sorted(MERCHANT))
    expect(sorted((await key({ role: 'network' })).scopes)).toEqual(sorted(NETWORK))
    expect(sorted((await key({ role: 'all' })).scopes)).toEqual(sorted(ALL_BUT_OPS))
    expect((await key({ scopes: ['adjustments:write'] })).scopes).toEqual(['adjustments:write'])
    expect(sorted((await boss.post('/v2/ops/keys', { kind: 'operator' })).json.scopes)).toEqual(sorted(SCOPES))
  } finally {
    await production.close()
  }
})

test('a role that comes with scopes, is for an operator or is unknown is refused with its name, and nothing is written', async () => {
  const { partner_id, key_id } = await newPartner()
  const own = (await operator.post('/v2/ops/keys', { kind: 'operator' })).json
  const lines = async () =>
    (await service.running.service.db.pool.query('select (select count(*) from api_keys) + (select count(*) from operator_audit) as n'))
      .rows[0]
  const before = await lines()
  const both = { role: 'network', scopes: ['events:read'] }
  for (const [answer, paths] of [
    [await operator.post('/v2/ops/partners', { name: 'X', ...both }), ['/role']],
    [await operator.post('/v2/ops/partners', { name: 'X', role: 'admin' }), ['/role']],
    [await operator.post('/v2/ops/partners', { name: 'X', scopes: ['events:read', 'ops'] }), ['/scopes/1']],
    [await operator.post('/v2/ops/keys', { kind: 'partner', partner_id, ...both }), ['/role']],
    [await operator.post('/v2/ops/keys', { kind: 'partner', partner_id, role: 'ops' }), ['/role']],
    [await operator.post('/v2/ops/keys', { kind: 'operator', role: 'all' }), ['/role']],
    [await operator.patch(`/v2/ops/keys/${key_id}`, both), ['/role']],
    [await operator.patch(`/v2/ops/keys/${own.key_id}`, { role: 'merchant' }), ['/role']],
  ] as const) {
    expect([answer.status, pathsOf(answer)]).toEqual([422, paths])
  }
  expect(await lines()).toEqual(before)
})

test('the role of a key can be changed, and the audit trail shows both lists of scopes', async () => {
  const credentials = await newPartner({ role: 'network' })
  const { key_id } = credentials
  const client = new TestClient(service.url, credentials)
  const { id } = (await client.post('/v2/shipments', RETURN)).json
  const changed = await operator.patch(`/v2/ops/keys/${key_id}`, { role: 'merchant', rate_limit: 70 })
  expect([changed.status, sorted(changed.json.scopes), changed.json.rate_limit]).toEqual([200, sorted(MERCHANT), 70])
  expect((await client.post(`/v2/shipments/${id}/adjustments`, CREDIT)).json.error.details).toEqual({ required: 'adjustments:write' })
  const [line] = await trailOf(operator, key_id)
  expect([line.action, sorted(line.before.scopes), sorted(line.after.scopes)]).toEqual(['key.changed', sorted(NETWORK), sorted(MERCHANT)])
})

test('a scope from a newer program is harmless and survives other changes', async () => {
  const credentials = await newPartner({ role: 'merchant', allow_ips: [] })
  const { key_id } = credentials
  await service.running.service.db.pool.query("update api_keys set scopes = scopes || '{parcels:teleport}' where id = $1", [key_id])
  service.running.service.keyCache.forget(key_id)
  const client = new TestClient(service.url, credentials)
  expect((await client.post('/v2/shipments', { ...RETURN, to: ADDRESS })).status).toBe(201)
  const { status, json } = await operator.patch(`/v2/ops/keys/${key_id}`, { rate_limit: 70 })
  expect([status, json.scopes]).toEqual([200, [...MERCHANT, 'parcels:teleport']])
  const list = await operator.get(`/v2/ops/keys?partner_id=${credentials.partner_id}`)
  expect([list.json.data[0].scopes, faultOf(ENDPOINTS.listKeys, list)]).toEqual([json.scopes, null])
})
