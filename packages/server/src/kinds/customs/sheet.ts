/**
 * Drawing tools for both customs documents: a US Letter page whose content also fits on A4, boxes with small titles, and a table. Rows are
 * as high as their text, and the table continues over as many pages as needed.
 */
import assert from 'node:assert/strict'
import { type Money, moneyText } from '@backhaul/core/money.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import type { Weight } from '../../print/fonts.ts'
import { alignedX, Pdf } from '../../print/pdf.ts'
import { code128Runs } from '../../print/symbols.ts'
import { cleanText, cutText, fitBlock, LEADING, type TextLine } from '../../print/text.ts'
import type { CustomsFacts } from './facts.ts'

const PAGE_WIDTH = 612
const PAGE_HEIGHT = 792
export const LEFT = 40
export const RIGHT = PAGE_WIDTH - LEFT
export const WIDTH = RIGHT - LEFT
const TOP = 40
/** The page number is printed below this line. */
const BOTTOM = 748
const FOOTER_BASELINE = 764
const LINE = 0.6
const PADDING = 5
const TITLE_SIZE = 6.5
const TITLE_BASELINE = 9
const TEXT_TOP = 14
const SHADE = 0.93
const CELL_SIZE = 8
const CELL_SIZES = [CELL_SIZE, 7]
const CELL_ROWS = 3
const CELL_PADDING = 4

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Column<Row> {
  title: string
  width: number
  align: 'left' | 'right'
  value: (row: Row, index: number) => string
}

/** Formats an amount with as many decimals as its currency has. */
export const money = (amount: Money | null, currency: string | null): string =>
  amount === null ? '' : moneyText(amount, currency ?? '', { locale: 'en-US', style: 'decimal' })

export const kilograms = (grams: number | null): string => (grams === null ? '' : (grams / 1000).toFixed(3))

/** Formats an HS code, for example as 6109.10.00. */
export const dotted = (hs_code: string | null): string =>
  hs_code === null ? '' : [hs_code.slice(0, 4), hs_code.slice(4, 6), hs_code.slice(6, 8), hs_code.slice(8)].filter(Boolean).join('.')

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

export const addressLines = (address: Address | null): TextLine[] => {
  if (!address) return []
  const { name, company, line1, line2, city, state, postal_code, country, phone, email } = address
  const lines = [
    { text: company ?? name ?? '', weight: 'bold' as Weight },
    { text: company ? (name ?? '') : '', weight: 'regular' as Weight },
    { text: line1, weight: 'regular' as Weight },
    { text: line2 ?? '', weight: 'regular' as Weight },
    { text: [city, state, postal_code].filter(Boolean).join(' '), weight: 'regular' as Weight },
    { text: `${COUNTRY_NAMES.of(country) ?? country} (${country})`, weight: 'bold' as Weight },
    { text: [phone ?? '', email ?? ''].filter(Boolean).join('  '), weight: 'regular' as Weight },
  ]
  return lines.map(({ text, weight }) => ({ text: cleanText(text), weight })).filter(({ text }) => text !== '')
}

/** Draws a document from top to bottom. `y` is the current position. */
export class Sheet {
  readonly #pdf: Pdf
  readonly #facts: CustomsFacts
  readonly #title: string
  readonly #footer: string
  #page = 0
  readonly #pages: number
  y = TOP

  /**
   * `pages`: the total number of pages. The document is first drawn with `pages` set to 1, only to count its pages. After that, `page` has
   * the total for the second drawing.
   */
  constructor(facts: CustomsFacts, title: string, pages: number) {
    this.#facts = facts
    this.#title = title
    this.#pages = pages
    this.#footer = `${title} ${facts.tracking}`
    this.#pdf = new Pdf(`${title} ${facts.tracking}`, new Date(`${facts.date}T00:00:00Z`))
  }

  get page(): number {
    return this.#page
  }

  bytes(): Uint8Array {
    return this.#pdf.bytes()
  }

