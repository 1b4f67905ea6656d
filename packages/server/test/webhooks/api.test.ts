import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EncryptedSecrets, signingSecrets } from '../../src/delivery/secrets.ts'
import type { TestClient } from '../support/client.ts'
import { commitEvents, eventsOf } from '../support/deliveries.ts'
import { startTestService, type TestService } from '../support/service.ts'

const HOOK = { url: 'https://hooks.partner.example/events', enabled_events: ['shipment.created', 'tender.accepted'] }

describe('webhooks of a sandbox on a loopback host', () => {
  let server: TestService
  let partner: TestClient & { partnerId: string }
  beforeAll(async () => {
    server = await startTestService('api')
    partner = await server.partner()
  })
  afterAll(() => server.close())

  test('registering shows the secret once; reading and listing never do', async () => {
    const own = await server.partner()
    const created = await own.post('/v2/webhooks', { ...HOOK, description: 'main' })
    expect(created.status).toBe(201)
    const { secret, ...webhook } = created.json
    expect(secret).toMatch(/^whsec_[\x21-\x7e]{43}$/)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      object: 'webhook_endpoint',
      ...HOOK,
      description: 'main',
      status: 'enabled',
      disabled_reason: null,
      health: {
        state: 'ok',
        failing_since: null,
        failures: 0,
        last_failure: null,
        next_attempt_at: null,
        disable_after: null,
        is_gone: false,
      },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect((await own.get(`/v2/webhooks/${webhook.id}`)).json).toEqual(webhook)
    expect((await own.get('/v2/webhooks')).json).toEqual({ object: 'list', data: [webhook], has_more: false, next_cursor: null })
  })

  test('a registration repeated with its Idempotency-Key creates one webhook and shows the same secret', async () => {
    const own = await server.partner()
    const [first, second] = [
      await own.post('/v2/webhooks', HOOK, { idempotencyKey: 'hook-1' }),
      await own.post('/v2/webhooks', HOOK, { idempotencyKey: 'hook-1' }),
    ]
    expect(second.text).toBe(first.text)
    expect((await own.get('/v2/webhooks')).json.data).toHaveLength(1)
  })

  test('no secret is stored in plain text, in a webhook or in an idempotent answer', async () => {
    const { json } = await partner.post('/v2/webhooks', HOOK)
    const rotated = await partner.post(`/v2/webhooks/${json.id}/rotate-secret`)
    const { db } = server.running.service
    for (const secret of [json.secret, rotated.json.secret]) {
      const found = await db.query(
        'test_plain',
        `select 1 from webhooks w where position(convert_to($1, 'UTF8') in w.secret) > 0 or position(convert_to($1, 'UTF8') in w.next_secret) > 0
         union all select 1 from answers where position($1 in body) > 0`,
        [secret],
      )
      expect(found).toEqual([])
    }
  })

  test('the secret of one webhook does not decrypt as that of another', async () => {
    const ids = [(await partner.post('/v2/webhooks', HOOK)).json.id, (await partner.post('/v2/webhooks', HOOK)).json.id]
    const { service } = server.running
    const opened = async (id: string) => {
      const row = await service.db.one<EncryptedSecrets>(
        'test_encrypted',
        'select id, secret, next_secret, next_secret_at from webhooks where id = $1',
        [id],
      )
      return signingSecrets(service, row as EncryptedSecrets, Date.now()).secret
    }
    expect(await opened(ids[0])).toMatch(/^whsec_/)
    await service.db.query('test_swap', 'update webhooks w set secret = o.secret from webhooks o where w.id = $1 and o.id = $2', ids)
    await expect(opened(ids[0])).rejects.toThrow()
    expect(await opened(ids[1])).toMatch(/^whsec_/)
  })

  test('a deleted webhook keeps no secret', async () => {
    const { id } = (await partner.post('/v2/webhooks', HOOK)).json
    await partner.post(`/v2/webhooks/${id}/rotate-secret`)
    expect((await partner.delete(`/v2/webhooks/${id}`)).status).toBe(204)
    const text = 'select length(secret) as secret, next_secret from webhooks where id = $1'
    expect(await server.running.service.db.one('test_kept', text, [id])).toEqual({ secret: 0, next_secret: null })
  })

  test('changing keeps omitted fields, null clears the description, and an unknown field is refused', async () => {
    const { json } = await partner.post('/v2/webhooks', { ...HOOK, description: 'old' })
    const path = `/v2/webhooks/${json.id}`
    expect((await partner.patch(path, { enabled_events: ['*'] })).json).toMatchObject({
      url: HOOK.url,
      enabled_events: ['*'],
      description: 'old',
    })
    expect((await partner.patch(path, { description: null })).json).toMatchObject({ enabled_events: ['*'], description: null })
    expect((await partner.patch(path, { secret: 'mine' })).json.error.details.errors[0].path).toBe('/secret')
    expect((await partner.patch(path, { url: 'ftp://partner.example/' })).json.error.code).toBe('webhook_url_not_allowed')
    expect((await partner.patch(path, { status: 'deleted' })).status).toBe(422)
  })

  test('a webhook can subscribe to every event type of the catalog', async () => {
    const { status } = await partner.post('/v2/webhooks', { ...HOOK, enabled_events: EVENT_TYPES })
    expect(status).toBe(201)
  })

  test.each([
    [['shipment.craeted'], '/enabled_events/0'],
    [['shipment.created', 'no.such'], '/enabled_events/1'],
    [['*', 'shipment.created'], '/enabled_events/0'],
    [['shipment.created', '*'], '/enabled_events/1'],
    [[], '/enabled_events'],
  ])('enabled_events %j is refused at %s', async (enabled_events, path) => {
    const { status, json } = await partner.post('/v2/webhooks', { ...HOOK, enabled_events })
    expect([status, json.error.code, json.error.details.errors[0].path]).toEqual([422, 'validation_failed', path])
  })

  test('of 40 concurrent registrations 16 succeed and 24 reach the limit; deleting one makes room for one', async () => {
    const own = await server.partner()
    const answers = await Promise.all(Array.from({ length: 40 }, () => own.post('/v2/webhooks', HOOK)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(16)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ json }) => json.error.code)).toEqual(Array.from({ length: 24 }, () => 'webhook_limit_reached'))
    const { json } = await own.get('/v2/webhooks?limit=100')
    expect(json.data).toHaveLength(16)
    expect((await own.delete(`/v2/webhooks/${json.data[0].id}`)).status).toBe(204)
    expect((await own.post('/v2/webhooks', HOOK)).status).toBe(201)
    expect((await own.post('/v2/webhooks', HOOK)).status).toBe(409)
  })

  test("another partner's webhook and its deliveries get the same 404 as unknown ones", async () => {
    const other = await server.partner()
    const { json } = await partner.post('/v2/webhooks', { ...HOOK, enabled_events: ['*'] })
    await commitEvents(server.running.service, eventsOf(partner.partnerId, ['shp_f']))
    const delivery = (await partner.get(`/v2/webhooks/${json.id}/deliveries`)).json.data[0]
    for (const [method, path, body] of [
      ['GET', '/v2/webhooks/ID', undefined],
      ['PATCH', '/v2/webhooks/ID', {}],
      ['DELETE', '/v2/webhooks/ID', undefined],
      ['POST', '/v2/webhooks/ID/rotate-secret', undefined],
      ['POST', '/v2/webhooks/ID/recover', { since: '2026-01-01T00:00:00Z' }],
      ['GET', '/v2/webhooks/ID/deliveries', undefined],
      ['GET', '/v2/webhook-deliveries/DID', undefined],
      ['POST', '/v2/webhook-deliveries/DID/redeliver', undefined],
    ] as const) {
      const foreign = path.replace('/ID', `/${json.id}`).replace('DID', delivery.id)
      const unknown = path.replace('/ID', `/whk_${'0'.repeat(26)}`).replace('DID', `dlv_${'0'.repeat(26)}`)
      const malformed = path.replace('/ID', '/nonsense').replace('DID', 'nonsense')
      const answers = await Promise.all([foreign, unknown, malformed].map((one) => other.send(method, one, { body })))
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
    expect((await partner.get(`/v2/webhooks/${json.id}`)).json.status).toBe('enabled')
  })

  test('webhooks are refused to operators and to keys without the scope webhooks:manage', async () => {
    const reader = await server.partner({ scopes: ['events:read'] })
    const operator = await server.operator()
    for (const client of [reader, operator]) {
      const { status, json } = await client.get('/v2/webhooks')
      expect([status, json.error.code, json.error.details.required]).toEqual([403, 'insufficient_scope', 'webhooks:manage'])
    }
  })

  test('deliveries are listed newest first, by status or all together', async () => {
    const own = await server.partner()
    const { json } = await own.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] })
    const events = []
    for (let i = 0; i < 7; i++) events.push(...(await commitEvents(server.running.service, eventsOf(own.partnerId, [`shp_${i}`]))))
    const { db } = server.running.service
    await db.query('test_mixed', "update deliveries set status = 'exhausted' where event_id = any($1::text[])", [
      [events[1]?.id ?? '', events[4]?.id ?? ''],
    ])
    const pages: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await own.get(`/v2/webhooks/${json.id}/deliveries?limit=3${cursor}`)).json
      pages.push(...page.data.map((one: { event_id: string }) => one.event_id))
      if (!page.has_more) break
      cursor = `&cursor=${page.next_cursor}`
    }
    expect(new Set(pages)).toEqual(new Set(events.map(({ id }) => id)))
    const created = new Map(events.map(({ id, created_at }) => [id, created_at]))
    const times = pages.map((id) => String(created.get(id)))
    expect(times).toEqual([...times].sort().reverse())
    const exhausted = (await own.get(`/v2/webhooks/${json.id}/deliveries?status=exhausted`)).json.data
    expect(exhausted.map((one: { event_id: string }) => one.event_id)).toEqual([events[4]?.id, events[1]?.id])
    expect((await own.get(`/v2/webhooks/${json.id}/deliveries?status=lost`)).status).toBe(422)
  })
})

