// New: returns, outbound shipments, return links and pickups are created from every page, and a label is reprinted.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayAhead } from '../../../server/test/pickups/fixtures.ts'
import { ADDRESS } from '../../../server/test/support/client.ts'
import { dispute } from './cases-support.ts'
import { heading, shipment } from './console-support.ts'
import { countPrints } from './counter-support.ts'
import { expectAccessible, type Person, withBrowser } from './support.ts'

const world = withBrowser()

/** Counts what a user does: a click, a key combination or a filled field is one action. */
class Actions {
  count = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  click(role: 'button' | 'link', name: string | RegExp) {
    this.count++
    return this.#page.getByRole(role, { name }).click()
  }
  fill(label: string, text: string) {
    this.count++
    return this.#page.getByLabel(label, { exact: true }).fill(text)
  }
  press(key: string) {
    this.count++
    return this.#page.keyboard.press(key)
  }
  type(text: string) {
    this.count++
    return this.#page.keyboard.type(text, { delay: 60 })
  }
}

const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()')
/** Waits until the element with this name has the focus. */
const focused = (page: Page, name: string) =>
  expect.poll(() => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')).toBe(name)
/** Opens a page that has nothing to do with the task. */
const elsewhere = async (access: 'partner' | 'operator', person: Person = {}): Promise<Page> => {
  const context = await world.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  await countPrints(context)
  const page = await world.signedIn(access, { ...person, context })
  await page.goto(`${world.url}/console/shipments`)
  await heading(page, 'Shipments')
  return page
}
const fillAddress = async (page: Page, address: Record<string, string> = ADDRESS) => {
  const labels = { name: 'Name', line1: 'Street and number', city: 'City', state: 'State or province', postal_code: 'Postal code' }
  for (const [name, label] of Object.entries(labels))
    await page
      .getByLabel(label, { exact: true })
      .first()
      .fill(address[name] as string)
}
const linksOf = async (order_id: string) => (await world.service.demo.get(`/v2/return-links?order_id=${order_id}`)).json.data

test('a return link is made and copied in at most 8 actions', async () => {
  const page = await elsewhere('partner')
  const user = new Actions(page)
  await user.click('button', 'New')
  await user.click('link', /^Return link/)
  await user.fill('Order number', 'ORDER-8')
  await user.click('button', 'Create the link')
  await user.click('button', 'Copy: Return link')
  await page.getByText('Copied.').waitFor()
  expect(user.count).toBeLessThanOrEqual(8)
  const [link] = await linksOf('ORDER-8')
  expect(await copied(page)).toBe(link.url)
  expect(await page.getByLabel('Text for an email', { exact: true }).inputValue()).toContain(`return (ORDER-8) here:\n${link.url}\n`)
  await page.getByRole('img', { name: 'QR of the return link' }).waitFor()
  await expect.poll(() => page.evaluate("document.querySelector('img.qr-picture').naturalWidth > 100")).toBe(true)
  await expectAccessible(page)
  await page.reload()
  await heading(page, 'Return link created')
})

test('a return link is made and copied by keyboard alone', async () => {
  const page = await elsewhere('partner')
  const user = new Actions(page)
  await user.press('m')
  await page.getByRole('link', { name: /^Return link/ }).waitFor()
  await user.press('l')
  await focused(page, 'New return link')
  await user.press('Tab')
  await user.type('ORDER-KEYS')
  await user.press('Enter')
  await focused(page, 'Copy: Return link')
  await user.press('Enter')
  await page.getByText('Copied.').waitFor()
  expect(user.count).toBeLessThanOrEqual(8)
  expect(await copied(page)).toBe((await linksOf('ORDER-KEYS'))[0].url)
})

test.each(['mouse', 'keyboard'])('a label is reprinted in at most 5 actions, by %s', async (by) => {
  const one = await shipment(world)
  const page = await elsewhere('partner')
  const user = new Actions(page)
  if (by === 'mouse') {
    await user.click('button', 'New')
    await user.click('link', /^Label again/)
    await user.fill('Number of the parcel or order', one.tracking)
    await user.click('button', 'Reprint')
  } else {
    await user.press('m')
    await page.getByRole('link', { name: /^Label again/ }).waitFor()
    await user.press('a')
    await focused(page, 'Label again')
    await user.press('Tab')
    await user.type(one.tracking)
    await user.press('Enter')
  }
  await page.getByText('Label version 2 of').waitFor()
  expect(user.count).toBeLessThanOrEqual(5)
  await expect.poll(() => page.evaluate('globalThis.printed.length')).toBe(1)
  expect((await world.service.demo.get(`/v2/shipments/${one.id}`)).json.label_version).toBe(2)
  if (by === 'mouse') await expectAccessible(page)
})

test('a number that no parcel has is refused at its field', async () => {
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/label`)
  await page.getByLabel('Number of the parcel or order').fill('NOBODY')
  await page.getByRole('button', { name: 'Reprint' }).click()
  await page.getByText('Number of the parcel or order: no shipment has this number').waitFor()
})

test('a return: the address is checked while it is typed, the price is known before the click, the draft survives a reload', async () => {
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/return`)
  await fillAddress(page, { ...ADDRESS, state: 'NJ' })
  await page.getByText(/^State or province: is NJ, but the postal code 43004 belongs to OH/).waitFor()
  await page.getByText(/^Price: \$\d/).waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Street and number', { exact: true }).first().inputValue()).toBe(ADDRESS.line1)
  await page.getByRole('button', { name: 'Use OH' }).click()
  await page.getByText('State and postal code agree.').waitFor()
  expect(await page.evaluate('document.activeElement.value')).toBe('OH')
  await expectAccessible(page)
  await page.getByLabel('Weight, lb').fill('-1')
  await page.getByRole('button', { name: 'Create the return' }).click()
  await page.getByText(/^Weight, lb: /).waitFor()
  await page.getByLabel('Weight, lb').fill('5')
  const price = /\$[\d.]+/.exec(await page.getByText(/^Price: \$.* for 5 lb$/).innerText())?.[0]
  await page.getByRole('button', { name: 'Create the return' }).click()
  await page.waitForURL(/\/console\/shipments\/shp_/)
  await page.getByRole('img', { name: 'Label, version 1' }).waitFor()
  await page
    .getByText(price as string)
    .first()
    .waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^[0-9A-Z]{27}\.pdf$/)
  await page.goto(`${world.url}/console/new/return`)
  await heading(page, 'New return')
  expect(await page.getByLabel('Street and number', { exact: true }).first().inputValue()).toBe('')
})

