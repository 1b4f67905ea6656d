// Sessions and links in the console: the signed-in user, other users, and links for counters.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Access, expectAccessible, expectReadyInTime, type Person, tabStops, withBrowser } from './support.ts'

const CONSOLE_BYTES = 170 * 1_000
const COUNTER_BYTES = 115 * 1_000
const NAMES = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'; alert(1) //",
  'שלום עולם',
  '👩‍👩‍👧‍👦 Zoë',
  '{{1+1}} $' + '{alert(1)}',
]

const world = withBrowser()

const waitForHeading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor()
/** Signs in, and opens the page with sessions and links. */
const openPeople = async (access: Access, person: Person = {}): Promise<Page> => {
  const page = await world.signIn(access, person)
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'People' }).click()
  await waitForHeading(page, 'People')
  return page
}
const section = (page: Page, name: string) => page.getByRole('region', { name })
const fillForm = async (page: Page, name = 'Till 1') => {
  await page.getByLabel('Name of the person or device').fill(name)
  await page.getByLabel('Email').fill('till@example.com')
  await page.getByLabel('Store', { exact: true }).locator('option').nth(1).waitFor({ state: 'attached' })
  await page.getByLabel('Store', { exact: true }).selectOption({ index: 1 })
}
const makeLink = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Create a link' }).click()
  await page.getByLabel('Sign-in link', { exact: true }).waitFor()
  return page.getByLabel('Sign-in link', { exact: true }).inputValue()
}

test.each(['partner', 'operator'] as const)('a %s creates a link for a counter, sees it once, and it opens the counter', async (access) => {
  const page = await openPeople(access)
  await fillForm(page)
  await page.getByLabel('Link valid for').selectOption('1 day')
  const link = await makeLink(page)
  await section(page, 'Unopened links').getByText('Till 1').waitFor()
  const counter = await (await world.context()).newPage()
  await counter.goto(link)
  await counter.waitForURL(`${world.url}/counter/`)
  await page.reload()
  await waitForHeading(page, 'People')
  expect(await page.getByLabel('Sign-in link', { exact: true }).count()).toBe(0)
  expect(await page.content()).not.toContain(new URL(link).hash.slice(1))
})

