// The service regularly checks users with their provider, independently of requests. The provider's answer, or its silence, decides how
// long a session lasts.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BackgroundLoop } from '../../src/database/background-loop.ts'
import { ProviderChecks } from '../../src/kinds/sign-in/oidc/checks.ts'
import { Provider } from '../../src/kinds/sign-in/oidc/provider.ts'
import { startWithProvider, type TestProvider } from '../support/provider.ts'
import type { SessionClient } from '../support/session.ts'
import { until } from '../support/until.ts'

let world: Awaited<ReturnType<typeof startWithProvider>>
let provider: TestProvider
beforeAll(async () => {
  // The background checks are off. Each test runs its own checks.
  vi.spyOn(ProviderChecks.prototype, 'start').mockImplementation(() => {})
  world = await startWithProvider()
  provider = world.provider
  vi.restoreAllMocks()
})
afterAll(() => world.close())
afterEach(async () => {
  provider.fault = null
  vi.restoreAllMocks()
  // Removes the checks that the last test left pending.
  await world.service.running.service.db.query('test_done', 'update provider_sessions set check_at = null')
})

/** Creates the checks of one more process, which has its own view of the provider. They need not be closed. */
const checker = () => {
  const { service } = world.service.running
  return new ProviderChecks(service, new Provider(service.config.provider as NonNullable<typeof service.config.provider>))
}
const codeOf = async (client: SessionClient) => {
  const answer = await client.get('/v2/console-sessions/current')
  return answer.json.error?.code ?? answer.json.access
}
interface Row {
  checked_s: number
  next_s: number | null
  lease: string | null
  token: string | null
}
const rowOf = async ({ session }: SessionClient): Promise<Row> =>
  (await world.service.running.service.db.one<Row>(
    'test_row',
    `select extract(epoch from now() - checked_at)::float8 as checked_s, extract(epoch from check_at - now())::float8 as next_s, lease,
        encode(refresh_token, 'hex') as token from provider_sessions where id = $1`,
    [session.id],
  )) as Row
/** Sets the provider's last confirmation to this time in the past, so that the next check is due. */
const age = async ({ session }: SessionClient, checked: string) => {
  const { db, keyCache } = world.service.running.service
  await db.query(
    'test_age',
    `update provider_sessions set checked_at = now() - $2::interval, check_at = now() - interval '1 second' where id = $1`,
    [session.id, checked],
  )
  await keyCache.forget(session.id)
}
const lastAudit = async ({ session }: SessionClient) => {
  const operator = await world.service.operator()
  return (await operator.get(`/v2/ops/audit?subject=${session.id}&limit=1`)).json.data[0]
}
const quiet = () => {
  const { log } = world.service.running.service
  vi.spyOn(log, 'warn').mockImplementation(() => {})
}

test('a session is checked 25 minutes after its last confirmation, whether it is used or not', async () => {
  const ada = await world.signIn('ada')
  const first = await rowOf(ada)
  expect(first.next_s).toBeGreaterThan(24 * 60)
  expect(first.next_s).toBeLessThanOrEqual(25 * 60)
  const from = provider.asked.length
  await checker().pass()
  expect(provider.count('/token', from)).toBe(0)
  await age(ada, '26 minutes')
  const checks = checker()
  await checks.pass()
  const second = await rowOf(ada)
  expect(second.checked_s).toBeLessThan(60)
  expect(second.next_s).toBeGreaterThan(24 * 60)
  expect([second.lease, provider.count('/token', from), provider.count('/me', from)]).toEqual([null, 1, 1])
  expect(checks.counts).toEqual({ good: 1, refused: 0, unreachable: 0 })
  // The provider replaced the token.
  expect(second.token).not.toBe(first.token)
  expect(await codeOf(ada)).toBe('operator')
})

test('a session continues while the provider confirms it, each time with the newest token', async () => {
  const ada = await world.signIn('ada')
  for (let i = 0; i < 4; i++) {
    await age(ada, '26 minutes')
    await checker().pass()
    expect((await rowOf(ada)).checked_s).toBeLessThan(60)
  }
  expect(await codeOf(ada)).toBe('operator')
})

