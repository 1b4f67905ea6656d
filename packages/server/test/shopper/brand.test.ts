// Color and logo of a partner: who may set them, which values are accepted, and where they appear.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, QR_RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PICTURES, PNG_LOGO, pngWith } from './files.ts'

let service: TestService
let partner: TestClient & { partnerId: string }
let path: string
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner({ name: 'Acme <b>Outfitters</b>' })
  path = `/v2/partners/${partner.partnerId}/brand`
})
afterAll(() => service.close())

const pages = async (): Promise<string[]> => {
  const shipment = await partner.post('/v2/shipments', { ...QR_RETURN, to: ADDRESS })
  const link = await partner.post('/v2/return-links', { to: ADDRESS })
  return [shipment.json.parcel_url, link.json.url]
}

test('a partner has no brand at first, and its pages show its name as text', async () => {
  expect((await partner.get(path)).json).toMatchObject({ color: null, color_on_light: null, logo_type: null, version: 0 })
  for (const url of await pages()) expect(await (await fetch(url)).text()).toContain('<bdi>Acme &lt;b&gt;Outfitters&lt;/b&gt;</bdi>')
})

test('both pages show the color in a readable shade and the logo as a separate file', async () => {
  const { json } = await partner.patch(path, { color: '#FFEE00', logo: pngWith('tEXt', Buffer.from('x')).toString('base64') })
  expect(json).toMatchObject({ color: '#ffee00', color_on_dark: '#ffee00', logo_type: 'image/png', version: 1 })
  expect(json.color_on_light).not.toBe('#ffee00')
  for (const url of await pages()) {
    const text = await (await fetch(url)).text()
    expect(text).toContain(`--accent:${json.color_on_light};`)
    const [, source] = /<img src="([^"?]+)\?v=[\w-]+" alt="Acme &lt;b&gt;Outfitters&lt;\/b&gt;">/.exec(text) ?? []
    const logo = await fetch(service.url + source)
    expect([logo.status, logo.headers.get('content-type'), logo.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect(Buffer.from(await logo.arrayBuffer()).equals(PNG_LOGO)).toBe(true)
  }
})

test('an operator can change the brand; omitted fields stay, and null removes a field', async () => {
  const operator = await service.operator()
  const changed = await operator.patch(path, { logo: PICTURES.jpeg.toString('base64') })
  expect(changed.json).toMatchObject({ color: '#ffee00', logo_type: 'image/jpeg', version: 2 })
  const [line] = (await operator.get('/v2/ops/audit?limit=1')).json.data
  expect(line).toMatchObject({ action: 'PATCH /v2/partners/:id/brand', subject: partner.partnerId })
  expect((await partner.patch(path, { logo: null, color: null })).json).toMatchObject({ color: null, logo_type: null, version: 3 })
  for (const url of await pages()) {
    expect(await (await fetch(url)).text()).not.toContain('<img')
    expect((await fetch(`${url}/logo`)).status).toBe(404)
  }
  expect((await partner.patch(path, { logo: PNG_LOGO.toString('base64') })).json.logo_type).toBe('image/png')
})

test('another partner cannot see or change the brand', async () => {
  const other = await service.partner()
  for (const answer of [await other.get(path), await other.patch(path, { color: '#000000' })]) expect(answer.status).toBe(404)
  expect((await other.get('/v2/partners/par_01kad2n4t3e8r9sv6y7z8w9x0a/brand')).json.error.message).toBe(
    (await other.get(path)).json.error.message,
  )
})

test.each([
  [{ color: 'red' }, '/color'],
  [{ color: '#fff' }, '/color'],
  [{ color: '#12345g' }, '/color'],
  [{ color: '#123456;}body{display:none' }, '/color'],
  [{ logo: Buffer.from('<svg onload="alert(1)"/>').toString('base64') }, '/logo'],
  [{ logo: 'not base64!' }, '/logo'],
  [{ logo: 'A'.repeat(100_000) }, '/logo'],
  [{ logo: PICTURES.hugePng.toString('base64') }, '/logo'],
  [{}, ''],
])('%j is refused', async (body, at) => {
  const { status, json } = await partner.patch(path, body)
  expect([status, json.error.details.errors[0].path]).toEqual([422, at])
})
