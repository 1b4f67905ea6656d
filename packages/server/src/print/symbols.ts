/** Bar codes as plain geometry, so that every back end draws the same symbol. */
import assert from 'node:assert/strict'
import bwipjs from 'bwip-js/node'

/** What bwip-js gives before any drawing: a linear symbol, or a matrix with 1 for dark. Its type declaration knows only one of the two shapes. */
type RawSymbol = { sbs: number[] } | { pixs: number[]; pixx: number; pixy: number }
const encode = bwipjs.raw as unknown as (options: { bcid: string; text: string; eclevel?: string }) => RawSymbol[]

/** A square matrix, row by row; true is dark. No quiet zone. */
export type QrMatrix = { size: number; dark: boolean[] }

export const QR_QUIET_MODULES = 4
const QR_TEXT_BYTES_MAX = 1000

/** Widths in modules of the bars (even places) and spaces (odd places) of a Code 128 symbol, without quiet zones. */
export function code128Widths(text: string): number[] {
  const [symbol] = encode({ bcid: 'code128', text })
  assert(symbol !== undefined && 'sbs' in symbol && symbol.sbs.length % 2 === 1, 'a linear symbol begins and ends with a bar')
  return symbol.sbs
}

/** The QR symbol of a text at error correction level Q (a quarter of it may be dirty or torn). */
export function qrMatrix(text: string): QrMatrix {
  const bytes = Buffer.byteLength(text)
  assert(bytes > 0 && bytes <= QR_TEXT_BYTES_MAX, `a QR text has 1 to ${QR_TEXT_BYTES_MAX} bytes, not ${bytes}`)
  const [symbol] = encode({ bcid: 'qrcode', text, eclevel: 'Q' })
  assert(symbol !== undefined && 'pixs' in symbol && symbol.pixx === symbol.pixy, 'a QR symbol is square')
  return { size: symbol.pixx, dark: Array.from(symbol.pixs, (pixel) => pixel === 1) }
}

/** The dark runs of each row: x, y and length in modules. */
export function qrRuns(matrix: QrMatrix): { x: number; y: number; length: number }[] {
  const runs: { x: number; y: number; length: number }[] = []
  for (let y = 0; y < matrix.size; y++) {
    for (let x = 0; x < matrix.size; x++) {
      const start = x
      while (x < matrix.size && matrix.dark[y * matrix.size + x]) x++
      if (x > start) runs.push({ x: start, y, length: x - start })
    }
  }
  return runs
}
