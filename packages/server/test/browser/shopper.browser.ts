// The shopper pages in a Chromium that runs no script and can reach only the service. Every shopper task is done by mouse and by keyboard
// alone. axe is a script, so it checks the same pages in a separate context. Checks that must hold for every page run when the browser
// closes: no request to another host, no message in the console.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectReadable } from '../../../console/test/browser/reading.ts'
import { PNG_LOGO } from '../shopper/files.ts'
import { ADDRESS, QR_RETURN, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'
const HOUSE = { name: 'Ada Lovelace', line1: '230 W 23rd St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }
const EVIL = '<img src=x onerror=alert(1)> "\'><script>alert(2)</script> \u202eשלום\u202c 🎁'

let service: TestService
let partner: TestClient & { partnerId: string }
let profile: string
let browser: Browser
const foreign: string[] = []
const complaints: string[] = []

const watch = (context: BrowserContext): BrowserContext => {
  context.setDefaultTimeout(30_000)
  context.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  context.on('console', (message) => {
    // If the page has an error status, such as 404, the console logs it. This message is expected.
    if ((message.type() === 'error' || message.type() === 'warning') && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  return context
}

const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  watch(await browser.newContext({ javaScriptEnabled: false, locale: 'en-US', viewport: { width: 360, height: 740 }, ...options }))

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner({ name: 'Acme Outfitters' })
  profile = mkdtempSync(join(tmpdir(), 'backhaul-shopper-'))
  browser = await chromium.launch({ executablePath: process.env.BACKHAUL_CHROMIUM as string, args: [...FLAGS, ALONE] })
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  rmSync(profile, { recursive: true, force: true })
})

const newParcel = async (body: object = {}) =>
  (await partner.post('/v2/shipments', { ...QR_RETURN, from: HOUSE, to: ADDRESS, ...body })).json
const newLink = async (body: object = {}) =>
  (await partner.post('/v2/return-links', { from: HOUSE, to: ADDRESS, order_id: 'A-1', ...body })).json

const within = async <T>(options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T> => {
  const context = await newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

const faultsOn = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate(() => (globalThis as unknown as { axe: { run: () => Promise<unknown> } }).axe.run())) as {
    violations: Violation[]
  }
  const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(isWide ? ['wider than the screen'] : []),
  ]
}

/** Waits until the new page shows this heading. */
const heads = (page: Page, text: string): Promise<void> => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()

/** Presses Tab until this element has the focus, as a user without a mouse does. */
const tabTo = async (page: Page, selector: string): Promise<void> => {
  for (let i = 0; i < 60; i++) {
    if (
      await page
        .locator(selector)
        .evaluate((one) => one.matches(':focus'))
        .catch(() => false)
    )
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${selector} is not reached by the keyboard`)
}

test('a shopper starts a return, gets its code, and sees where the parcel is', () =>
  within({}, async (page) => {
    const link = await newLink({ asks_contents: true })
    await page.goto(link.url)
    await heads(page, 'Start your return')
    expect(await page.getByLabel('Street and number').inputValue()).toBe('230 W 23rd St')
    await page.getByLabel('Contents').fill('two shirts')
    await page.getByLabel('Show a code at a counter').check()
    await page.getByRole('button', { name: 'Create my return' }).click()
    await page.waitForURL(/\/p\//)
    await heads(page, 'Take your parcel to a counter and show this code')
    await page.getByRole('img', { name: 'QR code to show at the counter' }).waitFor()
    await page.getByRole('img', { name: /^Map of these counters/ }).waitFor()
    const { json } = await partner.get(`/v2/return-links/${link.id}`)
    await partner.post('/v2/scan-events/walk-in', { shipment_id: json.shipment_ids[0], reweigh: { weight: 2 } })
    await page.reload()
    await heads(page, 'We have your parcel')
    await page.goto(link.url)
    await page.getByRole('link', { name: 'See parcel 1' }).click()
    await heads(page, 'We have your parcel')
  }))

test('a used-up link for several returns says so and shows no parcel', () =>
  // Scripts are enabled, because axe is a script.
  within({ javaScriptEnabled: true }, async (page) => {
    const link = await newLink({ max_shipments: 2 })
    for (let i = 0; i < 2; i++) {
      await page.goto(link.url)
      await heads(page, 'Start your return')
      await page.getByLabel('Show a code at a counter').check()
      await page.getByRole('button', { name: 'Create my return' }).click()
      await page.waitForURL(/\/p\//)
    }
    await page.goto(link.url)
    await heads(page, 'This link has been used up')
    await page.getByText('All returns that this link allows have been created.').waitFor()
    expect(await page.locator('a[href*="/p/"]').count()).toBe(0)
    expect(await faultsOn(page)).toEqual([])
  }))

test('entries are kept when something is missing, and the error is shown at the field', () =>
  within({}, async (page) => {
    await page.goto((await newLink({ asks_contents: true })).url)
    await page.getByLabel('Name', { exact: false }).first().fill(EVIL)
    await page.getByLabel('City').fill('')
    await page.getByLabel('Print a label').check()
    await page.getByRole('button', { name: 'Create my return' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('City: Please fill this in.')
    const borders = await page.evaluate<string[]>(
      `[...document.querySelectorAll('[aria-invalid=true]')].map((one) => one.id + ' ' + getComputedStyle(one).borderTopColor)`,
    )
    const red = await page.evaluate<string>(`(() => {
      const one = document.createElement('i')
      one.style.color = 'var(--bad)'
      document.body.append(one)
      const { color } = getComputedStyle(one)
      one.remove()
      return color
    })()`)
    expect(borders).toEqual([`city ${red}`, `contents ${red}`])
    expect(await page.locator('#name').inputValue()).toBe(EVIL)
    expect(await page.getByLabel('Print a label').isChecked()).toBe(true)
    await page.getByRole('link', { name: 'City: Please fill this in.' }).click()
    await page.locator('#city').fill('New York')
    await page.locator('#contents').fill(EVIL)
    await page.getByRole('button', { name: 'Create my return' }).click()
    await page.waitForURL(/\/p\//)
    const [file] = await Promise.all([
      page.context().request.get(`${page.url().split('?')[0]}/label`),
      page.getByRole('link', { name: 'Open the label to print (PDF)' }).waitFor(),
    ])
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }))

test('the form is filled in and sent by keyboard alone', () =>
  within({ viewport: { width: 768, height: 900 } }, async (page) => {
    await page.goto((await newLink()).url)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to content')
    await tabTo(page, '#city')
    await page.keyboard.type(' City')
    await tabTo(page, '#way-qr_code')
    await page.keyboard.press('Space')
    await tabTo(page, 'form[method=post] button')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\//)
    await tabTo(page, '#postal_code_search')
    await page.keyboard.type('11201')
    await page.keyboard.press('Enter')
    await page.waitForURL(/postal_code=11201/)
    await page.locator('.counters', { hasText: 'Brooklyn' }).waitFor()
    await tabTo(page, 'nav a[lang=fr]')
    await page.keyboard.press('Enter')
    await page.waitForURL(/lang=fr/)
    await page.locator('h2#counters', { hasText: 'Comptoirs près de chez vous' }).waitFor()
  }))

test.each([
  ['es-MX', 'Lleve el paquete a un mostrador y muestre este código', '4 de marzo de 2031'],
  ['fr-CA', 'Apportez votre colis à un comptoir et montrez ce code', '4 mars 2031'],
  ['de-DE', 'Take your parcel to a counter and show this code', 'March 4, 2031'],
])('a browser set to %s gets a supported language and its date format', async (locale, heading, day) => {
  const { parcel_url } = await newParcel({ expires_at: '2031-03-04T17:00:00Z' })
  await within({ locale }, async (page) => {
    await page.goto(parcel_url)
    await heads(page, heading)
    await page.locator('.deadline', { hasText: day }).waitFor()
    const other = locale === 'es-MX' ? 'fr' : 'es'
    await page.locator(`nav a[lang=${other}]`).click()
    await page.locator(`html[lang=${other}]`).waitFor()
  })
})

test('names with markup, right-to-left text and emoji are shown as text on both pages, as is the shop’s name', async () => {
  const evil = await service.partner({ name: EVIL })
  const shipment = await evil.post('/v2/shipments', {
    ...QR_RETURN,
    from: { ...HOUSE, name: `${EVIL.slice(0, 40)}`, city: EVIL },
    to: ADDRESS,
  })
  const link = await evil.post('/v2/return-links', { from: { ...HOUSE, name: EVIL }, to: ADDRESS, order_id: EVIL, rma: EVIL })
  // Scripts are enabled, so that an injected script would run.
  await within({ javaScriptEnabled: true }, async (page) => {
    page.on('dialog', () => complaints.push('a script ran'))
    for (const url of [shipment.json.parcel_url, link.json.url]) {
      await page.goto(url)
      expect(await page.locator('.brand').textContent()).toBe(EVIL)
      expect(await page.locator('script, main img').count()).toBe(0)
    }
  })
})

test('the logo and the color of the shop are shown', async () => {
  const shop = await service.partner({ name: 'Logo Shop' })
  await shop.patch(`/v2/partners/${shop.partnerId}/brand`, { color: '#7a1fa2', logo: PNG_LOGO.toString('base64') })
  const { json } = await shop.post('/v2/shipments', { ...RETURN, from: HOUSE, to: ADDRESS })
  await within({}, async (page) => {
    await page.goto(json.parcel_url)
    const logo = page.getByRole('img', { name: 'Logo Shop' })
    expect(await logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBe(32)
    expect(await page.evaluate("getComputedStyle(document.querySelector('a.button')).backgroundColor")).toBe('rgb(122, 31, 162)')
  })
})

test('another site cannot show these pages in a frame or submit their form', () =>
  within({ javaScriptEnabled: true }, async (page) => {
    const link = await newLink()
    const fields = Object.entries({ ...HOUSE, number: '0', fulfillment: 'qr_code' }).map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    )
    const other = `http://localhost.localdomain:1/`
    await page.route(other, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${link.url}"></iframe><form method="post" action="${link.url}">${fields.join('')}<button>Go</button></form>`,
      }),
    )
    await page.goto(other)
    foreign.splice(foreign.indexOf(other), 1)
    await page.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL(link.url)
    await heads(page, 'This form was not sent from our page')
    expect((await partner.get(`/v2/return-links/${link.id}`)).json.shipment_ids).toEqual([])
    // The console reports that the frame was refused.
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/frame/i.test(text)))
  }))

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Returns pages that have different parts. */
const pagesOf = async (): Promise<Record<string, string>> => {
  const labeled = await newParcel(RETURN)
  const refused = await newParcel()
  await partner.post('/v2/scan-events/reject', { shipment_id: refused.id, reject_reason: 'oversize' })
  const used = await newLink()
  const form = { ...HOUSE, number: '0', fulfillment: 'qr_code' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(used.url, { method: 'POST', headers, body: new URLSearchParams(form).toString(), redirect: 'manual' })
  return {
    code: (await newParcel()).parcel_url,
    label: labeled.parcel_url,
    refused: refused.parcel_url,
    form: (await newLink({ asks_contents: true, max_shipments: 2, declared_value: 4599 })).url,
    used: used.url,
    nothing: `${service.url}/p/nothing`,
  }
}

/** Returns pages that have the same parts as those of `pagesOf`, but other texts. */
const otherPagesOf = async (): Promise<string[]> => {
  const canceled = await newParcel()
  expect((await partner.post(`/v2/shipments/${canceled.id}/cancel`)).status).toBe(200)
  const withdrawn = await newLink()
  expect((await partner.delete(`/v2/return-links/${withdrawn.id}`)).status).toBeLessThan(300)
  const delivered = await newParcel()
  for (let status = ''; status !== 'delivered'; ) {
    const { json } = await partner.post(`/v2/test/shipments/${delivered.id}/advance`)
    expect(json.status).toBeTypeOf('string')
    status = json.status
  }
  return [canceled.parcel_url, withdrawn.url, delivered.parcel_url]
}

test('no page shows an id, an amount without currency or a second date format', async () => {
  const pages = await pagesOf()
  await within({ javaScriptEnabled: true }, async (page) => {
    for (const url of [...Object.values(pages), ...(await otherPagesOf())]) {
      await page.goto(url)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectReadable(page)
    }
    await page.goto(pages.form as string)
    await page.locator('#city').fill('')
    await page.getByRole('button', { name: 'Create my return' }).click()
    await page.getByRole('alert').waitFor()
    await expectReadable(page)
  })
})

describe('axe finds no fault', () => {
  test.each(['light', 'dark'] as const)('on any page, at 360, 768 and 1440 pixels, in %s', async (colorScheme) => {
    const pages = await pagesOf()
    const found: Record<string, string[]> = {}
    for (const width of [360, 768, 1440]) {
      await within({ javaScriptEnabled: true, bypassCSP: true, colorScheme, viewport: { width, height: 900 } }, async (page) => {
        for (const [name, url] of Object.entries(pages)) {
          await page.goto(url)
          const faults = await faultsOn(page)
          if (faults.length > 0) found[`${name} ${width}`] = faults
        }
        await page.goto(pages.form as string)
        await page.locator('#city').fill('')
        await page.getByRole('button', { name: 'Create my return' }).click()
        await page.getByRole('alert').waitFor()
        const faults = await faultsOn(page)
        if (faults.length > 0) found[`faults ${width}`] = faults
      })
    }
    expect(found).toEqual({})
  })
})

test('no page loads a script, and controls are large enough for a thumb', async () => {
  const { parcel_url } = await newParcel(RETURN)
  await within({ javaScriptEnabled: true }, async (page) => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.resourceType()))
    for (const url of [parcel_url, (await newLink()).url]) {
      await page.goto(url)
      const sizes = await page
        .locator('button, .button, nav a, select, main input:not([type=hidden]):not([type=radio])')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
    }
    expect(new Set(loaded)).toEqual(new Set(['document']))
  })
})

test('the pages cause no requests to other hosts and no browser errors', () => {
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})