test('a link is copied by its button and can be withdrawn', async () => {
  const context = await world.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  const page = await openPeople('partner', { context })
  await fillForm(page, 'Wanda Withdrawn')
  const link = await makeLink(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link)
  await page.getByRole('button', { name: 'Withdraw the link of Wanda Withdrawn' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByRole('button', { name: 'Withdraw the link of Wanda Withdrawn' }).waitFor({ state: 'detached' })
  const other = await (await world.context()).newPage()
  await other.goto(link)
  await waitForHeading(other, 'This link was withdrawn')
})

test('ending a session signs out its browser; signing out ends the user’s own session', async () => {
  const mine = await openPeople('partner', { name: 'Olga Owner' })
  const theirs = await world.signIn('partner', { name: 'Leo Lost' })
  await mine.reload()
  await mine.getByRole('button', { name: 'End the session of Leo Lost' }).click()
  await mine.getByRole('dialog').getByRole('button', { name: 'End it' }).click()
  await mine.getByRole('button', { name: 'End the session of Leo Lost' }).waitFor({ state: 'detached' })
  await theirs.reload()
  await waitForHeading(theirs, 'You are not signed in')
  await mine.getByRole('button', { name: /^Account of / }).click()
  await mine.getByRole('button', { name: 'Sign out' }).click()
  await mine.waitForURL(`${world.url}/sign-in`)
  expect(await mine.context().cookies()).toEqual([])
  await mine.goto(`${world.url}/console`)
  await waitForHeading(mine, 'You are not signed in')
})

test('each kind of access sees only what it may do', async () => {
  for (const access of ['partner-viewer', 'support'] as const) {
    const page = await openPeople(access)
    await page.waitForLoadState('networkidle')
    expect(await section(page, 'Give someone access').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
  }
  const { json } = await world.service.demo.get('/v2/drop-off-locations?lat=0&lon=0&radius_km=21000&limit=1')
  const counter = await world.signIn('counter', { store_id: json.data[0].store_id })
  await counter.goto(`${world.url}/console`)
  await waitForHeading(counter, 'You do not have access to the console')
  await counter.getByRole('link', { name: 'Go to the counter' }).waitFor()
  await counter.waitForLoadState('networkidle')
  expect(await counter.getByRole('navigation', { name: 'Areas' }).count()).toBe(0)
})

test('a session that ends during a form loses no entries; the form is sent after another sign-in', async () => {
  const page = await openPeople('partner', { name: 'Emma Ended' })
  await fillForm(page, 'Half filled in')
  const { id } = await page.evaluate<{ id: string }>(`fetch('/v2/console-sessions/current').then((answer) => answer.json())`)
  expect((await world.service.demo.delete(`/v2/console-sessions/${id}`)).status).toBe(204)
  await page.getByRole('button', { name: 'Create a link' }).click()
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  expect(await section(page, 'Signed in').count()).toBe(0)
  expect(await page.getByLabel('Name of the person or device').inputValue()).toBe('Half filled in')
  await world.signIn('partner', { name: 'Emma Again', context: page.context() })
  await page.bringToFront()
  await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' })
  await makeLink(page)
  const { json } = await world.service.demo.get('/v2/console-links?limit=50')
  expect(json.data.filter(({ name }: { name: string }) => name === 'Half filled in')).toHaveLength(1)
})

test('names are shown as text, including markup', async () => {
  const page = await openPeople('partner', { name: NAMES[0] as string })
  for (const name of NAMES) await world.session('partner', { name })
  page.on('dialog', () => expect.fail('a name ran as a script'))
  await page.reload()
  await fillForm(page, NAMES[1] as string)
  await makeLink(page)
  for (const name of NAMES) await page.getByRole('main').getByText(name, { exact: true }).first().waitFor()
  expect(await page.locator('img, script:not([src]), [onerror]').count()).toBe(0)
})

test('text cannot become markup or a script, even if page code attempts it', async () => {
  const page = await world.signIn('partner')
  const tried = await page.evaluate<string[]>(`(() => {
    const names = []
    const attempt = (act) => { try { act(); names.push('done') } catch (error) { names.push(error.name) } }
    attempt(() => { document.body.innerHTML = '<img src=x onerror=alert(1)>' })
    attempt(() => { document.createElement('script').src = 'https://example.com/x.js' })
    attempt(() => { new Worker('https://example.com/x.js') })
    attempt(() => { trustedTypes.createPolicy('mine', {}) })
    return names
  })()`)
  expect(tried).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
  world.expectComplaint(/Trusted/)
})

test('everything is possible by keyboard alone, in the order of the page', async () => {
  const page = await openPeople('partner')
  await fillForm(page, 'First')
  await makeLink(page)
  await section(page, 'Unopened links').getByText('First').waitFor()
  const stops = await tabStops(page)
  const areas = await page.getByRole('navigation', { name: 'Areas' }).getByRole('link').allTextContents()
  const form = ['Access', 'Name of the person or device', 'Email', 'Find the store', 'Store', 'Link valid for', 'Create a link']
  const wanted = [...areas, 'Find by any number', 'Find', 'New', expect.stringMatching(/Account of /), ...form]
  const begin = stops.indexOf(areas[0] as string)
  expect(stops.slice(begin, begin + wanted.length)).toEqual(wanted)
  expect(stops).toContain('Withdraw the link of First')
  await page.getByLabel('Name of the person or device').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Tab')
  await page.keyboard.type('key@example.com')
  for (let i = 0; i < 2; i++) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The link for By keyboard' }).waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('The link for By keyboard')
})

test('axe finds no fault in light and dark at every screen width; reduced motion stops all animation', async () => {
  const page = await openPeople('operator', { name: NAMES[0] as string })
  await fillForm(page)
  await makeLink(page)
  await section(page, 'Unopened links').waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const moving = `[...document.querySelectorAll('*')].filter((one) => {
    const { animationDuration, transitionDuration } = getComputedStyle(one)
    return [animationDuration, transitionDuration].some((time) => time.split(', ').some((part) => part !== '0s'))
  }).length`
  expect(await page.evaluate(moving)).toBe(0)
  const out = await world.open('/console')
  await waitForHeading(out, 'You are not signed in')
  await expectAccessible(out)
})

test('a refused form shows the invalid entry and keeps the other entries', async () => {
  const page = await openPeople('partner')
  await fillForm(page)
  await page.getByLabel('Email').fill('a@b')
  await page.route('**/v2/console-links', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: JSON.stringify({ name: 'x', email: 'x', access: 'counter' }) })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Create a link' }).click()
  await page.getByRole('alert').filter({ hasText: 'email' }).waitFor()
  expect(await page.getByLabel('Name of the person or device').inputValue()).toBe('Till 1')
})

/** Returns the gzipped size in bytes of the scripts that a page loads at first. */
const scriptBytes = async (path: string): Promise<number> => {
  const page = await (await world.context()).newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(world.url + path)
  await page.waitForLoadState('networkidle')
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the first load has at most 170 kB of script for the console and 115 kB for the counter', async () => {
  const [console_bytes, counter_bytes] = [await scriptBytes('/console'), await scriptBytes('/counter/')]
  expect(console_bytes).toBeGreaterThan(10_000)
  expect(console_bytes).toBeLessThanOrEqual(CONSOLE_BYTES)
  expect(counter_bytes).toBeGreaterThan(10_000)
  expect(counter_bytes).toBeLessThanOrEqual(COUNTER_BYTES)
})

test('the console is ready to use within a second on a processor slowed down four times', async ({ skip }) => {
  const page = await world.signIn('partner')
  const entered = () => {
    const name = document.querySelector<HTMLInputElement>('form input[maxlength="100"]')
    name?.focus()
    return name !== null && document.execCommand('insertText', false, 'x') && name.value === 'x'
  }
  await expectReadyInTime(page.context(), `${world.url}/console/people`, entered, skip)
})
