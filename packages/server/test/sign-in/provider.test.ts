// Sign-in with an OpenID Connect provider: the complete flow with a real provider, and attacks on it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startWithProvider, Walker } from '../support/provider.ts'
import { startTestService } from '../support/service.ts'
import { SessionClient, sendAs } from '../support/session.ts'

let world: Awaited<ReturnType<typeof startWithProvider>>
let url: string
beforeAll(async () => {
  world = await startWithProvider()
  url = world.service.url
})
afterAll(() => world.close())
afterEach(() => {
  world.provider.fault = null
  vi.restoreAllMocks()
})

const codeOf = async (client: SessionClient) => {
  const answer = await client.get('/v2/console-sessions/current')
  return answer.json.error?.code ?? answer.json.access
}

test('a person with a mapped claim gets an ordinary session with the highest access of the claim', async () => {
  const ada = await world.signIn('ada')
  expect(ada.session).toMatchObject({
    ...{ name: 'Ada Admin', email: 'ada@corp.example', access: 'operator', signed_in_with: 'provider', link_id: null },
    ...{ made_by: `provider:${world.provider.issuer}`, partner_id: null, revoked_at: null },
  })
  expect((await world.signIn('sam')).session.access).toBe('support')
  const listed = await ada.get('/v2/console-sessions?limit=5')
  expect(listed.json.data.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual(['Sam Support', 'Ada Admin'])
  const trail = await ada.get(`/v2/ops/audit?subject=${ada.session.id}`)
  expect(trail.json.data).toMatchObject([
    {
      ...{ action: 'console_session.opened', actor: `session:${ada.session.id} ada@corp.example`, actor_name: 'Ada Admin' },
      after: { name: 'Ada Admin', email: 'ada@corp.example', signed_in_with: 'provider' },
    },
  ])
  expect((await ada.delete(`/v2/console-sessions/${ada.session.id}`)).status).toBe(204)
  expect(await codeOf(ada)).toBe('session_invalid')
})

test('a callback sets a new session cookie and leads on by a page, not by a redirect', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  // A session cookie that was planted before the sign-in is not adopted.
  walker.cookies.get(url)?.set('backhaul_session', 'bh_sandbox_ses_00000000000000000000000000_x')
  const answer = await walker.step(callback)
  expect(answer.headers.getSetCookie()).toEqual([
    'backhaul_trip=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    expect.stringMatching(/^backhaul_session=bh_sandbox_ses_\w{26}_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/),
  ])
  expect([answer.status, answer.next]).toEqual([200, null])
  expect(answer.text).toContain('<meta http-equiv="refresh" content="0;url=/console">')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('people who cancel or have no mapped claim are refused and told whom to ask', async () => {
  for (const [login, title] of [
    ['nora', 'You do not have access yet'],
    ['nobody', 'Corporate ID did not sign you in'],
  ] as const) {
    const walker = new Walker()
    const answer = await walker.signIn(url, login)
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(`<h1>${title}</h1>`)])
    expect(answer.text).toContain('Ask the administrator of Corporate ID')
    // The page does not show other text from the provider, because anyone could have put that text into the address.
    expect(answer.text).not.toContain('alert(1)')
    expect(walker.cookie(url)).toBe('')
  }
})

test('a person without an email address signs in by groups and is shown with the sub', async () => {
  world.provider.people.set('nameless', { groups: ['admins'] })
  expect((await world.signIn('nameless')).session).toMatchObject({ access: 'operator', email: 'nameless', name: 'nameless' })
})

