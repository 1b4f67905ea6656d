// From a link to a session: what a first-time user sees, and which attacks fail.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, tabStops, withBrowser } from './support.ts'

const world = withBrowser()

const heading = (page: Page) => page.locator('h1').textContent()
const waitForHeading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor()
const openLink = async (url: string, context?: Parameters<typeof world.open>[1]) =>
  world.open(new URL(url).pathname + new URL(url).hash, context)

test('a sign-in link works; its token appears in no page address or history, and scripts cannot read the session', async () => {
  const link = await world.link('partner')
  const context = await world.context()
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''))
  const page = await openLink(link, context)
  await page.waitForURL(`${world.url}/console`)
  await page.getByRole('navigation', { name: 'Areas' }).waitFor()
  const token = new URL(link).hash.slice(1)
  expect(token.length).toBeGreaterThan(20)
  // In the test, the URL of a navigation includes its fragment, although the browser does not send it.
  expect(asked.filter((address) => !address.startsWith(`${world.url}/sign-in#`) && address.includes(token))).toEqual([])
  expect(await page.evaluate('document.cookie')).toBe('')
  const [cookie, ...more] = await context.cookies()
  expect(more).toEqual([])
  expect(cookie).toMatchObject({ name: 'backhaul_session', httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' })
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(token)
})

test.each([
  ['partner', '/console'],
  ['partner-viewer', '/console'],
  ['operator', '/console'],
  ['support', '/console'],
] as const)('a user with the access %s starts at %s', async (access, path) => {
  const page = await world.signIn(access)
  expect(new URL(page.url()).pathname).toBe(path)
})

test('counter and handler users start at the counter, regardless of the target in the link', async () => {
  const { json } = await world.service.demo.get('/v2/drop-off-locations?lat=0&lon=0&radius_km=21000&limit=1')
  const { store_id } = json.data[0]
  for (const access of ['counter', 'handler'] as const) {
    const made = new URL(await world.link(access, access === 'counter' ? { store_id } : {}))
    const page = await world.open(`/sign-in?next=//example.com&redirect=https://example.com/&url=javascript:alert(1)${made.hash}`)
    await page.waitForURL(`${world.url}/counter/`)
  }
})

test('a used link says so, also to the person who used it, who can continue', async () => {
  const link = await world.link('partner', { name: 'Una Used' })
  const first = await openLink(link)
  await first.waitForURL(`${world.url}/console`)
  const stranger = await openLink(link)
  await waitForHeading(stranger, 'This link was already used')
  expect(await stranger.locator('main').textContent()).toContain('Ask the person who sent you this link for a new one.')
  expect(await stranger.context().cookies()).toEqual([])
  const again = await openLink(link, first.context())
  await waitForHeading(again, 'This link was already used')
  await again.getByRole('link', { name: 'Continue as Una Used' }).click()
  await again.waitForURL(`${world.url}/console`)
})

test('an expired, withdrawn or damaged link says so and what to do', async () => {
  const expired = await world.link('partner', { expires_in: 1 })
  const withdrawn = await world.link('partner')
  const { json } = await world.service.demo.get('/v2/console-links?limit=1')
  expect((await world.service.demo.delete(`/v2/console-links/${json.data[0].id}`)).status).toBe(204)
  await waitForHeading(await openLink(withdrawn), 'This link was withdrawn')
  await waitForHeading(await openLink(withdrawn.slice(0, -5)), 'This link is not complete')
  await waitForHeading(await world.open('/sign-in#half'), 'This link is not complete')
  await waitForHeading(await world.open(`/sign-in#${'x'.repeat(5_000)}`), 'This link is not complete')
  await waitForHeading(await world.open('/sign-in#%3Cimg%20src=x%20onerror=alert(1)%3E'), 'This link is not complete')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const page = await openLink(expired)
  await waitForHeading(page, 'This link has expired')
  expect(await page.evaluate('location.hash')).toBe('')
})

test('a GET or HEAD request, such as from a link preview, does not use up a link', async () => {
  const link = await world.link('partner')
  for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
  const page = await openLink(link)
  await page.waitForURL(`${world.url}/console`)
})

