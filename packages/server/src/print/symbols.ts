/** Bar codes as plain geometry, so that PDF and bitmap output draw the same symbol. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { QR_2Q_SIZE, QR_2Q_TEXT, qr2qRows } from './qr-2q.ts'

/** The raw matrix of bwip-js before any drawing, in which 1 is dark. The package's type declaration describes only linear symbols. */
type RawMatrix = { pixs: number[]; pixx: number; pixy: number }
type Encode = (options: { bcid: string; text: string; eclevel?: string }) => RawMatrix[]
const require = createRequire(import.meta.url)

/** A square matrix, row by row; true is dark. No quiet zone. */
export type QrMatrix = { size: number; dark: boolean[] }

export const QR_QUIET_MODULES = 4
const QR_TEXT_BYTES_MAX = 1000

/**
 * Widths of the bars and spaces of each Code 128 character, by its value: 100 digit pairs in subset C, then codes, then the three starts.
 */
const CODE128_PATTERNS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 ' +
  '221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 ' +
  '132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 ' +
  '312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 ' +
  '221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 ' +
  '114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
)
  .split(' ')
  .map((widths) => Array.from(widths, Number))
const CODE128_START_C = 105
const CODE128_FNC1 = 102
const CODE128_STOP = [2, 3, 3, 1, 1, 1, 2]

/**
 * Widths in modules of the bars (even places) and spaces (odd places) of a Code 128 symbol of digits, in pairs (subset C), without quiet
 * zones. `isGs1` makes a GS1-128 symbol, which begins with FNC1. Its digits are application identifiers with their values.
 */
export function code128Widths(digits: string, isGs1: boolean): number[] {
  assert.match(digits, /^(\d\d)+$/, 'an even number of digits')
  const values = isGs1 ? [CODE128_START_C, CODE128_FNC1] : [CODE128_START_C]
  for (let i = 0; i < digits.length; i += 2) values.push(Number(digits.slice(i, i + 2)))
  const sum = values.reduce((total, value, i) => total + value * Math.max(i, 1), 0)
  values.push(sum % 103)
  return [...values.flatMap((value) => CODE128_PATTERNS[value] as number[]), ...CODE128_STOP]
}

/** The bars of a Code 128 symbol as one row of a grid: x and length in modules. */
export function code128Runs(digits: string, isGs1: boolean): { x: number; y: number; length: number }[] {
  const bars: { x: number; y: number; length: number }[] = []
  let x = 0
  for (const [i, length] of code128Widths(digits, isGs1).entries()) {
    if (i % 2 === 0) bars.push({ x, y: 0, length })
    x += length
  }
  return bars
}

/** The QR symbol of a text at error correction level Q. At this level the symbol stays readable when a quarter of it is dirty or torn. */
export function qrMatrix(text: string): QrMatrix {
  if (QR_2Q_TEXT.test(text)) {
    const dark: boolean[] = []
    for (const row of qr2qRows(text)) for (let x = 0; x < QR_2Q_SIZE; x++) dark.push(((row >> x) & 1) === 1)
    return { size: QR_2Q_SIZE, dark }
  }
  const bytes = Buffer.byteLength(text)
  assert(bytes > 0 && bytes <= QR_TEXT_BYTES_MAX, `a QR text has 1 to ${QR_TEXT_BYTES_MAX} bytes, not ${bytes}`)
  // The encoder is loaded when the first such symbol is drawn, because no label needs it and its source is a megabyte.
  const { raw } = require('bwip-js/node') as { raw: Encode }
  const [symbol] = raw({ bcid: 'qrcode', text, eclevel: 'Q' })
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
