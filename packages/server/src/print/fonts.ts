/**
 * The bundled fonts and text shaping, shared by PDF and bitmap output so that both agree.
 *
 * Parts: three faces (regular, bold, and a CJK fallback), read on first use; `shapeText`, which turns a clean string into runs of
 * positioned glyphs in visual order (Unicode bidi, then one face per run); `measureText`, which returns the width of the string in em.
 *
 * Promise: no system font is ever used. The same string gives the same glyphs in every process, regardless of earlier texts. Not promised:
 * kerning in plain Latin, Greek and Cyrillic text. Without kerning, a table look-up suffices, which is twenty times faster than the shaper,
 * and labels are set large. Also not promised: a glyph for every character. A character that no bundled face covers (emoji, Hangul, Thai,
 * the Indic scripts) prints as an empty box.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import bidi_module from 'bidi-js'
import * as fontkit from 'fontkit'

export type Weight = 'regular' | 'bold'
export type FaceName = Weight | 'fallback'

/**
 * One glyph. `id` is its number in its face; `advance`, `dx`, `dy` are in em (dy upward). `moved`: this glyph or the next one is not where
 * the widths alone would place it.
 */
export type PlacedGlyph = { id: number; advance: number; dx: number; dy: number; moved: boolean }
/** Glyphs of one face in visual order, left to right. `text` is their text in logical order. `width` is in em. */
export type Run = { face: FaceName; text: string; glyphs: PlacedGlyph[]; width: number }

const FACE_FILES: Record<FaceName, string> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  fallback: 'DroidSansFallbackFull.ttf',
}
/** fontkit caches every glyph that it has used, up to 20 kB each. After this number of glyphs the face is opened again, to limit memory. */
const MAX_GLYPHS_USED = 500

type Face = {
  font: fontkit.Font
  met: Set<number>
  looked_up: Map<number, PlacedGlyph>
  codes: Map<number, number>
}
const faces = new Map<FaceName, Face>()
/** The widths of the characters of plain text by their codes, of which the last is U+2116. 0: not looked up yet. */
const plain_widths: Record<Weight, Float64Array> = { regular: new Float64Array(0x2117), bold: new Float64Array(0x2117) }
const RESERVED_WIDTHS_MAX = 2000
const reserved: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() }
const bytes_of_face = new Map<FaceName, Buffer>()

// In Node, the default export of bidi-js is the factory, but its type declaration describes the ES module.
const bidi = (bidi_module as unknown as typeof bidi_module.default)()
/** Text that is set in the requested weight, with one glyph per character. */
const PLAIN_TEXT = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u024f\u0384-\u03ff\u0400-\u0482\u048a-\u04ff\u2010-\u2026\u20ac\u2116]*$/
/** Han and kana, which are set in the fallback face, also with one glyph per character. */
const IDEOGRAPHIC_TEXT = /^[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]*$/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Pictographs, and characters that are a full em wide. */
const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/u
const BOX_WIDTH = 0.6
const REPLACEMENT_CHARACTER = 0xfffd
/** Replaces every character without a glyph. The face's own glyph 0 is not used, because its width differs between fonts. */
const MISSING = '□'
const STICKS_TO_PREVIOUS = /^[\p{M}\u200c\u200d]$/u

export const isPlain = (text: string): boolean => PLAIN_TEXT.test(text)

/** Reads the file of a face once. */
export function faceBytes(name: FaceName): Buffer {
  let bytes = bytes_of_face.get(name)
  if (bytes === undefined) {
    bytes = readFileSync(new URL(`../../assets/fonts/${FACE_FILES[name]}`, import.meta.url))
    bytes_of_face.set(name, bytes)
  }
  return bytes
}

function openFace(name: FaceName): Face {
  const face: Face = { font: fontkit.create(faceBytes(name)) as fontkit.Font, met: new Set(), looked_up: new Map(), codes: new Map() }
  faces.set(name, face)
  return face
}

