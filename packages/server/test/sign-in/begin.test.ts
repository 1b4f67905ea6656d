// A link may start at a page of the console that its creator names, and at no other address.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { PERSON, signIn } from '../support/session.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService('api')
})
afterAll(() => service.close())

test.each([
  '/console',
  '/console/webhooks',
  '/console/shipments/shp_06gzq3e9gxr7v6jq2gx19wndwr',
  '/console/network/stores',
  '/console/network/stores/sto_06gzq3e9gxr7v6jq2gx19wndwr',
  '/console/network/imports/imp_06gzq3e9gxr7v6jq2gx19wndwr',
  '/console/discrepancies/dis_06gzq3e9gxr7v6jq2gx19wndwr',
])('a link to %s opens a session that starts there', async (path) => {
  const session = await signIn(service.demo, { access: 'partner-viewer', path })
  expect(session.session.path).toBe(path)
  expect((await session.get('/v2/console-sessions/current')).json.path).toBe(path)
  const [link] = (await service.demo.get('/v2/console-links?limit=1')).json.data
  expect(link.path).toBe(path)
})

test('a link without a page leaves the start page to the access', async () => {
  expect((await signIn(service.demo, { access: 'partner' })).session.path).toBeNull()
})

test.each([
  'https://elsewhere.example/console',
  '//elsewhere.example/console/webhooks',
  '/\\elsewhere.example',
  'javascript:alert(1)',
  '/console/../counter/',
  '/console/webhooks/../../p/token',
  '/console/webhooks?next=//elsewhere.example',
  '/console/webhooks#elsewhere',
  '/console/webhooks\n',
  '/console/webhooks/a/b',
  '/console/sandbox/one',
  '/console/elsewhere',
  '/console/',
  '/consoles',
  '/counter/',
])('%j is not a page of the console and is refused', async (path) => {
  const { status, json } = await service.demo.post('/v2/console-links', { ...PERSON, access: 'partner', path })
  expect([status, json.error.details.errors[0]]).toMatchObject([422, { path: '/path', rule: 'page' }])
})

test('a link for a counter or handler cannot name a page', async () => {
  const { json: stores } = await service.demo.get('/v2/drop-off-locations?lat=0&lon=0&radius_km=21000&limit=1')
  for (const who of [{ access: 'counter', store_id: stores.data[0].store_id }, { access: 'handler' }]) {
    const { status, json } = await service.demo.post('/v2/console-links', { ...PERSON, ...who, path: '/console/webhooks' })
    expect([status, json.error.details.errors[0]]).toMatchObject([422, { path: '/path', rule: 'absent' }])
  }
})
