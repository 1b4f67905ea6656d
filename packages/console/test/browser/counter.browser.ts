// A counter's clerk with a wedge scanner: accepting, walk-ins, refusals, and codes that belong to no parcel.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atCounter, countPrints, labeledParcel, press, qrParcel, said, scan, scansOf, someStore, statusOf } from './counter-support.ts'
import { withBrowser } from './support.ts'

const world = withBrowser()
let store: string
beforeAll(async () => {
  store = await someStore(world)
})

test('a parcel is scanned and accepted with two actions, and the next parcel can be scanned immediately', async () => {
  const [first, second] = [await labeledParcel(world), await labeledParcel(world)]
  const page = await atCounter(world, store)
  await scan(page, first.barcode)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await said(page, 'success')).toContain('Accepted')
  expect([await statusOf(world, first), await scansOf(world, first)]).toEqual(['ready_for_pickup', ['accept']])
  expect(await page.evaluate('document.activeElement.id')).toBe('scan')
  await scan(page, second.tracking)
  await press(page, 'Accept')
  expect(await said(page, 'success')).toContain(second.tracking)
  const { json } = await world.service.demo.get(`/v2/shipments/${first.id}/scans`)
  const { scanner_name, store_id, device_time } = json.data[0]
  expect([scanner_name, store_id, typeof device_time]).toEqual(['Cora Counter', store, 'string'])
})

test('a parcel scanned again is "already done" in words and shape, and has no accept button', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store)
  await scan(page, parcel.barcode)
  await press(page, 'Accept')
  await said(page, 'success')
  await scan(page, parcel.barcode)
  expect(await said(page, 'already')).toContain('Already done')
  expect(await page.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0)
  expect(await scansOf(world, parcel)).toEqual(['accept'])
})

test('two quick scans of one parcel open it once, and the second Enter of the scanner confirms nothing', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store)
  // The second scan comes before the response to the first and ends with two Enters.
  await scan(page, parcel.barcode)
  await scan(page, parcel.barcode, 2)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  expect(await page.locator('.parcel').count()).toBe(1)
  expect(await statusOf(world, parcel)).toBe('label_ready')
})

test('the second of two clerks who accept one parcel is told that it is already done', async () => {
  const parcel = await labeledParcel(world)
  const [one, two] = [await atCounter(world, store), await atCounter(world, store)]
  for (const page of [one, two]) await scan(page, parcel.barcode)
  await press(one, 'Accept')
  await said(one, 'success')
  await press(two, 'Accept')
  expect(await said(two, 'already')).toContain('Already done')
  expect(await scansOf(world, parcel)).toEqual(['accept', 'accept, late'])
})

test('a walk-in takes three actions (scan, weight, Enter), and then its label prints', async () => {
  const parcel = await qrParcel(world)
  const context = await world.context()
  await countPrints(context)
  const page = await atCounter(world, store, context)
  await scan(page, parcel.token)
  await page.locator('#weight:focus').waitFor()
  await page.keyboard.type('3.5')
  await page.keyboard.press('Enter')
  expect(await said(page, 'success')).toContain('Taken in')
  await page.getByText('The label was sent to the printer.').waitFor()
  expect(await page.evaluate('printed.length')).toBe(1)
  expect(await statusOf(world, parcel)).toBe('in_possession')
  const { json } = await world.service.demo.get(`/v2/shipments/${parcel.id}/adjustments`)
  expect(json.data).toHaveLength(1)
})

test('labels go as ZPL to a label printer chosen on USB', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  await context.addInitScript(`{
    globalThis.sent = []
    const out = { endpointNumber: 1, direction: 'out', type: 'bulk' }
    const device = {
      productName: 'Zebra <b>ZD</b>', configuration: { interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints: [out] } }] },
      open: async () => {}, close: async () => {}, selectConfiguration: async () => {}, claimInterface: async () => {}, releaseInterface: async () => {},
      transferOut: async (_, bytes) => { sent.push(new TextDecoder().decode(bytes)); return { status: 'ok' } },
    }
    let picked = []
    Object.defineProperty(navigator, 'usb', { value: { getDevices: async () => picked, requestDevice: async () => (picked = [device])[0] } })
  }`)
  const page = await atCounter(world, store, context)
  await page.getByRole('link', { name: 'Waiting' }).click()
  await press(page, 'Choose a USB label printer')
  await page.getByText('Labels print on Zebra <b>ZD</b>, over USB.').waitFor()
  await page.getByRole('link', { name: 'Scan' }).click()
  await scan(page, parcel.barcode)
  await press(page, 'Accept')
  await said(page, 'success')
  // The counter offers no label for a parcel that it has not accepted yet.
  await scan(page, parcel.barcode)
  await press(page, 'Print label')
  await page.getByText('The label was sent to the label printer.').waitFor()
  expect(await page.evaluate<string[]>('sent')).toEqual([expect.stringMatching(/^\^XA.*\^XZ\s*$/s)])
})

