// Checks the promises that hold for every page of the console. The list of pages is compared with areas.ts, so that no page is forgotten.
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../server/test/support/receiver.ts'
import { AREAS } from '../../src/console/areas.ts'
import { ACCESSES, type Made, makeOneOfEach, PAGES, SCRIPT } from './every-page.ts'
import { type Access, expectAccessible, withBrowser } from './support.ts'

/** More Tab stops than any page has. */
const MAX_STOPS = 400

const world = withBrowser({ role: 'all' })
let receiver: Receiver
let made: Made
beforeAll(async () => {
  receiver = await startReceiver()
  made = await makeOneOfEach(world, receiver)
}, 60_000)
afterAll(() => receiver.close())

const ALL = AREAS.flatMap((area) => area.pages.map(({ path }) => ({ area, path })))
const headingOf = (page: Page, wanted: string | RegExp) => page.locator('main h1').filter({ hasText: wanted })

/** Opens the page at this path with this access and waits until its content is shown. */
const openPage = async (page: Page, path: string): Promise<void> => {
  const { at, heading, shows } = PAGES[path] as (typeof PAGES)[string]
  await page.goto(`${world.url}/console${at?.(made) ?? path}`)
  await headingOf(page, heading).waitFor()
  const main = page.getByRole('main')
  if (shows)
    await main
      .getByRole(shows.role, { ...(shows.name && { name: shows.name }) })
      .first()
      .waitFor()
  await main.getByText('One moment.').first().waitFor({ state: 'detached' })
}

/** Collects all API responses with a status of 400 or above, from this call on. */
const refusals = (page: Page): string[] => {
  const found: string[] = []
  page.on('response', (answer: Response) => {
    const { pathname } = new URL(answer.url())
    if (pathname.startsWith('/v2/') && answer.status() >= 400) found.push(`${answer.status()} ${pathname}`)
  })
  return found
}

/**
 * Returns the visible controls that the Tab key does not reach. One radio button stands for its whole group, and one row for its whole
 * table. A mark on a map does not count, because a link below the map leads to the same place.
 */
const unreachable = async (page: Page): Promise<string[]> => {
  await page.evaluate(MARK_STOPS)
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate('globalThis.isAround')) break
  }
  return page.evaluate<string[]>(`(() => {
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    const stops = [...document.querySelectorAll('[data-stop]')]
    const isStop = (one) => stops.includes(one)
    const isSame = (one, other) =>
      one.type === 'radio' ? other.name === one.name : one instanceof SVGElement && other.getAttribute('href') === one.getAttribute('href')
    const reached = (one) => isStop(one) || stops.some((other) => isSame(one, other))
    const acting = document.querySelectorAll('a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary')
    return [...acting].filter((one) => seen(one) && !reached(one) && !(one.tabIndex === -1 && one.closest('tr'))).map((one) => one.outerHTML.slice(0, 120))
  })()`)
}
/**
 * Starts at the top of the page and clears the record of focused elements. After that, records each element that gets the focus, until an
 * element gets it for the second time.
 */
const MARK_STOPS = `(() => {
  globalThis.endWalk?.abort()
  globalThis.endWalk = new AbortController()
  globalThis.isAround = false
  for (const one of document.querySelectorAll('[data-stop]')) delete one.dataset.stop
  const top = document.createElement('span')
  top.tabIndex = -1
  document.body.prepend(top)
  top.focus()
  top.remove()
  addEventListener('focusin', ({ target }) => {
    if ('stop' in target.dataset) globalThis.isAround = true
    target.dataset.stop = ''
  }, { signal: globalThis.endWalk.signal })
})()`

test('every page of the console is covered by these tests', () => {
  expect(Object.keys(PAGES).sort()).toEqual(ALL.map(({ path }) => path).sort())
})

test.each(Object.keys(PAGES))(
  '%s: axe finds no fault in any theme or width, the keyboard reaches everything, text is text, nothing moves',
  async (path) => {
    const page = await world.signedIn(PAGES[path]?.access ?? 'operator')
    page.on('dialog', () => expect.fail('a text ran as a script'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const refused = refusals(page)
    await openPage(page, path)
    expect(await page.locator('main').getByRole('alert').allInnerTexts()).toEqual(expect.not.arrayContaining([/./]))
    expect(await page.locator('img[src=x], [onerror], script:not([src])').count()).toBe(0)
    expect(await page.locator('h1').count()).toBe(1)
    await expectAccessible(page)
    // During a round, an element may appear at a place that the focus has already passed. The next round reaches that element.
    await expect.poll(() => unreachable(page), { timeout: 20_000 }).toEqual([])
    expect(
      await page.evaluate(`[...document.querySelectorAll('*')].filter((one) => {
        const { animationDuration, transitionDuration } = getComputedStyle(one)
        return [animationDuration, transitionDuration].some((time) => time.split(', ').some((part) => part !== '0s'))
      }).map((one) => one.outerHTML.slice(0, 120))`),
    ).toEqual([])
    // Requests that are refused after the page has loaded count too.
    expect(refused).toEqual([])
  },
)

test('markup stored in any kind of text appears unchanged on the pages', async () => {
  const page = await world.signedIn('operator')
  const places = [
    '/shipments/$id',
    '/claims/$id',
    '/disputes/$id',
    '/network/stores/$id',
    '/network/imports/$id',
    '/invoices/$id/lines/$line',
    '/webhooks/$id',
    '/partners/$id',
  ]
  for (const path of places) {
    await openPage(page, path)
    await page.getByText(SCRIPT).first().waitFor()
  }
})

/** Only some accesses may list sessions and links. The People page requests both lists and leaves out a list that is refused. */
const MAY_BE_REFUSED: Record<string, RegExp> = { '/people': /^403 \/v2\/console-(links|sessions)$/ }

/**
 * Opens all pages with an access that the tests above do not use. Returns the pages that do not appear and the requests that are refused.
 */
const wrongFor = async (access: Access): Promise<string[]> => {
  const page = await world.signIn(access)
  const session = await page.evaluate<Parameters<(typeof AREAS)[number]['mayOpen']>[0]>(
    `fetch('/v2/console-sessions/current').then((answer) => answer.json())`,
  )
  const wrong: string[] = []
  const refused = refusals(page)
  for (const { area, path } of ALL) {
    const { at, heading, access: looked = 'operator' } = PAGES[path] as (typeof PAGES)[string]
    if (looked === access) continue
    await page.goto(`${world.url}/console${at?.(made) ?? path}`)
    await headingOf(page, area.mayOpen(session) ? heading : 'You do not have access to this page').waitFor()
    await page.getByRole('main').getByText('One moment.').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const found = refused.splice(0).filter((one) => !MAY_BE_REFUSED[path]?.test(one))
    wrong.push(...found.map((one) => `${access} ${path}: ${one}`))
  }
  return wrong
}

test('every page opens for every kind of access without forbidden requests, or says that it is not available', async () => {
  expect((await Promise.all(ACCESSES.map(wrongFor))).flat()).toEqual([])
}, 180_000)
