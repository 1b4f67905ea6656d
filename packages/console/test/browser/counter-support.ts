// Helpers for the tests of the counter: parcels of the demo partner, a scanner, and reading the page's messages.
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { QR_RETURN, RETURN } from '../../../server/test/support/client.ts'
import type { World } from './support.ts'

export type Tone = 'success' | 'refused' | 'already' | 'kept'

export interface TestParcel {
  id: string
  tracking: string
  barcode: string
  qr_id: string | null
}

/** Returns the first counter of the sandbox's network. */
export const someStore = async ({ service }: World): Promise<string> => {
  const { json } = await service.demo.get('/v2/drop-off-locations?lat=40.75&lon=-73.99')
  return json.data[0].store_id
}

export const labeledParcel = async ({ service }: World, body: object = {}): Promise<TestParcel> => {
  const { status, json } = await service.demo.post('/v2/shipments', { ...RETURN, ...body })
  expect(status).toBe(201)
  return json
}

/** A parcel whose sender shows a QR code, with the token in that code. */
export const qrParcel = async (world: World): Promise<TestParcel & { token: string }> => {
  const { json } = await world.service.demo.post('/v2/shipments', QR_RETURN)
  const text = 'select token from qrs where id = $1'
  const row = await world.service.running.service.db.one<{ token: string }>('test_qr_token', text, [json.qr_id])
  return { ...json, token: row?.token }
}

/** Returns the kinds of scans that the service has for a parcel, in alphabetical order. Late scans are marked as late. */
export const scansOf = async ({ service }: World, { id }: TestParcel): Promise<string[]> => {
  const { json } = await service.demo.get(`/v2/shipments/${id}/scans`)
  return json.data.map(({ kind, applied }: { kind: string; applied: boolean }) => (applied ? kind : `${kind}, late`)).sort()
}

export const statusOf = async ({ service }: World, { id }: TestParcel): Promise<string> =>
  (await service.demo.get(`/v2/shipments/${id}`)).json.status

/** Opens the counter page for a user who has just signed in. */
export const atCounter = async (world: World, store_id: string, context?: BrowserContext): Promise<Page> => {
  const page = await world.signIn('counter', { store_id, ...(context && { context }) })
  await page.locator('#scan').waitFor()
  return page
}

/** Milliseconds between two characters of a scanner. */
const KEY_MS = 2

/**
 * Types like a wedge scanner, wherever the focus is, and then presses Enter. Some scanners send two Enters. The key events carry times of
 * their own, because a busy machine would deliver the keys as slowly as a person types them.
 */
export const scan = async (page: Page, code: string, enters = 1): Promise<void> => {
  const line = await page.context().newCDPSession(page)
  let at_ms = Date.now()
  const press = (key: string, text: string) => {
    at_ms += KEY_MS
    const timestamp = at_ms / 1_000
    return [
      line.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        timestamp,
        key,
        text,
        unmodifiedText: text,
        ...(text === '\r' && { windowsVirtualKeyCode: 13 }),
      }),
      line.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key }),
    ]
  }
  await Promise.all(
    [...code].flatMap((character) => press(character, character)).concat(Array.from({ length: enters }, () => press('Enter', '\r')).flat()),
  )
  await line.detach()
  // Within this time, a second Enter counts as part of the scan (shared/wedge.ts). Wait until the time has passed: no person presses a key
  // sooner.
  await page.waitForTimeout(200)
}

/** Waits until the page shows a message of this tone, and returns its text. */
export const said = async (page: Page, tone: Tone): Promise<string> => {
  const box = page.locator(`.outcome-box[data-tone="${tone}"]`)
  await box.waitFor()
  return box.innerText()
}

export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

/** Replaces the page's printing with a function that counts the prints. Call it before the page is opened. */
export const countPrints = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(`{
    const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow').get
    globalThis.printed = []
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get() { return { print: () => globalThis.printed.push(this.src), real: real.call(this) } },
    })
  }`)
}