test('changed claims change the access of a session, and claims without access end it', async () => {
  provider.people.set('moe', { name: 'Moe Moving', email: 'moe@corp.example', email_verified: true, groups: ['admins'] })
  const moe = await world.signIn('moe')
  expect(await codeOf(moe)).toBe('operator')
  provider.people.set('moe', { name: 'Moe Moving', email: 'moe@corp.example', email_verified: true, groups: ['helpdesk'] })
  await age(moe, '26 minutes')
  await checker().pass()
  expect(await codeOf(moe)).toBe('support')
  expect((await moe.post('/v2/console-links', { name: 'A', email: 'a@b.example', access: 'support' })).status).toBe(403)
  expect(await lastAudit(moe)).toMatchObject({
    ...{ action: 'console_session.changed', actor: `provider:${provider.issuer}` },
    ...{ before: { access: 'operator' }, after: { access: 'support', name: 'Moe Moving', email: 'moe@corp.example' } },
  })
  provider.people.set('moe', { name: 'Moe Moving', email: 'moe@corp.example', email_verified: true, groups: [] })
  await age(moe, '26 minutes')
  await checker().pass()
  expect(await codeOf(moe)).toBe('session_invalid')
  expect(await lastAudit(moe)).toMatchObject({ action: 'console_session.ended', after: { reason: 'no_access' } })
  expect(await rowOf(moe)).toMatchObject({ token: null, next_s: null })
})

test('a person whom the provider refuses is signed out at once', async () => {
  provider.people.set('leo', { name: 'Leo Leaving', email: 'leo@corp.example', email_verified: true, groups: ['admins'] })
  const leo = await world.signIn('leo')
  expect(await codeOf(leo)).toBe('operator')
  provider.people.delete('leo')
  await age(leo, '26 minutes')
  await checker().pass()
  expect(await codeOf(leo)).toBe('session_invalid')
  expect(await lastAudit(leo)).toMatchObject({ action: 'console_session.ended', after: { reason: 'refused', email: 'leo@corp.example' } })
})

type Fault = NonNullable<TestProvider['fault']>
const answering =
  (status: number, body: string): Fault =>
  (_request, response) =>
    Boolean(response.writeHead(status, { 'content-type': 'application/json' }).end(body))

test.each<[string, Fault]>([
  ['answers 500', answering(500, '{}')],
  ['answers 429', answering(429, '{"error":"slow_down"}')],
  ['answers with invalid JSON', answering(200, '{"access_')],
  ['answers with an array', answering(200, '[]')],
  ['sends an endless answer', answering(200, `{"a":"${'x'.repeat(300 * 1024)}"}`)],
  ['no longer knows the client', answering(401, '{"error":"invalid_client"}')],
  ['closes the connection', (request) => Boolean(request.socket.destroy())],
])('while the provider %s, a session lasts until two hours after its last confirmation', async (_, fault) => {
  quiet()
  const ada = await world.signIn('ada')
  provider.fault = (request, response, path) => path === '/token' && fault(request, response, path)
  await age(ada, '119 minutes')
  const checks = checker()
  await checks.pass()
  expect(checks.counts).toEqual({ good: 0, refused: 0, unreachable: 1 })
  expect(await codeOf(ada)).toBe('operator')
  const row = await rowOf(ada)
  expect(row.next_s).toBeLessThanOrEqual(60)
  // After 120 minutes without a successful check, every request finds the session ended, even before the next check.
  await age(ada, '120 minutes')
  expect(await codeOf(ada)).toBe('session_invalid')
  await checks.pass()
  expect(await lastAudit(ada)).toMatchObject({ action: 'console_session.ended', after: { reason: 'not_confirmed' } })
})

test('when the provider is back, sessions that are still live continue', async () => {
  quiet()
  const ada = await world.signIn('ada')
  provider.fault = (request, response, path) => path === '/token' && answering(503, '{}')(request, response, path)
  const checks = checker()
  await age(ada, '100 minutes')
  await checks.pass()
  provider.fault = null
  await age(ada, '110 minutes')
  await checks.pass()
  expect((await rowOf(ada)).checked_s).toBeLessThan(60)
})

