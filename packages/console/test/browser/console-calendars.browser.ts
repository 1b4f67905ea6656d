// Calendars of markets and stores in the console: view, add and remove a day, replace, and errors at their fields.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { storesByCode } from '../../../server/test/pickups/fixtures.ts'
import { heading } from './console-support.ts'
import { expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()
const SCRIPT = '<img src=x onerror=alert(1)>'
const US = {
  timezone: 'America/New_York',
  working_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  cut_off: '16:00',
  holidays: [
    { date: '2020-01-01', name: 'Long ago' },
    { date: '12-25', name: SCRIPT },
  ],
  exceptions: [{ date: '12-24', name: 'Christmas Eve', hours: [['09:00', '13:00']], cut_off: '11:00' }],
  transit_days: [
    { service_level: 'standard', zone: 'local', carrier: null, days: 2 },
    { service_level: 'standard', zone: null, carrier: null, days: 5 },
  ],
}
const PATH = '/v2/ops/calendars'
const set = async (subject: string, body: object) =>
  expect((await (await world.service.operator()).send('PUT', `${PATH}/${subject}`, { body })).status).toBe(200)
const read = async (subject: string) => (await (await world.service.operator()).get(`${PATH}/${subject}`)).json
beforeAll(() => set('US', US))

const open = async (page: Page, subject = '') => page.goto(`${world.url}/console/network/calendars${subject && `/${subject}`}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const days = (page: Page) => page.getByRole('table', { name: 'Closed days and other hours' }).locator('tbody tr')

test('upcoming days are listed before past days; a day is added by keyboard and removed', async () => {
  const page = await world.signedIn('operator')
  page.on('dialog', () => expect.fail('a name ran as a script'))
  await open(page)
  await page.getByRole('table', { name: 'Calendars' }).getByRole('link', { name: 'US', exact: true }).press('Enter')
  await heading(page, 'Calendar of US')
  await page.getByText('Monday to Friday').waitFor()
  await page.getByText(SCRIPT).waitFor()
  expect(await days(page).last().innerText()).toContain('passed')
  await button(page, 'Add a day').press('Enter')
  await dialog(page).getByLabel('Day', { exact: true }).fill('2031-02-28')
  await dialog(page).getByLabel('Open').fill('9-13')
  await page.keyboard.press('Enter')
  const wrong = dialog(page).locator('.wrong')
  await wrong.first().waitFor()
  await wrong.getByText('must be a time of day from 00:00 to 24:00, such as 09:00').waitFor()
  expect(await dialog(page).getByLabel('Open').getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page)
  await dialog(page).getByLabel('Open').fill('09:00-13:00')
  // Another operator adds a day while the dialog is open. The day must survive.
  await set('US', { ...US, holidays: [...US.holidays, { date: '2031-07-04', name: null }] })
  await dialog(page).getByLabel('Cut-off on that day').fill('12:00')
  await page.keyboard.press('Enter')
  await days(page).filter({ hasText: 'Feb 28, 2031' }).getByText('09:00-13:00').waitFor()
  expect(await read('US')).toMatchObject({
    ...US,
    holidays: [...US.holidays, { date: '2031-07-04', name: null }],
    exceptions: [...US.exceptions, { date: '2031-02-28', name: null, hours: [['09:00', '13:00']], cut_off: '12:00' }],
  })
  await button(page, 'Remove Feb 28, 2031').click()
  await dialog(page).getByText('the weekly schedule will apply to this day').waitFor()
  await button(page, 'Remove the day').click()
  await days(page).filter({ hasText: 'Feb 28, 2031' }).waitFor({ state: 'detached' })
  expect((await read('US')).exceptions).toEqual(US.exceptions)
})

test('a calendar is set as a whole; refusals are shown at their fields, other entries stay, and changes by others are reported', async () => {
  await set('US', US)
  const page = await world.signedIn('operator')
  await open(page, 'US')
  await button(page, 'Change the calendar').click()
  const transit = page.getByRole('region', { name: 'Transit times' })
  await transit.getByRole('button', { name: 'Add a transit time' }).press('Enter')
  const third = transit.getByRole('group', { name: 'transit time 3' })
  expect(await third.getByLabel('Service').evaluate((one) => one === document.activeElement)).toBe(true)
  await third.getByLabel('Zone').fill('the moon')
  await third.getByLabel('Working days').fill('many')
  await page.getByRole('group', { name: 'day 1', exact: true }).getByLabel('Open').fill('13:00-09:00')
  await button(page, 'Save').click()
  await third.locator('.wrong', { hasText: 'Working days' }).waitFor()
  await third.getByLabel('Working days').fill('9')
  await button(page, 'Save').click()
  await third.locator('.wrong', { hasText: 'must be one of local, regional' }).waitFor()
  await page.getByRole('group', { name: 'day 1', exact: true }).locator('.wrong', { hasText: 'ends before it begins' }).waitFor()
  expect(await page.locator('main').getByRole('alert').allInnerTexts()).toEqual(expect.not.arrayContaining([/./]))
  await expectAccessible(page)
  await page.getByRole('group', { name: 'day 1', exact: true }).getByLabel('Open').fill('09:00-14:00')
  await third.getByLabel('Zone').fill('local')
  await button(page, 'Save').click()
  await third.locator('.wrong', { hasText: 'is a duplicate' }).waitFor()
  await button(page, 'Remove transit time 1').click()
  await button(page, 'Remove day 1').click()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await page.getByLabel(day, { exact: true }).uncheck()
  await button(page, 'Save').click()
  await page.getByText('leave no day open for a year').waitFor()
  await page.getByLabel('Saturday').check()
  await set('US', { ...US, cut_off: '15:00' })
  await page.getByText('Another person has changed this calendar').waitFor()
  await button(page, 'Save').click()
  await heading(page, 'Calendar of US')
  await page.getByRole('definition').filter({ hasText: 'Saturday' }).waitFor()
  expect(await read('US')).toMatchObject({
    ...US,
    working_days: ['sat'],
    cut_off: '16:00',
    exceptions: [],
    transit_days: [US.transit_days[1], { service_level: 'standard', zone: 'local', carrier: null, days: 9 }],
  })
  await set('US', US)
})

test('a store page leads to the store’s calendar, which is set, listed by day, and removed after confirmation', async () => {
  const [store] = (await storesByCode(world.service)).values()
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/network/stores/${store}`)
  await page.getByRole('link', { name: 'the calendar of US' }).waitFor()
  await page.getByRole('link', { name: 'no calendar of its own' }).click()
  await heading(page, 'No calendar yet')
  await page.getByRole('button', { name: /^Set a calendar for / }).click()
  await button(page, 'Add a closed day').click()
  await page.getByRole('group', { name: 'closed day 1' }).getByLabel('Day', { exact: true }).fill('2031-03-03')
  await button(page, 'Save').click()
  await page.getByRole('cell', { name: 'Mar 3, 2031' }).first().waitFor()
  expect(await page.getByLabel('Time zone').count()).toBe(0)
  await expectAccessible(page)
  expect(await read(store as string)).toMatchObject({ holidays: [{ date: '2031-03-03', name: null }], working_days: null, timezone: null })
  await page.getByRole('link', { name: 'The store' }).click()
  await page.getByRole('link', { name: 'its own calendar' }).waitFor()
  await page.goBack()
  await button(page, 'Remove the calendar').click()
  await dialog(page).getByText('The service continues as if the calendar had never existed').waitFor()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await heading(page, 'Calendars')
  expect((await (await world.service.operator()).get(`${PATH}/${store}`)).status).toBe(404)
})

test('support reads calendars but cannot change them; a partner has no such page', async () => {
  const support = await world.signedIn('support')
  await open(support, 'US')
  await support.getByText('Monday to Friday').waitFor()
  expect(await support.getByRole('main').getByRole('button').count()).toBe(0)
  await open(support, 'XX')
  await heading(support, 'No calendar yet')
  expect(await support.getByRole('main').getByRole('button').count()).toBe(0)
  const partner = await world.signedIn('partner')
  for (const part of ['', 'US']) {
    await open(partner, part)
    await partner.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  }
})
