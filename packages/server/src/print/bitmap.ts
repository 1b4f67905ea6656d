/**
 * A grayscale bitmap with text, and its PNG encoding. Written here because an SVG renderer took 60 ms for the text of a label and
 * depended on the fonts of the machine. Filling glyph masks from a cache takes 1 to 2 ms and gives the same pixels everywhere.
 *
 * Glyphs are filled by accumulating signed areas of their edges (non-zero winding for outlines that do not overlap), then kept as coverage
 * masks at quarter-pixel steps.
 */
import assert from 'node:assert/strict'
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { type FaceName, glyphOutline, shapeText, type Weight } from './fonts.ts'

/** One byte per pixel, row by row: 0 is black, 255 is white. */
export type Bitmap = { width: number; height: number; pixels: Uint8Array }

type GlyphMask = { left: number; top: number; width: number; height: number; coverage: Uint8Array }

const SUBPIXEL_STEPS = 4
const CURVE_STEPS = 6
const MASK_CACHE_BYTES_MAX = 4 * 1024 * 1024
const MASK_OVERHEAD_BYTES = 200

const masks = new Map<string, GlyphMask>()
let mask_bytes = 0

const deflateAsync = promisify(deflate) as (data: Uint8Array, options: { level: number; memLevel: number }) => Promise<Buffer>

let last_turn: Promise<unknown> = Promise.resolve()

/**
 * Draws a PNG on a white bitmap of even width (two pixels share a byte in the file). One at a time: a label at 300 dpi takes 3 MB while it is
 * drawn and compressed, and without this a burst of them would be in memory at once.
 */
export function drawPng(width: number, height: number, dpi: number, draw: (bitmap: Bitmap) => void): Promise<Uint8Array> {
  assert(width % 2 === 0 && width > 0 && height > 0, `${width}x${height} is not a bitmap of even width`)
  const turn = last_turn.then(() => {
    const bitmap = { width, height, pixels: new Uint8Array(width * height).fill(255) }
    draw(bitmap)
    return encodePng(bitmap, dpi)
  })
  last_turn = turn.catch(() => undefined)
  return turn
}

/** Fills a rectangle with a gray (0 black), clipped to the bitmap. Whole pixels only: bars must have hard edges. */
export function fillRectangle(bitmap: Bitmap, x: number, y: number, width: number, height: number, gray = 0): void {
  const left = Math.max(0, Math.round(x))
  const right = Math.min(bitmap.width, Math.round(x + width))
  const bottom = Math.min(bitmap.height, Math.round(y + height))
  if (right <= left) return
  for (let row = Math.max(0, Math.round(y)); row < bottom; row++) {
    bitmap.pixels.fill(gray, row * bitmap.width + left, row * bitmap.width + right)
  }
}

