/**
 * Glyphs as coverage masks. A mask is filled by accumulating the signed areas of the outline's edges (this equals non-zero winding if
 * outlines do not overlap). A mask is made once for each size and each half-pixel offset within a byte, and then cached.
 */
import { type FaceName, glyphOutline } from './fonts.ts'

/** Coverage of each pixel, 0 to 255, row by row. `left` and `top` are relative to the origin, in pixels. */
export type Coverage = { left: number; top: number; width: number; height: number; coverage: Uint8Array }
/**
 * Ink of each pixel, 0 to 3: four pixels per byte, the leftmost in the highest bits, and `stride` bytes per row. `left` is a multiple of
 * four.
 */
export type Mask = { left: number; top: number; stride: number; height: number; inks: Uint8Array }

export const SUBPIXEL_STEPS = 2
export const PIXELS_PER_BYTE = 4
const PLACES = PIXELS_PER_BYTE * SUBPIXEL_STEPS
const CURVE_STEPS = 6
const MASK_CACHE_BYTES_MAX = 8 * 1024 * 1024
const MASK_OVERHEAD_BYTES = 250

/** Keyed by face and size, then by glyph together with its offset within a byte. */
const masks = new Map<FaceName, Map<number, Map<number, Mask>>>()
let mask_bytes = 0

/**
 * The masks of one face at one size in pixels per em. Callers must get this map again for each text, because all masks are dropped when too
 * many are cached.
 */
export function masksOf(face: FaceName, size: number): Map<number, Mask> {
  const sizes = masks.get(face) ?? new Map<number, Map<number, Mask>>()
  masks.set(face, sizes)
  const glyphs = sizes.get(size) ?? new Map<number, Mask>()
  sizes.set(size, glyphs)
  return glyphs
}

/**
 * The mask of a glyph. `steps` is the position of the origin, in units of 1/SUBPIXEL_STEPS pixel. The mask is for this position's offset
 * within a byte.
 */
export function glyphMask(glyphs: Map<number, Mask>, face: FaceName, glyph_id: number, size: number, steps: number): Mask {
  const place = steps & (PLACES - 1)
  const key = glyph_id * PLACES + place
  let mask = glyphs.get(key)
  if (mask !== undefined) return mask
  mask = inksOf(fillEdges(glyphEdges(face, glyph_id, size, place / SUBPIXEL_STEPS)))
  mask_bytes += mask.inks.length + MASK_OVERHEAD_BYTES
  if (mask_bytes > MASK_CACHE_BYTES_MAX) {
    masks.clear()
    mask_bytes = 0
  }
  glyphs.set(key, mask)
  return mask
}

/** Converts coverage to four levels of ink, in bytes of four pixels. */
export function inksOf({ left, top, width, height, coverage }: Coverage): Mask {
  const indent = left & (PIXELS_PER_BYTE - 1)
  const stride = Math.ceil((indent + width) / PIXELS_PER_BYTE)
  const inks = new Uint8Array(stride * height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const ink = Math.round((coverage[row * width + column] as number) / 85)
      const at = row * stride + ((indent + column) >> 2)
      inks[at] = (inks[at] as number) | (ink << (6 - 2 * ((indent + column) & 3)))
    }
  }
  return { left: left - indent, top, stride, height, inks }
}

/** The outline as line segments x0, y0, x1, y1 in pixels, y downward. Curves are divided into segments. */
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
      throw new Error(`unexpected path command ${command} in a bundled TrueType font`)
    }
  }
  return edges
}

/** The pixels that an outline of segments x0, y0, x1, y1, … covers. */
export function fillEdges(edges: readonly number[]): Coverage {
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

/** Adds the signed area to the right of a downward edge, row by row, as differences between neighboring pixels. */
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
      // The edge crosses several pixels of this row. It covers a triangle in the first and the last of them, and the full slope in those
      // between.
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
