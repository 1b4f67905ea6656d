/**
 * PDF documents with the bundled fonts. The same content always gives the same bytes.
 *
 * A general PDF writer spends nearly all of its time on subsetting the fonts again for every document. Here the glyphs of ASCII and Latin-1
 * are subset only once in each process. Every document begins with the bytes of these prepared fonts. Texts with other glyphs use fonts
 * that are subset for the document.
 */
import { createHash } from 'node:crypto'
import { type FaceName, measureText, type PlacedGlyph, type Run, shapeText, type Weight } from './fonts.ts'
import { deflated, type EmbeddedFont, fontObjects, fontOf, hexOf, latinFont, OBJECTS_PER_FONT, type PdfObject } from './pdf-fonts.ts'

/** Object numbers. The order is: catalog, pages, information, resources, then all fonts and all pages. */
const CATALOG = 1
const PAGES = 2
const INFORMATION = 3
const RESOURCES = 4
const FIRST_FONT = 5
const READY_FACES: readonly Weight[] = ['regular', 'bold']
const FIRST_FREE = FIRST_FONT + READY_FACES.length * OBJECTS_PER_FONT
/** Only long pages are compressed. For a label, compression would take longer than all other work. */
const DEFLATE_FROM_CHARS = 12_000
/** `name` is the font's name in the pages. `tag` is the prefix that PDF requires for the name of a subset font. */
const FONTS: Record<FaceName, { name: string; own_name: string; tag: string; own_tag: string }> = {
  regular: { name: 'R', own_name: 'XR', tag: 'LATINR', own_tag: 'OTHERR' },
  bold: { name: 'B', own_name: 'XB', tag: 'LATINB', own_tag: 'OTHERB' },
  fallback: { name: 'F', own_name: 'XF', tag: 'LATINF', own_tag: 'OTHERF' },
}

/** Bytes of an unfinished file, and the offset of each object in it. */
class Parts {
  readonly parts: Buffer[] = []
  readonly offsets: number[]
  length = 0

  constructor(offsets: number[]) {
    this.offsets = offsets
  }

  add(part: Buffer | string): void {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    this.parts.push(bytes)
    this.length += bytes.length
  }

