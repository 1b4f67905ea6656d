// Back-channel logout: a logout token from the provider ends sessions, and a token from any other sender does not.
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithProvider, Walker } from '../support/provider.ts'
import { type SessionClient, sendAs } from '../support/session.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

let world: Awaited<ReturnType<typeof startWithProvider>>
let ada: SessionClient
beforeAll(async () => {
  world = await startWithProvider()
  ada = await world.signIn('ada')
})
afterAll(() => world.close())

const codeOf = async (client: SessionClient) => {
  const answer = await client.get('/v2/console-sessions/current')
  return answer.json.error?.code ?? answer.json.access
}
const sidOf = async (client: SessionClient): Promise<string> => {
  const row = await world.service.running.service.db.one<{ provider_session: string }>(
    'test_sid',
    'select provider_session from provider_sessions where id = $1',
    [client.session.id],
  )
  return row?.provider_session as string
}
const post = (token: string) =>
  sendAs(world.service.url, 'POST', '/sign-in/oidc/logout', { body: `logout_token=${encodeURIComponent(token)}`, headers: FORM })
let number = 0
/** Valid claims for ada. */
const claims = (more: JWTPayload = {}): JWTPayload => {
  const iat = Math.floor(Date.now() / 1000)
  return { iss: world.provider.issuer, aud: 'backhaul', sub: 'ada', iat, exp: iat + 120, jti: `jti-${++number}`, events: EVENTS, ...more }
}

test('a logout of one provider session ends its session at once, and no other session of the person', async () => {
  const [one, other] = [await world.signIn('ada'), await world.signIn('ada')]
  const sid = await sidOf(one)
  expect(sid).not.toBe(await sidOf(other))
  expect([await codeOf(one), await codeOf(other)]).toEqual(['operator', 'operator'])
  await world.provider.logOut('ada', sid)
  expect([await codeOf(one), await codeOf(other)]).toEqual(['session_invalid', 'operator'])
  const trail = await ada.get(`/v2/ops/audit?subject=${one.session.id}&action=console_session.ended`)
  expect(trail.json.data).toMatchObject([
    { actor: `provider:${world.provider.issuer}`, after: { email: 'ada@corp.example', reason: 'signed_out_at_provider' } },
  ])
  // The same token is sent again, as an observer could replay it.
  const token = world.provider.sent.at(-1) as string
  const again = await post(token)
  expect([again.status, again.json.error_description]).toEqual([400, 'this logout_token was already used'])
})

test('a token that names only the person ends all sessions of that person, and no others', async () => {
  const [one, other, sam] = [await world.signIn('ada'), await world.signIn('ada'), await world.signIn('sam')]
  expect((await post(await world.provider.sign(claims()))).status).toBe(200)
  expect([await codeOf(one), await codeOf(other), await codeOf(sam)]).toEqual(['session_invalid', 'session_invalid', 'support'])
  ada = await world.signIn('ada')
})

test('a person whose provider session ends during the sign-in is not signed in', async () => {
  const sids: string[] = []
  world.provider.provider.on('refresh_token.saved', (token) => sids.push((token as unknown as { sid: string }).sid))
  const walker = new Walker()
  const callback = await walker.toCallback(world.service.url, 'sam')
  // The logout happens between the provider's token response and the creation of the session.
  world.provider.fault = (request, response, path) => {
    if (path !== '/me') return false
    world.provider.fault = null
    void world.provider.logOut('sam', sids.at(-1)).then(() => world.provider.provider.callback()(request, response))
    return true
  }
  const answer = await walker.step(callback)
  expect([answer.status, walker.cookie(world.service.url)]).toEqual([400, ''])
  expect(sids.at(-1)).toBeTruthy()
})

test('a sign-in that began before a logout of all sessions fails, and a new one succeeds', async () => {
  const walker = new Walker()
  const callback = await walker.toCallback(world.service.url, 'sam')
  expect((await post(await world.provider.sign(claims({ sub: 'sam' })))).status).toBe(200)
  const answer = await walker.step(callback)
  expect([answer.status, walker.cookie(world.service.url)]).toEqual([400, ''])
  expect(await codeOf(await world.signIn('sam'))).toBe('support')
})