function faceOf(name: FaceName): Face {
  const face = faces.get(name)
  return face === undefined || face.met.size > MAX_GLYPHS_USED ? openFace(name) : face
}

/** Metrics of a whole face for a PDF, in units of the em. `bbox` is left, bottom, right, top. */
export function faceMetrics(name: FaceName) {
  const { unitsPerEm, postscriptName, ascent, descent, capHeight, xHeight, bbox } = faceOf(name).font
  return {
    units_per_em: unitsPerEm,
    name: String(postscriptName).replaceAll(' ', '_'),
    ascent,
    descent,
    cap_height: capHeight || ascent,
    x_height: xHeight || 0,
    bbox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY],
  }
}

/** Outline of one glyph in font units (y upward), and the number of units per em. */
export function glyphOutline(name: FaceName, glyph_id: number): { path: fontkit.Path; units_per_em: number } {
  const face = faceOf(name)
  return { path: face.font.getGlyph(glyph_id).path, units_per_em: face.font.unitsPerEm }
}

/** Width in em of clean text (see `cleanText`) as `shapeText` sets it. */
export function measureText(text: string, weight: Weight): number {
  if (PLAIN_TEXT.test(text)) return plainWidth(text, weight)
  let width = 0
  for (const run of shapeText(text, weight)) width += run.width
  return width
}

/** Fitting measures every word of a label at up to eleven sizes, so the width of each character is looked up by its code. */
function plainWidth(text: string, weight: Weight): number {
  const known = plain_widths[weight]
  let width = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    known[code] ||= lookUpGlyph(faceOf(weight), text.charAt(i)).advance
    width += known[code] as number
  }
  return width
}

/**
 * The width in em to reserve for clean text. A label printer sets text other than plain Latin, Greek and Cyrillic in its own fonts. It may
 * print a box for each code point, including marks, so at least the width of these boxes is reserved.
 */
export function reservedWidth(text: string, weight: Weight): number {
  if (PLAIN_TEXT.test(text)) return plainWidth(text, weight)
  // Cached, because fitting measures the same words at every size and spends most of its time on shaping.
  const known = reserved[weight].get(text)
  if (known !== undefined) return known
  let boxes = 0
  for (const char of text) boxes += PLAIN_TEXT.test(char) ? measureText(char, weight) : WIDE.test(char) ? 1 : BOX_WIDTH
  const width = Math.max(measureText(text, weight), boxes)
  if (reserved[weight].size >= RESERVED_WIDTHS_MAX) reserved[weight].clear()
  reserved[weight].set(text, width)
  return width
}

/** Shapes clean text into runs, which are set from left to right. */
export function shapeText(text: string, weight: Weight): Run[] {
  if (text === '') return []
  if (PLAIN_TEXT.test(text)) return [shapeRun(weight, text)]
  const runs: Run[] = []
  for (const segment of visualSegments(text)) {
    const pieces = splitByFace(segment.text, weight).map((piece) => shapeRun(piece.face, piece.text))
    runs.push(...(segment.right_to_left ? pieces.reverse() : pieces))
  }
  return runs
}

function shapeRun(name: FaceName, text: string): Run {
  const face = faceOf(name)
  const needs_shaping = !PLAIN_TEXT.test(text) && !IDEOGRAPHIC_TEXT.test(text)
  const glyphs = needs_shaping ? shapeComplex(face, text) : [...text].map((char) => lookUpGlyph(face, char))
  let width = 0
  for (const glyph of glyphs) width += glyph.advance
  return { face: name, text, glyphs, width }
}

