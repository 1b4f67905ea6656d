// What every page promises before its user does anything, and what it promises if it cannot load.
import { cpSync, mkdirSync, renameSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { ROUTES } from '../../../server/src/app/routes.ts'
import { Metrics } from '../../../server/src/http/metrics.ts'
import { buildServer } from '../../../server/src/http/server.ts'
import { BUILT_PAGES } from '../../../server/src/pages/build.ts'
import { addPages } from '../../../server/src/pages/serve.ts'
import { expectAccessible, withBrowser } from './support.ts'
import { Witness } from './witness.ts'

const world = withBrowser()

test.each(['/sign-in', '/console', '/console/deep/path', '/counter', '/counter/deep/path'])('%s renders its page', async (path) => {
  const page = await world.open(path)
  await page.locator('h1').waitFor()
  expect(await page.title()).toContain('Backhaul')
})

test('a page that is not built yet says so; reloading opens the link, whose token survives', async () => {
  const folder = world.folder()
  const dist = join(folder, 'dist')
  const { service } = world.service.running
  const app = buildServer(service, ROUTES, new Metrics(service))
  addPages(app, dist)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  world.allow(url)
  try {
    const page = await (await world.context()).newPage()
    await page.goto(url + (await world.link('partner')).slice(world.url.length))
    await page.getByRole('heading', { name: 'The pages are not built' }).waitFor()
    await expectAccessible(page)
    mkdirSync(join(folder, 'new'))
    cpSync(BUILT_PAGES, join(folder, 'new'), { recursive: true })
    renameSync(join(folder, 'new'), dist)
    await page.reload()
    await page.waitForURL(`${url}/console`)
    await page.getByRole('navigation', { name: 'Areas' }).waitFor()
    world.expectComplaint(/503/)
    // The page checks for a signed-in user before it opens the link. No user is signed in, so the check fails.
    world.expectComplaint(/401.*console-sessions\/current/)
    // An open page would continue to send requests, which would fail when the service is closed.
    await page.context().close()
  } finally {
    // A browser opens connections in advance. Such a connection has no request yet, but it does not count as idle.
    app.server.closeAllConnections()
    await app.close()
  }
})

test('a failing test reports what its pages showed and which requests had no response; a passing one reports nothing', async () => {
  const context = await world.context()
  const witness = new Witness()
  witness.watch(context)
  await context.route('**/v2/nothing', () => {})
  const page = await world.open('/sign-in', context)
  await page.getByRole('heading', { name: 'Sign in with a link' }).waitFor()
  await Promise.all([page.waitForRequest('**/v2/nothing'), page.evaluate("void fetch('/v2/nothing')")])
  const error = { message: 'it failed' }
  const end = (state: string) =>
    witness.endTest({ task: { name: 'of nobody', result: { state, errors: [error] } } } as unknown as TestContext)
  await end('fail')
  expect(error.message).toMatch(/^it failed\n.*sign-in "Sign in.*h1: Sign in with a link.*no answer since .*\/v2\/nothing/s)
  error.message = 'it did not'
  witness.watch(context)
  await end('pass')
  expect(error.message).toBe('it did not')
})
