/**
 * A font as embedded in a PDF: some glyphs of a face, with their widths and their text. In the text of a page, each glyph is written as
 * four hexadecimal digits.
 */
import { deflateSync } from 'node:zlib'
import { codeOf, type FaceName, faceBytes, faceMetrics, shapeText, type Weight } from './fonts.ts'
import { type Outlines, openOutlines, subsetOf, widthOf } from './subset.ts'

/**
 * `glyphs` are glyphs of the face in the order of their new numbers. The first is for missing characters. `codes` has a code point for each
 * glyph.
 */
export type EmbeddedFont = { face: FaceName; glyphs: readonly number[]; codes: readonly number[]; program: Buffer }

/** One object of a PDF: its dictionary, and the bytes of its stream if it has one. */
export type PdfObject = { dictionary: string; stream?: Buffer }

/** Objects of one embedded font. They have consecutive numbers, and the first is the font itself. */
export const OBJECTS_PER_FONT = 5

/** ASCII, Latin-1, and common quotes, dashes and signs. U+25A1 is the box for characters that no face has. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x25a1, 0x25a1],
] as const
const NO_CHARACTER = 0xfffd
const RANGES_OF_256 = 256

const opened = new Map<FaceName, Outlines>()

function outlinesOf(face: FaceName): Outlines {
  let outlines = opened.get(face)
  if (outlines === undefined) {
    outlines = openOutlines(faceBytes(face))
    opened.set(face, outlines)
  }
  return outlines
}

/**
 * The font of a face with the glyphs of nearly all texts. Making these fonts takes about ten milliseconds, so each process makes them only
 * once.
 */
export function latinFont(face: Weight): EmbeddedFont {
  const code_of = new Map<number, number>()
  for (const [first, last] of LATIN) {
    for (let code = first; code <= last; code++) {
      const glyph = shapeText(String.fromCodePoint(code), face)[0]?.glyphs[0]
      if (glyph !== undefined && !code_of.has(glyph.id)) code_of.set(glyph.id, code)
    }
  }
  return embedded(face, [0, ...code_of.keys()], [NO_CHARACTER, ...code_of.values()], 9)
}

/** Makes a font of any glyphs of a face, for one document. */
export function fontOf(face: FaceName, glyphs: readonly number[]): EmbeddedFont {
  const codes = glyphs.map((glyph) => (glyph === 0 ? NO_CHARACTER : codeOf(face, glyph)))
  return embedded(face, glyphs, codes, 1)
}

const embedded = (face: FaceName, glyphs: readonly number[], codes: readonly number[], level: number): EmbeddedFont => ({
  face,
  glyphs,
  codes,
  program: deflateSync(subsetOf(outlinesOf(face), glyphs), { level }),
})

export const hexOf = (number: number): string => number.toString(16).padStart(4, '0')

/** The objects of a font, numbered from `first`. `tag` consists of six capitals and is different for each font of a document. */
export function fontObjects({ face, glyphs, codes, program }: EmbeddedFont, first: number, tag: string): PdfObject[] {
  const { units_per_em, name, ascent, descent, cap_height, x_height, bbox } = faceMetrics(face)
  const milli = (units: number) => Math.round((units * 1e6) / units_per_em) / 1000
  const base_font = `${tag}+${name}`
  const widths = glyphs.map((glyph) => milli(widthOf(outlinesOf(face), glyph))).join(' ')
  const text_of = Buffer.from(toUnicode(codes), 'latin1')
  const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>'
  return [
    {
      dictionary: `<< /Type /Font /Subtype /Type0 /BaseFont /${base_font} /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R >>`,
    },
    {
      dictionary: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${base_font} ${system} /FontDescriptor ${first + 2} 0 R /CIDToGIDMap /Identity /W [0 [${widths}]] >>`,
    },
    {
      dictionary:
        `<< /Type /FontDescriptor /FontName /${base_font} /Flags 4 /FontBBox [${bbox.map(milli).join(' ')}] /ItalicAngle 0 ` +
        `/Ascent ${milli(ascent)} /Descent ${milli(descent)} /CapHeight ${milli(cap_height)} /XHeight ${milli(x_height)} /StemV 0 /FontFile2 ${first + 3} 0 R >>`,
    },
    { dictionary: `<< /Length ${program.length} /Filter /FlateDecode >>`, stream: program },
    deflated(text_of),
  ]
}

/** A PDF stream, compressed with a fast level. */
export function deflated(bytes: Buffer, level = 1): PdfObject {
  const stream = deflateSync(bytes, { level })
  return { dictionary: `<< /Length ${stream.length} /Filter /FlateDecode >>`, stream }
}

/** Maps each glyph to its text for copying and searching. */
function toUnicode(codes: readonly number[]): string {
  const utf16 = (code: number) => Array.from(String.fromCodePoint(code).split(''), (unit) => hexOf(unit.charCodeAt(0))).join('')
  const ranges: string[] = []
  for (let first = 0; first < codes.length; first += RANGES_OF_256) {
    const part = codes.slice(first, first + RANGES_OF_256)
    ranges.push(`<${hexOf(first)}> <${hexOf(first + part.length - 1)}> [${part.map((code) => `<${utf16(code)}>`).join(' ')}]`)
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    `${ranges.length} beginbfrange`,
    ...ranges,
    'endbfrange',
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}
