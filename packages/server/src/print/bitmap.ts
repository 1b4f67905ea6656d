/**
 * A grayscale bitmap with text, kept as the rows of its PNG: four pixels per byte. It is drawn in this form, so nothing is converted at the
 * end. Copying cached glyph masks takes a tenth of a millisecond for a label's text and gives the same pixels on every machine. An SVG
 * renderer took 60 ms and used the machine's own fonts.
 */
import assert from 'node:assert/strict'
import { shapeText, type Weight } from './fonts.ts'
import { fillEdges, glyphMask, inksOf, type Mask, masksOf, PIXELS_PER_BYTE, SUBPIXEL_STEPS } from './masks.ts'
import { encodePng } from './png.ts'

/** Rows of `stride` bytes: PNG's filter byte, then four pixels per byte, the leftmost in the highest bits. 0 is black, 3 is white. */
export type Bitmap = { width: number; height: number; stride: number; rows: Uint8Array }
/** A part of a row, in pixels. */
export type Span = { x: number; width: number }

const WHITE = 0xff
/** The background of all bitmaps of one kind. It is drawn once and then cached by name and size. */
export type Ground = { name: string; draw: (bitmap: Bitmap) => void }

/** Cached backgrounds, by their size and the name of the ground. Each drawing starts with a copy of one. */
const blanks = new Map<string, Uint8Array>()
const BLANKS_MAX = 8
/**
 * The buffer for drawing, which is reused. A label at 300 dpi is 1 MB, and allocating that much again would take longer than drawing the
 * label.
 */
let canvas = new Uint8Array(0)

/**
 * Draws a PNG on a white bitmap, or on the given ground. `draw` must be finished when it returns, because the next drawing reuses the
 * bytes.
 */
export function drawPng(width: number, height: number, dpi: number, draw: (bitmap: Bitmap) => void, ground?: Ground): Uint8Array {
  assert(width > 0 && height > 0, `a bitmap cannot have ${width}x${height} pixels`)
  const blank = blankRows(width, height, ground)
  if (canvas.length < blank.length) canvas = new Uint8Array(blank.length)
  const rows = canvas.subarray(0, blank.length)
  rows.set(blank)
  draw({ width, height, stride: strideOf(width), rows })
  return encodePng(width, height, dpi, rows)
}

const strideOf = (width: number): number => 1 + ((width + 3) >> 2)

function blankRows(width: number, height: number, ground: Ground | undefined): Uint8Array {
  const key = `${width}x${height} ${ground?.name ?? ''}`
  let blank = blanks.get(key)
  if (blank !== undefined) return blank
  const stride = strideOf(width)
  blank = new Uint8Array(stride * height).fill(WHITE)
  for (let y = 0; y < height; y++) blank[y * stride] = 0
  ground?.draw({ width, height, stride, rows: blank })
  if (blanks.size >= BLANKS_MAX) blanks.clear()
  blanks.set(key, blank)
  return blank
}

/**
 * Fills a rectangle, clipped to the bitmap. `gray` is 0 (black) to 255 and is rounded to the nearest of four grays. Coordinates are rounded
 * to whole pixels, because bars must have hard edges.
 */
export function fillRectangle(bitmap: Bitmap, x: number, y: number, width: number, height: number, gray = 0): void {
  const left = Math.max(0, Math.round(x))
  const right = Math.min(bitmap.width, Math.round(x + width))
  const bottom = Math.min(bitmap.height, Math.round(y + height))
  for (let row = Math.max(0, Math.round(y)); row < bottom; row++) fillSpan(bitmap, row, left, right, Math.round(gray / 85))
}

/**
 * Fills the same spans in black in `height` rows, starting at row `y`. All spans must be on whole pixels within the bitmap. The first row
 * is drawn and then copied to the rows below, including the pixels between the spans. So nothing else may have been drawn between the spans
 * in these rows.
 */
export function fillSpans(bitmap: Bitmap, y: number, height: number, spans: readonly Span[]): void {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined) return
  for (const { x, width } of spans) fillSpan(bitmap, y, x, x + width, 0)
  const { rows, stride } = bitmap
  const start = y * stride + 1 + (first.x >> 2)
  const end = y * stride + 1 + ((last.x + last.width + 3) >> 2)
  for (let row = 1; row < height; row++) rows.copyWithin(start + row * stride, start, end)
}

function fillSpan({ rows, stride }: Bitmap, y: number, left: number, right: number, level: number): void {
  if (right <= left) return
  const row = y * stride + 1
  const [first, last] = [row + (left >> 2), row + (right >> 2)]
  const filled = level * 0x55
  // Masks: the pixels of the first byte from `left` on, and the pixels of the last byte before `right`.
  const from_left = 0xff >> (2 * (left & 3))
  const to_right = 0xff & ~(0xff >> (2 * (right & 3)))
  const put = (at: number, pixels: number) => {
    rows[at] = ((rows[at] as number) & ~pixels) | (filled & pixels)
  }
  put(first, first === last ? from_left & to_right : from_left)
  if (first + 1 < last) rows.fill(filled, first + 1, last)
  if (first < last && to_right !== 0) put(last, to_right)
}

/** Draws clean text in black. `x` and `baseline` are in pixels, `size` in pixels per em. */
export function drawText(bitmap: Bitmap, text: string, weight: Weight, x: number, baseline: number, size: number): void {
  let pen = x
  for (const { face, glyphs } of shapeText(text, weight)) {
    const masks = masksOf(face, size)
    for (const { id, dx, dy, advance } of glyphs) {
      const steps = Math.round((pen + dx * size) * SUBPIXEL_STEPS)
      // The position is passed in whole bytes. The mask is for the rest of the position, within the byte.
      layDown(
        bitmap,
        glyphMask(masks, face, id, size, steps),
        Math.floor(steps / (PIXELS_PER_BYTE * SUBPIXEL_STEPS)),
        Math.round(baseline - dy * size),
      )
      pen += advance * size
    }
  }
}

/** Fills a polygon (points in pixels) in black, anti-aliased. */
export function fillPolygon(bitmap: Bitmap, points: readonly { x: number; y: number }[]): void {
  const edges: number[] = []
  points.forEach((point, i) => {
    const next = points[(i + 1) % points.length] ?? point
    edges.push(point.x, point.y, next.x, next.y)
  })
  layDown(bitmap, inksOf(fillEdges(edges)), 0, 0)
}

/** Darkens the bitmap by a mask whose origin is in byte `column` of row `y`. The mask is clipped to the bitmap. */
function layDown({ rows, stride, height }: Bitmap, mask: Mask, column: number, y: number): void {
  const left = column + mask.left / PIXELS_PER_BYTE
  const top = y + mask.top
  const first = Math.max(0, -left)
  const end = Math.min(mask.stride, stride - 1 - left)
  const bottom = Math.min(mask.height, height - top)
  for (let row = Math.max(0, -top); row < bottom; row++) {
    const target = (top + row) * stride + 1 + left
    const source = row * mask.stride
    for (let i = first; i < end; i++) {
      const inks = mask.inks[source + i] as number
      if (inks === 0) continue
      const pixels = rows[target + i] as number
      rows[target + i] = pixels === WHITE ? WHITE - inks : darkened(pixels, inks)
    }
  }
}

function darkened(pixels: number, inks: number): number {
  let result = 0
  for (let shift = 0; shift < 8; shift += 2) result |= Math.max(0, ((pixels >> shift) & 3) - ((inks >> shift) & 3)) << shift
  return result
}
