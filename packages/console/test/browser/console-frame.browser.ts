// The frame around every page of the console: search, keyboard shortcuts, live updates, a lost connection, and which access opens which
// page.
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dispute } from './cases-support.ts'
import { copies, cutLine, heading, mendLine, shipment } from './console-support.ts'
import { scan } from './counter-support.ts'
import { expectAccessible, expectReadyInTime, expectWithin, withBrowser } from './support.ts'

/** Changes by other users appear within this time. */
const LIVE_MS = 5_000
const FIRST_LOAD_BYTES = 170 * 1_000

const world = withBrowser()

const row = (page: Page, tracking: string) => page.getByRole('table', { name: 'Shipments' }).getByRole('row', { name: tracking })
const openList = async (search: string, context?: BrowserContext): Promise<Page> => {
  const page = await world.signedIn('partner', { ...(context && { context }) })
  await page.goto(`${world.url}/console/shipments${search}`)
  await heading(page, 'Shipments')
  return page
}
/** Tells the page whether it is visible to the user. */
const look = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
const gets = (page: Page, path: string): { count: number } => {
  const seen = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.count++
  })
  return seen
}

test('/ focuses the search box; a single hit opens despite case and spaces, and Back returns to the previous page', async () => {
  const one = await shipment(world)
  const page = await openList('')
  await row(page, one.tracking).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(` ${one.tracking.toLowerCase().replace(/(.{4})/g, '$1 ')}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console/shipments/${one.id}`)
  await page.goBack()
  await page.waitForURL(`${world.url}/console/shipments`)
})

test('a scanned code is searched for wherever the focus is and leaves the focused field unchanged', async () => {
  const one = await shipment(world)
  const page = await openList('?order_id=none')
  await page.getByText('No shipment matches these filters.').waitFor()
  await page.getByLabel('RMA').focus()
  await scan(page, one.barcode, 2)
  await page.waitForURL(`${world.url}/console/shipments/${one.id}`)
  await page.goBack()
  await heading(page, 'Shipments')
  expect(await page.getByLabel('RMA').inputValue()).toBe('')
})

test('several hits are listed, no hits are reported, and a partner finds only its own', async () => {
  const [one, two] = [await shipment(world, { order_id: 'TWICE' }), await shipment(world, { order_id: 'TWICE' })]
  const page = await world.signIn('partner')
  await page.getByRole('searchbox', { name: 'Find by any number' }).fill('TWICE')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await heading(page, 'Search')
  await page.getByText('2 records have the number TWICE.').waitFor()
  for (const { id, tracking } of [one, two])
    expect(await page.getByRole('link', { name: tracking }).getAttribute('href')).toBe(`/console/shipments/${id}`)
  await expectAccessible(page)
  await page.goto(`${world.url}/console/search?q=${encodeURIComponent('<img src=x>')}`)
  await page.getByText('No record has the number <img src=x>.').waitFor()
  const other = await world.service.partner()
  const made = await other.post('/v2/console-links', { name: 'Otto Other', email: 'o@example.com', access: 'partner' })
  const stranger = await world.open(new URL(made.json.url).pathname + new URL(made.json.url).hash)
  await stranger.waitForURL(/\/console/)
  await stranger.goto(`${world.url}/console/search?q=${one.tracking}`)
  await stranger.getByText(`No record has the number ${one.tracking}.`).waitFor()
})

test('changes by others appear within five seconds: new rows on top, changed rows in place', async () => {
  const first = await shipment(world, { customer: 'LIVE' })
  const mine = await openList('?customer=LIVE')
  await row(mine, first.tracking).waitFor()
  await mine.evaluate('globalThis.loaded = true')
  const theirs = await openList('?customer=LIVE', await world.context())
  await row(theirs, first.tracking).getByRole('checkbox').check()
  await theirs.getByRole('button', { name: 'Hold', exact: true }).click()
  await theirs.getByText('1 of 1 shipment: 1 held.').waitFor()
  await row(mine, first.tracking).getByText('on hold').waitFor()
  let newest = ''
  await expectWithin(LIVE_MS, async () => {
    newest = (await shipment(world, { customer: 'LIVE' })).tracking
    return row(mine, newest)
  })
  await mine.locator('tbody tr[data-index="0"]', { hasText: newest }).waitFor()
  expect(await mine.evaluate('globalThis.loaded')).toBe(true)
})

