import { describe, expect, test, vi } from 'vitest'
import type { LabelFormat } from '../../src/domain/shipment.ts'
import { LABEL_CONTENT_TYPES } from '../../src/labels/formats.ts'
import type { Label, LabelDpi } from '../../src/labels/layout.ts'
import { renderLabel } from '../../src/labels/render.ts'
import { drawPdf, drawZpl, readPdf, scanLabel } from './decode.ts'
import { HOSTILE, INTERNATIONAL, LONGEST, ORDINARY, SPARSE } from './facts.ts'
import { readPng } from './png.ts'

const FORMATS: LabelFormat[] = ['pdf', 'png', 'zpl']
const DPIS: LabelDpi[] = [203, 300]
const CASES: Record<string, Label> = {
  ordinary: ORDINARY,
  sparse: SPARSE,
  longest: LONGEST,
  hostile: HOSTILE,
  international: INTERNATIONAL,
}
const EVERY_RENDERING = Object.keys(CASES).flatMap((name) => FORMATS.flatMap((format) => DPIS.map((dpi) => ({ name, format, dpi }))))

describe('a scanner reads exactly the bar code and the tracking number', () => {
  test.each(EVERY_RENDERING)('$name, $format, $dpi dpi', async ({ name, format, dpi }) => {
    const facts = CASES[name] as Label
    const symbols = await scanLabel(await renderLabel(facts, format, dpi), format, dpi)
    expect(symbols).toEqual({ code128: [facts.barcode], qr: [facts.tracking] })
  })
})

describe('the label is 4 by 6 inches', () => {
  test.each(DPIS)('as one PDF page, laid out for %i dpi', async (dpi) => {
    const pages = await readPdf(await renderLabel(ORDINARY, 'pdf', dpi))
    expect(pages.map(({ width, height }) => ({ width, height }))).toEqual([{ width: 288, height: 432 }])
  })

  test.each([
    { dpi: 203 as const, width: 812, height: 1218, per_meter: 7992 },
    { dpi: 300 as const, width: 1200, height: 1800, per_meter: 11811 },
  ])('as PNG with its density, $dpi dpi', async ({ dpi, width, height, per_meter }) => {
    expect(readPng(await renderLabel(ORDINARY, 'png', dpi))).toMatchObject({ width, height, pixels_per_meter: per_meter })
  })

  test.each([
    { dpi: 203 as const, size: '^PW812\n^LL1218\n' },
    { dpi: 300 as const, size: '^PW1200\n^LL1800\n' },
  ])('as ZPL, $dpi dpi', async ({ dpi, size }) => {
    expect(new TextDecoder().decode(await renderLabel(ORDINARY, 'zpl', dpi))).toContain(size)
  })
})

test('the text layer of the PDF and the fields of the ZPL carry everything a person reads', async () => {
  const expected = ['STANDARD', 'RETURN SHIPMENT', '2.5 LB', 'José Núñez', '1200 Barton Springs Rd', 'Apt 4B', 'Austin, TX 78704', 'US']
  expected.push('Returns Department', 'Example Returns Hub', '4500 Logistics Parkway', 'Dock 12', 'Columbus, OH 43228-1234')
  expected.push('ORD-2026-001837', 'Northline Parcel', 'v2', '2026-11-20', ORDINARY.tracking, ORDINARY.barcode, ORDINARY.label_id)
  const [page] = await readPdf(await renderLabel(ORDINARY, 'pdf', 203))
  const pdf_text = page?.text.split(/\s+/).join(' ')
  const zpl = new TextDecoder().decode(await renderLabel(ORDINARY, 'zpl', 203))
  const zpl_text = [...zpl.matchAll(/\^FD([^^]*)\^FS/g)].map((match) => match[1]?.replaceAll('_5F', '_')).join(' ')
  for (const text of expected) {
    expect(pdf_text).toContain(text)
    expect(zpl_text).toContain(text)
  }
})

test('what is absent leaves no empty caption', async () => {
  const [page] = await readPdf(await renderLabel(SPARSE, 'pdf', 203))
  expect(page?.text).not.toMatch(/FROM|ORDER|CARRIER|null|undefined/)
  expect(page?.text).toMatch(/OUTBOUND SHIPMENT/)
})

test.each(Object.keys(CASES))('the printed PDF looks like the PNG: %s', async (name) => {
  const facts = CASES[name] as Label
  const [pdf] = await drawPdf(await renderLabel(facts, 'pdf', 203), 203)
  const png = readPng(await renderLabel(facts, 'png', 203))
  expect({ width: pdf?.width, height: pdf?.height }).toEqual({ width: png.width, height: png.height })
  // Compare the ink of 12 by 12 pixel blocks: anti-aliasing differs, places must not.
  let differing = 0
  for (let top = 0; top < png.height; top += 12) {
    for (let left = 0; left < png.width; left += 12) {
      let difference = 0
      for (let y = top; y < Math.min(top + 12, png.height); y++) {
        for (let x = left; x < Math.min(left + 12, png.width); x++) {
          difference += (pdf?.data[(y * png.width + x) * 4] ?? 0) - (png.pixels[y * png.width + x] ?? 0)
        }
      }
      if (Math.abs(difference) > 0.3 * 255 * 144) differing++
    }
  }
  expect(differing).toBe(0)
})

describe('the same facts give the same bytes', () => {
  test.each(FORMATS)('%s: whatever was rendered before, on another day, after a restart', async (format) => {
    const first = await Promise.all(Object.values(CASES).map((facts) => renderLabel(facts, format, 203)))
    vi.resetModules()
    vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z'), toFake: ['Date'] })
    const fresh = await import('../../src/labels/render.ts')
    expect(fresh.renderLabel).not.toBe(renderLabel)
    const again = []
    for (const facts of Object.values(CASES).reverse()) again.unshift(await fresh.renderLabel(facts, format, 203))
    vi.useRealTimers()
    expect(again.map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(first.map((bytes) => Buffer.from(bytes).toString('base64')))
  })

  test.each(FORMATS)('%s: other facts give other bytes', async (format) => {
    const bytes = await renderLabel(ORDINARY, format, 203)
    const other = await renderLabel({ ...ORDINARY, label_version: 3 }, format, 203)
    expect(Buffer.from(other).equals(Buffer.from(bytes))).toBe(false)
  })
})

test('a label with a wrong bar code, weight or version is never made', async () => {
  const wrong: Partial<Label>[] = [{ barcode: '123' }, { barcode: '1234567890123456789^' }, { weight_lb: Number.NaN }, { weight_lb: 0 }]
  wrong.push({ tracking: 'lower case' }, { label_version: 0 }, { created_at: new Date('never') })
  for (const part of wrong) await expect(renderLabel({ ...ORDINARY, ...part }, 'zpl', 203)).rejects.toThrow()
})

test('each format has its media type', () => {
  expect(LABEL_CONTENT_TYPES).toEqual({ pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' })
})

test('a hostile ZPL label prints once, and its texts as text', async () => {
  const zpl = new TextDecoder().decode(await renderLabel(HOSTILE, 'zpl', 203))
  expect(await drawZpl(zpl, 203)).toHaveLength(1)
  expect(zpl).toContain('^FD_5EXZ_5EXA_5EFDpwned_5EFS_5EXZ^FS')
  expect(zpl).toContain('^FD_7EJA^FS')
})