test('a reload during a lost answer and a second click create one shipment', async () => {
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/outbound`)
  await fillAddress(page)
  await page.getByLabel('Order number').fill('ORDER-ONCE')
  // The service carries out the request, and its answer is lost.
  await page.route('**/v2/shipments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Create the shipment' }).click()
  await page.getByText('cannot be reached').first().waitFor()
  await page.unroute('**/v2/shipments')
  await page.reload()
  await page.getByRole('button', { name: 'Create the shipment' }).click()
  await page.waitForURL(/\/console\/shipments\/shp_/)
  const { data } = (await world.service.demo.get('/v2/shipments?order_id=ORDER-ONCE')).json
  expect(data.map(({ direction }: { direction: string }) => direction)).toEqual(['outbound'])
})

test('an operator creates for a partner, and the audit page names both', async () => {
  const acme = await world.service.partner({ name: 'Acme Outfitters' })
  const page = await elsewhere('operator', { name: 'Olive Operator', email: 'olive@example.com' })
  const user = new Actions(page)
  await user.click('button', 'New')
  await user.click('link', /^Return link/)
  await page.getByRole('button', { name: 'Create the link' }).waitFor()
  await user.fill('Partner', 'Acme Outfitters')
  await user.fill('Order number', 'ORDER-OPS')
  await user.click('button', 'Create the link')
  await user.click('button', 'Copy: Return link')
  await page.getByText('Copied.').waitFor()
  expect(user.count).toBeLessThanOrEqual(8)
  expect((await acme.get('/v2/return-links?order_id=ORDER-OPS')).json.data[0].url).toBe(await copied(page))
  await page.goto(`${world.url}/console/new/return`)
  await page.getByLabel('Partner').fill('Acme Outfitters')
  await fillAddress(page)
  await page.getByText(/^Price: \$\d/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create the return' }).click()
  await page.waitForURL(/\/console\/shipments\/shp_/)
  expect((await acme.get('/v2/shipments')).json.data).toHaveLength(1)
  await page.goto(`${world.url}/console/audit`)
  const entry = page.getByRole('listitem').filter({ hasText: 'POST /v2/ops/partners/:id/shipments' }).first()
  for (const name of ['Olive Operator', 'Acme Outfitters']) await entry.getByText(name).first().waitFor()
})

test('a pickup is booked by the number of a parcel and the name of a store', async () => {
  const one = await shipment(world)
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/pickup`)
  await page.getByLabel('Number of the parcel').fill(one.tracking)
  await page.getByText('Found:').waitFor()
  const [store] = (await world.service.demo.get('/v2/drop-off-locations?lat=40.7&lon=-74&radius_km=50')).json.data
  await page.getByLabel('Store where it is collected').fill(store.name)
  await page.getByLabel('Day', { exact: true }).fill(dayAhead(2))
  await page.getByText(/collected there on this day/i).waitFor()
  await page.getByLabel('From', { exact: true }).fill('09:00')
  await page.getByLabel('Until', { exact: true }).fill('12:00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Book the pickup' }).click()
  await page.waitForURL(/\/console\/pickups\/pku_/)
  const { json } = await world.service.demo.get(`/v2/pickups/${page.url().split('/').at(-1)}`)
  expect(json).toMatchObject({ shipment_id: one.id, store_id: store.store_id, window_start: '09:00' })
  await heading(page, `Pickup ${json.confirmation_code}`)
})

