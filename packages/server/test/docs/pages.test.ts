// The pages under /docs as a browser without scripts sees them. test/browser covers the scripts.
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ERRORS } from '@backhaul/core/errors.ts'
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
/** Every page that links from /docs lead to, by its path. */
const pages = new Map<string, string>()
beforeAll(async () => {
  service = await startTestService()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(service.url + path)
    expect([path, response.status]).toEqual([path, 200])
    pages.set(path, await response.text())
    if (response.headers.get('content-type') !== 'text/html; charset=utf-8') continue
    for (const address of addressesIn(pages.get(path) as string)) if (address.startsWith('/')) waiting.push(address.split('#')[0] as string)
  }
})
afterAll(() => service.close())

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
const CLOSED_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Returns every address that a browser would fetch by itself while it shows a page, or to which the page could send it. */
const addressesIn = (page: string): string[] =>
  [...page.matchAll(/<[a-z][^>]*?\s(?:src|srcset|href|action|data|poster|formaction|background|ping)\s*=\s*"([^"]*)"/gi)].map(
    ([, address]) => address as string,
  )

const htmlPages = (): [string, string][] =>
  [...pages].filter(([path]) => (path.startsWith('/docs') && !/\.\w+$/.test(path)) || path.startsWith('/docs/events/'))
const idsIn = (page: string): string[] => [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id as string)

test('every endpoint, event type and error has its place, and every link has a target', () => {
  expect(Object.keys(ENDPOINTS).filter((name) => !pages.has(`/docs/api/${name}`))).toEqual([])
  expect(EVENT_TYPES.filter((type) => !pages.has(`/docs/events/${type}`))).toEqual([])
  const errors = idsIn(pages.get('/docs/errors') as string)
  expect(Object.keys(ERRORS).filter((code) => !errors.includes(code))).toEqual([])
  const broken = htmlPages().flatMap(([path, text]) =>
    addressesIn(text)
      .filter((address) => address.includes('#') && address !== '#site-contents')
      .filter((address) => {
        const [to = '', id = ''] = address.split('#')
        return !idsIn(pages.get(to === '' ? path : to) ?? '').includes(id)
      })
      .map((address) => `${path}: ${address}`),
  )
  expect(broken).toEqual([])
})

/** A picture in a page, taken from a guide. */
const PICTURE = /<img src="\/docs\/guide\/images\/[\w-]+\.png" alt="[^"<>]+" loading="lazy">/g

