// Sign-in links and their sessions, over HTTP.
import { ACCESSES } from '@backhaul/core/access.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openLink, PERSON, sendAs, signIn } from '../support/session.ts'

let service: TestService
let operator: TestClient
let partner: TestClient & { partnerId: string }
let storeId: string
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  partner = await service.partner()
  storeId = (await operator.get('/v2/ops/stores?limit=1')).json.data[0].id
})
afterAll(() => service.close())

const linkTo = (access: string, more: object = {}) => ({ ...PERSON, access, ...more })

test('a link opens a session whose cookie replaces a key and its signature', async () => {
  const made = await partner.post('/v2/console-links', linkTo('partner'))
  expect(made.json).toMatchObject({ object: 'console_link', ...PERSON, access: 'partner', partner_id: partner.partnerId, used_at: null })
  expect(made.json.url).toMatch(new RegExp(`^${service.url}/sign-in#bh_sandbox_lnk_\\w{26}_[\\w-]{43}$`))
  const session = await signIn(partner, { access: 'partner' })
  const shipment = await session.post('/v2/shipments', RETURN)
  expect(shipment.status).toBe(201)
  expect((await partner.get(`/v2/shipments/${shipment.json.id}`)).status).toBe(200)
  const current = await session.get('/v2/console-sessions/current')
  expect(current.json).toMatchObject({ ...PERSON, access: 'partner', environment: 'sandbox', partner_id: partner.partnerId })
  expect((await partner.events(shipment.json.id))[0].event_info).toMatchObject({ email: PERSON.email, full_name: PERSON.name })
})

test('a link works once; the second opening says that it was used', async () => {
  const { json } = await operator.post('/v2/console-links', linkTo('operator'))
  for (const method of ['GET', 'HEAD']) await fetch(json.url, { method })
  const both = await Promise.all([openLink(service.url, json.url), openLink(service.url, json.url)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const again = await openLink(service.url, json.url)
  expect(again.json.error).toMatchObject({ code: 'link_not_usable', details: { reason: 'used' } })
})

test('a link of another person or partner replaces a live session only on request, and still works', async () => {
  const session = await signIn(partner, { access: 'partner' })
  const session_id = (await session.get('/v2/console-sessions/current')).json.id
  const stranger = await service.partner()
  const made = async (maker: TestClient, person: object) =>
    (await maker.post('/v2/console-links', { ...linkTo('partner'), ...person })).json.url.split('#')[1]
  const page = { Origin: service.url, 'Sec-Fetch-Site': 'same-origin', 'X-Backhaul-Console': '1' }
  const open = (token: string, body: object) =>
    sendAs(service.url, 'POST', '/v2/console-sessions', { body: { token, ...body }, headers: page })
  for (const token of [await made(partner, { email: 'mallory@example.com', name: 'Mallory' }), await made(stranger, {})]) {
    const refused = await open(token, { session_id })
    expect([refused.status, refused.json.error.code]).toEqual([409, 'link_of_another'])
    expect((await open(token, {})).status).toBe(201)
  }
  expect((await open(await made(partner, {}), { session_id })).status).toBe(201)
  expect((await open(await made(stranger, {}), { session_id: 'ses_00000000000000000000000000' })).status).toBe(201)
  await session.delete('/v2/console-sessions/current')
  expect((await open(await made(stranger, {}), { session_id })).status).toBe(201)
})

test.each(ACCESSES)('a link with the access %s signs in', async (access) => {
  const more = {
    ...(access === 'counter' && { store_id: storeId }),
    ...(access.startsWith('partner') && { partner_id: partner.partnerId }),
  }
  const session = await signIn(operator, { access, ...more })
  expect((await session.get('/v2/console-sessions/current')).json.access).toBe(access)
})

test('without a live session, a console page gets 401 session_invalid and other clients missing_api_key', async () => {
  const page = { 'X-Backhaul-Console': '1' }
  const refused = await sendAs(service.url, 'GET', '/v2/shipments', { headers: page })
  expect([refused.status, refused.json.error.code]).toEqual([401, 'session_invalid'])
  expect((await sendAs(service.url, 'GET', '/v2/shipments')).json.error.code).toBe('missing_api_key')
})