test('each sign-in has a new state, nonce and PKCE challenge, in an opaque cookie for ten minutes', async () => {
  const [first, second] = [await new Walker().step(`${url}/sign-in/oidc`), await new Walker().step(`${url}/sign-in/oidc`)]
  const parameters = (answer: typeof first) => Object.fromEntries(new URL(answer.next as string).searchParams)
  const [one, other] = [parameters(first), parameters(second)]
  expect(one).toMatchObject({
    ...{ response_type: 'code', client_id: 'backhaul', code_challenge_method: 'S256', scope: 'openid profile email offline_access' },
    redirect_uri: `${url}/sign-in/oidc/callback`,
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one[name]).toMatch(/^[\w-]{43}$/)
    expect(one[name]).not.toBe(other[name])
  }
  const [cookie = ''] = first.headers.getSetCookie()
  expect(cookie).toMatch(/^backhaul_trip=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const inside = Buffer.from(cookie.split(/[=;]/)[1] as string, 'base64url').toString('latin1')
  expect(inside).not.toContain(one.state)
  expect(inside).not.toContain('state')
})

test('no address in a request changes where a sign-in leads, at the start or in the callback', async () => {
  const evil = 'https://evil.example/'
  const walker = new Walker()
  const start = await walker.step(`${url}/sign-in/oidc?next=${evil}&redirect_uri=${evil}&return_to=//evil.example`)
  expect(new URL(start.next as string).origin).toBe(world.provider.issuer)
  expect(start.next).not.toContain('evil.example')
  const callback = await walker.toCallback(url, 'ada')
  const answer = await walker.step(`${callback}&next=${evil}&redirect_uri=${evil}`)
  expect([answer.status, answer.next, answer.text.includes('evil')]).toEqual([200, null, false])
})

test('a callback works once, in the browser that began it; the provider never sees a second attempt', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  const before = new Map(walker.cookies.get(url))
  const other = await new Walker().step(callback)
  expect([other.status, other.headers.getSetCookie().some((line) => line.startsWith('backhaul_session'))]).toEqual([400, false])
  expect((await walker.step(callback)).status).toBe(200)
  const ada = new SessionClient(url, walker.cookie(url), null)
  const from = world.provider.asked.length
  // The callback is loaded again by the user, and by an attacker who has the cookie of the sign-in.
  expect((await walker.step(callback)).text).toContain('This sign-in is no longer valid')
  const thief = new Walker()
  thief.cookies.set(url, before)
  expect((await thief.step(callback)).status).toBe(400)
  expect(world.provider.asked.slice(from)).toEqual([])
  expect(await codeOf(ada)).toBe('operator')
})

test('one of several identical callbacks at once signs in', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  const cookies = [...(walker.cookies.get(url) ?? [])]
  const twins = Array.from({ length: 6 }, () => {
    const twin = new Walker()
    twin.cookies.set(url, new Map(cookies))
    return twin.step(callback)
  })
  expect((await Promise.all(twins)).map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400])
})

test.each<[string, (callback: URL, cookies: Map<string, string>, other: Map<string, string>) => void]>([
  ['with another state', (callback) => callback.searchParams.set('state', 'A'.repeat(43))],
  ['without a state', (callback) => callback.searchParams.delete('state')],
  ['with two states', (callback) => callback.searchParams.append('state', 'A'.repeat(43))],
  ['without the cookie', (_, cookies) => cookies.clear()],
  ['with an invented cookie', (_, cookies) => cookies.set('backhaul_trip', Buffer.alloc(200, 7).toString('base64url'))],
  ['with the cookie of another sign-in', (_, cookies, other) => cookies.set('backhaul_trip', other.get('backhaul_trip') as string)],
  ['with another issuer', (callback) => callback.searchParams.set('iss', 'https://evil.example')],
  ['with the code of another person', (callback) => callback.searchParams.set('code', 'B'.repeat(43))],
])('a callback %s signs nobody in', async (_, change) => {
  const [walker, other] = [new Walker(), new Walker()]
  const callback = new URL(await walker.toCallback(url, 'ada'))
  await other.step(`${url}/sign-in/oidc`)
  change(callback, walker.cookies.get(url) as Map<string, string>, other.cookies.get(url) as Map<string, string>)
  const answer = await walker.step(callback.href)
  expect([answer.status, walker.cookie(url)]).toEqual([400, ''])
})

