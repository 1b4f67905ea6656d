/**
 * The only description of the 4x6 inch label, in points from the top left corner. The PDF, PNG and ZPL back ends only draw its elements.
 *
 * Promise: every free text is cleaned and fitted into its own box, and no box touches a symbol or its quiet zone. Symbols and their modules
 * are aligned to whole printer dots, so bars keep their exact proportions at the chosen resolution.
 */

import assert from 'node:assert/strict'
import { weightText } from '@backhaul/core/parcel.ts'
import type { Address, LabelContent } from '@backhaul/core/shipment.ts'
import type { Weight } from '../../print/fonts.ts'
import { QR_QUIET_MODULES } from '../../print/symbols.ts'
import { cleanText, fitBlock, LEADING, type TextLine } from '../../print/text.ts'
import { type MarkElement, SANDBOX_MARK } from './sandbox-mark.ts'

/** Resolution of the printer in dots per inch. */
export type LabelDpi = 203 | 300

/** One version of a label. Equal labels give equal bytes. */
export interface Label extends LabelContent {
  label_id: string
  label_version: number
  created_at: Date
  /** Whether the label is marked as a sandbox label, so that nobody mails it. */
  is_sandbox: boolean
}

/**
 * This code uses assertions instead of refusals, because the service makes these values itself. A wrong value is a bug, and without the
 * assertion it would be printed.
 */
function assertLabel(label: Label): void {
  assert.match(label.tracking, /^[0-9A-Z]{8,29}$/, 'the tracking number fits a QR symbol of 25 modules')
  assert.match(label.barcode, /^[0-9]{20}$/, 'the bar code has 20 digits')
  assert(Number.isFinite(label.weight_lb) && label.weight_lb > 0, 'the weight is known')
  assert(Number.isSafeInteger(label.label_version) && label.label_version >= 1, 'label versions start at 1')
  assert(!Number.isNaN(label.created_at.getTime()), 'the time of creation is known')
}

/** `x` and `baseline` are for the first glyph. With `centered_in`, `x` is the left edge of a box of that width. */
export type TextElement = { kind: 'text'; x: number; baseline: number; size: number; weight: Weight; text: string; centered_in?: number }
export type RuleElement = { kind: 'rule'; x: number; y: number; width: number; height: number }
/** `x` and `y` are for the first bar. `module` is the width of the narrowest bar. */
export type Code128Element = { kind: 'code128'; x: number; y: number; height: number; module: number; text: string; is_gs1: boolean }
/** `x` and `y` are for the symbol without its quiet zone. */
export type QrElement = { kind: 'qr'; x: number; y: number; module: number; text: string }
export type LabelElement = MarkElement | TextElement | RuleElement | Code128Element | QrElement

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
/** Width of the piece number ("1 of 3" of a multi-parcel shipment), next to the weight. */
const PIECE_WIDTH = 34

/** Number of modules in a Code 128 symbol of 20 digits: start, ten digit pairs, check and stop. */
export const CODE128_MODULES = 145
/** Number of additional modules for FNC1 in a GS1-128 symbol. */
const FNC1_MODULES = 11
/** Number of modules per side of the QR symbol for up to 29 capitals and digits at level Q. */
export const QR_MODULES = 25
/** Size of a module in whole printer dots, as large as fits. A bar code module is 0.020 in wide, and a QR symbol about 0.85 in. */
const MODULE_DOTS: Record<LabelDpi, { code128: number; qr: number }> = { 203: { code128: 4, qr: 7 }, 300: { code128: 6, qr: 10 } }

const SERVICE_LETTERS: Record<Label['service_level'], string> = { economy: 'E', standard: 'S', express: 'X' }

const FROM_SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const
const TO_SIZES = [13, 12, 11, 10, 9, 8, 7, 6.5, 6, 5.5, 5] as const
const FIELD_SIZES = [10, 9, 8, 7, 6, 5.5, 5] as const
const WEIGHT_SIZES = [13, 12, 11, 10, 9, 8, 7, 6] as const
const NUMBER_SIZES = [9, 8, 7, 6.5, 6, 5.5, 5] as const
const ID_SIZES = [8, 7, 6, 5.5, 5] as const
const CAPTION_SIZE = 6

const SANDBOX_NOTICE: TextElement = {
  kind: 'text',
  x: LEFT,
  centered_in: WIDTH,
  baseline: 425,
  size: 9,
  weight: 'bold',
  text: 'SANDBOX - DO NOT MAIL',
}

export function layoutLabel(label: Label, dpi: LabelDpi): LabelElement[] {
  assertLabel(label)
  const elements = [...serviceBand(label), ...fromBand(label), ...toBand(label, dpi), ...codeBand(label, dpi), ...idBand(label)]
  return label.is_sandbox ? [SANDBOX_MARK, ...elements, SANDBOX_NOTICE] : elements
}

