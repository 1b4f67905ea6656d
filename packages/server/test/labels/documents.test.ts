import { describe, expect, test } from 'vitest'
import { renderQr } from '../../src/kinds/labels/qr-image.ts'
import { renderManifestPdf } from '../../src/kinds/manifests/pdf.ts'
import { renderPodImage } from '../../src/kinds/sandbox/pod-image.ts'
import { drawPdf, readPdf, readSymbols } from './decode.ts'
import { MANIFEST, parcel } from './manifest-facts.ts'
import { readPng } from './png.ts'

const QR_TEXTS = [
  'bhqr_01J9Z3KQ9M2X8W4V6T1R5P0NHJ',
  '7Z3KQ9M2X8W4V6T1R5P0NHJGFD8',
  '^XZ\\~JA "quoted" <svg/onload=1>',
  'Grüße 山田 🙂',
  'x'.repeat(1000),
]

describe('QR images', () => {
  test.each(QR_TEXTS)('a PNG decodes to its text: %s', async (text) => {
    expect(await readSymbols(await renderQr(text, 'png'))).toEqual({ code128: [], qr: [text] })
  })

  test.each(QR_TEXTS)('an SVG decodes to its text: %s', async (text) => {
    const svg = new TextDecoder().decode(await renderQr(text, 'svg'))
    expect(svg).not.toContain(text)
    const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
    const data = new Uint8ClampedArray((side * 8) ** 2 * 4).fill(255)
    for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
      for (let row = Number(y) * 8; row < Number(y) * 8 + 8; row++) {
        for (let column = Number(x) * 8; column < (Number(x) + Number(length)) * 8; column++)
          data.set([0, 0, 0], (row * side * 8 + column) * 4)
      }
    }
    expect(await readSymbols({ width: side * 8, height: side * 8, data, colorSpace: 'srgb' })).toEqual({ code128: [], qr: [text] })
  })

  test('an empty text throws an error', () => {
    expect(() => renderQr('', 'png')).toThrow('1 to 1000 bytes')
  })
})

describe('printable manifests', () => {
  test('list every parcel once, in order, on numbered Letter pages, then the totals', async () => {
    const pages = await readPdf(await renderManifestPdf(MANIFEST))
    expect(pages.map(({ width, height }) => `${width}x${height}`)).toEqual(['612x792', '612x792', '612x792'])
    const text = pages.map((page) => page.text).join('\n')
    for (const { barcode } of MANIFEST.parcels) expect(text.split(barcode)).toHaveLength(2)
    const found = [...text.matchAll(/7Z3KQ9M2X8W4V6T1R5P0NH\d{5}/g)].map(([tracking]) => tracking)
    expect(found).toEqual(MANIFEST.parcels.map(({ tracking }) => tracking))
    for (const [i, page] of pages.entries()) expect(page.text).toContain(`Page ${i + 1} of 3`)
    expect(text).toContain('90 packages')
    expect(text).toContain('Corner Parcel & Post (AUS-014)')
    expect(text).toContain('closed 2026-11-21 01:10 UTC')
  })

  test('carry the manifest id as a QR symbol on each page', async () => {
    for (const page of await drawPdf(await renderManifestPdf(MANIFEST), 150)) {
      expect((await readSymbols(page)).qr).toEqual([MANIFEST.manifest_id])
    }
  })

  test('hold thousands of parcels', async () => {
    const parcels = Array.from({ length: 3000 }, (_, i) => parcel(i))
    const pages = await readPdf(await renderManifestPdf({ ...MANIFEST, package_count: 3000, parcels }))
    expect(pages.length).toBe(70)
    expect(pages.at(-1)?.text).toContain('3000 packages')
    expect(
      pages
        .map((page) => page.text)
        .join(' ')
        .match(/7Z3KQ9M2X8W4V6T1R5P0NH\d{5}/g),
    ).toHaveLength(3000)
  })

  test('never split the totals across two pages', async () => {
    for (let count = 34; count <= 46; count++) {
      const parcels = Array.from({ length: count }, (_, i) => parcel(i))
      const pages = await readPdf(await renderManifestPdf({ ...MANIFEST, package_count: count, parcels }))
      expect(pages.at(-1)?.text).toContain('Received by')
      expect(
        pages
          .map((page) => page.text)
          .join(' ')
          .match(/7Z3KQ9M2X8W4V6T1R5P0NH\d{5}/g),
      ).toHaveLength(count)
    }
  })

  test('have the same bytes for the same facts, also when open or empty', async () => {
    const open = { ...MANIFEST, status: 'open' as const, closed_at: null, package_count: 0, parcels: [] }
    for (const facts of [MANIFEST, open]) {
      const [first, second] = [await renderManifestPdf(facts), await renderManifestPdf(facts)]
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    }
    expect((await readPdf(await renderManifestPdf(open)))[0]?.text).toContain('0 packages')
  })

  test('cut text that is too long for its column', async () => {
    const hostile = { ...parcel(1), order_id: `${'W'.repeat(200)}\n\u202e` }
    const [page] = await readPdf(await renderManifestPdf({ ...MANIFEST, package_count: 1, parcels: [hostile] }))
    expect(page?.text).toMatch(/W{5,20}…/)
  })
})

describe('the sandbox proof of delivery', () => {
  const FACTS = {
    tracking: '7Z3KQ9M2X8W4V6T1R5P0NHJGFD8',
    delivered_at: new Date('2026-11-21T01:10:00Z'),
    signed_by: 'María Gómez',
    city: 'Austin',
  }
  /** Counts the dark pixels at the place of the signature. */
  const ink = (picture: ReturnType<typeof readPng>) => {
    let dark = 0
    for (let y = 240; y < 316; y++) for (let x = 250; x < 620; x++) if ((picture.pixels[y * picture.width + x] ?? 255) < 128) dark++
    return dark
  }

  test('is a small picture with the same bytes for the same facts', async () => {
    const bytes = await renderPodImage(FACTS)
    expect(readPng(bytes)).toMatchObject({ width: 640, height: 400 })
    expect(bytes.length).toBeLessThan(20_000)
    expect(Buffer.from(await renderPodImage(FACTS)).equals(Buffer.from(bytes))).toBe(true)
  })

  test('shows a signature only if the delivery was signed for', async () => {
    expect(ink(readPng(await renderPodImage(FACTS)))).toBeGreaterThan(100)
    expect(ink(readPng(await renderPodImage({ ...FACTS, signed_by: null })))).toBe(0)
  })

  test('accepts any name and city', async () => {
    for (const text of ['W'.repeat(200), '\u0000\u202e', '🙂'.repeat(60), '東京都', 'שלום 12']) {
      expect(readPng(await renderPodImage({ ...FACTS, signed_by: text, city: text })).width).toBe(640)
    }
  })
})
