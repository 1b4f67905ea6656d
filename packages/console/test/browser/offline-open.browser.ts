// The counter opens without a connection, changes to a new build, and can be installed: its service worker and its manifest.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from '../../../server/test/support/until.ts'
import { withQueueWorld } from './offline/world.ts'

const BUILT = join(import.meta.dirname, '../../dist')

const world = withQueueWorld()

/** The counter on a device that has kept it. */
const openCounter = async (): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await world.device().start()
  const page = await context.newPage()
  await page.goto(`${world.line.url}/counter/`)
  await page.locator('h1').first().waitFor()
  await until('the page is its worker’s', () => page.evaluate(() => navigator.serviceWorker.controller !== null), 10_000)
  return { context, page }
}

const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a connection the counter opens, at any of its addresses, and no answer of the API is kept', async () => {
  const { context, page } = await openCounter()
  await page.evaluate(() => fetch('/v2/console-sessions/current'))
  world.line.fate = () => 'before'
  for (const path of ['/counter/', '/counter/deep/path']) {
    const again = await context.newPage()
    await again.goto(world.line.url + path)
    await again.locator('h1').first().waitFor()
  }
  expect(
    await page.evaluate(() =>
      fetch('/v2/console-sessions/current').then(
        () => 'answered',
        () => 'no answer',
      ),
    ),
  ).toBe('no answer')
  const kept = await keptAddresses(page)
  expect(kept).toContain('/counter/')
  expect(kept.filter((path) => path !== '/counter/' && !path.startsWith('/assets/'))).toEqual([])
  expect(kept.some((path) => path.endsWith('.js')) && kept.some((path) => path.endsWith('.css'))).toBe(true)
})

test('a new build takes over once all of it is kept; a page that is open goes on with its own files', async () => {
  const { context, page } = await openCounter()
  const own = (await keptAddresses(page)).filter((path) => path.endsWith('.js'))
  const html = readFileSync(join(BUILT, 'counter.html'), 'utf8').replace('<title>', '<title>New build: ')
  const worker = readFileSync(join(BUILT, 'counter/sw.js'), 'utf8')
  const [version] = /[0-9a-f]{16}/.exec(worker) as unknown as [string]
  const next = { html, worker: worker.replaceAll(version, 'fedcba9876543210'), isWhole: false }
  world.line.instead = (_method, path) => {
    if (path === '/counter/sw.js') return { status: 200, headers: { 'content-type': 'text/javascript' }, body: next.worker }
    if (path !== '/counter/') return null
    if (!next.isWhole) return { status: 503, headers: { 'content-type': 'text/html' }, body: 'being built' }
    return { status: 200, headers: { 'content-type': 'text/html' }, body: next.html }
  }
  const update = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/counter/'))?.update().catch(() => {}))
  const titleOf = async () => {
    const opened = await context.newPage()
    await opened.goto(`${world.line.url}/counter/`)
    const title = await opened.title()
    await opened.close()
    return title
  }
  await update()
  expect(await titleOf()).not.toContain('New build')
  next.isWhole = true
  await until(
    'the new build is there',
    () =>
      update()
        .then(titleOf)
        .then((title) => title.includes('New build')),
    15_000,
  )
  // The service has the old files no longer.
  world.line.fate = (_method, path) => (own.includes(path) ? 'before' : 'through')
  const loaded = await page.evaluate(async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)), own)
  expect(new Set(loaded)).toEqual(new Set([200]))
})

test('the counter can be installed', async () => {
  const { context, page } = await openCounter()
  const line = await context.newCDPSession(page)
  const { errors, data } = await line.send('Page.getAppManifest')
  expect([errors, JSON.parse(data as string)]).toMatchObject([[], { start_url: '/counter/', display: 'standalone' }])
  const { installabilityErrors } = await line.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
})
