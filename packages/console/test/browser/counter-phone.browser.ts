// The counter on a small phone: nothing is cut off, and the next step is visible above the tabs.
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { atCounter, labeledParcel, press, qrParcel, scan, someStore } from './counter-support.ts'
import { withBrowser } from './support.ts'

const world = withBrowser()
const NAME = 'Corner Store and Shipping Center, Chelsea Market, West 23rd Street and Ninth Avenue'
let store: string
beforeAll(async () => {
  store = await someStore(world)
  const { status } = await (await world.service.operator()).patch(`/v2/ops/stores/${store}`, { name: NAME })
  expect(status).toBe(200)
})

const PHONE = { viewport: { width: 360, height: 640 } }
const onPhone = async (): Promise<Page> => atCounter(world, store, await world.context({ ...PHONE, hasTouch: true }))
const tabs = async (page: Page) => (await page.locator('nav').boundingBox()) as { y: number; height: number }

/** Expects that the whole element is on the screen without scrolling, and that no tab covers it. */
const expectInSight = async (page: Page, one: Locator): Promise<void> => {
  await one.waitFor()
  // Poll, because the element may still move while the page loads.
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await one.boundingBox()) as { x: number; y: number; width: number; height: number }
      return { top: y >= 0, left: x >= 0, right: x + width <= PHONE.viewport.width, bottom: y + height <= (await tabs(page)).y }
    })
    .toEqual({ top: true, left: true, right: true, bottom: true })
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the store name and the count of waiting scans are not cut off', async () => {
  const page = await onPhone()
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor()
  await page.context().setOffline(true)
  await scan(page, (await labeledParcel(world)).barcode)
  await button(page, 'Accept').click()
  await page.locator('nav .count').waitFor()
  const cut = await page.evaluate<string[]>(`(() => {
    document.querySelector('nav .count').textContent = '128'
    return [...document.querySelectorAll('header *, nav a, nav .count')]
      .filter((one) => {
        const at = one.getBoundingClientRect()
        const within = (one.closest('nav a') ?? document.documentElement).getBoundingClientRect()
        return one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline' || at.right > within.right + 0.5 || at.bottom > within.bottom + 0.5
      })
      .map((one) => one.outerHTML)
  })()`)
  expect(cut).toEqual([])
  expect((await tabs(page)).y + (await tabs(page)).height).toBe(PHONE.viewport.height)
  await page.context().setOffline(false)
})

test('the accept and refuse buttons are in sight as soon as a parcel is shown, also offline', async () => {
  const page = await onPhone()
  await scan(page, (await qrParcel(world)).token)
  await expectInSight(page, button(page, 'Take in and print'))
  await expectInSight(page, button(page, 'Refuse'))
  await button(page, 'Refuse').click()
  await expectInSight(page, button(page, 'Refuse the parcel'))
  await button(page, 'Back').click()
  // The previous parcel was not confirmed. The page says so above the next parcel.
  await scan(page, (await labeledParcel(world)).barcode)
  await page.getByText('The previous parcel was not confirmed').waitFor()
  await expectInSight(page, button(page, 'Accept'))
  await expectInSight(page, button(page, 'Refuse'))
  await page.context().setOffline(true)
  await scan(page, (await labeledParcel(world)).barcode)
  await expectInSight(page, button(page, 'Accept'))
  await expectInSight(page, button(page, 'Refuse'))
  await page.context().setOffline(false)
})

test('the manifest shows its state once, lists its parcels, and its button is in sight', async () => {
  const parcel = await labeledParcel(world)
  await world.service.demo.post('/v2/scan-events/accept', { shipment_id: parcel.id, store_id: store })
  const page = await onPhone()
  await page.getByRole('link', { name: 'Manifest' }).click()
  await page.getByRole('heading', { level: 3, name: /^Open since \d\d:\d\d: \d+ parcels?$/ }).waitFor()
  await page.getByRole('list', { name: 'Parcels of the manifest' }).getByText(parcel.tracking.slice(-6)).waitFor()
  await expectInSight(page, button(page, 'Close the manifest'))
  await press(page, 'Close the manifest')
  await press(page, 'Close now')
  await page.getByRole('heading', { level: 3, name: /^Closed/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Close the manifest' }).count()).toBe(0)
})
