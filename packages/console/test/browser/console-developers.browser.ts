// Webhooks, deliveries, events and the sandbox, as a partner's developer uses them. The receiver fails first and then works.
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from '../../../server/src/kinds/sandbox/rehearsals.ts'
import { type Receiver, startReceiver, verifies } from '../../../server/test/support/receiver.ts'
import { until } from '../../../server/test/support/until.ts'
import { PATIENCE_MS, tabStops, withBrowser } from './support.ts'

const world = withBrowser({ role: 'all' })
const untilSoon = <T>(what: string, condition: () => T | Promise<T>) => until(what, condition, PATIENCE_MS)
const STORED_SCRIPT = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const waitForHeading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name })
const go = async (page: Page, path: string, heading: string) => {
  await page.goto(world.url + path)
  await waitForHeading(page, heading)
}
const register = async (fields: object = {}): Promise<{ id: string; secret: string }> => {
  const body = { url: receiver.url('/hooks'), enabled_events: ['shipment.held'], ...fields }
  const { status, json } = await world.service.demo.post('/v2/webhooks', body)
  expect(status).toBe(201)
  return json
}
/**
 * Creates a webhook whose receiver refuses, and a delivery with this number of failed attempts. The second attempt follows the first after
 * five seconds; the third follows minutes later.
 */
const failing = async (answer: string, attempts = 1) => {
  receiver.answer({ kind: 'reply', status: 500, body: answer })
  const webhook = await register()
  const { json } = await world.service.demo.post('/v2/test/events/shipment.held')
  const read = async () => (await world.service.demo.get(`/v2/webhooks/${webhook.id}/deliveries`)).json.data[0]
  const delivery = await untilSoon('the attempt failed', async () => ((await read())?.attempts.length >= attempts ? read() : null))
  return { webhook, delivery, event: json.eventID as string }
}
const removeWebhooks = async () => {
  const { json } = await world.service.demo.get('/v2/webhooks')
  for (const { id } of json.data) await world.service.demo.delete(`/v2/webhooks/${id}`)
}