test('no page refers to another origin, has inline code or style, or repeats an id', () => {
  expect(pages.size).toBeGreaterThan(250)
  for (const [path, text] of htmlPages()) {
    const foreign = addressesIn(text).filter((address) => !/^(#|\/(?!\/))/.test(address))
    expect([path, foreign]).toEqual([path, []])
    expect(text.replace('<script src="/docs/script.js" defer></script>', '').replace(PICTURE, '')).not.toMatch(
      /<(script|iframe|object|embed|base|img|style)\b|\sstyle="|\son[a-z]+="|http-equiv/i,
    )
    const ids = idsIn(text)
    expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
  }
})

test('text of a contract is shown as text, never as markup', () => {
  const known =
    'html head meta title link script body a header nav main aside h1 h2 h3 h4 p ul ol li section article code pre table thead tbody tr th td small br b i em strong span details summary div figure figcaption fieldset legend input label'
  const tags = new Set(
    htmlPages().flatMap(([, text]) => [...text.replace(PICTURE, '').matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag as string)),
  )
  expect([...tags].filter((tag) => !known.split(' ').includes(tag))).toEqual([])
})

test('the navigation is the same on every page and marks the current page in an open group', () => {
  const groups = (text: string) => [...text.matchAll(/<summary>([^<]+)<\/summary><ul><li><a href="\/docs/g)].map(([, title]) => title)
  for (const [path, text] of htmlPages()) {
    expect([path, groups(text)]).toEqual([path, groups(pages.get('/docs') as string)])
    const marked = [...text.matchAll(/<a href="([^"]+)" aria-current="page">/g)].map(([, href]) => href)
    const open = [...text.matchAll(/<nav[\s\S]*?<\/nav>/g)].flatMap(([nav]) => [...nav.matchAll(/<details open>([\s\S]*?)<\/details>/g)])
    if (path.startsWith('/docs/schemas/')) continue
    expect([path, marked]).toEqual([path, [path]])
    if (path.startsWith('/docs/api/')) expect([path, open.length, open[0]?.[1]?.includes('aria-current')]).toEqual([path, 1, true])
  }
})

test('the page of an operation shows its headers, fields, answers and sample programs', () => {
  const page = pages.get('/docs/api/createShipment') as string
  for (const shown of ['X-Api-Key', 'X-Service-Signature', 'Idempotency-Key', 'Content-Type', 'RateLimit-Policy', 'X-Request-Id'])
    expect([shown, page.includes(`<code>${shown}</code>`)]).toEqual([shown, true])
  for (const shown of ['Fields of <code>to</code>', 'postal_code', 'validation_failed', 'urllib.request', 'openssl', 'Answer 201'])
    expect([shown, page.includes(shown)]).toEqual([shown, true])
})

test('the style sheet and the script load nothing from elsewhere', async () => {
  for (const path of ['/docs/style.css', '/docs/script.js', '/docs/icon.svg']) {
    const text = await (await fetch(service.url + path)).text()
    expect(text.length).toBeGreaterThan(100)
    expect([path, text.replace('http://www.w3.org/2000/svg', '').match(/url\(|@import|https?:|innerHTML|eval\(/)]).toEqual([path, null])
  }
})

test.each([
  ['/docs', PAGE_POLICY],
  ['/docs/signing', PAGE_POLICY],
  ['/docs/style.css', CLOSED_POLICY],
  ['/docs/search.json', CLOSED_POLICY],
  ['/v2/openapi.json', CLOSED_POLICY],
])('%s allows the browser only what it needs from this service', async (path, policy) => {
  const { headers } = await fetch(service.url + path)
  expect(headers.get('content-security-policy')).toBe(policy)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
})

/** Returns the response as it was sent. fetch would decompress it. */
const raw = (path: string, accept: string): Promise<{ headers: Record<string, unknown>; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const sent = request(service.url + path, { headers: accept === '' ? {} : { 'accept-encoding': accept } }, async (answer) => {
      resolve({ headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) })
    })
    sent.on('error', reject).end()
  })

test.each(['/docs', '/docs/script.js', '/docs/search.json', '/v2/openapi.json'])(
  '%s is sent compressed only to clients that accept it',
  async (path) => {
    const whole = await raw(path, '')
    expect([whole.headers['content-encoding'], whole.headers.vary]).toEqual([undefined, 'Accept-Encoding'])
    const tags = new Set([whole.headers.etag])
    for (const [accept, encoding, unpack] of [
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await raw(path, accept)
      expect([accept, headers['content-encoding'], Number(headers['content-length'])]).toEqual([accept, encoding, bytes.length])
      expect(bytes.length).toBeLessThan(whole.bytes.length / 2)
      expect(unpack(bytes).equals(whole.bytes)).toBe(true)
      tags.add(headers.etag)
    }
    expect(tags.size).toBe(3)
    expect((await raw(path, 'zstd, gzip;q=0')).headers['content-encoding']).toBe(undefined)
  },
)

test('every search result exists', async () => {
  const index = (await (await fetch(`${service.url}/docs/search.json`)).json()) as [string, string, string, string][]
  const broken = index.filter(([address]) => {
    const [path = '', id] = address.split('#')
    return !pages.has(path) || (id !== undefined && !idsIn(pages.get(path) as string).includes(id))
  })
  expect(broken.map(([address]) => address)).toEqual([])
  const found = new Set(index.map(([address]) => address.split('#')[0]))
  expect(Object.keys(ENDPOINTS).filter((name) => !found.has(`/docs/api/${name}`))).toEqual([])
  const guides = readdirSync(join(import.meta.dirname, '../../../../docs'), { recursive: true }).filter((name) =>
    /^guide\/[^/]+\.md$/.test(String(name)),
  )
  expect(guides.filter((name) => !found.has(`/docs/${String(name).replace(/\.md$/, '')}`))).toEqual([])
})

test('a missing page is refused like any unknown path', async () => {
  for (const path of ['/docs/nowhere', '/docs/api/nothing', '/docs/../package.json']) {
    const response = await fetch(service.url + path)
    expect([path, response.status, (await response.json()) as unknown]).toMatchObject([path, 404, { error: { code: 'route_not_found' } }])
  }
})