/** Draws clean text in black; `x` and `baseline` in pixels, `size` in pixels per em. */
export function drawText(bitmap: Bitmap, text: string, weight: Weight, x: number, baseline: number, size: number): void {
  let pen = x
  for (const run of shapeText(text, weight)) {
    for (const glyph of run.glyphs) {
      const steps = Math.round((pen + glyph.dx * size) * SUBPIXEL_STEPS)
      const column = Math.floor(steps / SUBPIXEL_STEPS)
      const mask = glyphMask(run.face, glyph.id, size, steps - column * SUBPIXEL_STEPS)
      blendMask(bitmap, mask, column, Math.round(baseline - glyph.dy * size))
      pen += glyph.advance * size
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
  blendMask(bitmap, fillEdges(edges), 0, 0)
}

function blendMask(bitmap: Bitmap, mask: GlyphMask, x: number, y: number): void {
  const left = x + mask.left
  const top = y + mask.top
  const first = Math.max(0, -left)
  const last = Math.min(mask.width, bitmap.width - left)
  for (let row = Math.max(0, -top); row < mask.height && top + row < bitmap.height; row++) {
    const target = (top + row) * bitmap.width + left
    for (let column = first; column < last; column++) {
      const coverage = mask.coverage[row * mask.width + column] as number
      if (coverage === 0) continue
      const at = target + column
      bitmap.pixels[at] = (((bitmap.pixels[at] as number) * (255 - coverage)) / 255) | 0
    }
  }
}

function glyphMask(face: FaceName, glyph_id: number, size: number, step: number): GlyphMask {
  const key = `${face} ${glyph_id} ${size} ${step}`
  let mask = masks.get(key)
  if (mask !== undefined) return mask
  mask = fillEdges(glyphEdges(face, glyph_id, size, step / SUBPIXEL_STEPS))
  mask_bytes += mask.coverage.length + MASK_OVERHEAD_BYTES
  if (mask_bytes > MASK_CACHE_BYTES_MAX) {
    masks.clear()
    mask_bytes = mask.coverage.length + MASK_OVERHEAD_BYTES
  }
  masks.set(key, mask)
  return mask
}

/** The outline as line segments x0, y0, x1, y1 in pixels, y downward, curves flattened. */
function glyphEdges(face: FaceName, glyph_id: number, size: number, shift: number): number[] {
  const { path, units_per_em } = glyphOutline(face, glyph_id)
  const scale = size / units_per_em
  const edges: number[] = []
  let start_x = 0
  let start_y = 0
  let x = 0
  let y = 0
  const lineTo = (to_x: number, to_y: number) => {
    edges.push(x * scale + shift, -y * scale, to_x * scale + shift, -to_y * scale)
    x = to_x
    y = to_y
  }
  for (const { command, args } of path.commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args
    if (command === 'moveTo') {
      start_x = x = a
      start_y = y = b
    } else if (command === 'lineTo') {
      lineTo(a, b)
    } else if (command === 'quadraticCurveTo') {
      const from_x = x
      const from_y = y
      for (let i = 1; i <= CURVE_STEPS; i++) {
        const t = i / CURVE_STEPS
        const u = 1 - t
        lineTo(u * u * from_x + 2 * u * t * a + t * t * c, u * u * from_y + 2 * u * t * b + t * t * d)
      }
    } else if (command === 'closePath') {
      lineTo(start_x, start_y)
    } else {
      throw new Error(`the bundled TrueType fonts have no ${command}`)
    }
  }
  return edges
}

function fillEdges(edges: readonly number[]): GlyphMask {
  if (edges.length === 0) return { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array(0) }
  let min_x = Number.POSITIVE_INFINITY
  let min_y = Number.POSITIVE_INFINITY
  let max_x = Number.NEGATIVE_INFINITY
  let max_y = Number.NEGATIVE_INFINITY
  for (let i = 0; i < edges.length; i += 2) {
    const x = edges[i] as number
    const y = edges[i + 1] as number
    if (x < min_x) min_x = x
    if (x > max_x) max_x = x
    if (y < min_y) min_y = y
    if (y > max_y) max_y = y
  }
  const left = Math.floor(min_x)
  const top = Math.floor(min_y)
  const width = Math.ceil(max_x) - left + 2
  const height = Math.max(1, Math.ceil(max_y) - top)
  const area = new Float64Array(width * height + 1)
  for (let i = 0; i < edges.length; i += 4) {
    const [x0, y0, x1, y1] = [edges[i] as number, edges[i + 1] as number, edges[i + 2] as number, edges[i + 3] as number]
    if (y0 < y1) accumulateEdge(area, width, x0 - left, y0 - top, x1 - left, y1 - top, 1)
    else if (y0 > y1) accumulateEdge(area, width, x1 - left, y1 - top, x0 - left, y0 - top, -1)
  }
  const coverage = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    let sum = 0
    for (let column = 0; column < width; column++) {
      sum += area[row * width + column] as number
      coverage[row * width + column] = Math.min(255, Math.round(Math.abs(sum) * 255))
    }
  }
  return { left, top, width, height, coverage }
}

/** Adds the signed area right of a downward edge, row by row, as differences between neighboring pixels. */
function accumulateEdge(area: Float64Array, width: number, x0: number, y0: number, x1: number, y1: number, sign: number): void {
  const slope = (x1 - x0) / (y1 - y0)
  let x = x0
  for (let row = Math.floor(y0); row < y1; row++) {
    const dy = Math.min(row + 1, y1) - Math.max(row, y0)
    const next = x + slope * dy
    const d = dy * sign
    const low = Math.min(x, next)
    const high = Math.max(x, next)
    const first = Math.floor(low)
    const end = Math.ceil(high)
    const base = row * width + first
    if (end <= first + 1) {
      const inside = (x + next) / 2 - first
      addTo(area, base, d * (1 - inside))
      addTo(area, base + 1, d * inside)
    } else {
      // The edge crosses several pixels of this row: a triangle, full-slope pixels, and a triangle again.
      const s = 1 / (high - low)
      const head = 0.5 * s * (1 - (low - first)) ** 2
      const tail = 0.5 * s * (high - end + 1) ** 2
      addTo(area, base, d * head)
      if (end === first + 2) {
        addTo(area, base + 1, d * (1 - head - tail))
      } else {
        const second = s * (1.5 - (low - first))
        addTo(area, base + 1, d * (second - head))
        for (let column = first + 2; column < end - 1; column++) addTo(area, row * width + column, d * s)
        addTo(area, row * width + end - 1, d * (1 - (second + (end - first - 3) * s) - tail))
      }
      addTo(area, row * width + end, d * tail)
    }
    x = next
  }
}

function addTo(area: Float64Array, index: number, value: number): void {
  area[index] = (area[index] as number) + value
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const METERS_PER_INCH = 0.0254
const BITS_PER_PIXEL = 4

/**
 * The bitmap as PNG, its resolution recorded in pHYs so that it prints at true size. Sixteen grays are plenty for smooth text and make files
 * two fifths smaller than 256. Compresses off the main thread.
 */
async function encodePng(bitmap: Bitmap, dpi: number): Promise<Uint8Array> {
  const { width, height } = bitmap
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = BITS_PER_PIXEL
  const density = Buffer.alloc(9)
  const pixels_per_meter = Math.round(dpi / METERS_PER_INCH)
  density.writeUInt32BE(pixels_per_meter, 0)
  density.writeUInt32BE(pixels_per_meter, 4)
  density[8] = 1
  const data = await deflateAsync(packRows(bitmap), { level: 3, memLevel: 9 })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('pHYs', density),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Two pixels per byte, each row after its filter byte (0: none). Reads pixels in pairs, the left one in the low byte: Node runs little-endian. */
function packRows({ width, height, pixels }: Bitmap): Uint8Array {
  const row_bytes = width / 2
  const pairs = new Uint16Array(pixels.buffer, pixels.byteOffset, row_bytes * height)
  const packed = new Uint8Array((row_bytes + 1) * height).fill(0xff)
  let at = 0
  for (let y = 0; y < height; y++) {
    let target = y * (row_bytes + 1)
    packed[target++] = 0
    for (const end = at + row_bytes; at < end; at++, target++) {
      const pair = pairs[at] as number
      if (pair !== 0xffff) packed[target] = (pair & 0xf0) | (pair >> 12)
    }
  }
  return packed
}

function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