test('an invalid weight is reported at its field, and nothing is sent', async () => {
  const parcel = await qrParcel(world)
  const page = await atCounter(world, store)
  await scan(page, parcel.token)
  await page.locator('#weight').fill('about two')
  await press(page, 'Take in and print')
  await page.getByText('Type the weight as a number, such as 2.5.').waitFor()
  expect(await statusOf(world, parcel)).toBe('created')
})

test('a parcel is refused with a reason, a note in any script and a photo', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store)
  await scan(page, parcel.barcode)
  await press(page, 'Refuse')
  await page.getByLabel('Prohibited goods').check()
  const note = '<b>نص</b> 🧨'
  await page.getByLabel('Note for the shop').fill(note)
  const picture = Buffer.from(await page.evaluate<string>(PICTURE), 'base64')
  await page.getByLabel('Photo').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture })
  await page.locator('img.preview').waitFor()
  await press(page, 'Refuse the parcel')
  expect(await said(page, 'success')).toContain('Refused')
  const { json } = await world.service.demo.get(`/v2/shipments/${parcel.id}`)
  expect([json.status, json.reject_reason, json.reject_reason_note]).toEqual(['rejected', 'prohibited', note])
  const scans = (await world.service.demo.get(`/v2/shipments/${parcel.id}/scans`)).json.data
  const photo = await world.service.demo.get(`/v2/documents/${scans[0].details.photo_document_id}`)
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // At most 1,600 pixels on its longest side.
  expect(photo.bytes.length).toBeLessThan(1_000_000)
})

/** A photo of 4,000 by 3,000 pixels. */
const PICTURE = `(async () => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 4000, height: 3000 })
  const drawing = canvas.getContext('2d')
  for (let i = 0; i < 500; i++) {
    drawing.fillStyle = 'hsl(' + (i * 37) % 360 + ' 80% 50%)'
    drawing.fillRect((i * 389) % 4000, (i * 211) % 3000, 300, 200)
  }
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(text)
})()`

test('a photo of 40 MB is reduced on the device; a file that is no image is refused in plain words', async () => {
  const parcel = await labeledParcel(world)
  const page = await atCounter(world, store)
  await scan(page, parcel.barcode)
  await press(page, 'Refuse')
  const photo = page.getByLabel('Photo')
  await photo.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.getByText('This file is not a picture that this device can read.').waitFor()
  const picture = Buffer.from(await page.evaluate<string>(PICTURE), 'base64')
  // Bytes after the last chunk of a PNG are ignored, so the file is a valid picture of 40 MB.
  const large = join(world.folder(), 'large.png')
  writeFileSync(large, Buffer.concat([picture, Buffer.alloc(40 * 2 ** 20 - picture.length)]))
  await photo.setInputFiles(large)
  await page.locator('img.preview').waitFor()
  await press(page, 'Refuse the parcel')
  await said(page, 'success')
  expect(await statusOf(world, parcel)).toBe('rejected')
})

test('each kind of wrong code has its own message with what to do', async () => {
  const { barcode, tracking } = await labeledParcel(world)
  const stranger = await world.service.partner()
  const { json: foreign } = await stranger.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label', to: ADDRESS })
  const wrong = (text: string): string => (text.at(-1) === '0' ? `${text.slice(0, -1)}1` : `${text.slice(0, -1)}0`)
  const codes = [
    ['half read', barcode.slice(0, 19), 'Only part of the code was read'],
    ['half a tracking number', tracking.slice(0, 19), 'Only part of the code was read'],
    ['misread', wrong(barcode), 'The code was misread'],
    ['two at once', barcode + barcode, 'Two codes were read as one'],
    ['goods', '4006381333931', 'This is the bar code of a product'],
    ['another network', '1Z999AA10123456784', 'This is a number of UPS'],
    ['a link', 'https://example.com/win', 'This QR is a web address'],
    ['something else', 'WIFI:S:shop;T:WPA;P:secret;;', 'This is not one of our codes'],
    ['unknown', '00000000000000000017', 'No parcel has this code'],
    ['another partner’s', foreign.tracking, 'No parcel has this code'],
  ] as const
  const page = await atCounter(world, store)
  for (const [what, code, title] of codes) {
    await page.locator('#scan').fill(code)
    await page.keyboard.press('Enter')
    await page.locator('.outcome-box[data-tone="refused"]', { hasText: title }).waitFor()
    expect([what, await page.locator('.parcel').count()]).toEqual([what, 0])
  }
  await page.locator('#scan').fill(' ')
  await page.keyboard.press('Enter')
  expect(await said(page, 'refused')).toContain('Nothing was read')
})

