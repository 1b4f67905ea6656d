/**
 * The one description of the 4x6 inch label, in points from the top left corner. The PDF, PNG and ZPL back ends only draw what stands here.
 *
 * Promise: every free text is cleaned and fitted into its own box, and no box touches a symbol or its quiet zone; symbols and their modules
 * sit on whole printer dots, so bars keep their exact proportions at the chosen resolution.
 */

import type { Address } from '../domain/shipment.ts'
import type { Weight } from '../print/fonts.ts'
import { QR_QUIET_MODULES } from '../print/symbols.ts'
import { cleanText, fitBlock, LEADING, type TextLine } from '../print/text.ts'
import { assertLabelFacts, type LabelDpi, type LabelFacts } from './facts.ts'

/** `x` and `baseline` of the first glyph; with `centered_in`, `x` is the left edge of a box of that width. */
export type TextElement = { kind: 'text'; x: number; baseline: number; size: number; weight: Weight; text: string; centered_in?: number }
export type RuleElement = { kind: 'rule'; x: number; y: number; width: number; height: number }
/** `x`, `y` of the first bar; `module` is the width of the narrowest bar. */
export type Code128Element = { kind: 'code128'; x: number; y: number; height: number; module: number; text: string }
/** `x`, `y` of the symbol without its quiet zone. */
export type QrElement = { kind: 'qr'; x: number; y: number; module: number; text: string }
export type LabelElement = TextElement | RuleElement | Code128Element | QrElement

export const LABEL_WIDTH = 288
export const LABEL_HEIGHT = 432
const POINTS_PER_INCH = 72

const LEFT = 12
const RIGHT = LABEL_WIDTH - LEFT
const WIDTH = RIGHT - LEFT
/** Left edge of the right-hand column of the upper half. */
const COLUMN = 190
const COLUMN_WIDTH = RIGHT - COLUMN
const ASIDE = 10

/** Modules of a Code 128 symbol of 20 digits: start, ten digit pairs, check and stop. */
export const CODE128_MODULES = 145
/** Modules per side of the QR symbol of up to 29 capitals and digits at level Q. */
export const QR_MODULES = 25
/** The largest whole numbers of dots that fit: a 0.020 in bar code module and a QR symbol of about 0.85 in. */
const MODULE_DOTS: Record<LabelDpi, { code128: number; qr: number }> = { 203: { code128: 4, qr: 7 }, 300: { code128: 6, qr: 10 } }

const SERVICE_LETTERS: Record<LabelFacts['service_level'], string> = { economy: 'E', standard: 'S', express: 'X' }

const FROM_SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const
const TO_SIZES = [13, 12, 11, 10, 9, 8, 7, 6.5, 6, 5.5, 5] as const
const FIELD_SIZES = [10, 9, 8, 7, 6, 5.5, 5] as const
const ID_SIZES = [8, 7, 6, 5.5, 5] as const
const CAPTION_SIZE = 6

/** The elements of a label for a printer of the given resolution. */
export function layoutLabel(facts: LabelFacts, dpi: LabelDpi): LabelElement[] {
  assertLabelFacts(facts)
  return [...serviceBand(facts), ...fromBand(facts), ...toBand(facts, dpi), ...codeBand(facts, dpi), ...idBand(facts)]
}

function serviceBand(facts: LabelFacts): LabelElement[] {
  const { service_level, direction, weight_lb } = facts
  return [
    ...frame(LEFT, 12, 48, 48, 2),
    { kind: 'text', x: LEFT, centered_in: 48, baseline: 50.5, size: 40, weight: 'bold', text: SERVICE_LETTERS[service_level] },
    { kind: 'text', x: 70, baseline: 34, size: 21, weight: 'bold', text: service_level.toUpperCase() },
    {
      kind: 'text',
      x: 70,
      baseline: 52,
      size: 12,
      weight: 'regular',
      text: direction === 'return' ? 'RETURN SHIPMENT' : 'OUTBOUND SHIPMENT',
    },
    ...field(COLUMN + ASIDE, 17, COLUMN_WIDTH - ASIDE, 14, 'WEIGHT', `${Number(weight_lb.toFixed(3))} LB`, [13, 12, 11, 10, 9, 8, 7, 6]),
    { kind: 'rule', x: LEFT, y: 66, width: WIDTH, height: 2 },
  ]
}

function fromBand(facts: LabelFacts): LabelElement[] {
  const elements: LabelElement[] = []
  if (facts.from !== null) {
    elements.push({ kind: 'text', x: LEFT, baseline: 78, size: CAPTION_SIZE, weight: 'bold', text: 'FROM' })
    const lines = addressLines(facts.from).map((text): TextLine => ({ text, weight: 'regular' }))
    elements.push(...block(lines, LEFT, 81, COLUMN - LEFT - ASIDE, 60, FROM_SIZES))
  }
  elements.push({ kind: 'rule', x: COLUMN, y: 68, width: 1, height: 75 })
  const order = facts.order_id === null ? '' : cleanText(facts.order_id)
  if (order !== '') elements.push(...field(COLUMN + ASIDE, 72, COLUMN_WIDTH - ASIDE, 26, 'ORDER', order, FIELD_SIZES))
  const carrier = facts.carrier === null ? '' : cleanText(facts.carrier)
  if (carrier !== '') elements.push(...field(COLUMN + ASIDE, 108, COLUMN_WIDTH - ASIDE, 24, 'CARRIER', carrier, FIELD_SIZES))
  elements.push({ kind: 'rule', x: LEFT, y: 143, width: WIDTH, height: 1 })
  return elements
}