test('a hidden page sends no requests and updates as soon as it is visible', async () => {
  const page = await world.signIn('partner')
  await page.clock.install()
  const asked = gets(page, '/v2/shipments')
  await page.goto(`${world.url}/console/shipments`)
  const later = async () => {
    await page.clock.runFor(1_000)
    return asked.count
  }
  await expect.poll(later).toBeGreaterThan(2)
  await look(page, 'hidden')
  const before = asked.count
  await page.clock.runFor(60_000)
  expect(asked.count).toBe(before)
  await look(page, 'visible')
  await expect.poll(() => asked.count).toBeGreaterThan(before)
})

test('a list continues from the last row read, even if rows were added above', async () => {
  const oldest = await shipment(world, { customer: 'LONG' })
  await copies(world, oldest.id, 150)
  const page = await openList('?customer=LONG')
  const count = (rows: number) => page.locator(`table[aria-rowcount="${rows + 1}"]`).waitFor()
  const first = page.locator('tbody tr[data-index="0"]')
  await first.focus()
  // Go to the last loaded row. More rows are loaded there.
  await page.keyboard.press('End')
  await count(151)
  const newest = await shipment(world, { customer: 'LONG' })
  await count(152)
  await page.keyboard.press('Home')
  await first.getByText(newest.tracking).waitFor()
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowDown')
  const bottom = (part: string) => page.locator(part).evaluate((one) => one.getBoundingClientRect().bottom)
  await expect.poll(async () => (await bottom('tbody tr[data-index="20"]')) <= (await bottom('.table'))).toBe(true)
  await page.keyboard.press('End')
  await page.locator('tbody tr[data-index="151"]').getByText('COPY-150').waitFor()
  // Rows that are not drawn take as much space as the others.
  const [found, wanted] = await page.locator('.table').evaluate((box) => {
    const height = (part: string) => box.querySelector(part)?.getBoundingClientRect().height ?? 0
    return [box.scrollHeight, height('thead') + 152 * height('tbody tr:not(.gap)')]
  })
  expect(found).toBe(wanted)
})

test('a lost connection or proxy error is reported, keeps entries and recovers; a 503 of the service is reported differently', async () => {
  const one = await shipment(world, { customer: 'LINE' })
  const page = await openList('?customer=LINE')
  await row(page, one.tracking).waitFor()
  await page.getByLabel('RMA').fill('half a numb')
  await cutLine(page.context())
  const banner = page.getByText('No connection to the service.')
  await banner.waitFor()
  expect(await page.getByLabel('RMA').inputValue()).toBe('half a numb')
  await mendLine(page.context())
  await banner.waitFor({ state: 'detached' })
  expect(await page.getByLabel('RMA').inputValue()).toBe('half a numb')
  await page.getByLabel('RMA').fill('')
  await row(page, one.tracking).waitFor()
  await page.context().route('**/v2/**', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await banner.waitFor()
  await row(page, one.tracking).waitFor()
  await mendLine(page.context())
  await banner.waitFor({ state: 'detached' })
  const error = { code: 'unavailable', message: 'The database is away.', details: {} }
  await page.context().route('**/v2/**', (route) => route.fulfill({ status: 503, json: { error } }))
  const unable = page.getByText('The service is unavailable.')
  await unable.waitFor()
  expect(await banner.count()).toBe(0)
  await mendLine(page.context())
  await unable.waitFor({ state: 'detached' })
})

test('a page opened without a connection opens once it is back; the previous page stays until then', async () => {
  const page = await openList('')
  let scripts = 0
  await page.context().route('**', (route) => {
    if (route.request().resourceType() === 'script') scripts++
    return route.abort()
  })
  await page.getByText('No connection to the service.').waitFor()
  await page.getByRole('link', { name: 'Pickups' }).click()
  await page.waitForURL(`${world.url}/console/pickups`)
  // The address changes before the script of the page is requested.
  await expect.poll(() => scripts).toBeGreaterThan(0)
  await heading(page, 'Shipments')
  await page.context().unroute('**')
  await heading(page, 'Pickups')
  world.expectComplaint(/Failed to load resource|preload|dynamically imported/)
})

test('rate limiting is waited out without a message', async () => {
  const one = await shipment(world, { customer: 'RATE' })
  const page = await world.signedIn('partner')
  let refused = 0
  await page.route('**/v2/shipments?**', (route) => {
    if (refused++ > 1) return route.continue()
    const error = { code: 'rate_limited', message: 'Too many requests.', details: {} }
    return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { error } })
  })
  await page.goto(`${world.url}/console/shipments?customer=RATE`)
  await row(page, one.tracking).waitFor()
  expect(refused).toBeGreaterThan(2)
  expect(await page.getByText('Too many requests.').count()).toBe(0)
})