const ADDRESS = { name: 'Ada', line1: '1 Main St', city: 'Columbus', state: 'OH', postal_code: '43004', country: 'US' }

test('a scan while another field has the focus counts as a scan and leaves the field unchanged', async () => {
  const [first, second] = [await labeledParcel(world), await labeledParcel(world)]
  const page = await atCounter(world, store)
  await scan(page, first.barcode)
  await press(page, 'Refuse')
  await page.getByLabel('Note for the shop').fill('torn at one side')
  await scan(page, second.barcode)
  await page.locator('#parcel-title', { hasText: second.tracking.slice(-6) }).waitFor()
  await page.locator('.outcome-box', { hasText: 'The previous parcel was not confirmed' }).waitFor()
  expect([await statusOf(world, first), await statusOf(world, second)]).toEqual(['label_ready', 'label_ready'])
})

test('names from outside are shown as text: markup, right-to-left text, emoji', async () => {
  const name = '<img src=x onerror=alert(1)> متجر 🏪'
  const operator = await world.service.operator()
  const body = {
    code: 'ODD-1',
    name,
    line1: '1 Main St',
    city: 'New York',
    postal_code: '10001',
    country: 'US',
    lat: 40.7,
    lon: -74,
    timezone: 'America/New_York',
  }
  const { status, json } = await operator.post('/v2/ops/stores', body)
  expect(status).toBe(201)
  const page = await world.signIn('counter', { store_id: json.id ?? json.store_id, name: '<b>Ω</b> عميل 🙂' })
  await page.locator('header h1', { hasText: name }).waitFor()
  expect(await page.locator('header .person').textContent()).toBe('<b>Ω</b> عميل 🙂')
  expect(await page.locator('header img, header b').count()).toBe(0)
})

test('a user with other access learns what the page is for; a signed-out user learns how to sign in', async () => {
  const page = await world.signIn('partner-viewer')
  await page.goto(`${world.url}/counter/`)
  await page.getByText('You are signed in with the access “partner-viewer”').waitFor()
  expect(await page.locator('#scan').count()).toBe(0)
  const nobody = await world.open('/counter/')
  await nobody.getByText('Nobody is signed in on this device').waitFor()
})

test('a session revoked during work is reported; confirmed scans are kept and sent after the next sign-in', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  const page = await atCounter(world, store, context)
  await scan(page, parcel.barcode)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await page.evaluate(`fetch('/v2/console-sessions/current', { method: 'DELETE', headers: { 'x-backhaul-console': '1' } })`)
  await press(page, 'Accept')
  await page.getByText('Your session has ended.').waitFor()
  expect(await said(page, 'kept')).toContain('Kept on this device')
  expect(await statusOf(world, parcel)).toBe('label_ready')
  await world.signIn('counter', { store_id: store, context })
  await page.bringToFront()
  await page.locator('.outcome-box[data-tone="success"]').waitFor({ timeout: 30_000 })
  expect(await scansOf(world, parcel)).toEqual(['accept'])
  await page.getByText('Your session has ended.').waitFor({ state: 'hidden' })
})

test('scans that wait after a sign-out belong to that person and are sent at the person’s next sign-in', async () => {
  const parcel = await labeledParcel(world)
  const context = await world.context()
  const [ada, ben] = [
    { name: 'Ada First', email: 'ada@example.com' },
    { name: 'Ben Next', email: 'ben@example.com' },
  ]
  const page = await world.signIn('counter', { store_id: store, context, ...ada })
  await page.locator('#scan').waitFor()
  await scan(page, parcel.barcode)
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  // The scan must stay on the device. The sign-out request must still reach the service.
  await page.route('**/v2/scan-events/*', (route) => route.abort())
  await press(page, 'Accept')
  expect(await said(page, 'kept')).toContain('Kept on this device')
  await press(page, 'Sign out')
  await page.getByText('Nobody is signed in on this device').waitFor()
  await page.getByText('1 scan waits on this device for Ada First, and is sent when Ada First signs in here.').waitFor()
  await page.unroute('**/v2/scan-events/*')

  const next = await world.signIn('counter', { store_id: store, context, ...ben })
  await next.getByRole('link', { name: /^Waiting/ }).click()
  await next.getByText('Ada First, waiting for a sign-in').waitFor()
  expect(await scansOf(world, parcel)).toEqual([])

  await press(next, 'Sign out')
  await next.getByText('Nobody is signed in on this device').waitFor()
  await world.signIn('counter', { store_id: store, context, ...ada })
  await expect.poll(() => scansOf(world, parcel), { timeout: 30_000 }).toEqual(['accept'])
  const { json } = await world.service.demo.get(`/v2/shipments/${parcel.id}/scans`)
  expect(json.data[0].scanner_name).toBe('Ada First')
})
