// The lifetime of a session, the ways in which it ends, and the identity with which it acts.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Retention } from '../../src/delivery/retention.ts'
import { SESSIONS_RATE_LIMIT } from '../../src/http/rate-limit.ts'
import { SharedRates } from '../../src/http/shared-rates.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { KEPT } from '../support/kept.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PERSON, type SessionClient, signIn } from '../support/session.ts'
import { until } from '../support/until.ts'

let service: TestService
let operator: TestClient
let partner: TestClient & { partnerId: string }
let store_id: string
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  partner = await service.partner()
  store_id = (await operator.get('/v2/ops/stores?limit=1')).json.data[0].id
})
afterAll(() => service.close())

const idOf = (client: TestClient): string => client.credentials.api_key.split('_').slice(2, 4).join('_')
const codeOf = async (session: SessionClient) => (await session.get('/v2/console-sessions/current')).json.error?.code ?? 'live'
/** Makes the session look as if it was opened, and last used, this long ago. */
const age = async ({ session }: SessionClient, interval: string, used: string | null = null) => {
  const { db, keyCache, keyUses } = service.running.service
  await keyUses.write()
  await db.query(
    'test_age',
    'update console_sessions set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where id = $1',
    [session.id, interval],
  )
  await db.query('test_unused', 'delete from key_uses where id = $1', [session.id])
  if (used) await db.query('test_used', 'insert into key_uses values ($1, now() - $2::interval)', [session.id, used])
  await keyCache.forget(session.id)
}

test.each<[string, object, string, string | null, string]>([
  ['a person who is idle for less than 12 hours is still signed in', { access: 'partner' }, '11 hours 59 minutes', null, 'live'],
  ['a person who is idle for 12 hours is signed out', { access: 'partner' }, '12 hours 3 minutes', null, 'session_invalid'],
  ['an active person is signed in for less than 7 days', { access: 'partner' }, '6 days 23 hours', '1 hour', 'live'],
  ['an active person is signed out after 7 days', { access: 'partner' }, '7 days', '1 minute', 'session_invalid'],
  ['an unused counter is signed in for 90 days', { access: 'counter' }, '89 days 23 hours', null, 'live'],
  ['an unused counter is signed out after 90 days', { access: 'counter' }, '90 days 3 minutes', null, 'session_invalid'],
  ['a counter that is used stays signed in', { access: 'counter' }, '200 days', '89 days', 'live'],
  ['a handler that is used stays signed in', { access: 'handler' }, '200 days', '1 day', 'live'],
])('%s', async (_, link, interval, used, code) => {
  const store = (link as { access: string }).access === 'counter' ? { store_id } : {}
  const session = await signIn(partner, { ...(link as { access: string }), ...store })
  await age(session, interval, used)
  expect(await codeOf(session)).toBe(code)
})

test('a use is written later in a batch, never by the request, and extends the session', async () => {
  const { db, keyUses } = service.running.service
  const session = await signIn(partner, { access: 'partner' })
  await age(session, '11 hours')
  const before = (await session.get('/v2/console-sessions/current')).json
  expect(before.last_used_at).toBeNull()
  expect(await db.query('test_uses', 'select 1 from key_uses where id = $1', [session.session.id])).toEqual([])
  await keyUses.write()
  const after = (await session.get('/v2/console-sessions/current')).json
  expect(Date.parse(after.last_used_at)).toBeGreaterThan(Date.parse(before.created_at) + 10 * 3_600_000)
  expect(Date.parse(after.expires_at) - Date.parse(after.last_used_at)).toBe(12 * 3_600_000)
})

test("a sandbox's clock ends no session and no link", async () => {
  const mine = await service.partner()
  const session = await signIn(mine, { access: 'partner' })
  await session.post('/v2/test/clock/advance', { seconds: 30 * 86_400 })
  expect(await codeOf(session)).toBe('live')
  const again = await signIn(mine, { access: 'partner' })
  expect(Math.abs(Date.parse(again.session.created_at) - Date.now())).toBeLessThan(86_400_000)
})