test('a webhook is registered; its secret is shown once, can be copied, and verifies deliveries', async () => {
  receiver.answer({ kind: 'reply', status: 200, body: 'ok' })
  const context = await world.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  const page = await world.signedIn('partner', { context })
  await go(page, '/console/webhooks', 'Webhooks')
  await page.getByLabel('Address that receives the events').fill(receiver.url('/registered'))
  await page.getByLabel('Only the selected types').check()
  await page.getByLabel('shipment.held', { exact: true }).check()
  await page.getByLabel('Description').fill(STORED_SCRIPT)
  await page.getByRole('button', { name: 'Register' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Copy: Secret' }).click()
  await page.getByText('Copied.').waitFor()
  expect([secret.length > 20, await page.evaluate('navigator.clipboard.readText()')]).toEqual([true, secret])
  await page.reload()
  await page.getByRole('link', { name: receiver.url('/registered') }).waitFor()
  expect(await page.content()).not.toContain(secret)
  await world.service.demo.post('/v2/test/events/shipment.held')
  const arrived = await untilSoon('it arrives', () => receiver.requests.find(({ path }) => path === '/registered'))
  expect(verifies(arrived, secret)).toBe(true)
  await removeWebhooks()
})

test('the answer of the receiver is two clicks from the list; a delivery sent again arrives, and the page shows it', async () => {
  const { delivery } = await failing(`broken pipe ${STORED_SCRIPT}`, 2)
  const page = await world.signedIn('partner')
  await go(page, '/console/webhooks', 'Webhooks')
  await page.getByRole('link', { name: receiver.url('/hooks') }).click()
  await section(page, 'Deliveries').getByRole('link', { name: 'shipment.held' }).click()
  await waitForHeading(page, 'Delivery of shipment.held')
  await page.getByText(`broken pipe ${STORED_SCRIPT}`).first().waitFor()
  await page.getByText('Last attempt: answered 500').waitFor()
  expect(await section(page, 'Request').locator('pre').textContent()).toBe(receiver.requests.at(-1)?.body.toString())
  await page.getByText(delivery.id, { exact: true }).waitFor()
  receiver.answer({ kind: 'reply', status: 200, body: 'thank you' })
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Attempt 3: answered 200').waitFor()
  await page.getByText('delivered', { exact: true }).waitFor()
  await removeWebhooks()
})

test('the reason for a failed delivery is three clicks from searching for its event', async () => {
  const { delivery, event } = await failing('the table orders is locked')
  const page = await world.signedIn('partner')
  await go(page, '/console/webhooks', 'Webhooks')
  await page.getByLabel('Find by any number').fill(event)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await waitForHeading(page, 'Event shipment.held')
  await page.getByRole('link', { name: 'Delivery', exact: true }).click()
  // Each attempt shows this text. By now there may be two attempts.
  await page.getByText('the table orders is locked').first().waitFor()
  // Searching for the delivery instead of its event saves one click.
  await page.getByLabel('Find by any number').fill(delivery.id)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByText('the table orders is locked').first().waitFor()
  await removeWebhooks()
})

test('a webhook is changed, disabled, enabled, given a new secret, and deleted after one confirmation', async () => {
  const { id } = await register()
  const page = await world.signedIn('partner')
  await go(page, `/console/webhooks/${id}`, 'Webhook')
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Disabled at your request.').waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('enabled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change address or events' }).click()
  await page.getByLabel('Address that receives the events').fill(receiver.url('/changed'))
  await page.getByRole('button', { name: 'Save' }).click()
  await waitForHeading(page, receiver.url('/changed'))
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
  expect((await page.getByLabel('New secret', { exact: true }).inputValue()).length).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('This cannot be undone').waitFor()
  await page.getByRole('button', { name: 'Go back' }).click()
  expect((await world.service.demo.get(`/v2/webhooks/${id}`)).status).toBe(200)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the webhook' }).click()
  await waitForHeading(page, 'Webhooks')
  expect((await world.service.demo.get(`/v2/webhooks/${id}`)).status).toBe(404)
})

test('the deliveries that a webhook missed are counted and then recovered', async () => {
  receiver.answer({ kind: 'reply', status: 200, body: 'ok' })
  const { id } = await register({ url: receiver.url('/recovered') })
  await world.service.demo.patch(`/v2/webhooks/${id}`, { status: 'disabled' })
  for (let i = 0; i < 3; i++) await world.service.demo.post('/v2/test/events/shipment.held')
  const page = await world.signedIn('partner')
  await go(page, `/console/webhooks/${id}`, 'Webhook')
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText(/^3 deliveries since/).waitFor()
  await page.getByRole('button', { name: 'Recover' }).click()
  await page.getByText('3 queued').waitFor()
  await untilSoon('they arrive', () => receiver.requests.filter(({ path }) => path === '/recovered').length === 3)
  await removeWebhooks()
})

test('a test event is created from the page of its webhook and arrives', async () => {
  receiver.answer({ kind: 'reply', status: 200, body: 'ok' })
  const { id } = await register({ url: receiver.url('/tested'), enabled_events: ['shipment.held', 'claim.opened'] })
  const page = await world.signedIn('partner')
  await go(page, `/console/webhooks/${id}`, 'Webhook')
  await page.getByLabel('Event', { exact: true }).selectOption('claim.opened')
  await page.getByRole('button', { name: 'Send the event' }).click()
  await page.getByText('Caused claim.opened').waitFor()
  await page.getByRole('table', { name: 'Deliveries' }).getByText('delivered').first().waitFor()
  await section(page, 'Deliveries').getByLabel('State of the delivery').selectOption('failed')
  await section(page, 'Deliveries').getByText('No delivery matches these filters.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?status=exhausted')
  // In production there is no button that sends an event, and the page names the alternative.
  await page.route('**/v2/console-sessions/current', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), environment: 'production' } })
  })
  await go(page, `/console/webhooks/${id}`, 'Webhook')
  await section(page, 'Test your receiver').getByText('backhaul verify-receiver').waitFor()
  expect(await page.getByRole('button', { name: 'Send the event' }).count()).toBe(0)
  await removeWebhooks()
})

