/** Independent readers for the label tests: PDFium draws PDF, Zebrash draws ZPL, and ZXing reads the symbols of every picture. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { LabelFormat } from '@backhaul/core/shipment.ts'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { ready } from 'zpl-renderer-js'
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { LabelDpi } from '../../src/kinds/labels/layout.ts'

const require = createRequire(import.meta.url)
// Without these bytes zxing-wasm would download them from a content delivery network.
const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) as ArrayBuffer } })
// The CommonJS build is used. The test runner would push the eight megabytes of the other build through its own loader.
const zebrash = require('zpl-renderer-js') as { ready: typeof ready }
const pdfium = await PDFiumLibrary.init()

const MM_PER_INCH = 25.4
const LABEL_MM = { width: 4 * MM_PER_INCH, height: 6 * MM_PER_INCH }
/** Dots per millimeter as printers name them: 203 dpi is 8, 300 dpi is 12. */
const DPMM: Record<LabelDpi, number> = { 203: 8, 300: 12 }

export type Picture = { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer>; colorSpace: 'srgb' }
export type Symbols = { code128: string[]; qr: string[] }

/** Draws the pages of a PDF as RGBA pictures. */
export async function drawPdf(bytes: Uint8Array, dpi: number): Promise<Picture[]> {
  const document = await pdfium.loadDocument(bytes)
  const pictures: Picture[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' })
    const rgba = new Uint8ClampedArray(data.length)
    for (let i = 0; i < data.length; i += 4) {
      rgba[i] = data[i + 2] as number
      rgba[i + 1] = data[i + 1] as number
      rgba[i + 2] = data[i] as number
      rgba[i + 3] = 255
    }
    pictures.push({ width, height, data: rgba, colorSpace: 'srgb' })
  }
  document.destroy()
  return pictures
}

/** Returns the size in points and the text layer of each page of a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<{ width: number; height: number; text: string }[]> {
  const document = await pdfium.loadDocument(bytes)
  const pages: { width: number; height: number; text: string }[] = []
  for (const page of document.pages()) {
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
    pages.push({ width, height, text: page.getText() })
  }
  document.destroy()
  return pages
}

/** Draws every label that a ZPL program prints, as PNG. */
export async function drawZpl(zpl: string, dpi: LabelDpi): Promise<Uint8Array[]> {
  const { api } = await zebrash.ready
  const labels = await api.zplToBase64MultipleAsync(zpl, LABEL_MM.width, LABEL_MM.height, DPMM[dpi])
  return labels.map((label) => Buffer.from(label, 'base64'))
}

/** Decodes all Code 128 and QR symbols in a picture. */
export async function readSymbols(picture: Picture | Uint8Array): Promise<Symbols> {
  // The type of the parameter also includes a browser's ImageData, which Node's declarations lack.
  const formats: ReadInputBarcodeFormat[] = ['Code128', 'QRCode']
  const results = await readBarcodes(picture as Uint8Array, { formats, tryHarder: true, maxNumberOfSymbols: 20 })
  const texts = (format: string) => results.filter((result) => result.isValid && result.format === format).map((result) => result.text)
  return { code128: texts('Code128'), qr: texts('QRCode') }
}

/** Returns what a scanner reads from a rendered label in any format. */
export async function scanLabel(bytes: Uint8Array, format: LabelFormat, dpi: LabelDpi): Promise<Symbols> {
  if (format === 'png') return readSymbols(bytes)
  const [picture, ...more] = format === 'pdf' ? await drawPdf(bytes, dpi) : await drawZpl(new TextDecoder().decode(bytes), dpi)
  if (picture === undefined || more.length > 0)
    throw new Error(`${more.length + (picture === undefined ? 0 : 1)} labels came out instead of one`)
  return readSymbols(picture)
}
