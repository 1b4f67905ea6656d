/**
 * TrueType fonts of a few glyphs, for embedding in a PDF: outlines and widths only. Hinting data (fpgm, prep, cvt and the program of each
 * glyph), which fits outlines to screen pixels, is left out. It is more than half of the bundled fonts, and no PDF reader needs it.
 */
import assert from 'node:assert/strict'

/** A TrueType file opened for extracting glyphs. */
export type Outlines = {
  tables: Map<string, DataView>
  long_offsets: boolean
  /** Number of glyphs with a width of their own. The other glyphs have the width of the last of them. */
  widths: number
}

const ARGUMENTS_ARE_WORDS = 0x0001
const HAS_SCALE = 0x0008
const MORE_COMPONENTS = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080
const HAS_PROGRAM = 0x0100
const GLYPH_HEADER = 10
const EMPTY = Buffer.alloc(0)

export function openOutlines(file: Buffer): Outlines {
  const tables = new Map<string, DataView>()
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const at = 12 + i * 16
    const [start, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    tables.set(file.toString('latin1', at, at + 4), new DataView(file.buffer, file.byteOffset + start, length))
  }
  const outlines = { tables, long_offsets: false, widths: 0 }
  outlines.long_offsets = tableOf(outlines, 'head').getInt16(50) === 1
  outlines.widths = tableOf(outlines, 'hhea').getUint16(34)
  return outlines
}

/** Width of a glyph in units of the em. */
export function widthOf(outlines: Outlines, glyph: number): number {
  return tableOf(outlines, 'hmtx').getUint16(Math.min(glyph, outlines.widths - 1) * 4)
}

/** Makes a font with `glyphs` in the given order, followed by the parts of composite glyphs. The first glyph is for missing characters. */
export function subsetOf(outlines: Outlines, glyphs: readonly number[]): Buffer {
  const order = [...glyphs]
  const place_of = new Map(order.map((glyph, i) => [glyph, i]))
  const placeOf = (glyph: number): number => {
    let place = place_of.get(glyph)
    if (place === undefined) {
      place = order.push(glyph) - 1
      place_of.set(glyph, place)
    }
    return place
  }
  const outline_of: Buffer[] = []
  for (let i = 0; i < order.length; i++) outline_of.push(outlineOf(outlines, order[i] as number, placeOf))
  const offsets = Buffer.alloc((order.length + 1) * 4)
  const metrics = Buffer.alloc(order.length * 4)
  let offset = 0
  for (const [i, outline] of outline_of.entries()) {
    offset += outline.length
    offsets.writeUInt32BE(offset, (i + 1) * 4)
    metrics.writeUInt16BE(widthOf(outlines, order[i] as number), i * 4)
    // Left side bearing: where the outline starts.
    if (outline.length > 0) metrics.writeInt16BE(outline.readInt16BE(2), i * 4 + 2)
  }
  const head = copyOf(outlines, 'head')
  head.writeInt16BE(1, 50)
  const hhea = copyOf(outlines, 'hhea')
  hhea.writeUInt16BE(order.length, 34)
  const maxp = copyOf(outlines, 'maxp')
  maxp.writeUInt16BE(order.length, 4)
  return fontFile({ glyf: Buffer.concat(outline_of), head, hhea, hmtx: metrics, loca: offsets, maxp })
}

/** One glyph without its program, padded to words. `placeOf` gives the new number of a part of a composite glyph. */
function outlineOf(outlines: Outlines, glyph: number, placeOf: (part: number) => number): Buffer {
  const loca = tableOf(outlines, 'loca')
  const offsetOf = (i: number) => (outlines.long_offsets ? loca.getUint32(i * 4) : loca.getUint16(i * 2) * 2)
  const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)]
  if (start === end) return EMPTY
  const glyf = tableOf(outlines, 'glyf')
  const bytes = Buffer.from(glyf.buffer, glyf.byteOffset + start, end - start)
  const contours = bytes.readInt16BE(0)
  return contours < 0 ? composed(bytes, placeOf) : simple(bytes, contours)
}

function simple(bytes: Buffer, contours: number): Buffer {
  const program_at = GLYPH_HEADER + contours * 2
  const points_at = program_at + 2 + bytes.readUInt16BE(program_at)
  return padded([bytes.subarray(0, program_at), Buffer.alloc(2), bytes.subarray(points_at)])
}

function composed(original: Buffer, placeOf: (part: number) => number): Buffer {
  const bytes = Buffer.from(original)
  let at = GLYPH_HEADER
  let flags = 0
  do {
    flags = bytes.readUInt16BE(at)
    bytes.writeUInt16BE(flags & ~HAS_PROGRAM, at)
    bytes.writeUInt16BE(placeOf(bytes.readUInt16BE(at + 2)), at + 2)
    at += 4 + (flags & ARGUMENTS_ARE_WORDS ? 4 : 2)
    if (flags & HAS_SCALE) at += 2
    else if (flags & HAS_TWO_SCALES) at += 4
    else if (flags & HAS_MATRIX) at += 8
  } while (flags & MORE_COMPONENTS)
  return padded([bytes.subarray(0, at)])
}

function padded(parts: Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([...parts, Buffer.alloc(-length & 3)])
}

function tableOf(outlines: Outlines, name: string): DataView {
  const table = outlines.tables.get(name)
  assert(table !== undefined, `the bundled fonts have a table ${name}`)
  return table
}

function copyOf(outlines: Outlines, name: string): Buffer {
  const { buffer, byteOffset, byteLength } = tableOf(outlines, name)
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength))
}

/** `tables` is keyed by name, in the order of the names. */
function fontFile(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables)
  const directory = Buffer.alloc(12 + entries.length * 16)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(entries.length, 4)
  const power = Math.floor(Math.log2(entries.length))
  directory.writeUInt16BE(2 ** power * 16, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(entries.length * 16 - 2 ** power * 16, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [i, [name, table]] of entries.entries()) {
    const part = padded([table])
    const at = 12 + i * 16
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(checksumOf(part), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    parts.push(part)
    offset += part.length
  }
  return Buffer.concat(parts)
}

function checksumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
