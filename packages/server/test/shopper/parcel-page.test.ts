// The parcel page as a browser gets it: who may see it, what it shows, and what it must never show.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Unavailable } from '../../src/database/db.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let partner: TestClient & { partnerId: string }
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner({ name: 'Acme Outfitters' })
})
afterAll(() => service.close())

const HOUSE = {
  name: 'Ada Lovelace',
  line1: '77 Secret Lane',
  city: 'New York',
  state: 'NY',
  postal_code: '10011',
  country: 'US',
  phone: '+1 212 555 0100',
  email: 'ada@example.org',
}

const create = async (body: object = {}) => {
  const { json, status } = await partner.post('/v2/shipments', { ...QR_RETURN, from: HOUSE, to: ADDRESS, ...body })
  expect(status).toBe(201)
  return json
}

const open = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(url, { method, headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const scan = async (kind: string, shipment_id: string, body: object = {}) => {
  const { json } = await partner.get('/v2/drop-off-locations?postal_code=10011&country=US')
  const answer = await partner.post(`/v2/scan-events/${kind}`, { shipment_id, store_id: json.data[0].store_id, ...body })
  expect(answer.status).toBe(200)
}

test('the log never contains a link, wherever a request fails', async () => {
  const { parcel_url } = await create()
  const { log, links } = service.running.service
  const lines: unknown[] = []
  const spies = [
    vi.spyOn(log, 'error').mockImplementation(((facts: unknown) => lines.push(facts)) as typeof log.error),
    vi.spyOn(links, 'readParcelToken').mockImplementation(() => {
      throw new Error('fails before the page does anything')
    }),
  ]
  for (const path of ['', '/label?lang=fr', '/logo']) expect((await open(parcel_url + path)).status).toBe(500)
  for (const spy of spies) spy.mockRestore()
  const logged = JSON.stringify(lines)
  expect(lines).toHaveLength(3)
  expect(logged).toContain('/p/:token/label')
  expect(logged).not.toContain(new URL(parcel_url).pathname.slice(-24))
})

test('creation, read and list show the same parcel page address for a shipment', async () => {
  const created = await create()
  expect(created.parcel_url).toMatch(new RegExp(`^${service.url}/p/[\\w-]{50}$`))
  expect((await partner.get(`/v2/shipments/${created.id}`)).json.parcel_url).toBe(created.parcel_url)
  expect((await partner.get('/v2/shipments?limit=1')).json.data[0].parcel_url).toBe(created.parcel_url)
  const operator = await service.operator()
  expect((await operator.get(`/v2/ops/shipments?q=${created.id}`)).json.data[0].parcel_url).toBe(created.parcel_url)
})

test('a QR return shows its code, the nearest counters with hours, and a map', async () => {
  const { parcel_url, qr_id } = await create()
  const { text, status } = await open(parcel_url)
  expect(status).toBe(200)
  const { token } = (await partner.get(`/v2/qr/${qr_id}`)).json
  expect(text).toContain('Take your parcel to a counter and show this code')
  expect(text.replaceAll(' ', '')).toContain(token)
  expect(text).toContain('<svg class="qr"')
  expect(text).toContain('Backhaul Counter Chelsea')
  expect(text).toContain('Mon–Fri: 8:00 AM–8:00 PM')
  expect(text).toContain('<svg class="map"')
})

test('without a sender, the page asks for a place and shows the counter that the partner chose', async () => {
  const { json } = await partner.get('/v2/drop-off-locations?postal_code=11201&country=US')
  const { parcel_url } = await create({ from: undefined, drop_off_store_id: json.data[0].store_id })
  const { text } = await open(parcel_url)
  expect(text).toContain('Please take your parcel here')
  expect(text).toContain('445 Albee Sq W')
  expect(text).not.toContain('We found no counter near this postal code')
  expect((await open(`${parcel_url}?postal_code=99999`)).text).toContain('We found no counter near this postal code')
  expect((await open(`${parcel_url}?postal_code=10011&lang=en`)).text).toContain('Backhaul Counter Chelsea')
})

test('without a sender, times use the time zone of the counter that accepted the parcel', async () => {
  const { parcel_url, id } = await create({ from: undefined })
  await scan('walk-in', id)
  const { text } = await open(parcel_url)
  const times = [...text.matchAll(/<time [^>]*>([^<]*)</g)].map(([, time]) => time)
  expect(times.length).toBeGreaterThan(0)
  for (const time of times) expect(time).toMatch(/ E[SD]T$/)
  // A scan without a place is shown in the time zone of the next scan that has a place.
  await partner.post('/v2/scan-events/movement', { shipment_id: id })
  const after = (await open(parcel_url)).text
  expect(after).not.toMatch(/<time [^>]*>[^<]* UTC</)
})

test("the page shows the shopper's first name and town, and nothing else about the shopper", async () => {
  const { parcel_url } = await create({ order_id: 'ORDER-99', customer: 'cust-7', metadata: { note: 'vip' } })
  const { text } = await open(parcel_url)
  expect(text).toContain('Hello Ada.')
  expect(text).toContain('Sent from New York')
  // Tokens and numbers are random and may contain any word.
  const said = text.replaceAll(/[\w-]{20,}/g, '')
  for (const secret of ['Lovelace', 'Secret Lane', '555', 'ada@', 'ORDER-99', 'cust-7', 'vip', 'Ada Example', '1 Main St'])
    expect(said).not.toContain(secret)
  // A counter has the same postal code. The shopper's address appears nowhere else.
  expect(text.replaceAll('New York NY 10011', '')).not.toContain('10011')
})

test('the label can be downloaded only until a counter accepts the parcel', async () => {
  const { id, parcel_url } = await create(RETURN)
  expect((await open(parcel_url)).text).toContain('/label"')
  const label = await open(`${parcel_url}/label`)
  expect([label.status, label.headers.get('content-type'), label.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(label.headers.get('cache-control')).toBe('private, no-store')
  await scan('accept', id)
  expect((await open(parcel_url)).text).not.toContain('/label"')
  const gone = await open(`${parcel_url}/label`)
  expect([gone.status, gone.text.includes('This label cannot be used')]).toEqual([404, true])
})

test('a QR is not shown after it was invalidated or its parcel was dropped off', async () => {
  const first = await create()
  await partner.post(`/v2/qr/${first.qr_id}/invalidate`)
  const { text } = await open(first.parcel_url)
  expect(text).toContain('This code can no longer be used')
  expect(text).not.toContain('<svg class="qr"')
  const second = await create()
  await scan('walk-in', second.id, { reweigh: { weight: 2 } })
  const after = await open(second.parcel_url)
  expect(after.text).toContain('We have your parcel')
  expect(after.text).not.toContain('<svg class="qr"')
})

test.each([
  ['rejected', 'The counter could not accept your parcel', 'Use a smaller box'],
  ['held', 'On hold: Acme Outfitters has asked us to wait', 'show this code'],
  ['cancelled', 'This shipment was canceled', 'do not hand in the parcel'],
  ['expired', 'This return has expired', 'Ask Acme Outfitters for a new one'],
])('the page of a parcel that is %s says so and what to do', async (what, heading, remedy) => {
  const { id, parcel_url } = await create(what === 'expired' ? { expires_at: new Date(Date.now() + 60_000).toISOString() } : {})
  if (what === 'rejected') await scan('reject', id, { reject_reason: 'oversize', reject_reason_note: 'Ada Lovelace of 77 Secret Lane' })
  if (what === 'held') await partner.post(`/v2/shipments/${id}/hold`)
  if (what === 'cancelled') await partner.post(`/v2/shipments/${id}/cancel`)
  if (what === 'expired') await partner.post('/v2/test/clock/advance', { seconds: 120 })
  const { text } = await open(parcel_url)
  expect(text).toContain(heading)
  expect(text).toContain(remedy)
  expect(text).not.toContain('Secret Lane')
})

describe('a link', () => {
  test('answers like an unknown link after it is withdrawn', async () => {
    const { id, parcel_url } = await create(RETURN)
    expect((await partner.delete(`/v2/shipments/${id}/parcel-link`)).json).toMatchObject({ url: null })
    const withdrawn = await open(parcel_url)
    const wrong = await open(`${service.url}/p/${'0'.repeat(50)}`)
    expect(withdrawn.status).toBe(404)
    // Both pages have the same text, apart from the language links, which contain the page's address.
    const token = new URL(parcel_url).pathname
    expect(withdrawn.text.replaceAll(token, '')).toBe(wrong.text)
    for (const path of ['/label', '/logo']) expect((await open(parcel_url + path)).status).toBe(404)
    expect((await partner.get(`/v2/shipments/${id}`)).json.parcel_url).toBeNull()
    expect((await partner.get('/v2/shipments?limit=1')).json.data[0].parcel_url).toBeNull()
  })

  test('has a new address after a renewal, and the old one stops working', async () => {
    const { id, parcel_url } = await create()
    const renewed = (await partner.post(`/v2/shipments/${id}/parcel-link`)).json
    expect(renewed.url).not.toBe(parcel_url)
    expect((await open(parcel_url)).status).toBe(404)
    expect((await open(renewed.url)).status).toBe(200)
    expect((await partner.post(`/v2/shipments/${id}/hold`)).json.parcel_url).toBe(renewed.url)
  })

  test('can be renewed after it is withdrawn; a second withdrawal changes nothing', async () => {
    const { id } = await create()
    const [first, second] = [
      await partner.delete(`/v2/shipments/${id}/parcel-link`),
      await partner.delete(`/v2/shipments/${id}/parcel-link`),
    ]
    expect(second.json).toEqual(first.json)
    const { url } = (await partner.post(`/v2/shipments/${id}/parcel-link`)).json
    expect((await open(url)).status).toBe(200)
  })

  test('gets a different address from each concurrent renewal, and only one of them works', async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 5 }, () => partner.post(`/v2/shipments/${id}/parcel-link`)))
    const urls = answers.map(({ json }) => json.url as string)
    expect(new Set(urls).size).toBe(5)
    const good = await Promise.all(urls.map(async (url) => (await open(url)).status))
    expect(good.filter((status) => status === 200)).toHaveLength(1)
  })

  test('is refused without a database statement if one character changed', async () => {
    const { parcel_url } = await create()
    const { reads, db } = service.running.service
    const asked: string[] = []
    const watched = [reads, db].map((one) => {
      const query = one.query.bind(one)
      one.query = ((name: string, ...rest: [string, []]) => {
        asked.push(name)
        return query(name, ...rest)
      }) as typeof one.query
      return () => {
        one.query = query as typeof one.query
      }
    })
    const last = parcel_url.at(-1) === 'A' ? 'B' : 'A'
    expect((await open(parcel_url.slice(0, -1) + last)).status).toBe(404)
    expect(asked).toEqual([])
    for (const undo of watched) undo()
  })

  test.each(['', '/', '/x/y', `/${'a'.repeat(3000)}`, '/%00', '/..%2f'])(
    'leads to the same plain page if it is malformed (%j)',
    async (path) => {
      const { status, text, headers } = await open(`${service.url}/p${path === '' ? '/' : path}`)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toContain('This page does not exist')
    },
  )
})