  /** Starts a page with the document's title, `aside` below it, and the shipment's bar code. */
  start(aside: string): void {
    this.#pdf.addPage(PAGE_WIDTH, PAGE_HEIGHT)
    this.#page++
    this.text(this.#title, 'bold', LEFT, TOP + 14, 16)
    this.text(aside, 'regular', LEFT, TOP + 28, 8)
    const runs = code128Runs(this.#facts.barcode, this.#facts.is_gs1)
    const last = runs.at(-1) as { x: number; length: number }
    const module = 1.2
    const x = RIGHT - (last.x + last.length) * module
    this.#pdf.grid(x, TOP, module, 30, runs)
    this.text(this.#facts.barcode, 'regular', x, TOP + 40, 8)
    this.y = TOP + 50
    if (this.#facts.is_sandbox) this.#mark()
    this.text(this.#footer, 'regular', LEFT, FOOTER_BASELINE, 7)
    this.#right(`Page ${this.#page} of ${this.#pages}`, 'regular', RIGHT, FOOTER_BASELINE, 7)
  }

  #mark(): void {
    this.#pdf.rectangle(LEFT, this.y - 4, WIDTH, 14, SHADE)
    const text = 'SANDBOX: A TEST, NOT FOR CUSTOMS'
    this.text(text, 'bold', alignedX(text, 'bold', 8, { center: LEFT + WIDTH / 2 }), this.y + 6, 8)
    this.y += 16
  }

  text(text: string, weight: Weight, x: number, baseline: number, size: number): void {
    if (text !== '') this.#pdf.text(text, weight, x, baseline, size)
  }

  #right(text: string, weight: Weight, right: number, baseline: number, size: number): void {
    this.text(text, weight, alignedX(text, weight, size, { right }), baseline, size)
  }

  /** Neighboring boxes share the line between them. */
  frame({ x, y, width, height }: Box): void {
    this.#pdf.rectangle(x, y, width, LINE)
    this.#pdf.rectangle(x, y + height, width + LINE, LINE)
    this.#pdf.rectangle(x, y, LINE, height)
    this.#pdf.rectangle(x + width, y, LINE, height)
  }

  /** Draws a framed box with its title, and fits the lines into the remaining space. */
  box(box: Box, title: string, lines: readonly TextLine[], sizes: readonly number[] = [9, 8, 7, 6]): void {
    this.frame(box)
    this.text(
      cutText(title, 'regular', TITLE_SIZE, box.width - 2 * PADDING),
      'regular',
      box.x + PADDING,
      box.y + TITLE_BASELINE,
      TITLE_SIZE,
    )
    if (lines.length === 0) return
    const fitted = fitBlock([...lines], box.width - 2 * PADDING, box.height - TEXT_TOP - 2, sizes)
    for (const [i, line] of fitted.lines.entries())
      this.text(line.text, line.weight, box.x + PADDING, box.y + TEXT_TOP + fitted.size + i * fitted.size * LEADING, fitted.size)
  }

  /** Draws boxes of the same height next to each other. Each `share` is a fraction of the width. */
  row(height: number, boxes: readonly { share: number; title: string; text?: string; lines?: readonly TextLine[] }[]): void {
    assert(this.y + height <= BOTTOM, 'a row of boxes fits on its page')
    let x = LEFT
    for (const { share, title, text = '', lines } of boxes) {
      const width = WIDTH * share
      const cleaned = cleanText(text)
      this.box({ x, y: this.y, width, height }, title, lines ?? (cleaned === '' ? [] : [{ text: cleaned, weight: 'regular' }]))
      x += width
    }
    this.y += height
  }

  /** `next` starts a page. `below` is the height that must fit under the last row. */
  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], below: number, next: () => void): void {
    this.#head(columns)
    for (const [i, row] of rows.entries()) {
      const cells = columns.map((column) => cellOf(column, column.value(row, i)))
      const height = Math.max(...cells.map(({ height: one }) => one)) + CELL_PADDING
      if (this.y + height + (i === rows.length - 1 ? below : 0) > BOTTOM) {
        next()
        this.#head(columns)
      }
      let x = LEFT
      for (const [j, { width, align }] of columns.entries()) {
        const { size, lines } = cells[j] as Cell
        this.frame({ x, y: this.y, width, height })
        for (const [k, line] of lines.entries()) {
          const baseline = this.y + CELL_PADDING / 2 + size + k * size * LEADING
          if (align === 'left') this.text(line.text, 'regular', x + PADDING - 2, baseline, size)
          else this.#right(line.text, 'regular', x + width - PADDING + 2, baseline, size)
        }
        x += width
      }
      this.y += height
    }
  }

  #head<Row>(columns: readonly Column<Row>[]): void {
    const height = 22
    this.#pdf.rectangle(LEFT, this.y, WIDTH, height, SHADE)
    let x = LEFT
    for (const { title, width } of columns) {
      this.frame({ x, y: this.y, width, height })
      const { size, lines } = fitBlock([{ text: title, weight: 'bold' }], width - 6, height - 4, [7, 6.5, 6])
      for (const [i, line] of lines.entries()) this.text(line.text, 'bold', x + 3, this.y + 3 + size + i * size * LEADING, size)
      x += width
    }
    this.y += height
  }
}

interface Cell {
  size: number
  lines: readonly TextLine[]
  height: number
}

const cellOf = <Row>({ width }: Column<Row>, value: string): Cell => {
  const text = cleanText(value)
  if (text === '') return { size: CELL_SIZE, lines: [], height: CELL_SIZE * LEADING }
  const room = CELL_SIZE + CELL_ROWS * CELL_SIZE * LEADING
  const { size, lines } = fitBlock([{ text, weight: 'regular' }], width - 6, room, CELL_SIZES)
  return { size, lines, height: Math.max(1, lines.length) * size * LEADING }
}
