// Sign-in with the operator's identity provider, on the pages of a real provider. The browser treats the provider and the service as
// different sites.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestProvider } from '../../../server/test/support/provider.ts'
import { expectAccessible, tabStops, withBrowser } from './support.ts'

const provider = new TestProvider()
await provider.listen()
const world = withBrowser({
  env: provider.settings,
  args: ['--host-resolver-rules=MAP localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
})
beforeAll(async () => {
  await provider.open([world.url])
  provider.people.set('ada', { name: 'Ada Admin', email: 'ada@corp.example', groups: ['admins'] })
  provider.people.set('sam', { name: 'Sam <b>Support</b>', email: 'sam@corp.example', groups: ['helpdesk'] })
  provider.people.set('nora', { name: 'Nora Nobody', email: 'nora@corp.example', groups: [] })
  world.allow(provider.issuer)
})
afterAll(() => provider.close())

const toProvider = async (context?: BrowserContext): Promise<Page> => {
  const page = await world.open('/sign-in', context)
  await page.getByRole('link', { name: 'Sign in with Corporate ID' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  return page
}
const enter = async (page: Page, login: string) => {
  await page.getByLabel('Name', { exact: true }).fill(login)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const whoIs = (page: Page) =>
  page.evaluate<{ name: string; access: string }>(`fetch('/v2/console-sessions/current').then((answer) => answer.json())`)

test('one click and the provider’s page sign a user in, and the first page already gets the session cookie', async () => {
  const context = await world.context()
  const arrived: Promise<string | undefined>[] = []
  context.on('request', (request) => {
    if (request.url() === `${world.url}/console`) arrived.push(request.allHeaders().then(({ cookie }) => cookie))
  })
  const page = await toProvider(context)
  await enter(page, 'ada')
  await page.waitForURL(`${world.url}/console`)
  expect(await whoIs(page)).toMatchObject({ name: 'Ada Admin', access: 'operator' })
  // The browser would not send this cookie after a direct redirect from the provider's site.
  expect(await Promise.all(arrived)).toEqual([expect.stringContaining('backhaul_session=')])
  const [cookie, ...more] = await context.cookies(world.url)
  expect([cookie?.name, cookie?.sameSite, cookie?.httpOnly, more]).toEqual(['backhaul_session', 'Strict', true, []])
  // No address in the browser's history contains the code.
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain('code=')
})

test('the provider button appears when its options arrive; without them the rest of the page works', async () => {
  const context = await world.context()
  const held: (() => void)[] = []
  await context.route('**/sign-in/options', (route) => {
    held.push(() => void route.continue())
  })
  const page = await world.open('/sign-in', context)
  await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
  const button = page.getByRole('link', { name: 'Sign in with Corporate ID' })
  await expect.poll(() => held.length).toBe(1)
  expect(await button.count()).toBe(0)
  held[0]?.()
  await button.waitFor()
  expect(await tabStops(page)).toEqual(['Do you run the service yourself?', 'Sign in with Corporate ID', 'Sign out of Corporate ID, too'])
  await expectAccessible(page)
  const link = new URL(await world.link('support'))
  await page.goto(world.url + link.pathname + link.hash)
  await page.waitForURL(`${world.url}/console`)
})

test('the provider sign-in works by keyboard alone, and the provider’s user name is shown as text', async () => {
  const page = await world.open('/sign-in')
  await page.getByRole('link', { name: 'Sign in with Corporate ID' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('sam')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console`)
  expect(await whoIs(page)).toMatchObject({ name: 'Sam <b>Support</b>', access: 'support' })
  await page.getByText('Sam <b>Support</b>').first().waitFor()
})

test('a user who has no access or cancels sees why and what to do, and can use a link instead', async () => {
  const page = await toProvider()
  await enter(page, 'nora')
  await page.getByRole('heading', { name: 'You do not have access yet' }).waitFor()
  expect(await page.locator('main').textContent()).toContain('You are known to Corporate ID as nora,')
  world.expectComplaint(/403/)
  await expectAccessible(page)
  expect(await page.context().cookies(world.url)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with a link instead' }).click()
  await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor()

  const other = await toProvider()
  await other.getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('heading', { name: 'Corporate ID did not sign you in' }).waitFor()
  world.expectComplaint(/403/)
  await other.getByRole('link', { name: 'Try again' }).click()
  await enter(other, 'ada')
  await other.waitForURL(`${world.url}/console`)
})

test('a callback that is loaded again does nothing, and the first session stays valid', async () => {
  const context = await world.context()
  let callback = ''
  context.on('request', (request) => {
    if (request.url().includes('/sign-in/oidc/callback')) callback = request.url()
  })
  const page = await toProvider(context)
  await enter(page, 'ada')
  await page.waitForURL(`${world.url}/console`)
  const again = await context.newPage()
  await again.goto(callback)
  await again.getByRole('heading', { name: 'This sign-in is no longer valid' }).waitFor()
  world.expectComplaint(/400/)
  expect(await whoIs(page)).toMatchObject({ access: 'operator' })
})

test('a sign-out at the provider ends the session; a local sign-out can also sign out at the provider', async () => {
  const page = await toProvider()
  await enter(page, 'ada')
  await page.waitForURL(`${world.url}/console`)
  const sid = await world.service.running.service.db.one<{ sid: string }>(
    'test_sid',
    'select provider_session as sid from provider_sessions order by checked_at desc limit 1',
  )
  await provider.logOut('ada', sid?.sid)
  await page.goto(`${world.url}/sign-in`)
  await page.getByRole('link', { name: 'Sign out of Corporate ID, too' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.getByRole('button', { name: /yes/i }).click()
  await page.waitForURL(`${world.url}/sign-in`)
  // The provider also asks the user to sign in again.
  await page.getByRole('link', { name: 'Sign in with Corporate ID' }).click()
  await page.getByLabel('Name', { exact: true }).waitFor()
})