test('the headers keep the page out of caches, search engines, referrers and frames, and allow nothing unsafe', async () => {
  const { parcel_url } = await create()
  const { headers } = await open(parcel_url)
  expect(
    Object.fromEntries(
      ['cache-control', 'referrer-policy', 'x-robots-tag', 'x-content-type-options'].map((name) => [name, headers.get(name)]),
    ),
  ).toEqual({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
  })
  const policy = headers.get('content-security-policy') as string
  expect(policy).not.toContain('unsafe')
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
  expect(policy).toContain("frame-ancestors 'none'")
})

test('HEAD answers like GET without the body, and changes nothing', async () => {
  const { id, parcel_url } = await create()
  const before = (await partner.get(`/v2/shipments/${id}`)).json
  const [head, get] = [await open(parcel_url, {}, 'HEAD'), await open(parcel_url)]
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  expect((await partner.get(`/v2/shipments/${id}`)).json).toEqual(before)
})

test('the language switch wins over the browser, and dates follow the language', async () => {
  const { parcel_url } = await create({ expires_at: '2031-03-04T17:00:00Z' })
  expect((await open(parcel_url, { 'accept-language': 'de-DE, fr-CA;q=0.8, en;q=0.1' })).text).toContain('4 mars 2031')
  const spanish = await open(`${parcel_url}?lang=es`, { 'accept-language': 'fr' })
  expect(spanish.text).toContain('4 de marzo de 2031')
  expect(spanish.headers.get('content-language')).toBe('es')
  expect(spanish.text).toContain('<html lang="es">')
  expect((await open(parcel_url, { 'accept-language': 'zh' })).text).toContain('March 4, 2031')
})