test('the feed is filtered by its address and grows by itself; every type links to its documentation', async () => {
  const { json } = await world.service.demo.post('/v2/test/events/shipment.held')
  const page = await world.signedIn('partner')
  await go(page, `/console/events?shipment=${json.shipment_id}`, 'Events')
  const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr[data-index]')
  await rows.first().getByRole('link', { name: 'shipment.held', exact: true }).waitFor()
  await expect.poll(() => rows.count()).toBe(json.events.length)
  await world.service.demo.post('/v2/test/events/shipment.released', { shipment_id: json.shipment_id })
  await rows.first().getByRole('link', { name: 'shipment.released', exact: true }).waitFor()
  await page.getByLabel('Type').selectOption('shipment.held')
  await expect.poll(() => rows.count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('type')).toBe('shipment.held')
  await page.reload()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.first().getByRole('link', { name: 'shipment.held', exact: true }).click()
  await waitForHeading(page, 'Event shipment.held')
  expect(JSON.parse((await page.locator('figure pre').textContent()) as string)).toMatchObject({ eventID: json.eventID })
  await page.getByRole('link', { name: 'Documentation of shipment.held' }).click()
  await page.waitForURL(`${world.url}/docs/events/shipment.held`)
  await waitForHeading(page, 'shipment.held')
})

test('the sandbox has a button for every fault and event type, and the clock advances by buttons and amounts', async () => {
  const page = await world.signedIn('partner')
  await go(page, '/console/sandbox', 'Sandbox')
  await expect.poll(() => page.locator('.rehearsals button').allTextContents()).toEqual([...FAULTS, ...EVENT_TYPES])
  await page.getByRole('button', { name: 'short_tender' }).click()
  await page.getByText('Caused short_tender').waitFor()
  await page.getByRole('link', { name: 'tender.discrepancy' }).click()
  await waitForHeading(page, 'Event tender.discrepancy')
  await page.goBack()
  const offset = async () => (await world.service.demo.get('/v2/test/clock')).json.offset_seconds
  const before = await offset()
  await page.getByRole('button', { name: 'Advance by 1 day' }).click()
  await page.getByText('moved forward by 1 day').waitFor()
  await page.getByLabel('Amount').fill('90')
  await page.getByLabel('Unit').selectOption('minutes')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.getByText('moved forward by 90 minutes').waitFor()
  expect((await offset()) - before).toBe(86_400 + 90 * 60)
})

test('a viewer reads every developer page and is offered no changes', async () => {
  const { webhook, delivery } = await failing('no')
  const viewer = await world.signedIn('partner-viewer')
  for (const [path, heading] of [
    ['/console/webhooks', 'Webhooks'],
    [`/console/webhooks/${webhook.id}`, 'Webhook'],
    [`/console/deliveries/${delivery.id}`, 'Delivery of shipment.held'],
    ['/console/events', 'Events'],
  ] as const) {
    await go(viewer, path, heading)
    await viewer.waitForLoadState('networkidle')
    const buttons = await viewer.locator('main button').allTextContents()
    expect([path, buttons.filter((name) => !/^(Copy|Export)/.test(name))]).toEqual([path, []])
  }
  await viewer.goto(`${world.url}/console/sandbox`)
  await viewer
    .getByText('not yours', { exact: false })
    .or(viewer.getByRole('heading', { level: 1 }))
    .first()
    .waitFor()
  expect(await viewer.locator('.rehearsals').count()).toBe(0)
  await removeWebhooks()
})

test('a webhook is managed by keyboard alone', async () => {
  const { webhook } = await failing('no')
  const page = await world.signedIn('partner')
  await go(page, `/console/webhooks/${webhook.id}`, 'Webhook')
  const stops = await tabStops(page)
  for (const name of ['Disable', 'Create a new secret', 'Delete', 'State of the delivery', 'Start of the period, at most'])
    expect([name, stops.some((stop) => stop.includes(name))]).toEqual([name, true])
  await page.getByLabel('Event', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Caused shipment.held').waitFor()
  await page.getByRole('button', { name: 'Delete' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await removeWebhooks()
})