function serviceBand(label: Label): LabelElement[] {
  const { service_level, direction, weight_lb, weight_unit, piece } = label
  const weight_width = COLUMN_WIDTH - ASIDE - (piece ? PIECE_WIDTH + 4 : 0)
  const rma = cleanText(label.rma ?? '')
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
    ...field(COLUMN + ASIDE, 17, weight_width, 14, 'WEIGHT', weightText(weight_lb, weight_unit), WEIGHT_SIZES),
    ...(piece ? field(RIGHT - PIECE_WIDTH, 17, PIECE_WIDTH, 14, 'PIECE', `${piece.number} / ${piece.count}`, WEIGHT_SIZES) : []),
    ...(rma === '' ? [] : field(COLUMN + ASIDE, 41, COLUMN_WIDTH - ASIDE, 13, 'RMA', rma, FIELD_SIZES)),
    { kind: 'rule', x: LEFT, y: 66, width: WIDTH, height: 2 },
  ]
}

function fromBand(label: Label): LabelElement[] {
  const elements: LabelElement[] = []
  if (label.from !== null) {
    elements.push({ kind: 'text', x: LEFT, baseline: 78, size: CAPTION_SIZE, weight: 'bold', text: 'FROM' })
    const lines = addressLines(label.from, label.country_names?.from).map((text): TextLine => ({ text, weight: 'regular' }))
    elements.push(...block(lines, LEFT, 81, COLUMN - LEFT - ASIDE, 60, FROM_SIZES))
  }
  elements.push({ kind: 'rule', x: COLUMN, y: 68, width: 1, height: 75 })
  const order = label.order_id === null ? '' : cleanText(label.order_id)
  if (order !== '') elements.push(...field(COLUMN + ASIDE, 72, COLUMN_WIDTH - ASIDE, 26, 'ORDER', order, FIELD_SIZES))
  const carrier = label.carrier === null ? '' : cleanText(label.carrier)
  if (carrier !== '') elements.push(...field(COLUMN + ASIDE, 108, COLUMN_WIDTH - ASIDE, 24, 'CARRIER', carrier, FIELD_SIZES))
  elements.push({ kind: 'rule', x: LEFT, y: 143, width: WIDTH, height: 1 })
  return elements
}

function toBand(label: Label, dpi: LabelDpi): LabelElement[] {
  const module = inPoints(MODULE_DOTS[dpi].qr, dpi)
  const side = QR_MODULES * module
  const x = onDot(RIGHT - side - QR_QUIET_MODULES * module, dpi)
  const texts = addressLines(label.to, label.country_names?.to)
  // The recipient's name is bold, and so are the last two lines (city and country), by which parcels are sorted.
  const lines = texts.map((text, i): TextLine => ({ text, weight: i === 0 || i >= texts.length - 2 ? 'bold' : 'regular' }))
  const text_width = x - QR_QUIET_MODULES * module - LEFT
  const carriers_number = cleanText(label.ltracking ?? '')
  return [
    { kind: 'text', x: LEFT, baseline: 154, size: 8, weight: 'bold', text: 'SHIP TO' },
    ...block(lines, LEFT, 159, text_width, 95, TO_SIZES),
    { kind: 'qr', x, y: onDot(162, dpi), module, text: label.tracking },
    ...(carriers_number === '' ? [] : field(x, 237, RIGHT - x, 11, "CARRIER'S NUMBER", carriers_number, NUMBER_SIZES)),
    { kind: 'rule', x: LEFT, y: 258, width: WIDTH, height: 2 },
  ]
}

function codeBand(label: Label, dpi: LabelDpi): LabelElement[] {
  const module = inPoints(MODULE_DOTS[dpi].code128, dpi)
  const is_gs1 = label.barcode_standard === 'sscc'
  const x = onDot((LABEL_WIDTH - (CODE128_MODULES + (is_gs1 ? FNC1_MODULES : 0)) * module) / 2, dpi)
  const written = is_gs1 ? `SSCC (${label.barcode.slice(0, 2)}) ${label.barcode.slice(2)}` : label.barcode
  return [
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 269, size: CAPTION_SIZE, weight: 'bold', text: 'TRACKING NUMBER' },
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 283, size: 14, weight: 'bold', text: label.tracking },
    { kind: 'code128', x, y: onDot(291, dpi), height: onDot(78, dpi), module, text: label.barcode, is_gs1 },
    { kind: 'text', x: LEFT, centered_in: WIDTH, baseline: 382.5, size: 12, weight: 'bold', text: written },
    { kind: 'rule', x: LEFT, y: 389, width: WIDTH, height: 2 },
  ]
}

function idBand(label: Label): LabelElement[] {
  const top = 395
  return [
    ...field(LEFT, top, 150, 12, 'LABEL', cleanText(label.label_id), ID_SIZES),
    ...field(174, top, 46, 12, 'VERSION', `v${label.label_version}`, ID_SIZES),
    ...field(226, top, RIGHT - 226, 12, 'DATE (UTC)', label.created_at.toISOString().slice(0, 10), ID_SIZES),
  ]
}

/**
 * The printed lines of an address, without empty parts. Phone and email are left out, because anyone handling the parcel could read them.
 */
function addressLines(address: Address, country_name?: string): string[] {
  const part = (text: string | null | undefined) => cleanText(text ?? '')
  const city_and_state = [part(address.city), part(address.state)].filter((text) => text !== '').join(', ')
  const lines = [
    part(address.name),
    part(address.company),
    part(address.line1),
    part(address.line2),
    `${city_and_state} ${part(address.postal_code)}`.trim(),
    country_name ?? part(address.country),
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
