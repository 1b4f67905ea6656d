// Search as you type: a parcel is found by a name or the end of its number in three actions, with the mouse and by keyboard alone.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { heading, shipment } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()
const HOME = { line1: '1 Elm Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' }

let made: { id: string; tracking: string; barcode: string }
beforeAll(async () => {
  made = await shipment(world, { from: { ...HOME, name: 'Wilma Fragmentson', email: 'wilma@example.com' }, order_id: 'SEARCH-77' })
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Find by any number or name' })
const option = (page: Page, name: string) => page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name })
const opened = (page: Page) => page.waitForURL(`${world.url}/console/shipments/${made.id}`)
const opens = async (access: 'partner' | 'operator'): Promise<Page> => {
  const page = await world.signedIn(access)
  await page.goto(`${world.url}/console/pickups`)
  await heading(page, 'Pickups')
  return page
}

test.each([
  ['partner', "the shopper's last name", (): string => 'fragmentson'],
  ['operator', "the shopper's last name", (): string => 'Fragmentson'],
  ['partner', 'the last six characters of its tracking number', (): string => made.tracking.slice(-6)],
  ['partner', 'the last six digits of its bar code', (): string => made.barcode.slice(-6)],
] as const)('%s: %s leads to the parcel in three actions, also by keyboard alone', async (access, _, text) => {
  const page = await opens(access)
  await box(page).click()
  await box(page).fill(text())
  await option(page, made.tracking).click()
  await opened(page)
  for (const key of ['/', 'Control+k']) {
    await page.goto(`${world.url}/console/pickups`)
    await heading(page, 'Pickups')
    await page.keyboard.press(key)
    await page.keyboard.type(text())
    // At once: the results come later.
    await page.keyboard.press('Enter')
    await opened(page)
  }
})

test('arrows choose, Escape closes, an empty box lists what was opened last, for this session only', async () => {
  const other = await shipment(world, { from: { ...HOME, name: 'Fred Fragmentson' }, order_id: 'SEARCH-78' })
  const page = await opens('partner')
  await page.keyboard.press('/')
  await page.keyboard.type('fragm')
  await option(page, other.tracking).waitFor()
  const chosen = () => page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true }).textContent()
  for (const [key, tracking] of [
    ['ArrowDown', other.tracking],
    ['ArrowDown', made.tracking],
    ['ArrowDown', other.tracking],
    ['ArrowUp', made.tracking],
  ] as const) {
    await page.keyboard.press(key)
    expect(await chosen()).toContain(tracking)
  }
  expect(await chosen()).toContain('Wilma Fragmentson')
  await page.keyboard.press('Escape')
  await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('false')
  expect(await box(page).inputValue()).toBe('fragm')
  // The box has forgotten the text that it asked for.
  await page.waitForTimeout(300)
  await page.keyboard.press('ArrowDown')
  await option(page, other.tracking).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await opened(page)
  await page.keyboard.press('/')
  await page.keyboard.type('fragm')
  await option(page, other.tracking).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${world.url}/console/search?q=fragm`)
  await page.keyboard.press('/')
  await page.getByText('Opened last').waitFor()
  await option(page, made.tracking).waitFor()
  const stranger = await world.signedIn('operator', { context: page.context() })
  await stranger.goto(`${world.url}/console/pickups`)
  await heading(stranger, 'Pickups')
  await stranger.keyboard.press('/')
  await expect.poll(() => box(stranger).evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await stranger.getByRole('listbox', { name: 'Results' }).count()).toBe(0)
})

test('results have headings, nothing found is said, and the list is accessible and fits a phone', async () => {
  const page = await opens('operator')
  await box(page).fill('search-77')
  await page.getByRole('group', { name: 'Parcels' }).getByRole('option', { name: 'SEARCH-77' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('navigation', { name: 'Most used' }).getByRole('button', { name: 'Search' }).click()
  await box(page).fill('fragmentson')
  await option(page, 'Wilma').waitFor()
  const frame = await page.getByRole('listbox', { name: 'Results' }).boundingBox()
  expect([(frame?.x ?? -1) >= 0, (frame?.x ?? 0) + (frame?.width ?? 999) <= 360]).toEqual([true, true])
  await option(page, 'Wilma').click()
  await opened(page)
  await box(page).fill('zzz-nobody')
  await page.getByRole('status').getByText('Nothing has “zzz-nobody”.').waitFor({ state: 'attached' })
  await box(page).fill('demo')
  await page.getByRole('group', { name: 'Partners' }).getByRole('option', { name: 'Demo' }).waitFor()
})

test('an error says why, and the complete number can still be searched', async () => {
  const page = await opens('partner')
  let requests = 0
  await page.route('**/v2/search/suggestions**', (route) => {
    requests++
    return route.fulfill({
      status: 503,
      json: { error: { code: 'unavailable', message: 'The search took longer than 1 second.', details: {} } },
    })
  })
  await box(page).fill(made.tracking)
  await page.locator('.found').getByText('The search took longer than 1 second.').waitFor()
  expect(requests).toBe(1)
  await page.getByRole('button', { name: 'All results with this number' }).click()
  await opened(page)
})
