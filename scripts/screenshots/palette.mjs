// Converts a screenshot to a small PNG with at most 256 colors, which is enough for pages of plain areas and text. No library is needed for
// the browser's PNGs: eight bits a channel, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_COLORS = 256

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

const paeth = (a, b, c) => {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

/** Returns the rows of pixels, `channels` bytes each (3 or 4). */
export const decode = (png) => {
  const parts = []
  let header = null
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR') header = data
    if (type === 'IDAT') parts.push(data)
    at += length + 12
  }
  const [width, height, depth, kind, interlaced] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9], header[12]]
  const channels = { 2: 3, 6: 4 }[kind]
  if (depth !== 8 || channels === undefined || interlaced)
    throw new Error(`a PNG of ${depth} bits, kind ${kind}, is not a format that browsers write`)
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x >= channels ? pixels[at - channels] : 0
      const up = y > 0 ? pixels[at - stride] : 0
      const corner = x >= channels && y > 0 ? pixels[at - stride - channels] : 0
      const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      pixels[at] = raw[y * (stride + 1) + 1 + x] + add
    }
  }
  return { width, height, channels, pixels }
}

/** Returns the most frequent colors, and a map from every color to the nearest of them. */
const palette = ({ channels, pixels }) => {
  const counts = new Map()
  for (let at = 0; at < pixels.length; at += channels) {
    const color = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  const colors = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color)
  const kept = colors.slice(0, MAX_COLORS)
  const indexOf = new Map(kept.map((color, i) => [color, i]))
  for (const color of colors.slice(MAX_COLORS)) {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (const [i, other] of kept.entries()) {
      const distance =
        ((color >> 16) - (other >> 16)) ** 2 + (((color >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((color & 255) - (other & 255)) ** 2
      if (distance < least) [least, nearest] = [distance, i]
    }
    indexOf.set(color, nearest)
  }
  return { kept, indexOf }
}

/** Returns the same picture with a palette. */
export const withPalette = (png) => {
  const picture = decode(png)
  const { width, height, channels, pixels } = picture
  const { kept, indexOf } = palette(picture)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      rows[y * (width + 1) + 1 + x] = indexOf.get((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2])
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.from(kept.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