function lookUpGlyph(face: Face, char: string): PlacedGlyph {
  const code = char.codePointAt(0) ?? 0
  let glyph = face.looked_up.get(code)
  if (glyph === undefined) {
    const exact = face.font.glyphForCodePoint(code)
    const found = exact.id === 0 ? face.font.glyphForCodePoint(MISSING.codePointAt(0) ?? 0) : exact
    glyph = { id: found.id, advance: found.advanceWidth / face.font.unitsPerEm, dx: 0, dy: 0, moved: false }
    face.looked_up.set(code, glyph)
    if (!PLAIN_TEXT.test(char)) face.met.add(glyph.id)
  }
  return glyph
}

function shapeComplex(face: Face, text: string): PlacedGlyph[] {
  const run = face.font.layout(text)
  const em = face.font.unitsPerEm
  return run.glyphs.map((glyph, i) => {
    const at = run.positions[i]
    assert(at !== undefined, 'one position per glyph')
    face.met.add(glyph.id)
    const moved = at.xOffset !== 0 || at.yOffset !== 0 || at.xAdvance !== glyph.advanceWidth
    return { id: glyph.id, advance: at.xAdvance / em, dx: at.xOffset / em, dy: at.yOffset / em, moved }
  })
}

/**
 * Unicode bidi for one line. Returns pieces in visual order. Each is as long as possible, has one direction, keeps its characters in
 * logical order, and has its brackets mirrored (UAX 9, rules L2 and L4). Without this, the house number in a Hebrew or Arabic line would
 * print backward.
 */
function visualSegments(text: string): { text: string; right_to_left: boolean }[] {
  if (!RIGHT_TO_LEFT.test(text)) return [{ text, right_to_left: false }]
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  const segments: { text: string; level: number }[] = []
  for (let i = 0; i < text.length; i++) {
    const level = levels[i] ?? 0
    const char = mirrored.get(i) ?? text.charAt(i)
    const last = segments.at(-1)
    if (last !== undefined && last.level === level) last.text += char
    else segments.push({ text: char, level })
  }
  const highest = Math.max(...segments.map((segment) => segment.level))
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < segments.length; start++) {
      let end = start
      while (end < segments.length && (segments[end]?.level ?? 0) >= level) end++
      if (end - start > 1) segments.splice(start, end - start, ...segments.slice(start, end).reverse())
      if (end > start) start = end
    }
  }
  return segments.map((segment) => ({ text: segment.text, right_to_left: segment.level % 2 === 1 }))
}

/**
 * Chooses the face of each character: the requested weight if it has the glyph, otherwise the fallback face, otherwise a box. Marks and
 * joiners stay with their base character and are dropped if its face lacks them.
 */
function splitByFace(text: string, weight: Weight): { face: FaceName; text: string }[] {
  const has = (face: FaceName, char: string) => faceOf(face).font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)
  const pieces: { face: FaceName; text: string }[] = []
  for (const char of text) {
    const last = pieces.at(-1)
    if (STICKS_TO_PREVIOUS.test(char)) {
      if (last !== undefined && !last.text.endsWith(MISSING) && has(last.face, char)) last.text += char
      continue
    }
    const in_weight = has(weight, char)
    const face: FaceName = !in_weight && has('fallback', char) ? 'fallback' : weight
    const shown = in_weight || face === 'fallback' ? char : MISSING
    if (last !== undefined && last.face === face) last.text += shown
    else pieces.push({ face, text: shown })
  }
  return pieces
}

/**
 * The lowest code point for which a glyph stands, for the PDF's text layer. fontkit's `glyph.codePoints` depends on the first text in this
 * process that used the glyph, so with it the bytes would depend on earlier documents.
 */
export function codeOf(name: FaceName, glyph_id: number): number {
  const face = faceOf(name)
  let code = face.codes.get(glyph_id)
  if (code === undefined) {
    const codes = face.font.stringsForGlyph(glyph_id).map((text) => text.codePointAt(0) ?? REPLACEMENT_CHARACTER)
    code = codes.length === 0 ? REPLACEMENT_CHARACTER : Math.min(...codes)
    face.codes.set(glyph_id, code)
  }
  return code
}