  object(number: number, { dictionary, stream }: PdfObject): void {
    this.offsets[number] = this.length
    this.add(`${number} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      this.add('stream\n')
      this.add(stream)
      this.add('\nendstream\n')
    }
    this.add('endobj\n')
  }

  font(first: number, font: EmbeddedFont, tag: string): void {
    for (const [i, object] of fontObjects(font, first, tag).entries()) this.object(first + i, object)
  }
}

const shades = new WeakMap<readonly object[], string>()

interface Ready {
  /** All bytes up to and including the last object of the prepared fonts. */
  head: Buffer
  offsets: readonly number[]
  /** For each face, the code of each glyph in texts that are set in a prepared font. */
  hex_of: ReadonlyMap<FaceName, ReadonlyMap<number, string>>
}
let ready: Ready | null = null

function makeReady(): Ready {
  const file = new Parts([])
  file.add('%PDF-1.4\n%\xff\xff\xff\xff\n')
  file.object(CATALOG, { dictionary: `<< /Type /Catalog /Pages ${PAGES} 0 R >>` })
  const hex_of = new Map<FaceName, Map<number, string>>()
  for (const [i, face] of READY_FACES.entries()) {
    const font = latinFont(face)
    file.font(FIRST_FONT + i * OBJECTS_PER_FONT, font, FONTS[face].tag)
    hex_of.set(face, new Map(font.glyphs.map((glyph, place) => [glyph, hexOf(place)])))
  }
  return { head: Buffer.concat(file.parts), offsets: file.offsets, hex_of }
}

/** A document whose bytes depend only on its content. Coordinates are in points from the top left corner of the page. */
export class Pdf {
  readonly #ready: Ready
  readonly #information: string
  readonly #pages: { width: number; height: number; content: string }[] = []
  /** By face, the glyphs of texts that the prepared fonts cannot set. Each has its number in the document's own font. */
  readonly #own = new Map<FaceName, Map<number, number>>()
  #content = ''
  #height = 0

  /** `title` must be ASCII. Other characters become `?`. */
  constructor(title: string, created_at: Date) {
    ready ??= makeReady()
    this.#ready = ready
    const created = created_at.toISOString().replace(/[-:T]/g, '').slice(0, 14)
    this.#information = `<< /Title (${title.replace(/[^ -~]|[()\\]/g, '?')}) /Producer (Backhaul) /Creator (Backhaul) /CreationDate (D:${created}Z) >>`
  }

  addPage(width: number, height: number): void {
    this.#endPage()
    this.#pages.push({ width, height, content: '' })
    this.#height = height
  }

  #endPage(): void {
    const page = this.#pages.at(-1)
    if (page !== undefined) page.content = this.#content
    this.#content = ''
  }

  /** Draws a filled rectangle. `gray`: 0 is black, 1 is white. */
  rectangle(x: number, y: number, width: number, height: number, gray = 0): void {
    const shape = `${short(x)} ${short(this.#height - y - height)} ${short(width)} ${short(height)} re f\n`
    this.#content += gray === 0 ? shape : `${short(gray)} g\n${shape}0 g\n`
  }

  /** Draws filled rectangles of one gray, as one path. The path of a list of rectangles is cached for as long as the list exists. */
  shade(rectangles: readonly { x: number; y: number; width: number; height: number }[], gray: number): void {
    let path = shades.get(rectangles)
    if (path === undefined) {
      path = rectangles.map(({ x, y, width, height }) => `${short(x)} ${short(y)} ${short(width)} ${short(height)} re\n`).join('')
      shades.set(rectangles, path)
    }
    this.#content += `q ${short(gray)} g 1 0 0 -1 0 ${short(this.#height)} cm\n${path}f Q\n`
  }

  /**
   * Draws black pieces of a grid. The grid begins at (`x`, `y`), its cells are `width` by `height` points, and each piece covers `length`
   * cells of a row. All pieces are one path: if they were filled one by one, viewers would show hairlines between touching pieces.
   */
  grid(x: number, y: number, width: number, height: number, pieces: readonly { x: number; y: number; length: number }[]): void {
    let path = `q ${exact(width)} 0 0 ${exact(-height)} ${exact(x)} ${exact(this.#height - y)} cm\n`
    for (const piece of pieces) path += `${piece.x} ${piece.y} ${piece.length} 1 re\n`
    this.#content += `${path}f Q\n`
  }

  /** Sets clean text in black. `baseline` is measured from the top of the page. */
  text(text: string, weight: Weight, x: number, baseline: number, size: number): void {
    let pen = x
    for (const run of shapeText(text, weight)) {
      const latin = latinHex(run, this.#ready.hex_of.get(run.face))
      const { name, own_name } = FONTS[run.face]
      const y = this.#height - baseline
      if (latin !== null) this.#content += `BT /${name} ${short(size)} Tf ${short(pen)} ${short(y)} Td <${latin}> Tj ET\n`
      else this.#content += `BT /${own_name} ${short(size)} Tf\n${this.#ownText(run, pen, y, size)}ET\n`
      pen += run.width * size
    }
  }

  /** The run is set in the document's own font. If the run has moved glyphs, such as marks, each glyph gets a position. */
  #ownText({ face, glyphs }: Run, x: number, y: number, size: number): string {
    const numbers = this.#own.get(face) ?? new Map([[0, 0]])
    this.#own.set(face, numbers)
    const hexOfGlyph = ({ id }: PlacedGlyph) => {
      const number = numbers.get(id) ?? numbers.size
      numbers.set(id, number)
      return hexOf(number)
    }
    if (!glyphs.some(({ moved }) => moved)) return `1 0 0 1 ${short(x)} ${short(y)} Tm <${glyphs.map(hexOfGlyph).join('')}> Tj\n`
    let pen = x
    let shown = ''
    for (const glyph of glyphs) {
      shown += `1 0 0 1 ${short(pen + glyph.dx * size)} ${short(y + glyph.dy * size)} Tm <${hexOfGlyph(glyph)}> Tj\n`
      pen += glyph.advance * size
    }
    return shown
  }

  /** Ends the document and returns its bytes. */
  bytes(): Uint8Array {
    this.#endPage()
    const file = new Parts([...this.#ready.offsets])
    file.add(this.#ready.head)
    let next = FIRST_FREE
    const fonts = READY_FACES.map((face, i) => `/${FONTS[face].name} ${FIRST_FONT + i * OBJECTS_PER_FONT} 0 R`)
    for (const [face, numbers] of this.#own) {
      fonts.push(`/${FONTS[face].own_name} ${next} 0 R`)
      file.font(next, fontOf(face, [...numbers.keys()]), FONTS[face].own_tag)
      next += OBJECTS_PER_FONT
    }
    file.object(RESOURCES, { dictionary: `<< /Font << ${fonts.join(' ')} >> >>` })
    const kids: string[] = []
    for (const { width, height, content } of this.#pages) {
      kids.push(`${next} 0 R`)
      const resources = `/Resources ${RESOURCES} 0 R /Contents ${next + 1} 0 R`
      file.object(next, { dictionary: `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${width} ${height}] ${resources} >>` })
      file.object(next + 1, contentObject(content))
      next += 2
    }
    file.object(PAGES, { dictionary: `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>` })
    file.object(INFORMATION, { dictionary: this.#information })
    return this.#withTable(file, next)
  }

  /** Adds the object table and the document id. The id stays the same as long as the content does. */
  #withTable(file: Parts, size: number): Uint8Array {
    const hash = createHash('sha256').update(this.#information)
    for (const { content } of this.#pages) hash.update(content)
    const id = hash.digest('hex').slice(0, 32)
    const start = file.length
    let table = `xref\n0 ${size}\n0000000000 65535 f \n`
    for (let number = 1; number < size; number++) table += `${String(file.offsets[number]).padStart(10, '0')} 00000 n \n`
    const trailer = `<< /Size ${size} /Root ${CATALOG} 0 R /Info ${INFORMATION} 0 R /ID [<${id}> <${id}>] >>`
    file.add(`${table}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`)
    return Buffer.concat(file.parts)
  }
}

/** The x of the first glyph of a text that ends at `right` or is centered on `center`. */
export function alignedX(text: string, weight: Weight, size: number, anchor: { right: number } | { center: number }): number {
  const width = measureText(text, weight) * size
  return 'right' in anchor ? anchor.right - width : anchor.center - width / 2
}

/** The codes of a run's glyphs in a prepared font. Null when the font lacks a glyph or a glyph is moved. */
function latinHex({ glyphs }: Run, hex_of: ReadonlyMap<number, string> | undefined): string | null {
  if (hex_of === undefined) return null
  let hex = ''
  for (const glyph of glyphs) {
    const one = hex_of.get(glyph.id)
    if (one === undefined || glyph.moved) return null
    hex += one
  }
  return hex
}

const contentObject = (content: string): PdfObject => {
  const stream = Buffer.from(content, 'latin1')
  return stream.length < DEFLATE_FROM_CHARS ? { dictionary: `<< /Length ${stream.length} >>`, stream } : deflated(stream)
}

/** Formats points with a precision much finer than any printer's. */
const short = (points: number): string => String(Math.round(points * 1000) / 1000)
/** Formats points with more digits than usual, because this number multiplies the positions in a symbol. */
const exact = (points: number): string => String(Math.round(points * 1e6) / 1e6)
