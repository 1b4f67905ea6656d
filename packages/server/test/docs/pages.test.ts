import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const PAGES = ['/docs', '/docs/signing']

/** Every address that a browser would fetch by itself, or could be sent to, while it shows a page. */
const addressesIn = (page: string): string[] =>
  [...page.matchAll(/<[a-z][^>]*?\s(?:src|srcset|href|action|data|poster|formaction|background|ping)\s*=\s*"([^"]*)"/gi)].map(
    ([, address]) => address as string,
  )

test.each(PAGES)('%s is served without a key and refers to no other origin', async (path) => {
  const response = await fetch(service.url + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const text = await response.text()
  const addresses = addressesIn(text)
  expect(addresses.length).toBeGreaterThan(3)
  expect(addresses.filter((address) => !/^(#|\/(?!\/))/.test(address))).toEqual([])
  expect(text).not.toMatch(/<(script|iframe|object|embed|base|img|style)\b|\sstyle="|\son[a-z]+="|http-equiv/i)
})

test('the style sheet fetches nothing', async () => {
  const text = await (await fetch(`${service.url}/docs/style.css`)).text()
  expect(text).toContain('font:')
  expect(text).not.toMatch(/url\(|@import|https?:|\/\//)
})

test.each([...PAGES, '/docs/style.css', '/v2/openapi.json'])('%s forbids the browser all but its own style sheet', async (path) => {
  const { headers } = await fetch(service.url + path)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
})

test('the reference shows every endpoint, and each link on it leads somewhere', async () => {
  const text = await (await fetch(`${service.url}/docs`)).text()
  const ids = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  expect(Object.keys(ENDPOINTS).filter((name) => !ids.has(name))).toEqual([])
  const links = addressesIn(text)
  expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([])
  const paths = new Set(links.filter((link) => link.startsWith('/')).map((link) => link.split('#')[0] as string))
  for (const path of paths) expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
})

test('what a contract says is shown as text, never as markup', async () => {
  const text = await (await fetch(`${service.url}/docs`)).text()
  const tags = new Set([...text.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag))
  const known =
    'html head meta title link body a nav main h1 h2 h3 h4 p ul li section article code pre table thead tbody tr th td small br span details summary'
  expect([...tags].filter((tag) => !known.split(' ').includes(tag as string))).toEqual([])
})
