// The button that fills an empty sandbox with sample data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE } from '../../../server/src/kinds/sandbox/sample.ts'
import { startTestService, type TestService } from '../../../server/test/support/service.ts'
import { heading } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const LABEL = 'Fill with two weeks of sample parcels'
const FULL = { ...SAMPLE }
const world = withBrowser({ role: 'all' })
let production: TestService

beforeAll(async () => {
  Object.assign(SAMPLE, { parcels_per_day: 4, stores: 2, days: 2 })
  production = await startTestService('api', {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
})
afterAll(async () => {
  Object.assign(SAMPLE, FULL)
  await production?.close()
})

test('an operator fills an empty sandbox with one click, sees the progress, and then a page with data', async () => {
  const partner = await world.signIn('partner')
  await heading(partner, 'Today')
  await partner.getByText('Nothing needs attention.').waitFor()
  expect(await partner.getByRole('button', { name: LABEL }).count()).toBe(0)

  const page = await world.signIn('operator')
  await heading(page, 'Today')
  const button = page.getByRole('button', { name: LABEL })
  await button.waitFor()
  await page.getByRole('heading', { name: 'This sandbox is empty' }).waitFor()
  await expectAccessible(page)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('progressbar', { name: 'Sample parcels' }).waitFor()
  await page.getByRole('heading', { name: 'Filling the sandbox' }).waitFor()
  expect(await button.count()).toBe(0)
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await button.count()).toBe(0)
  const numbers = page.getByRole('table', { name: 'Parcels by the status reached' })
  await expect.poll(() => numbers.getByRole('row', { name: /^Created / }).innerText(), { timeout: 20_000 }).toMatch(/[1-9]/)
  await page.reload()
  await heading(page, 'Today')
  await numbers.waitFor()
  expect([await button.count(), await page.getByRole('progressbar').count()]).toEqual([0, 0])
})

test('production has no button for sample data and does not request it', async () => {
  const operator = await production.operator()
  const link = await operator.post('/v2/console-links', { name: 'Olive', email: 'olive@example.com', access: 'operator' })
  const { pathname, hash } = new URL(link.json.url)
  const context = await world.browser.newContext()
  try {
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${production.url}${pathname}${hash}`)
    await page.getByRole('button').first().click()
    await heading(page, 'Today')
    await page.getByText('Nothing needs attention.').waitFor()
    expect(await page.getByRole('button', { name: LABEL }).count()).toBe(0)
    expect(asked.filter((path) => path.startsWith('/v2/test/'))).toEqual([])
  } finally {
    await context.close()
  }
})