test('planted cookies of the same name do not hide the cookie of this sign-in', async () => {
  const [walker, other] = [new Walker(), new Walker()]
  const callback = await walker.toCallback(url, 'ada')
  await other.step(`${url}/sign-in/oidc`)
  const cookies = walker.cookies.get(url) as Map<string, string>
  const own = cookies.get('backhaul_trip')
  cookies.set('backhaul_trip', `planted; backhaul_trip=${other.cookies.get(url)?.get('backhaul_trip')}; backhaul_trip=${own}`)
  expect((await walker.step(callback)).status).toBe(200)
})

test('a sign-in that takes longer than ten minutes fails', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  const now = Date.now
  vi.spyOn(world.service.running.service.clock, 'now').mockImplementation(() => now() + 601_000)
  expect((await walker.step(callback)).status).toBe(400)
})

/** Makes the provider answer the code exchange with this ID token, and identify every user as ada. */
const tokensWith = (id_token: string) => {
  world.provider.fault = (_request, response, path) => {
    if (path !== '/token' && path !== '/me') return false
    const body =
      path === '/me' ? { sub: 'ada', groups: ['admins'], email: 'ada@corp.example' } : { id_token, access_token: 'a', token_type: 'Bearer' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    return true
  }
}

test.each<[string, (good: JWTPayload) => JWTPayload, { others?: boolean; status: number }]>([
  ['a valid ID token signs in', (good) => good, { status: 200 }],
  [
    'an ID token from a clock 50 s ahead signs in',
    (good) => ({ ...good, iat: (good.iat as number) + 50, nbf: (good.iat as number) + 50 }),
    { status: 200 },
  ],
  ['an ID token of another issuer does not sign in', (good) => ({ ...good, iss: 'https://evil.example' }), { status: 503 }],
  ['an ID token for another client does not sign in', (good) => ({ ...good, aud: 'another' }), { status: 503 }],
  ['an ID token with another nonce does not sign in', (good) => ({ ...good, nonce: 'another' }), { status: 503 }],
  ['an expired ID token does not sign in', (good) => ({ ...good, exp: (good.iat as number) - 90 }), { status: 503 }],
  ['an ID token of another person than userinfo names does not sign in', (good) => ({ ...good, sub: 'sam' }), { status: 503 }],
  ['an ID token that another key signed does not sign in', (good) => good, { others: true, status: 503 }],
])('%s', async (_, change, { others = false, status }) => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  const start = new URL(world.provider.addresses.findLast((address) => address.startsWith('/auth?')) as string, url)
  const iat = Math.floor(Date.now() / 1000)
  const good = {
    iss: world.provider.issuer,
    aud: 'backhaul',
    sub: 'ada',
    iat,
    exp: iat + 300,
    nonce: start.searchParams.get('nonce') as string,
  }
  tokensWith(await world.provider.sign(change(good), 'JWT', { others }))
  const answer = await walker.step(callback)
  expect([answer.status, walker.cookie(url) !== '']).toEqual([status, status === 200])
})

test.each<[string, NonNullable<typeof world.provider.fault>]>([
  ['answers with an error', (_request, response) => Boolean(response.writeHead(500).end('no'))],
  [
    'answers with invalid JSON',
    (_request, response) => Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end('{"a')),
  ],
  [
    'sends an endless answer',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":"')
      const more = setInterval(() => response.write('x'.repeat(64 * 1024)), 1)
      response.once('close', () => clearInterval(more))
      return true
    },
  ],
  ['closes the connection', (request) => Boolean(request.socket.destroy())],
  ['redirects', (_request, response) => Boolean(response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end())],
])('while the provider %s, nobody can sign in, and the page says so', async (_, fault) => {
  const walker = new Walker()
  const callback = await walker.toCallback(url, 'ada')
  world.provider.fault = (request, response, path) => path === '/token' && fault(request, response, path)
  const answer = await walker.step(callback)
  expect([answer.status, answer.headers.get('retry-after'), walker.cookie(url)]).toEqual([503, '5', ''])
  expect(answer.text).toContain('Corporate ID cannot be reached')
})

