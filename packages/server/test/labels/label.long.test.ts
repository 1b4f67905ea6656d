import { isDeepStrictEqual } from 'node:util'
import type { LabelFormat } from '@backhaul/core/shipment.ts'
import { describe, expect, test, vi } from 'vitest'
import { LABEL_CONTENT_TYPES } from '../../src/kinds/labels/formats.ts'
import { LABEL_WIDTH, type Label, type LabelDpi, layoutLabel } from '../../src/kinds/labels/layout.ts'
import { renderLabels } from '../../src/kinds/labels/render.ts'
import { type Rectangle, SANDBOX_MARK } from '../../src/kinds/labels/sandbox-mark.ts'
import { drawPdf, drawZpl, readPdf, scanLabel } from './decode.ts'
import { HOSTILE, INTERNATIONAL, LONGEST, ORDINARY, SANDBOX, SPARSE, SSCC } from './facts.ts'
import { readPng } from './png.ts'

const FORMATS: LabelFormat[] = ['pdf', 'png', 'zpl']
const DPIS: LabelDpi[] = [203, 300]
const CASES: Record<string, Label> = {
  ordinary: ORDINARY,
  sandbox: SANDBOX,
  sparse: SPARSE,
  longest: LONGEST,
  hostile: HOSTILE,
  international: INTERNATIONAL,
  sscc: SSCC,
}
const renderLabel = (label: Label, format: LabelFormat, dpi: LabelDpi) => renderLabels([label], format, dpi)
const EVERY_RENDERING = Object.keys(CASES).flatMap((name) => FORMATS.flatMap((format) => DPIS.map((dpi) => ({ name, format, dpi }))))