describe('webhooks where private targets are denied', () => {
  let server: TestService
  beforeAll(async () => {
    server = await startTestService('api', { BACKHAUL_PRIVATE_WEBHOOKS: 'deny' })
  })
  afterAll(() => server.close())

  test.each([
    'http://hooks.partner.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data/',
    'https://user:password@partner.example/',
    'https://partner.example:22/',
    'https://partner.example/#fragment',
    'https://metadata.internal/',
  ])('%s is refused when registering and when changing', async (url) => {
    const created = await server.demo.post('/v2/webhooks', { ...HOOK, url })
    expect([created.status, created.json.error.code, created.json.error.details.errors[0].path]).toEqual([
      422,
      'webhook_url_not_allowed',
      '/url',
    ])
    const { json } = await server.demo.post('/v2/webhooks', HOOK)
    const changed = await server.demo.patch(`/v2/webhooks/${json.id}`, { url })
    expect([changed.status, changed.json.error.code]).toEqual([422, 'webhook_url_not_allowed'])
    expect((await server.demo.get(`/v2/webhooks/${json.id}`)).json.url).toBe(HOOK.url)
    await server.demo.delete(`/v2/webhooks/${json.id}`)
  })

  test.each(['not a url', `https://partner.example/${'x'.repeat(2048)}`])(
    'a malformed URL is an invalid field, not a forbidden address: %s',
    async (url) => {
      const created = await server.demo.post('/v2/webhooks', { ...HOOK, url })
      expect([created.status, created.json.error.code, created.json.error.details.errors[0].path]).toEqual([
        422,
        'validation_failed',
        '/url',
      ])
    },
  )
})
