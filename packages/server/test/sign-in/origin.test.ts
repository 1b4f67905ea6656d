// The session cookie works only in requests from pages of this service.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database } from '../../src/database/db.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openLink, PERSON, type SessionClient, sendAs, signIn } from '../support/session.ts'

let service: TestService
let partner: TestClient
let session: SessionClient
beforeAll(async () => {
  service = await startTestService('api')
  partner = await service.partner()
  session = await signIn(partner, { access: 'partner' })
})
afterAll(() => service.close())

const linkOf = async (maker: TestClient): Promise<string> =>
  (await maker.post('/v2/console-links', { ...PERSON, access: 'partner' })).json.url

/** A header with an empty value is not sent. */
const FORGED: [what: string, headers: Record<string, string>, header: string][] = [
  ['a page of another site', { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }, 'Sec-Fetch-Site'],
  ['a page of the same site', { 'Sec-Fetch-Site': 'same-site' }, 'Sec-Fetch-Site'],
  ['a typed address', { 'Sec-Fetch-Site': 'none' }, 'Sec-Fetch-Site'],
  ['an older browser on another site', { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': '' }, 'Origin'],
  ['a sandboxed page', { Origin: 'null', 'Sec-Fetch-Site': '' }, 'Origin'],
  ['a page on another port', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': '' }, 'Origin'],
  ['a program that names no page', { Origin: '', 'Sec-Fetch-Site': '' }, 'Origin'],
  ['a form', { 'X-Backhaul-Console': '' }, 'X-Backhaul-Console'],
  ['a form with another value of the header', { 'X-Backhaul-Console': '0' }, 'X-Backhaul-Console'],
]

test.each(FORGED)('a request from %s changes nothing', async (_, headers, header) => {
  const { json: shipment } = await partner.post('/v2/shipments', RETURN)
  for (const [method, path] of [
    ['POST', `/v2/shipments/${shipment.id}/hold`],
    ['PATCH', `/v2/shipments/${shipment.id}`],
    ['DELETE', '/v2/console-sessions/current'],
  ] as const) {
    const refused = await session.send(method, path, { headers, body: method === 'PATCH' ? { declared_value: 1 } : undefined })
    expect([refused.status, refused.json.error.code, refused.json.error.details]).toEqual([403, 'cross_origin', { header }])
  }
  expect((await partner.get(`/v2/shipments/${shipment.id}`)).json).toMatchObject({ version: shipment.version, held: false })
  const url = await linkOf(partner)
  expect((await openLink(service.url, url, headers)).json.error.code).toBe('cross_origin')
  expect((await openLink(service.url, url)).status).toBe(201)
})

test.each<[string, Record<string, string>]>([
  ['a browser that sends only Origin', { 'Sec-Fetch-Site': '' }],
  ['a browser that sends only Sec-Fetch-Site', { Origin: '' }],
])('a request from %s is accepted', async (_, headers) => {
  expect((await session.post('/v2/shipments', RETURN, { headers })).status).toBe(201)
})

test('a request with an invalid Host header is refused', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  atEndOfTest(() => socket.destroy())
  const head = ['POST /v2/console-sessions HTTP/1.1', 'Host: a b', `Origin: ${service.url}`, 'X-Backhaul-Console: 1', 'Connection: close']
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer.split('\r\n')[0]).toMatch(/ 40[03] /)
})

test('reading needs only the cookie', async () => {
  const bare = await sendAs(service.url, 'GET', '/v2/console-sessions/current', { headers: { Cookie: session.cookie } })
  expect(bare.status).toBe(200)
  expect([...bare.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('a request with X-Api-Key ignores the cookie', async () => {
  const headers = { Cookie: session.cookie, Origin: service.url, 'X-Backhaul-Console': '1' }
  const wrong = await sendAs(service.url, 'GET', '/v2/shipments', { headers: { ...headers, 'X-Api-Key': 'bh_sandbox_none' } })
  expect([wrong.status, wrong.json.error.code]).toEqual([401, 'invalid_api_key'])
  const unsigned = await sendAs(service.url, 'GET', '/v2/shipments', { headers: { ...headers, 'X-Api-Key': partner.credentials.api_key } })
  expect(unsigned.json.error.code).toBe('invalid_signature')
  const other = await service.partner()
  const { json } = await partner.post('/v2/shipments', RETURN)
  expect((await other.get(`/v2/shipments/${json.id}`, { headers: { Cookie: session.cookie } })).status).toBe(404)
  expect((await partner.get('/v2/console-sessions/current', { headers: { Cookie: session.cookie } })).status).toBe(404)
})

test('a planted cookie is not adopted; each opening creates a new one', async () => {
  const planted = session.cookie
  const opened = await openLink(service.url, await linkOf(await service.partner()), { Cookie: planted })
  const cookie = opened.headers.get('set-cookie') as string
  expect(cookie).toMatch(/^backhaul_session=bh_sandbox_ses_\w{26}_[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
  expect(cookie.split(';')[0]).not.toBe(planted)
  const invented = `${planted.slice(0, -6)}AAAAAA`
  const refused = await sendAs(service.url, 'GET', '/v2/shipments', { headers: { Cookie: invented } })
  expect([refused.status, refused.json.error.code]).toEqual([401, 'session_invalid'])
})

test.each([
  '',
  'x',
  'bh_sandbox_ses_',
  `bh_production_ses_${'0'.repeat(26)}_${'A'.repeat(43)}`,
  `bh_sandbox_ses_${'0'.repeat(26)}_${'A'.repeat(43)}`,
])('an invalid session cookie is refused: %j', async (text) => {
  const refused = await sendAs(service.url, 'GET', '/v2/shipments', { headers: { Cookie: `a=b; backhaul_session=${text}` } })
  expect([refused.status, refused.json.error.code]).toEqual([401, 'session_invalid'])
})

test('cookies of the same name that are no live sessions do not hide a live one', async () => {
  const own = session.cookie
  const unknown = (n: number, environment = 'sandbox') => {
    const id = String(n).padStart(26, '0')
    return `backhaul_session=bh_${environment}_ses_${id}_${'A'.repeat(43)}`
  }
  const ended = await signIn(partner, { access: 'partner' })
  expect((await ended.delete(`/v2/console-sessions/${ended.session.id}`)).status).toBe(204)
  const malformed = Array.from({ length: 50 }, (_, n) => `backhaul_session=${n}`)
  const asked = async (cookies: string[]) => {
    const { status, json } = await sendAs(service.url, 'GET', '/v2/console-sessions/current', { headers: { Cookie: cookies.join('; ') } })
    return status === 200 ? json.id : json.error.code
  }
  for (const planted of [
    ['backhaul_session='],
    ['backhaul_session'],
    malformed,
    [unknown(1)],
    [unknown(1, 'production')],
    [ended.cookie],
    [`${own.slice(0, -6)}AAAAAA`],
  ]) {
    expect([planted[0], await asked([...planted, own])]).toEqual([planted[0], session.session.id])
    expect([planted[0], await asked([own, ...planted])]).toEqual([planted[0], session.session.id])
    expect([planted[0], await asked(planted)]).toEqual([planted[0], 'session_invalid'])
  }
  // All cookies that fit into a header are looked up with one statement.
  const many = Array.from({ length: 120 }, (_, i) => unknown(100 + i))
  const statements = vi.spyOn(Database.prototype, 'query')
  expect(await asked([...many, own])).toBe(session.session.id)
  expect(statements.mock.calls.filter(([name]) => name === 'console_sessions').length).toBeLessThan(3)
  statements.mockRestore()
  const changed = await sendAs(service.url, 'POST', '/v2/shipments', {
    body: RETURN,
    headers: { Cookie: `${unknown(1)}; ${own}`, Origin: service.url, 'X-Backhaul-Console': '1' },
  })
  expect(changed.status).toBe(201)
})

test('a request that names another session than its cookie is refused and does nothing', async () => {
  const next = await signIn(partner, { access: 'partner', email: 'next@example.com' })
  const make = (id: string) => session.send('POST', '/v2/shipments', { body: RETURN, headers: { 'X-Backhaul-Session': id } })
  const refused = await make(next.session.id)
  expect([refused.status, refused.json.error.code]).toEqual([401, 'session_invalid'])
  expect((await make(session.session.id)).status).toBe(201)
})

test('the database stores only hashes of tokens and cookies', async () => {
  const url = await linkOf(partner)
  const opened = await openLink(service.url, url)
  const secrets = [url, (opened.headers.get('set-cookie') as string).split(';')[0] as string].map((text) => text.slice(-43))
  const rows = await service.running.service.db.query<{ row: string }>(
    'test_rows',
    'select l::text as row from console_links l union all select s::text from console_sessions s union all select a::text from answers a',
  )
  expect(rows.length).toBeGreaterThan(2)
  // Binary columns appear as hexadecimal digits.
  const hidden = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')])
  for (const secret of hidden) expect(rows.filter(({ row }) => row.includes(secret))).toEqual([])
  for (const { row } of rows) expect(row).not.toMatch(/bh_sandbox_(lnk|ses)_/)
})

test('a service with a public https address sets and accepts only a secure cookie of its host', async () => {
  const secure = await startTestService('api', { BACKHAUL_PUBLIC_URL: 'https://returns.example/api' })
  atEndOfTest(() => secure.close())
  const { service: running } = secure.running
  const site = { Origin: 'https://returns.example', 'Sec-Fetch-Site': 'same-origin' }
  const maker = await secure.operator()
  // Uses version 1, because version 2 would cover the public address, which the test's client does not know.
  const made = await maker.post('/v2/console-links', { ...PERSON, access: 'operator' }, { version: 'v1' })
  expect(made.json.url).toMatch(/^https:\/\/returns\.example\/api\/sign-in#bh_sandbox_lnk_/)
  const opened = await openLink(secure.url, made.json.url, site)
  const cookie = opened.headers.get('set-cookie') as string
  expect(cookie).toMatch(/^__Host-backhaul_session=\S+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/)
  const pair = cookie.split(';')[0] as string
  const asked = async (Cookie: string, headers = {}) =>
    (await sendAs(secure.url, 'GET', '/v2/console-sessions/current', { headers: { Cookie, ...headers } })).status
  expect(await asked(pair)).toBe(200)
  expect(await asked(pair.replace('__Host-', ''))).toBe(401)
  const post = (Origin: string) =>
    sendAs(secure.url, 'DELETE', '/v2/console-links/lnk_none', { headers: { Cookie: pair, Origin, 'X-Backhaul-Console': '1' } })
  expect((await post('http://returns.example')).json.error.code).toBe('cross_origin')
  expect((await post('https://returns.example')).json.error.code).toBe('not_found')
  expect(running.config.publicUrl).toBe('https://returns.example/api')
})

test.each([
  ['a trusted proxy', '127.0.0.1/32,::1/128', '__Host-'],
  ['another address', '203.0.113.0/24', ''],
])('X-Forwarded-Proto counts only from a trusted proxy: %s', async (_, trusted, prefix) => {
  const behind = await startTestService('api', { BACKHAUL_TRUST_PROXY: trusted })
  atEndOfTest(() => behind.close())
  const maker = await behind.operator()
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.7' }
  const { json } = await maker.post('/v2/console-links', { ...PERSON, access: 'operator' }, { headers })
  expect(json.url.startsWith(prefix ? 'https:' : 'http:')).toBe(true)
  const opened = await openLink(behind.url, json.url, { ...headers, Origin: behind.url.replace('http:', 'https:') })
  expect(opened.headers.get('set-cookie')?.startsWith(`${prefix}backhaul_session=`)).toBe(true)
})