function toBand(facts: LabelFacts, dpi: LabelDpi): LabelElement[] {
  const module = inPoints(MODULE_DOTS[dpi].qr, dpi)
  const side = QR_MODULES * module
  const x = onDot(RIGHT - side - QR_QUIET_MODULES * module, dpi)
  const texts = addressLines(facts.to)
  // The last two lines, city and country, sort the parcel; the first names whom it is for.
  const lines = texts.map((text, i): TextLine => ({ text, weight: i === 0 || i >= texts.length - 2 ? 'bold' : 'regular' }))
  const text_width = x - QR_QUIET_MODULES * module - LEFT
  return [
    { kind: 'text', x: LEFT, baseline: 154, size: 8, weight: 'bold', text: 'SHIP TO' },
    ...block(lines, LEFT, 159, text_width, 95, TO_SIZES),
    { kind: 'qr', x, y: onDot(162, dpi), module, text: facts.tracking },
    { kind: 'rule', x: LEFT, y: 258, width: WIDTH, height: 2 },
  ]
}

function codeBand(facts: LabelFacts, dpi: LabelDpi): LabelElement[] {
  const module = inPoints(MODULE_DOTS[dpi].code128, dpi)
  const x = onDot((LABEL_WIDTH - CODE128_MODULES * module) / 2, dpi)
  return [
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 269, size: CAPTION_SIZE, weight: 'bold', text: 'TRACKING NUMBER' },
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 283, size: 14, weight: 'bold', text: facts.tracking },
    { kind: 'code128', x, y: onDot(291, dpi), height: onDot(78, dpi), module, text: facts.barcode },
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 382.5, size: 12, weight: 'bold', text: facts.barcode },
    { kind: 'rule', x: LEFT, y: 389, width: WIDTH, height: 2 },
  ]
}

function idBand(facts: LabelFacts): LabelElement[] {
  const top = 395
  return [
    ...field(LEFT, top, 150, 12, 'LABEL', cleanText(facts.label_id), ID_SIZES),
    ...field(174, top, 46, 12, 'VERSION', `v${facts.label_version}`, ID_SIZES),
    ...field(226, top, RIGHT - 226, 12, 'DATE (UTC)', facts.created_at.toISOString().slice(0, 10), ID_SIZES),
  ]
}

/** The lines of an address as they are printed; empty parts leave no line. Telephone and e-mail are not for everybody on the way to read. */
function addressLines(address: Address): string[] {
  const part = (text: string | null | undefined) => cleanText(text ?? '')
  const city_and_state = [part(address.city), part(address.state)].filter((text) => text !== '').join(', ')
  const lines = [
    part(address.name),
    part(address.company),
    part(address.line1),
    part(address.line2),
    `${city_and_state} ${part(address.postal_code)}`.trim(),
    part(address.country),
  ]
  return lines.filter((line) => line !== '')
}

/** A small caption over a fitted value; `y` is the caption's top, `height` the value's box. */
function field(
  x: number,
  y: number,
  width: number,
  height: number,
  caption: string,
  value: string,
  sizes: readonly number[],
): LabelElement[] {
  return [
    { kind: 'text', x, baseline: y + CAPTION_SIZE, size: CAPTION_SIZE, weight: 'bold', text: caption },
    ...block([{ text: value, weight: 'bold' }], x, y + CAPTION_SIZE + 2.5, width, height, sizes),
  ]
}

function block(lines: TextLine[], x: number, y: number, width: number, height: number, sizes: readonly number[]): TextElement[] {
  const fitted = fitBlock(lines, width, height, sizes)
  // Capitals reach 0.73 em above the baseline; accents and the tallest marks use the rest.
  return fitted.lines.map(({ text, weight }, i) => ({
    kind: 'text',
    x,
    baseline: y + fitted.size * (0.85 + i * LEADING),
    size: fitted.size,
    weight,
    text,
  }))
}

function frame(x: number, y: number, width: number, height: number, thickness: number): RuleElement[] {
  return [
    { kind: 'rule', x, y, width, height: thickness },
    { kind: 'rule', x, y: y + height - thickness, width, height: thickness },
    { kind: 'rule', x, y, width: thickness, height },
    { kind: 'rule', x: x + width - thickness, y, width: thickness, height },
  ]
}

function inPoints(dots: number, dpi: LabelDpi): number {
  return (dots * POINTS_PER_INCH) / dpi
}

function onDot(points: number, dpi: LabelDpi): number {
  return inPoints(Math.round((points * dpi) / POINTS_PER_INCH), dpi)
}