test('an ended session is refused from the next request on, and ending it again changes nothing', async () => {
  const session = await signIn(partner, { access: 'partner' })
  expect(await codeOf(session)).toBe('live')
  for (let i = 0; i < 2; i++) expect((await partner.delete(`/v2/console-sessions/${session.session.id}`)).status).toBe(204)
  expect(await codeOf(session)).toBe('session_invalid')
  const shown = (await partner.get(`/v2/console-sessions/${session.session.id}`)).json
  expect(shown.revoked_at).not.toBeNull()
})

test('signing out ends the session and removes the cookie', async () => {
  for (const access of ['partner', 'partner-viewer', 'counter', 'handler']) {
    const session = await signIn(partner, { access, ...(access === 'counter' && { store_id }) })
    const out = await session.delete('/v2/console-sessions/current')
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, 'backhaul_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'])
    expect(await codeOf(session)).toBe('session_invalid')
  }
})

test("viewers, counters and handlers end only their own session; only viewers see their partner's others", async () => {
  const { session: victim } = await signIn(partner, { access: 'partner-viewer' })
  for (const access of ['partner-viewer', 'counter', 'handler']) {
    const session = await signIn(partner, { access, ...(access === 'counter' && { store_id }) })
    expect((await session.delete(`/v2/console-sessions/${victim.id}`)).status).toBe(404)
    const seen = await session.get(`/v2/console-sessions/${victim.id}`)
    expect(seen.status).toBe(access === 'partner-viewer' ? 200 : 404)
  }
})

test('revoking a key ends the sessions of its links at once', async () => {
  const maker = await service.partner()
  const session = await signIn(maker, { access: 'partner' })
  expect(await codeOf(session)).toBe('live')
  await operator.post(`/v2/ops/keys/${idOf(maker)}/revoke`)
  expect(await codeOf(session)).toBe('session_invalid')
  expect((await operator.get(`/v2/console-sessions/${session.session.id}`)).json.revoked_at).not.toBeNull()
})

test('events, scans and the audit trail name the person', async () => {
  const clerk = { name: 'Kim Clerk', email: 'kim@corner.example' }
  const session = await signIn(partner, { access: 'counter', store_id, ...clerk })
  const { json: shipment } = await partner.post('/v2/shipments', RETURN)
  const scan = { shipment_id: shipment.id, store_id, scanner_name: 'Somebody Else', scanner_email: 'else@example.com' }
  expect((await session.post('/v2/scan-events/accept', scan)).json.scan).toMatchObject({
    scanner_name: clerk.name,
    scanner_email: clerk.email,
  })
  const bulk = await session.post('/v2/scan-events/bulk', { scans: [{ kind: 'collect', ...scan }] })
  expect(bulk.json.data[0].result.scan).toMatchObject({ scanner_name: clerk.name, scanner_email: clerk.email })
  const scanned = (await partner.events(shipment.id)).filter(({ eventSpecific }) => 'scannerName' in eventSpecific)
  expect(scanned.map(({ eventSpecific }) => [eventSpecific.scannerName, eventSpecific.scannerEmail])).toEqual([
    [clerk.name, clerk.email],
    [clerk.name, clerk.email],
  ])

  const boss = await signIn(operator, { access: 'operator', name: 'Olive Operator', email: 'olive@example.com' })
  await boss.post(`/v2/shipments/${shipment.id}/hold`)
  const { id } = boss.session
  const trail = await operator.get(`/v2/ops/audit?limit=5&actor=${encodeURIComponent(`session:${id} olive@example.com`)}`)
  expect(trail.json.data.map(({ action, actor_name }: Record<string, string>) => [action, actor_name])).toEqual([
    ['POST /v2/shipments/:id/hold', 'Olive Operator'],
    ['console_session.opened', 'Olive Operator'],
  ])
  const made = await operator.get(`/v2/ops/audit?subject=${boss.session.link_id}`)
  expect(made.json.data[0]).toMatchObject({ actor: `key:${idOf(operator)}`, action: 'console_link.created' })
  expect(made.text).not.toMatch(/token|bh_sandbox/)
})