test('a page stays when its session ends, says so, and continues after another sign-in in the browser', async () => {
  const one = await shipment(world, { customer: 'ENDED' })
  const page = await openList('?customer=ENDED')
  await row(page, one.tracking).waitFor()
  const { id } = await page.evaluate<{ id: string }>(`fetch('/v2/console-sessions/current').then((answer) => answer.json())`)
  expect((await world.service.demo.delete(`/v2/console-sessions/${id}`)).status).toBe(204)
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await row(page, one.tracking).waitFor()
  const asked = gets(page, '/v2/shipments')
  await world.signIn('partner', { context: page.context() })
  expect(asked.count).toBe(0)
  await page.bringToFront()
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
  const two = await shipment(world, { customer: 'ENDED' })
  await row(page, two.tracking).waitFor()
})

test('g and a letter open an area, focus its heading and set the window title; fields receive letters as text', async () => {
  const page = await openList('')
  for (const [letter, name] of [
    ['n', 'Tenders'],
    ['u', 'Pickups'],
    ['p', 'People'],
    ['d', 'Disputes'],
    ['s', 'Shipments'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await heading(page, name)
    await expect.poll(() => page.evaluate('document.activeElement.tagName + document.activeElement.textContent')).toBe(`H1${name}`)
    await expect.poll(() => page.title()).toBe(`${name} · Backhaul`)
    await expect.poll(() => page.getByRole('navigation', { name: 'Areas' }).locator('[aria-current=page] .entry').textContent()).toBe(name)
  }
  await page.getByLabel('RMA').focus()
  await page.keyboard.type('gn?/')
  expect(await page.getByLabel('RMA').inputValue()).toBe('gn?/')
  await page.waitForURL(/rma=gn/)
  await heading(page, 'Shipments')
})

test('? shows the keyboard shortcuts, Escape closes them, and the first Tab stop skips to the content', async () => {
  const page = await openList('')
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Tenders').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await heading(page, 'Shipments')
  await page.reload()
  await heading(page, 'Shipments')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
})

test('a scanned code with a slash and a question mark opens no shortcuts and loses no characters', async () => {
  const page = await openList('')
  await page.getByRole('heading', { level: 1 }).click()
  await scan(page, 'ab/cd?gn-12345')
  await page.waitForURL(`${world.url}/console/search?q=${encodeURIComponent('ab/cd?gn-12345')}`)
  await page.getByText('No record has the number ab/cd?gn-12345.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an area without access is absent from the navigation, and its address explains why', async () => {
  const { json } = await (await world.service.partner({ scopes: ['events:read'] })).post('/v2/console-links', {
    name: 'Frida Feed',
    email: 'f@example.com',
    access: 'partner',
  })
  const page = await world.open(new URL(json.url).pathname + new URL(json.url).hash)
  const areas = page.getByRole('navigation', { name: 'Areas' }).getByRole('link')
  await areas.filter({ hasText: 'People' }).waitFor()
  expect(await areas.filter({ hasText: /Shipments|Tenders|Pickups/ }).count()).toBe(0)
  for (const path of ['shipments', 'tenders', 'tenders/ten_1', 'pickups', 'search?q=x']) {
    const asked = gets(page, '/v2/shipments')
    await page.goto(`${world.url}/console/${path}`)
    await heading(page, 'You do not have access to this page')
    expect(asked.count).toBe(0)
  }
  await expectAccessible(page)
  const reader = await world.signedIn('partner-viewer')
  await reader.goto(`${world.url}/console/no/such/page`)
  await heading(reader, 'Page not found')
  await expectAccessible(reader)
})

test('the sidebar counts waiting work and folds to icons, and Ctrl K focuses the search', async () => {
  await dispute(world)
  const page = await openList('')
  const areas = page.getByRole('navigation', { name: 'Areas' })
  await areas.getByRole('link', { name: 'Disputes 1 waiting', exact: true }).waitFor()
  // As under Caps Lock.
  await page.keyboard.press('Control+K')
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
  await page.getByRole('button', { name: 'Only icons in the navigation' }).click()
  const width = async () => (await page.getByRole('complementary', { name: 'Backhaul' }).boundingBox())?.width
  await expect.poll(width).toBe(56)
  await page.route('**/v2/console-sessions/current', () => {})
  await page.reload()
  await page.locator('.skeleton').waitFor()
  await expect.poll(width).toBe(56)
  await page.unroute('**/v2/console-sessions/current')
  await page.reload()
  await areas.getByRole('link', { name: 'Disputes' }).click()
  await heading(page, 'Disputes')
  expect(await width()).toBe(56)
  await expectAccessible(page)
  // A view with its own entry counts as a page.
  for (const name of ['Short tenders', 'Tenders']) {
    await areas.getByRole('link', { name, exact: true }).click()
    await heading(page, name)
    await expect.poll(() => page.title()).toBe(`${name} · Backhaul`)
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  }
})

test('a phone has a bar at the bottom, whose last button opens all areas; Escape closes them and the account menu', async () => {
  const page = await openList('')
  await page.setViewportSize({ width: 360, height: 740 })
  const bar = page.getByRole('navigation', { name: 'Most used' })
  await bar.getByRole('link', { name: 'Today' }).click()
  await heading(page, 'Today')
  await bar.getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
  const all = page.getByRole('dialog', { name: 'All areas' })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.keyboard.press('Escape')
  await all.waitFor({ state: 'detached' })
  await bar.getByRole('button', { name: 'More' }).click()
  // A tap on the edge is inside.
  await all.click({ position: { x: 6, y: 400 } })
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await all.getByRole('link', { name: 'Pickups' }).click()
  await heading(page, 'Pickups')
  await all.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Account of / }).press('Enter')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keyboard shortcuts')
  await page.keyboard.press('Escape')
  await signOut.waitFor({ state: 'hidden' })
})

test('the first load of a list has at most 170 kB of script in total', async () => {
  const context = (await world.signIn('operator')).context()
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`${world.url}/console/shipments`)
  await heading(page, 'Shipments')
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD_BYTES)
})

test('a list is ready to use within a second on a processor slowed down four times', async ({ skip }) => {
  await shipment(world, { customer: 'READY' })
  const page = await world.signIn('partner')
  const selected = () => {
    const box = document.querySelector<HTMLInputElement>('tbody input[type=checkbox]')
    if (!box?.checkVisibility()) return false
    box.click()
    return box.checked
  }
  await expectReadyInTime(page.context(), `${world.url}/console/shipments?customer=READY`, selected, skip)
})