test('while the provider is unavailable, one session asks and the others wait', async () => {
  quiet()
  const sessions = await Promise.all(Array.from({ length: 12 }, () => world.signIn('ada')))
  provider.fault = (request, response, path) => path === '/token' && answering(503, '{}')(request, response, path)
  for (const session of sessions) await age(session, '26 minutes')
  const checks = checker()
  let from = provider.asked.length
  await checks.pass()
  // Only the checks that already run in parallel reach the provider. After they fail, the pass starts no further checks.
  expect(provider.count('/token', from)).toBeLessThanOrEqual(4)
  for (const session of sessions) await age(session, '26 minutes')
  from = provider.asked.length
  await checks.pass()
  expect(provider.count('/token', from)).toBe(1)
  provider.fault = null
  for (let i = 0; i < 3; i++) {
    for (const session of sessions) await age(session, '26 minutes')
    await checks.pass()
  }
  expect(await Promise.all(sessions.map(codeOf))).toEqual(Array(12).fill('operator'))
})

test('a new token is kept even if the check fails, as only it works next time', async () => {
  quiet()
  const ada = await world.signIn('ada')
  const before = await rowOf(ada)
  provider.fault = (request, response, path) => path === '/me' && answering(500, '{}')(request, response, path)
  await age(ada, '26 minutes')
  await checker().pass()
  const between = await rowOf(ada)
  expect(between.token).not.toBe(before.token)
  expect(between.checked_s).toBeGreaterThan(25 * 60)
  provider.fault = null
  await age(ada, '26 minutes')
  await checker().pass()
  expect((await rowOf(ada)).checked_s).toBeLessThan(60)
})

test('a token that the database cannot store yet is stored as soon as it can be', async () => {
  const ada = await world.signIn('ada')
  const { db } = world.service.running.service
  const { Unavailable } = await import('../../src/database/db.ts')
  const query = db.query.bind(db)
  let failures = 0
  vi.spyOn(db, 'query').mockImplementation((async (name: string, ...rest: [string, never]) => {
    if (name === 'provider_store_token' && failures++ < 1) throw new Unavailable('away')
    return query(name, ...rest)
  }) as typeof db.query)
  await age(ada, '26 minutes')
  await checker().pass()
  expect(failures).toBe(2)
  vi.restoreAllMocks()
  await age(ada, '26 minutes')
  await checker().pass()
  expect(await codeOf(ada)).toBe('operator')
})

test('one of several processes checks a session, and no token is sent twice', async () => {
  const sessions = await Promise.all(Array.from({ length: 6 }, (_, i) => world.signIn(i % 2 ? 'ada' : 'sam')))
  for (const session of sessions) await age(session, '26 minutes')
  const from = provider.asked.length
  const processes = [checker(), checker(), checker()]
  await Promise.all(processes.map((one) => one.pass()))
  expect(provider.count('/token', from)).toBe(6)
  expect(processes.reduce((sum, { counts }) => sum + counts.good, 0)).toBe(6)
  for (const session of sessions) expect((await rowOf(session)).checked_s).toBeLessThan(60)
})