test('names with markup, right-to-left text and emoji are shown as text', async () => {
  const name = '<img/src=x> Evil'
  const city = '"><script>alert(1)</script>\u202eעיר🎁'
  const { text } = await open((await create({ from: { ...HOUSE, name, city } })).parcel_url)
  expect(text).toContain('Hello &lt;img/src=x&gt;.')
  expect(text).toContain('&lt;script&gt;')
  expect(text).toContain('🎁')
  expect(text).not.toContain('<script')
  expect(text).not.toContain('<img')
})

test('a link that is opened too often is rate-limited, and other links are not', async () => {
  const { parcel_url } = await create(RETURN)
  const other = (await create(RETURN)).parcel_url
  const answers = await Promise.all(Array.from({ length: 100 }, () => open(parcel_url)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(60)
  const slow = answers.find(({ status }) => status === 429)
  expect(slow?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(slow?.text).toContain('One moment, please')
  expect((await open(other)).status).toBe(200)
})

test('behind a proxy that strips a path prefix, links and all paths of the page keep the prefix', async () => {
  const proxied = await startTestService('api', { BACKHAUL_PUBLIC_URL: 'https://shop.example/returns' })
  try {
    const { json } = await proxied.demo.post('/v2/shipments', { ...RETURN, from: HOUSE, to: ADDRESS }, { version: 'v1' })
    const path = new URL(json.parcel_url).pathname
    expect(json.parcel_url).toBe(`https://shop.example${path}`)
    const { text } = await open(proxied.url + path.replace('/returns', ''))
    const paths = [...text.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, one]) => one as string)
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((one) => !one.startsWith(path))).toEqual([])
  } finally {
    await proxied.close()
  }
})

test('without the database, the page says so in plain words and when to retry', async () => {
  const { parcel_url } = await create(RETURN)
  const { reads } = service.running.service
  const byId = reads.byId
  reads.byId = (async () => {
    throw new Unavailable('away')
  }) as typeof byId
  const answer = await open(parcel_url)
  reads.byId = byId
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.text).toContain('The problem is on our side')
})
