// `npm run screenshots`: makes the pictures of the guides (docs/guide/images) from a sandbox with a simulated network, with the Chromium of
// this machine.
//
//   npm run screenshots                    all pictures
//   npm run screenshots -- --only counter  pictures whose name begins with this
//
// The network is the same every time, so pictures change only where pages change. Dates are the exception, because clocks go on.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { bootstrap } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { buildPages } from './pages.mjs'
import { takeInvoice } from './screenshots/invoice.mjs'
import { withPalette } from './screenshots/palette.mjs'

const IMAGES = join(import.meta.dirname, '../docs/guide/images')
const MAX_BYTES = 80_000
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars']
const PATIENCE_MS = 20_000

const PHONE = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2, hasTouch: true }
const TABLET = { viewport: { width: 834, height: 720 }, deviceScaleFactor: 1.5, hasTouch: true }
/** Half the size of a label, which has 812 by 1,218 dots. */
const LABEL = { viewport: { width: 406, height: 609 }, deviceScaleFactor: 1 }
const DESK = { viewport: { width: 1_180, height: 760 }, deviceScaleFactor: 1 }

/** Returns the counter and merchant with the most parcels waiting for the driver. */
const findCounter = async ({ merchants, store_ids }) => {
  const counts = []
  for (const [code, store_id] of Object.entries(store_ids)) {
    for (const merchant of merchants) {
      const { data } = await merchant('GET', `/v2/shipments?status=ready_for_pickup&store_id=${store_id}&limit=50`)
      counts.push({ code, store_id, merchant, waiting: data })
    }
  }
  return counts.sort((a, b) => b.waiting.length - a.waiting.length || (a.code < b.code ? -1 : 1))[0]
}

/** Books the driver for some of the waiting parcels, so that the hand-over page has a driver. */
const bookDriver = async ({ merchant, store_id, waiting }) => {
  const { now } = await merchant('GET', '/v2/test/clock')
  for (const { id, pickup_id } of waiting.slice(0, 3)) {
    if (pickup_id === null)
      await merchant('POST', '/v2/pickups', {
        shipment_id: id,
        store_id,
        date: now.slice(0, 10),
        window_start: '17:00',
        window_end: '18:30',
      })
  }
}

const linkFor = async (call, url, person) => {
  const { url: made } = await call('POST', '/v2/console-links', person)
  const { pathname, hash } = new URL(made)
  return url + pathname + hash
}

const signIn = async (context, link) => {
  const page = await context.newPage()
  await page.goto(link)
  await page.waitForURL(/\/(counter|console)(\/|$)/)
  return page
}

const typeCode = async (page, code) => {
  await page.locator('#scan').waitFor()
  await page.locator('#scan').fill(code)
  await page.keyboard.press('Enter')
}

/** Each of these functions takes its pictures with `shot(page, name)`. */
const counterShots = async ({ world, counter, contextOf, shot }) => {
  const { merchant, store_id } = counter
  const open = async (device) =>
    signIn(
      await contextOf(device),
      await linkFor(merchant, world.url, { name: 'Kim Clerk', email: 'kim@example.com', access: 'counter', store_id }),
    )
  const pick = async (status) => (await merchant('GET', `/v2/shipments?status=${status}&limit=100`)).data.find(({ held }) => !held)
  const [labeled, qr] = [await pick('label_ready'), await pick('created')]
  const { token } = await merchant('GET', `/v2/qr/${qr.qr_id}`)
  const phone = await open(PHONE)
  await typeCode(phone, labeled.barcode)
  await phone.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await shot(phone, 'counter-accept')
  await phone.getByRole('button', { name: 'Refuse', exact: false }).first().click()
  await shot(phone, 'counter-refuse')
  await phone.goto(`${world.url}/counter/`)
  await typeCode(phone, token)
  await phone.locator('#weight').waitFor()
  await shot(phone, 'counter-walk-in')
  await phone.goto(`${world.url}/counter/manifest`)
  await shot(phone, 'counter-manifest')
  await phone.goto(`${world.url}/counter/hand-over`)
  await shot(phone, 'counter-hand-over')
  const tablet = await open(TABLET)
  await typeCode(tablet, labeled.barcode)
  await tablet.getByRole('button', { name: 'Accept', exact: true }).click()
  await tablet.locator('.outcome-box[data-tone="success"]').waitFor()
  await shot(tablet, 'counter-tablet')
  await tablet.goto(`${world.url}/counter/here`)
  await shot(tablet, 'counter-here')
}