test('a partner whose name is edited later gets nothing: the form is not sent until a name is chosen', async () => {
  const acme = await world.service.partner({ name: 'Acme Boots' })
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/new/link`)
  const partner = page.getByLabel('Partner')
  const complaint = () => page.evaluate("document.querySelector('main input[list]').validationMessage")
  await partner.fill('Acme Boots')
  await expect.poll(complaint).toBe('')
  await page.getByLabel('Order number').fill('ORDER-EDITED')
  await partner.fill('Acme Bo')
  await partner.press('Enter')
  await page.getByRole('button', { name: 'Create the link' }).click()
  expect(await complaint()).toBe('Choose a name from the list.')
  expect(await partner.inputValue()).toBe('Acme Bo')
  expect((await acme.get('/v2/return-links')).json.data).toEqual([])
  await partner.fill('Acme Boots')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await heading(page, 'Return link created')
  expect((await acme.get('/v2/return-links')).json.data).toHaveLength(1)
})

test('on the page of a case, the letter for New and the letters of its menu do nothing else', async () => {
  const { id } = await dispute(world)
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/disputes/${id}`)
  const form = page.getByRole('link', { name: /^Return link/ })
  await page.getByRole('button', { name: /^Next open dispute/ }).waitFor()
  await page.waitForTimeout(100)
  await page.keyboard.press('n')
  await page.getByText('There is no other open dispute.').waitFor()
  expect(await form.isVisible()).toBe(false)
  await page.keyboard.press('m')
  await form.waitFor()
  await page.waitForTimeout(100)
  await page.keyboard.press('r')
  await heading(page, 'New return')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a pickup is refused at the number of a parcel that another partner has', async () => {
  const one = await shipment(world)
  await world.service.partner({ name: 'Zenith Pickups' })
  const page = await world.signedIn('operator')
  await page.goto(`${world.url}/console/new/pickup`)
  await page.getByLabel('Partner').fill('Zenith Pickups')
  const [store] = (await world.service.demo.get('/v2/drop-off-locations?lat=40.7&lon=-74&radius_km=50')).json.data
  await page.getByLabel('Store where it is collected').fill(store.name)
  await page.getByLabel('Day', { exact: true }).fill(dayAhead(2))
  await page.getByLabel('From', { exact: true }).fill('09:00')
  await page.getByLabel('Until', { exact: true }).fill('12:00')
  // Sent before the number could be looked up while it was typed.
  await page.getByLabel('Number of the parcel').fill(one.tracking)
  await page.keyboard.press('Enter')
  await page.getByText('Number of the parcel: no shipment of this partner has this number').waitFor()
})

