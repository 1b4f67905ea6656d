// The counter's camera, which is fed with a picture of a label that the service drew.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCounter, labeledParcel, press, said, scansOf, someStore } from './counter-support.ts'
import { type Bitmap, writeVideo } from './counter-video.ts'
import { withBrowser } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'backhaul-camera-'))
const video = join(folder, 'label.y4m')
// The browser needs this file when it starts. Before the camera opens the file, the test writes the label into it.
writeFileSync(video, '')
const world = withBrowser({
  args: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`],
})
let store: string
beforeAll(async () => {
  store = await someStore(world)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the gray pixels of a picture, decoded by this browser. */
const PIXELS = `async (base64) => {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 960, height: 1280 })
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#888'
  drawing.fillRect(0, 0, 960, 1280)
  drawing.drawImage(picture, 60, 20, 840, 1260)
  const { data } = drawing.getImageData(0, 0, 960, 1280)
  let text = ''
  for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i])
  return { width: 960, height: 1280, gray: btoa(text) }
}`

test('a label in front of the camera is read by the bundled reader, which loads at first use, and accepted', async () => {
  const parcel = await labeledParcel(world)
  const label = await world.service.demo.get(`/v2/shipments/${parcel.id}/label?format=png`)
  const page = await atCounter(world, store)
  const bitmap = await page.evaluate<Bitmap>(`(${PIXELS})(${JSON.stringify(Buffer.from(label.bytes).toString('base64'))})`)
  writeVideo(video, bitmap)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  page.on('worker', (worker) => loaded.push(new URL(worker.url()).pathname))
  expect(await page.evaluate('typeof BarcodeDetector')).toBe('undefined')
  await press(page, 'Camera')
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor({ timeout: 30_000 })
  expect(loaded.some((path) => path.startsWith('/assets/barcode-worker-'))).toBe(true)
  await press(page, 'Accept')
  await said(page, 'success')
  expect(await scansOf(world, parcel)).toEqual(['accept'])
  await press(page, 'Close the camera')
  await page.locator('video').waitFor({ state: 'detached' })
})

test('a blocked camera is reported in plain words', async () => {
  const context = await world.context()
  await context.addInitScript(
    `if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`,
  )
  const page = await atCounter(world, store, context)
  await press(page, 'Camera')
  await page.getByText('This page is not allowed to use the camera.').waitFor()
})