/** The pages of an area, by the name of their picture. */
const OPERATOR_PAGES = {
  'console-claims': '/console/claims',
  'console-stores': '/console/network/stores',
  'console-rates': '/console/network/rates',
  'console-partners': '/console/partners',
  'console-audit': '/console/audit',
}
/** Pages as a merchant sees them. The merchant's clock is that of the simulation. */
const PARTNER_PAGES = {
  'console-today': '/console',
  'console-shipments': '/console/shipments?status=in_transit',
  'console-webhooks': '/console/webhooks',
  'console-events': '/console/events',
  'console-sandbox': '/console/sandbox',
}

const consoleShots = async ({ world, counter, contextOf, shot }) => {
  const link = await linkFor(world.operator, world.url, { name: 'Olive Operator', email: 'olive@example.com', access: 'operator' })
  const operator = await signIn(await contextOf(DESK), link)
  const shotOf = async (page, name, path) => {
    await page.goto(world.url + path)
    await page.locator('main h1').waitFor()
    await shot(page, name)
  }
  for (const [name, path] of Object.entries(OPERATOR_PAGES)) await shotOf(operator, name, path)
  const { data } = await counter.merchant('GET', '/v2/shipments?status=delivered&limit=1')
  await shotOf(operator, 'console-shipment', `/console/shipments/${data[0].id}`)
  const [dispute] = (await world.operator('GET', '/v2/ops/disputes?limit=1')).data
  if (dispute) await shotOf(operator, 'console-dispute', `/console/disputes/${dispute.id}`)
  const line = await takeInvoice(world)
  await shotOf(operator, 'console-invoice-line', `/console/invoices/${line.invoice_id}/lines/${line.id}`)
  const person = { name: 'Dana Developer', email: 'dana@example.com', access: 'partner' }
  const partner = await signIn(await contextOf(DESK), await linkFor(counter.merchant, world.url, person))
  for (const [name, path] of Object.entries(PARTNER_PAGES)) await shotOf(partner, name, path)
  const again = await (await contextOf(PHONE)).newPage()
  // This page says that the link has already been used.
  await again.goto(link)
  await shot(again, 'sign-in')
}

const shopperShots = async ({ counter, contextOf, shot }) => {
  const { data } = await counter.merchant('GET', '/v2/shipments?status=created&limit=100')
  const { parcel_url } = data.find(({ held }) => !held)
  if (parcel_url === undefined) return console.log('skipped: this service has no shopper pages')
  const page = await (await contextOf(PHONE)).newPage()
  await page.goto(parcel_url)
  await shot(page, 'parcel-page')
  const { url } = await counter.merchant('POST', '/v2/return-links', {
    order_id: 'FW-204817',
    from: { name: 'Ada Brook', line1: '12 W 23rd St', city: 'New York', state: 'NY', postal_code: '10010', country: 'US' },
    parcel: { weight: 3 },
  })
  await page.goto(url)
  await shot(page, 'return-page')
}

const labelShot = async ({ counter, contextOf, shot }) => {
  const { data } = await counter.merchant('GET', '/v2/shipments?status=label_ready&limit=1')
  const png = await counter.merchant('GET', `/v2/shipments/${data[0].id}/label?format=png`)
  const page = await (await contextOf(LABEL)).newPage()
  await page.setContent(`<body style="margin:0"><img src="data:image/png;base64,${png.toString('base64')}" style="width:100%">`)
  await shot(page, 'label')
}

const takeAll = async (world, browser, only) => {
  const shot = async (page, name) => {
    if (!name.startsWith(only)) return
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready.then(() => {})')
    const png = withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    if (png.length > MAX_BYTES) throw new Error(`${name}.png has ${png.length} bytes; the limit is ${MAX_BYTES}`)
    writeFileSync(join(IMAGES, `${name}.png`), png)
    console.log(`docs/guide/images/${name}.png: ${Math.ceil(png.length / 1000)} kB`)
  }
  const contextOf = async (device) => {
    const context = await browser.newContext({ ...device, colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce' })
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  const counter = await findCounter(world)
  await bookDriver(counter)
  const taking = { world, counter, contextOf, shot }
  await counterShots(taking)
  await consoleShots(taking)
  await shopperShots(taking)
  await labelShot(taking)
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const executablePath = findChromium()
if (executablePath === null) {
  console.error('no Chromium found on this machine; install one, or set BACKHAUL_CHROMIUM')
  process.exit(1)
}
bootstrap()
await buildPages()
// The service is imported only here, because its dependencies have just been built.
const { startService } = await import('./screenshots/service.mjs')
mkdirSync(IMAGES, { recursive: true })
const world = await startService()
try {
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  try {
    await takeAll(world, browser, values.only)
  } finally {
    await browser.close()
  }
} finally {
  await world.close()
}