test('a draft is never sent unseen: it opens its parts, can be started over, and ends with the session', async () => {
  const page = await world.signedIn('partner')
  const line = page.getByLabel('Street and number', { exact: true })
  const open = async () => {
    await page.goto(`${world.url}/console/new/link`)
    await heading(page, 'New return link')
  }
  await open()
  await page.getByText('What you know of the shopper and the parcel').click()
  await line.fill('1 Hidden Street')
  await page.reload()
  await line.waitFor()
  expect(await line.inputValue()).toBe('1 Hidden Street')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => line.isVisible()).toBe(false)
  expect(await line.inputValue()).toBe('')
  await page.getByLabel('Order number').fill('ORDER-LEFT')
  const stored = () => page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('backhaul-new-')).length")
  expect(await stored()).toBe(1)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  expect(await stored()).toBe(0)
})

test('a refusal of a field in a closed part opens the part; a new link shows its warnings', async () => {
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/link`)
  const part = page.getByText('What you know of the shopper and the parcel')
  const create = page.getByRole('button', { name: 'Create the link' })
  await part.click()
  await page.getByLabel('Country, two letters').fill('DE')
  await page.getByLabel('Weight, lb').fill('-1')
  await part.click()
  await expect.poll(() => page.getByLabel('Weight, lb').isVisible()).toBe(false)
  await create.click()
  await page.getByText(/^Weight, lb: /).waitFor()
  await page.getByLabel('Weight, lb').fill('2')
  // The sample prices serve every country.
  await page.route('**/v2/return-links', async (route) => {
    const response = await route.fetch()
    const warnings = [{ code: 'origin_unserved', message: 'The form will refuse returns from Germany (DE).' }]
    await route.fulfill({ response, json: { ...(await response.json()), warnings } })
  })
  await create.click()
  await page.getByText(/^The form will refuse returns from Germany/).waitFor()
})

test('a record that is created after the person went elsewhere does not take the person away', async () => {
  const page = await world.signedIn('partner')
  await page.goto(`${world.url}/console/new/link`)
  await page.getByLabel('Order number').fill('ORDER-LATER')
  let release = () => {}
  const gone = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/v2/return-links', async (route) => {
    await gone
    await route.continue()
  })
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByRole('link', { name: 'Shipments', exact: true }).first().click()
  await heading(page, 'Shipments')
  release()
  await page.getByText('Created. View it').waitFor()
  await heading(page, 'Shipments')
  await page.getByRole('link', { name: 'View it' }).click()
  await heading(page, 'Return link created')
})

test('people who may not create have no New', async () => {
  for (const access of ['partner-viewer', 'support'] as const) {
    const page = await world.signedIn(access)
    await page.goto(`${world.url}/console/shipments`)
    await heading(page, 'Shipments')
    expect(await page.getByRole('button', { name: 'New', exact: true }).count()).toBe(0)
    await page.goto(`${world.url}/console/new/link`)
    await heading(page, 'You do not have access to this page')
  }
})

test('New fits on a phone, and the menu is named and clean', async () => {
  const page = await world.signedIn('operator')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${world.url}/console/pickups`)
  await heading(page, 'Pickups')
  await page.getByRole('button', { name: 'New' }).click()
  await page.getByRole('link', { name: /^Outbound shipment/ }).waitFor()
  await expectAccessible(page)
})