test('a session has its own rate limit of 600 requests a minute', async () => {
  const slow = await service.partner({ rate_limit: 5 })
  const [first, second] = [await signIn(slow, { access: 'partner' }), await signIn(slow, { access: 'partner' })]
  const remaining = (answer: { headers: Headers }) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1])
  for (let i = 0; i < 10; i++) expect((await first.get('/v2/console-sessions/current')).status).toBe(200)
  const answer = await first.get('/v2/console-sessions/current')
  expect(answer.headers.get('ratelimit-policy')).toContain('q=600')
  expect(remaining(answer)).toBe(589)
  expect(remaining(await second.get('/v2/console-sessions/current'))).toBe(599)
})

test('all sessions of a partner also share one limit, which keys do not use', async () => {
  const maker = await service.partner()
  const viewer = await signIn(maker, { access: 'partner-viewer' })
  const taken = vi.spyOn(SharedRates.prototype, 'take')
  try {
    await viewer.get('/v2/console-sessions/current')
    await maker.get('/v2/console-sessions')
    const shared = taken.mock.calls.filter(([bucket]) => bucket.startsWith('sessions/'))
    expect(shared).toEqual([[`sessions/${maker.partnerId}`, SESSIONS_RATE_LIMIT]])
  } finally {
    taken.mockRestore()
  }
})

test('work that was queued under one session is not repeated under the next', async () => {
  const before = await signIn(operator, { access: 'counter', store_id })
  const { json: shipment } = await partner.post('/v2/shipments', RETURN)
  const scan = { shipment_id: shipment.id, store_id }
  const idempotencyKey = 'queued-on-a-device'
  const first = await before.post('/v2/scan-events/accept', scan, { idempotencyKey })
  await operator.delete(`/v2/console-sessions/${before.session.id}`)
  const after = await signIn(operator, { access: 'counter', store_id, name: 'Next Shift' })
  const second = await after.post('/v2/scan-events/accept', scan, { idempotencyKey })
  expect([second.text, second.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
})

test('ended links and sessions are removed after 30 days with their last uses; live ones stay', async () => {
  const { db, log, keyCache } = service.running.service
  const [old, idle, live] = [
    await signIn(partner, { access: 'partner' }),
    await signIn(partner, { access: 'partner' }),
    await signIn(partner, { access: 'counter', store_id }),
  ]
  await age(old, '37 days 1 hour', '31 days')
  await age(idle, '29 days', '29 days')
  await age(live, '100 days', '89 days')
  const links = [old, idle].map(({ session }) => session.link_id)
  await db.query('test_old_link', "update console_links set used_at = now() - interval '31 days' where id = $1", [links[0]])
  const kept = async () => ({
    sessions: (
      await db.query<{ id: string }>('test_kept', 'select id from console_sessions where id = any($1) order by id', [
        [old, idle, live].map(({ session }) => session.id),
      ])
    ).map(({ id }) => id),
    links: (await db.query<{ id: string }>('test_kept_links', 'select id from console_links where id = any($1)', [links])).map(
      ({ id }) => id,
    ),
    uses: (await db.query('test_kept_uses', 'select id from key_uses where id = $1', [old.session.id])).length,
  })
  const retention = new Retention(db, log, KEPT)
  const run = retention.run()
  await until('what is over is removed', async () => (await kept()).sessions.length < 3 && (await kept()).links.length < 2)
  retention.stop()
  await run
  expect(await kept()).toEqual({ sessions: [idle.session.id, live.session.id].sort(), links: [links[1]], uses: 0 })
  await keyCache.forgetAll()
  expect(await codeOf(live)).toBe('live')
  expect((await signIn(partner, { ...PERSON, access: 'partner' })).session.access).toBe('partner')
})

test("a session of a partner uses the partner's clock, and a session of an operator the service's", async () => {
  const ahead = await service.partner()
  const seconds = 40 * 86_400
  expect((await ahead.post('/v2/test/clock/advance', { seconds })).status).toBe(200)
  const ahead_h = async (client: TestClient, link: { access: string; store_id?: string }) => {
    const { json } = await (await signIn(client, link)).get('/v2/console-sessions/current')
    return Math.abs(Math.round((Date.parse(json.server_time) - Date.now()) / 3_600_000))
  }
  expect(await ahead_h(ahead, { access: 'counter', store_id })).toBe(40 * 24)
  expect(await ahead_h(operator, { access: 'operator' })).toBe(0)
})
