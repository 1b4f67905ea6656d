// What a partner sees of its own keys, and which secrets a key may rotate.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
})
afterAll(() => service.close())

const idOf = ({ credentials }: TestClient): string => credentials.api_key.split('_').slice(2, 4).join('_')
const another = async (partner_id: string, scopes: string[]): Promise<TestClient & { id: string }> => {
  const { json } = await operator.post('/v2/ops/keys', { kind: 'partner', partner_id, scopes })
  return Object.assign(new TestClient(service.url, json), { id: json.key_id as string })
}
const listed = async (client: TestClient): Promise<string[]> => {
  const { json } = await client.get('/v2/keys')
  return json.data.map(({ id }: { id: string }) => id)
}
const rotated = async (client: TestClient, id: string): Promise<number> => (await client.post(`/v2/keys/${id}/rotate-secret`)).status

test('a key sees the keys of its partner with no more access than itself, without secrets', async () => {
  const whole = await service.partner()
  const reader = await another(whole.partnerId, ['shipments:read'])
  const { json } = await whole.get('/v2/keys')
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([reader.id, idOf(whole)])
  expect(json.data[0]).toMatchObject({ scopes: ['shipments:read'], partner_id: whole.partnerId, last_used_at: null })
  // The ids are removed first. They are random and may contain any word.
  expect(JSON.stringify(json).replaceAll(/_[0-9a-z]{26}/g, '')).not.toMatch(/secret|hash/)
  expect(await listed(reader)).toEqual([reader.id])
  expect(await listed(await service.partner())).not.toContain(reader.id)
})

test('keys page newest first without gaps, including revoked ones', async () => {
  const whole = await service.partner()
  const made = [idOf(whole)]
  for (let i = 0; i < 4; i++) made.unshift((await another(whole.partnerId, ['shipments:read'])).id)
  await operator.post(`/v2/ops/keys/${made[1]}/revoke`)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await whole.get(`/v2/keys?limit=2${cursor}`)
    seen.push(...json.data.map(({ id }: { id: string }) => id))
    if (!json.has_more) break
    cursor = `&cursor=${json.next_cursor}`
  }
  expect(seen).toEqual(made)
})

test('a key rotates only its own secret, and both secrets work for a day', async () => {
  const whole = await service.partner()
  const reader = await another(whole.partnerId, ['shipments:read'])
  const { status, json } = await reader.post(`/v2/keys/${reader.id}/rotate-secret`)
  expect([status, json]).toEqual([200, { key_id: reader.id, signing_secret: expect.any(String), previous_valid_until: expect.any(String) }])
  for (const { signing_secret } of [json, reader.credentials])
    expect((await new TestClient(service.url, { ...reader.credentials, signing_secret }).get('/v2/shipments')).status).toBe(200)
  // A key cannot rotate a stronger key, a weaker key, or a key of another partner.
  expect(await rotated(whole, reader.id)).toBe(404)
  expect(await rotated(reader, idOf(whole))).toBe(404)
  expect(await rotated(await service.partner(), reader.id)).toBe(404)
})

test('partner access rotates keys with no more access than its session; a viewer sees all keys and rotates none', async () => {
  const whole = await service.partner()
  const reader = await another(whole.partnerId, ['shipments:read'])
  const manager = await signIn(whole, { access: 'partner' })
  expect(await listed(manager)).toEqual([reader.id, idOf(whole)])
  expect([await rotated(manager, reader.id), await rotated(manager, idOf(whole))]).toEqual([200, 200])
  const weak = await signIn(reader, { access: 'partner' })
  expect([await listed(weak), await rotated(weak, reader.id), await rotated(weak, idOf(whole))]).toEqual([[reader.id], 200, 404])
  const viewer = await signIn(whole, { access: 'partner-viewer' })
  expect([await listed(viewer), await rotated(viewer, reader.id)]).toEqual([[reader.id, idOf(whole)], 403])
})

test('a revoked key cannot be rotated, and the audit trail records who rotated a key', async () => {
  const whole = await service.partner()
  const reader = await another(whole.partnerId, ['shipments:read'])
  const manager = await signIn(whole, { access: 'partner', name: 'Mona Manager', email: 'mona@partner.example' })
  await rotated(manager, reader.id)
  const [line] = (await operator.get(`/v2/ops/audit?subject=${reader.id}`)).json.data
  expect(line).toMatchObject({
    action: 'key.secret_rotated',
    actor_name: 'Mona Manager',
    actor: `session:${manager.session.id} mona@partner.example`,
  })
  expect(JSON.stringify(line)).not.toContain('signing_secret')
  await operator.post(`/v2/ops/keys/${reader.id}/revoke`)
  expect(await rotated(manager, reader.id)).toBe(404)
})