test('the provider may change its keys at any time, and the next sign-in works', async () => {
  await world.signIn('ada')
  await world.provider.renewKeys([url])
  const from = world.provider.asked.length
  expect((await world.signIn('ada')).session.access).toBe('operator')
  expect((await world.signIn('ada')).session.access).toBe('operator')
  expect(world.provider.count('/jwks', from)).toBe(1)
})

test('the page learns which sign-in to offer; without a provider there is none, and its paths are 404', async () => {
  const offered = await sendAs(url, 'GET', '/sign-in/options')
  expect(offered.json).toEqual({ provider: { name: 'Corporate ID', path: '/sign-in/oidc', sign_out_path: '/sign-in/oidc/sign-out' } })
  const without = await startTestService('api')
  try {
    expect((await sendAs(without.url, 'GET', '/sign-in/options')).json).toEqual({ provider: null })
    for (const path of ['/sign-in/oidc', '/sign-in/oidc/callback', '/sign-in/oidc/sign-out', '/sign-in/oidc/logout'])
      expect([path, (await sendAs(without.url, 'GET', path)).status]).toEqual([path, 404])
  } finally {
    await without.close()
  }
})

test('signing out can include the provider, which leads back to the sign-in page', async () => {
  const answer = await new Walker().step(`${url}/sign-in/oidc/sign-out`)
  const leads = new URL(answer.next as string)
  expect([answer.status, leads.origin + leads.pathname]).toEqual([302, `${world.provider.issuer}/session/end`])
  expect(Object.fromEntries(leads.searchParams)).toEqual({ client_id: 'backhaul', post_logout_redirect_uri: `${url}/sign-in` })
})

test('an access for a partner applies to that partner; one for an unknown partner signs nobody in', async () => {
  const { partner_id } = JSON.parse(readFileSync(join(world.service.running.service.config.dataDir, 'sandbox-credentials.json'), 'utf8'))
  const { provider: settings } = world.service.running.service.config
  const rule = { claim: 'groups', value: 'acme', access: 'partner-viewer' as const, store_id: null }
  settings?.access.push({ ...rule, partner_id }, { ...rule, value: 'gone', partner_id: `par_${'0'.repeat(26)}` })
  world.provider.people.set('pia', { name: 'Pia Partner', email: 'pia@acme.example', groups: ['acme'] })
  const pia = await world.signIn('pia')
  expect(pia.session).toMatchObject({ access: 'partner-viewer', partner_id })
  expect((await pia.get('/v2/ops/audit')).status).toBe(403)
  world.provider.people.set('gus', { name: 'Gus Gone', email: 'gus@acme.example', groups: ['gone'] })
  const answer = await new Walker().signIn(url, 'gus')
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('BACKHAUL_OIDC_ACCESS names the partner par_000')])
})

test('the database stores no provider token and no client secret in plain text', async () => {
  const tokens: string[] = []
  world.provider.provider.on('refresh_token.saved', (token) => tokens.push((token as unknown as { jti: string }).jti))
  await world.signIn('ada')
  expect(tokens.length).toBeGreaterThan(0)
  const { db } = world.service.running.service
  const rows = await db.query<{ row: string; token: Buffer }>(
    'test_stored',
    'select to_jsonb(p)::text as row, refresh_token as token from provider_sessions p where refresh_token is not null',
  )
  for (const text of [...tokens, 'a secret of the operator'])
    for (const { row, token } of rows) expect(row.includes(text) || token.includes(text)).toBe(false)
})

test('too many callbacks from one address are rate-limited, and other paths still answer', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => fetch(`${url}/sign-in/oidc/callback`, { redirect: 'manual' })))
  const slow = answers.filter(({ status }) => status === 429)
  expect(slow.length).toBeGreaterThan(0)
  expect(slow[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await sendAs(url, 'GET', '/sign-in/options')).status).toBe(200)
})