test('a hanging check holds no connection, keeps others from asking, and revives no ended session', async () => {
  const ada = await world.signIn('ada')
  let let_go = () => {}
  const asked = new Promise<void>((resolve) => {
    provider.fault = (request, response, path) => {
      if (path !== '/token') return false
      resolve()
      // The provider answers only when the test allows it.
      let_go = () => {
        provider.fault = null
        void provider.provider.callback()(request, response)
      }
      return true
    }
  })
  await age(ada, '26 minutes')
  const pass = checker().pass()
  await asked
  const { db } = world.service.running.service
  const busy = await db.query(
    'test_busy',
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(busy).toEqual([])
  expect((await rowOf(ada)).lease).not.toBeNull()
  const from = provider.asked.length
  await checker().pass()
  expect(provider.asked.slice(from)).toEqual([])
  expect(await codeOf(ada)).toBe('operator')
  expect((await ada.delete('/v2/console-sessions/current')).status).toBe(204)
  let_go()
  await pass
  expect(await codeOf(ada)).toBe('session_invalid')
})

test('a process that died during a check blocks other checks for at most two minutes', async () => {
  const ada = await world.signIn('ada')
  const { db } = world.service.running.service
  await age(ada, '26 minutes')
  const lease = (left: string) =>
    db.query('test_lease', `update provider_sessions set lease = 'dead', lease_until = now() + $2::interval where id = $1`, [
      ada.session.id,
      left,
    ])
  await lease('1 second')
  const from = provider.asked.length
  await checker().pass()
  expect(provider.count('/token', from)).toBe(0)
  await lease('-1 second')
  await checker().pass()
  expect([provider.count('/token', from), await codeOf(ada)]).toEqual([1, 'operator'])
})

test('an overdue session in use is checked at once, without delaying the request', async () => {
  // Prevents the next round of checks from starting by itself.
  const { run } = BackgroundLoop.prototype
  const rests = vi.spyOn(BackgroundLoop.prototype, 'run').mockImplementation(function (this: BackgroundLoop, _rest_ms, ...more) {
    return run.call(this, 3_600_000, ...more)
  })
  const own = await startWithProvider()
  rests.mockRestore()
  try {
    const ada = await own.signIn('ada')
    const { db, keyCache } = own.service.running.service
    const hurry = vi.spyOn(ProviderChecks.prototype, 'hurry')
    const from = own.provider.asked.length
    own.provider.fault = (_request, _response, path) => path === '/token'
    await db.query(
      'test_overdue',
      "update provider_sessions set checked_at = now() - interval '29 minutes', check_at = now() - interval '1 second'",
    )
    await keyCache.forget(ada.session.id)
    expect(await codeOf(ada)).toBe('operator')
    expect(hurry).toHaveBeenCalledTimes(1)
    await until('the provider is asked', () => own.provider.count('/token', from) > 0)
    expect(await codeOf(ada)).toBe('operator')
  } finally {
    await own.close()
  }
})

test('an ended or idle session is not checked again, and its token is deleted', async () => {
  const { db, keyCache } = world.service.running.service
  const [ended, idle] = [await world.signIn('ada'), await world.signIn('ada')]
  await ended.delete('/v2/console-sessions/current')
  await db.query('test_idle', `update console_sessions set created_at = now() - interval '13 hours' where id = $1`, [idle.session.id])
  await keyCache.forget(idle.session.id)
  const from = provider.asked.length
  for (const session of [ended, idle]) await age(session, '26 minutes')
  await checker().pass()
  expect(provider.count('/token', from)).toBe(0)
  for (const session of [ended, idle]) expect(await rowOf(session)).toMatchObject({ token: null, next_s: null })
})

test('a session without a refresh token lasts two hours', async () => {
  await provider.renewKeys([world.service.url], { issueRefreshToken: async () => false })
  try {
    const ada = await world.signIn('ada')
    expect(await rowOf(ada)).toMatchObject({ token: null, next_s: null })
    expect(Date.parse(ada.session.expires_at) - Date.parse(ada.session.created_at)).toBe(2 * 3_600_000)
    const { clock } = world.service.running.service
    const now = Date.now
    vi.spyOn(clock, 'now').mockImplementation(() => now() + 7_199_000)
    expect(await codeOf(ada)).toBe('operator')
    vi.spyOn(clock, 'now').mockImplementation(() => now() + 7_201_000)
    expect(await codeOf(ada)).toBe('session_invalid')
  } finally {
    await provider.renewKeys([world.service.url])
  }
})

test('the record of a used code or token is deleted after it expires', async () => {
  const { db } = world.service.running.service
  const count = async () => (await db.one<{ n: number }>('test_used', 'select count(*)::int as n from provider_used'))?.n
  await world.signIn('ada')
  expect(await count()).toBeGreaterThan(0)
  await db.query('test_used_old', "update provider_used set expires_at = now() - interval '1 second'")
  await checker().pass()
  expect(await count()).toBe(0)
})

test('the outcomes of checks are counted for an alarm', async () => {
  const { text } = await world.service.running.metrics.answer()
  for (const outcome of ['good', 'refused', 'unreachable']) expect(text).toContain(`backhaul_provider_checks_total{outcome="${outcome}"} `)
})