test.each<[string, (good: JWTPayload) => JWTPayload, string]>([
  ['of another issuer', (good) => ({ ...good, iss: 'https://evil.example' }), 'unexpected "iss"'],
  ['for another client', (good) => ({ ...good, aud: ['another'] }), 'aud is not this client'],
  ['from the past', (good) => ({ ...good, iat: (good.iat as number) - 400 }), 'iat is too old or in the future'],
  [
    'from the future',
    (good) => ({ ...good, iat: (good.iat as number) + 400, exp: (good.iat as number) + 800 }),
    'iat is too old or in the future',
  ],
  ['that has expired', (good) => ({ ...good, exp: (good.iat as number) - 90 }), '"exp" claim timestamp check failed'],
  ['without a time', ({ iat: _, ...good }) => good, 'iat is too old or in the future'],
  ['without a jti', ({ jti: _, ...good }) => good, 'jti is missing'],
  ['without an event', ({ events: _, ...good }) => good, 'events does not name'],
  ['of another event', (good) => ({ ...good, events: { 'http://schemas.openid.net/event/other': {} } }), 'events does not name'],
  ['whose event is no object', (good) => ({ ...good, events: { [Object.keys(EVENTS)[0] as string]: true } }), 'events does not name'],
  ['with a nonce, as an ID token has', (good) => ({ ...good, nonce: 'n' }), 'nonce must be absent'],
  ['without a sub and a sid', ({ sub: _, ...good }) => good, 'sub or sid is missing'],
])('a token %s ends nothing', async (_, change, why) => {
  const answer = await post(await world.provider.sign(change(claims())))
  expect([answer.status, answer.json.error, answer.headers.get('cache-control')]).toEqual([400, 'invalid_request', 'no-store'])
  expect(answer.json.error_description).toContain(why)
  expect(await codeOf(ada)).toBe('operator')
})

test('a token that is forged, unsigned or malformed ends nothing', async () => {
  const forged = await world.provider.sign(claims(), 'logout+jwt', { others: true })
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encoded({ alg: 'none', typ: 'logout+jwt' })}.${encoded(claims())}.`
  const byName = `${encoded({ alg: 'HS256', typ: 'logout+jwt' })}.${encoded(claims())}.AAAA`
  const otherKind = await world.provider.sign(claims(), 'at+jwt')
  for (const token of [forged, unsigned, byName, otherKind, 'nothing', '', 'a.b.c', `${'a'.repeat(2_000)}.b.c`]) {
    const answer = await post(token)
    expect([token.slice(0, 40), answer.status]).toEqual([token.slice(0, 40), 400])
  }
  expect(await codeOf(ada)).toBe('operator')
})

test('a request that is not a form with one token is refused, and so is an oversized body', async () => {
  const send = (body: string, type: string) =>
    sendAs(world.service.url, 'POST', '/sign-in/oidc/logout', { body, headers: { 'Content-Type': type } })
  const good = await world.provider.sign(claims())
  expect((await send(JSON.stringify({ logout_token: good }), 'application/json')).status).toBe(400)
  expect((await send(`logout_token=${good}&logout_token=${good}`, FORM['Content-Type'])).status).toBe(400)
  expect((await send('', FORM['Content-Type'])).status).toBe(400)
  expect((await send(`logout_token=${'x'.repeat(20_000)}`, FORM['Content-Type'])).status).toBe(413)
  expect(await codeOf(ada)).toBe('operator')
})

test('tokens with unknown keys cause at most one request for keys', async () => {
  const from = world.provider.asked.length
  const { SignJWT, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair('RS256')
  const tokens = await Promise.all(
    Array.from({ length: 30 }, (_, i) => new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: `unknown-${i}` }).sign(privateKey)),
  )
  for (const { status } of await Promise.all(tokens.map(post))) expect(status).toBe(400)
  expect(world.provider.count('/jwks', from)).toBeLessThanOrEqual(1)
})

test('a token whose sessions could not be ended works when it is sent again', async () => {
  const sam = await world.signIn('sam')
  const token = await world.provider.sign(claims({ sub: 'sam' }))
  const { service } = world.service.running
  const commit = service.committer.commit
  service.committer.commit = async () => {
    throw new Error('the database is away')
  }
  service.log.level = 'silent'
  try {
    expect((await post(token)).status).toBe(500)
  } finally {
    service.committer.commit = commit
    service.log.level = 'error'
  }
  expect((await post(token)).status).toBe(200)
  expect(await codeOf(sam)).toBe('session_invalid')
})