describe('a scanner reads exactly the bar code and the tracking number', () => {
  test.each(EVERY_RENDERING)('$name, $format, $dpi dpi', async ({ name, format, dpi }) => {
    const facts = CASES[name] as Label
    const symbols = await scanLabel(await renderLabel(facts, format, dpi), format, dpi)
    // The reader puts application identifiers in parentheses. Only a GS1-128 symbol has them.
    const barcode = facts.barcode_standard === 'sscc' ? facts.barcode.replace(/^00/, '(00)') : facts.barcode
    expect(symbols).toEqual({ code128: [barcode], qr: [facts.tracking] })
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

test('the PDF text layer and the ZPL fields contain all text on the label', async () => {
  const expected = ['STANDARD', 'RETURN SHIPMENT', '2.5 LB', 'José Núñez', '1200 Barton Springs Rd', 'Apt 4B', 'Austin, TX 78704', 'US']
  expected.push('Returns Department', 'Example Returns Hub', '4500 Logistics Parkway', 'Dock 12', 'Columbus, OH 43228-1234')
  expected.push(
    'ORD-2026-001837',
    'RMA-2026-77812',
    'Northline Parcel',
    '8QK2M9X4C8T1ZB5RN3',
    'v2',
    '2026-11-20',
    ORDINARY.tracking,
    ORDINARY.barcode,
    ORDINARY.label_id,
  )
  const [page] = await readPdf(await renderLabel(ORDINARY, 'pdf', 203))
  const pdf_text = page?.text.split(/\s+/).join(' ')
  const zpl = new TextDecoder().decode(await renderLabel(ORDINARY, 'zpl', 203))
  const zpl_text = [...zpl.matchAll(/\^FD([^^]*)\^FS/g)].map((match) => match[1]?.replaceAll('_5F', '_')).join(' ')
  for (const text of expected) {
    expect(pdf_text).toContain(text)
    expect(zpl_text).toContain(text)
  }
})

test('absent facts leave no empty captions', async () => {
  const [page] = await readPdf(await renderLabel(SPARSE, 'pdf', 203))
  expect(page?.text).not.toMatch(/FROM|ORDER|RMA|CARRIER|SANDBOX|null|undefined/)
  expect(page?.text).toMatch(/OUTBOUND SHIPMENT/)
})

/** Returns the share of ink, from 0 to 1, in a box of a gray picture. The box is measured in points. */
const inkIn = (width: number, levelAt: (index: number) => number, { x, y, width: w, height: h }: Rectangle): number => {
  const dots = width / LABEL_WIDTH
  let [ink, pixels] = [0, 0]
  for (let row = Math.ceil(y * dots); row < Math.floor((y + h) * dots); row++) {
    for (let column = Math.ceil(x * dots); column < Math.floor((x + w) * dots); column++) {
      ink += 1 - levelAt(row * width + column) / 255
      pixels++
    }
  }
  return ink / pixels
}

describe('a sandbox label says across sender and recipient that it must not be mailed', () => {
  const blank = { ...SPARSE, to: { line1: '', city: '', postal_code: '', country: '' } }

  test.each(DPIS)('in gray letters as PDF and PNG, %i dpi', async (dpi) => {
    for (const is_sandbox of [true, false]) {
      const label = { ...blank, is_sandbox }
      const png = readPng(await renderLabel(label, 'png', dpi))
      const [pdf] = await drawPdf(await renderLabel(label, 'pdf', dpi), dpi)
      for (const piece of SANDBOX_MARK.pieces) {
        const inks = [
          inkIn(png.width, (i) => png.pixels[i] as number, piece),
          inkIn(pdf?.width as number, (i) => pdf?.data[i * 4] as number, piece),
        ]
        for (const ink of inks) expect(Math.abs(ink - (is_sandbox ? 1 / 3 : 0))).toBeLessThan(0.12)
      }
    }
  })

  test('in outlined letters as ZPL', async () => {
    const boxes = (label: Label) => async (dpi: LabelDpi) =>
      [...new TextDecoder().decode(await renderLabel(label, 'zpl', dpi)).matchAll(/\^GB(\d+),(\d+),2\^FS/g)].length
    for (const dpi of DPIS) {
      const marked = await boxes(SANDBOX)(dpi)
      expect(marked - (await boxes(ORDINARY)(dpi))).toBe(SANDBOX_MARK.pieces.length)
    }
  })

  test.each(FORMATS)('and in words, as %s', async (format) => {
    const [marked, plain] = [await renderLabel(SANDBOX, format, 203), await renderLabel(ORDINARY, format, 203)]
    if (format === 'zpl') {
      expect(new TextDecoder().decode(marked)).toContain('^FDSANDBOX - DO NOT MAIL^FS')
      expect(new TextDecoder().decode(plain)).not.toContain('SANDBOX')
    } else if (format === 'pdf') {
      expect((await readPdf(marked))[0]?.text).toContain('SANDBOX - DO NOT MAIL')
      expect((await readPdf(plain))[0]?.text).not.toContain('SANDBOX')
    } else {
      const notice = { x: 80, y: 417, width: 128, height: 10 }
      const [on, off] = [marked, plain]
        .map((bytes) => readPng(bytes))
        .map((png) => inkIn(png.width, (i) => png.pixels[i] as number, notice))
      expect([(on as number) > 0.15, off]).toEqual([true, 0])
    }
  })
})

test('a label stored by an older release has no RMA or carrier number; everything else keeps its place', () => {
  const { rma, ltracking, ...old } = ORDINARY
  for (const dpi of DPIS) {
    const [before, now] = [layoutLabel(old, dpi), layoutLabel(ORDINARY, dpi)]
    expect(layoutLabel({ ...old, rma: null, ltracking: null }, dpi)).toEqual(before)
    expect(now.filter((element) => !before.some((one) => isDeepStrictEqual(one, element)))).toMatchObject([
      { text: 'RMA' },
      { text: rma },
      { text: "CARRIER'S NUMBER" },
      { text: ltracking },
    ])
    expect(before.every((element) => now.some((one) => isDeepStrictEqual(one, element)))).toBe(true)
  }
})

test.each(Object.keys(CASES))('the printed PDF looks like the PNG: %s', async (name) => {
  const facts = CASES[name] as Label
  const [pdf] = await drawPdf(await renderLabel(facts, 'pdf', 203), 203)
  const png = readPng(await renderLabel(facts, 'png', 203))
  expect({ width: pdf?.width, height: pdf?.height }).toEqual({ width: png.width, height: png.height })
  // Compares the ink in blocks of 12 by 12 pixels, because anti-aliasing may differ but positions may not.
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
  test.each(FORMATS)('%s: in another order, on another day and after a restart', async (format) => {
    const first = await Promise.all(Object.values(CASES).map((facts) => renderLabel(facts, format, 203)))
    vi.resetModules()
    vi.useFakeTimers({ now: new Date('2031-02-03T04:05:06Z'), toFake: ['Date'] })
    const fresh = await import('../../src/kinds/labels/render.ts')
    expect(fresh.renderLabels).not.toBe(renderLabels)
    const again = []
    for (const facts of Object.values(CASES).reverse()) again.unshift(await fresh.renderLabels([facts], format, 203))
    vi.useRealTimers()
    expect(again.map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(first.map((bytes) => Buffer.from(bytes).toString('base64')))
  })

  test.each(FORMATS)('%s: different facts give different bytes', async (format) => {
    const bytes = await renderLabel(ORDINARY, format, 203)
    const other = await renderLabel({ ...ORDINARY, label_version: 3 }, format, 203)
    expect(Buffer.from(other).equals(Buffer.from(bytes))).toBe(false)
  })
})

test('a label with an invalid bar code, weight or version is not rendered', async () => {
  const wrong: Partial<Label>[] = [{ barcode: '123' }, { barcode: '1234567890123456789^' }, { weight_lb: Number.NaN }, { weight_lb: 0 }]
  wrong.push({ tracking: 'lower case' }, { label_version: 0 }, { created_at: new Date('never') })
  for (const part of wrong) await expect(renderLabel({ ...ORDINARY, ...part }, 'zpl', 203)).rejects.toThrow()
})

test('each format has its media type', () => {
  expect(LABEL_CONTENT_TYPES).toEqual({ pdf: 'application/pdf', png: 'image/png', zpl: 'application/zpl' })
})

test('a hostile ZPL label prints once, with its texts as plain text', async () => {
  const zpl = new TextDecoder().decode(await renderLabel(HOSTILE, 'zpl', 203))
  expect(await drawZpl(zpl, 203)).toHaveLength(1)
  expect(zpl).toContain('^FD_5EXZ_5EXA_5EFDpwned_5EFS_5EXZ^FS')
  expect(zpl).toContain('^FD_7EJA^FS')
})