test('an unreachable service loses nothing: the same link works afterward', async () => {
  const context = await world.context()
  await context.route('**/v2/**', (route) => route.abort())
  const page = await openLink(await world.link('partner'), context)
  await waitForHeading(page, 'The service cannot be reached')
  await context.unroute('**/v2/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(`${world.url}/console`)
})

test('signing in replaces the browser’s session, so nobody can plant a session in it', async () => {
  const context = await world.context()
  await world.signIn('partner', { name: 'Mallory', context })
  const [planted] = await context.cookies()
  await world.signIn('partner', { name: 'Alice', context })
  const [own, ...more] = await context.cookies()
  expect([own?.value === planted?.value, more]).toEqual([false, []])
  // A forged cookie opens nothing, and a sign-in does not adopt it.
  await context.addCookies([{ name: 'backhaul_session', value: 'bh_sandbox_ses_00000000000000000000000000_x', url: world.url }])
  await waitForHeading(await world.open('/console', context), 'You are not signed in')
  await world.signIn('partner', { name: 'Alice', context })
  expect((await context.cookies())[0]?.value).not.toContain('ses_00000000000000000000000000')
})

test('a link for another person asks before replacing the signed-in user; both choices work', async () => {
  const context = await world.context()
  await world.signIn('partner', { name: 'Alice', context })
  const [own] = await context.cookies()
  const link = await world.link('partner', { name: 'Mallory', email: 'mallory@example.com' })
  const page = await openLink(link, context)
  await waitForHeading(page, 'This link is for Mallory')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue as Alice' }).click()
  await page.waitForURL(`${world.url}/console`)
  expect((await context.cookies())[0]?.value).toBe(own?.value)
  const again = await openLink(link, context)
  await again.getByRole('button', { name: 'Sign in as Mallory' }).click()
  await again.getByText('Mallory').first().waitFor()
  expect((await context.cookies())[0]?.value).not.toBe(own?.value)
})

test('a page of another origin cannot use the session of its visitor', async () => {
  const signed = await world.signIn('partner', { name: 'Vera Victim' })
  const session = await signed.evaluate<{ id: string }>(`fetch('/v2/console-sessions/current').then((answer) => answer.json())`)
  const link = `${world.url}/v2/console-sessions/${session.id}`
  const evil = await foreignSite()
  try {
    const context = signed.context()
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
    // Cookies ignore ports. Therefore the browser treats both servers as one site and sends the cookie, and only the origin check stops the
    // request.
    const tried = await page.evaluate<string[]>(`Promise.all([
      fetch('${link}', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
      fetch('${link}', { method: 'DELETE', credentials: 'include' }),
      fetch('${world.url}/v2/console-links', { method: 'POST', credentials: 'include', headers: { 'x-backhaul-console': '1' }, body: '{}' }),
      fetch('${link}', { credentials: 'include' }),
    ].map((asked) => asked.then((answer) => answer.type, (error) => error.name)))`)
    expect(tried).toEqual(['opaque', 'TypeError', 'TypeError', 'TypeError'])
    world.expectComplaint(/CORS policy|Failed to load resource/)
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const port = (evil.address() as AddressInfo).port
    for (const headers of [
      { origin: `http://127.0.0.1:${port}` },
      { origin: world.url, 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const answer = await fetch(link, { method: 'DELETE', headers: { cookie, 'x-backhaul-console': '1', ...headers } })
      expect([headers, answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        headers,
        403,
        'cross_origin',
      ])
    }
    await signed.reload()
    await signed.getByRole('navigation', { name: 'Areas' }).waitFor()
    await signed.getByRole('button', { name: 'Account of Vera Victim' }).waitFor()
  } finally {
    evil.close()
  }
})

test('no other page can put these pages into a frame', async () => {
  const evil = await foreignSite()
  try {
    for (const path of ['/sign-in', '/console', '/counter/']) {
      const page = await (await world.context()).newPage()
      await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/?frame=${encodeURIComponent(world.url + path)}`)
      await page.locator('iframe').waitFor()
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
      await page.context().close()
    }
    world.expectComplaint(/frame-ancestors|Refused to frame|refused to connect/i)
  } finally {
    evil.close()
  }
})

test('the page without a link explains sign-in, works by keyboard, passes axe, and asks for JavaScript if missing', async () => {
  const page = await world.open('/sign-in')
  await waitForHeading(page, 'Sign in with a link')
  expect(await tabStops(page)).toEqual(['Do you run the service yourself?'])
  await expectAccessible(page)
  await page.goto(`${world.url}/sign-in#half`)
  await waitForHeading(page, 'This link is not complete')
  await expectAccessible(page)
  for (const path of ['/sign-in', '/console', '/counter/']) {
    const plain = await world.open(path, await world.context({ javaScriptEnabled: false }))
    expect(await heading(plain)).toBe('This page needs JavaScript')
    expect(await plain.locator('h1').evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true)
    expect(await plain.locator('main').count()).toBe(1)
  }
})

/** A page on another port that shows a given address in a frame. Its requests are watched like all others. */
const foreignSite = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const frame = new URL(request.url as string, 'http://x').searchParams.get('frame')
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>Evil</title>${frame ? `<iframe src="${frame}"></iframe>` : ''}`)
    })
    server.listen(0, '127.0.0.1', () => {
      world.allow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      resolve(server)
    })
  })

test('an error that contains a pattern or a database name is detected, even if shown only briefly', async () => {
  const page = await world.open('/sign-in')
  await page.evaluate(`(async () => {
    const error = document.createElement('p')
    error.setAttribute('role', 'alert')
    document.body.append(error)
    for (const text of ['must match pattern "^(\\\\d{4}-)?\\\\d{2}$"', 'no row in idempotency_keys', 'Give a day such as 12-25.']) {
      error.textContent = text
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    error.remove()
  })()`)
  expect(await world.shownErrors.takeJargon()).toEqual([expect.stringContaining('must match'), expect.stringContaining('idempotency_keys')])
})
