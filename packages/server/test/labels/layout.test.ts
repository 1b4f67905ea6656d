import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CODE128_MODULES,
  LABEL_HEIGHT,
  LABEL_WIDTH,
  type Label,
  type LabelDpi,
  type LabelElement,
  layoutLabel,
  QR_MODULES,
} from '../../src/kinds/labels/layout.ts'
import type { MarkElement } from '../../src/kinds/labels/sandbox-mark.ts'
import { labelToZpl } from '../../src/kinds/labels/zpl.ts'
import { reservedWidth } from '../../src/print/fonts.ts'
import { code128Widths, qrMatrix } from '../../src/print/symbols.ts'
import { HOSTILE, INTERNATIONAL, LONGEST, ORDINARY, SANDBOX, SPARSE } from './facts.ts'

type Box = { left: number; top: number; right: number; bottom: number }

/** The margin of the label: printers leave a sixteenth of an inch unprinted at the edges. */
const MARGIN = 4.5
/** The number of blank modules that ISO/IEC 15417 and 18004 require around the symbols. */
const CODE128_QUIET = 10
const QR_QUIET = 4

const ROUNDING = 1e-6

const any_text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.string({ unit: fc.constantFrom('^', '~', '\\', '_', '5E', 'XZ', 'FD', ' ', '\n', '\u0000', '\u202e', 'W'), maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('س', 'ب', 'لا', 'َ', 'ש', '1', ' ', '(', '漢', '!', 'क', '्'), maxLength: 100 }),
  fc.constantFrom('W'.repeat(100), '漢'.repeat(100), '﷽'.repeat(100), '🙂'.repeat(50), 'é\u0301'.repeat(50), ' '.repeat(100)),
)
const any_address = fc.record({
  name: any_text,
  company: any_text,
  line1: any_text,
  line2: any_text,
  city: any_text,
  state: any_text,
  postal_code: any_text,
  country: fc.constantFrom('US', 'CA', 'IL'),
})
const any_facts: fc.Arbitrary<Label> = fc.record({
  tracking: fc.constant(ORDINARY.tracking),
  barcode: fc.constant(ORDINARY.barcode),
  service_level: fc.constantFrom('economy', 'standard', 'express'),
  weight_lb: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  order_id: fc.option(any_text),
  from: fc.option(any_address),
  to: any_address,
  carrier: fc.option(any_text),
  rma: fc.option(any_text),
  ltracking: fc.option(any_text),
  is_sandbox: fc.boolean(),
  label_id: any_text,
  label_version: fc.integer({ min: 1, max: 1e6 }),
  direction: fc.constantFrom('return', 'outbound'),
  created_at: fc.constant(ORDINARY.created_at),
})
const any_dpi = fc.constantFrom<LabelDpi>(203, 300)

function boxOf(element: Exclude<LabelElement, MarkElement>): Box {
  switch (element.kind) {
    case 'rule':
      return { left: element.x, top: element.y, right: element.x + element.width, bottom: element.y + element.height }
    case 'text': {
      const { x, baseline, size, centered_in } = element
      const width = reservedWidth(element.text, element.weight) * size
      const left = centered_in === undefined ? x : x + (centered_in - width) / 2
      const below = /^[ESX]$/.test(element.text) ? 0.02 : 0.24
      return { left, top: baseline - 0.8 * size, right: left + width, bottom: baseline + below * size }
    }
    case 'code128': {
      const quiet = CODE128_QUIET * element.module
      const width = CODE128_MODULES * element.module
      return { left: element.x - quiet, top: element.y, right: element.x + width + quiet, bottom: element.y + element.height }
    }
    case 'qr': {
      const quiet = QR_QUIET * element.module
      const side = QR_MODULES * element.module
      return { left: element.x - quiet, top: element.y - quiet, right: element.x + side + quiet, bottom: element.y + side + quiet }
    }
  }
}

const apartFrom = (box: Box, b: Box): boolean =>
  box.right <= b.left + ROUNDING || b.right <= box.left + ROUNDING || box.bottom <= b.top || b.bottom <= box.top

function expectClear(all: LabelElement[]): void {
  const elements = all.filter((element) => element.kind !== 'mark')
  // Only texts and rules may overlap the sandbox mark.
  for (const { x, y, width, height } of all.flatMap((element) => (element.kind === 'mark' ? element.pieces : []))) {
    for (const element of elements) {
      if (element.kind !== 'code128' && element.kind !== 'qr') continue
      expect(apartFrom({ left: x, top: y, right: x + width, bottom: y + height }, boxOf(element))).toBe(true)
    }
  }
  const boxes = elements.map(boxOf)
  for (const [i, element] of elements.entries()) {
    const box = boxes[i] as Box
    const inside = box.left >= MARGIN && box.top >= MARGIN && box.right <= LABEL_WIDTH - MARGIN && box.bottom <= LABEL_HEIGHT - MARGIN
    if (!inside) throw new Error(`outside the printable area: ${JSON.stringify({ element, box })}`)
    for (const [k, other] of elements.entries()) {
      if (other === element || (element.kind === 'rule' && other.kind === 'rule')) continue
      const b = boxes[k] as Box
      if (!apartFrom(box, b)) throw new Error(`${JSON.stringify(element)} meets ${JSON.stringify(other)}`)
    }
  }
}

describe('no element overlaps a symbol, its quiet zone, another text, a rule or the label edge', () => {
  test.each(Object.entries({ ORDINARY, SANDBOX, SPARSE, LONGEST, HOSTILE, INTERNATIONAL }))('%s', (_, facts) => {
    for (const dpi of [203, 300] as const) expectClear(layoutLabel(facts, dpi))
  })

  test('any texts', () => {
    fc.assert(
      fc.property(any_facts, any_dpi, (facts, dpi) => expectClear(layoutLabel(facts, dpi))),
      { numRuns: 150, seed: 9 },
    )
  })
})

test('symbols and their modules sit on whole printer dots', () => {
  for (const dpi of [203, 300] as const) {
    for (const element of layoutLabel(ORDINARY, dpi)) {
      if (element.kind !== 'code128' && element.kind !== 'qr') continue
      for (const points of [element.x, element.y, element.module]) {
        const dots = (points * dpi) / 72
        expect(Math.abs(dots - Math.round(dots))).toBeLessThan(1e-9)
      }
    }
  }
})

test('the layout uses the true sizes of the symbols', () => {
  const sum = code128Widths(LONGEST.barcode, false).reduce((a, b) => a + b, 0)
  expect(sum).toBe(CODE128_MODULES)
  for (const { tracking } of [ORDINARY, SPARSE, LONGEST]) expect(qrMatrix(tracking).size).toBe(QR_MODULES)
})

test('the city line stays even if the lines above it are very long', () => {
  const to = {
    ...LONGEST.to,
    line1: 'W'.repeat(100),
    line2: 'W'.repeat(100),
    name: 'W'.repeat(100),
    city: 'Columbus',
    state: 'OH',
    postal_code: '43228',
  }
  for (const dpi of [203, 300] as const) {
    const texts = layoutLabel({ ...LONGEST, to }, dpi).flatMap((element) => (element.kind === 'text' ? [element.text] : []))
    expect(texts).toContain('Columbus, OH 43228')
  }
})

describe('free text never becomes a ZPL command', () => {
  const text_line = String.raw`\^FT\d+,\d+\^A0N,\d+,\d+(\^FB\d+,1,0,C)?\^FH_\^FD[^\^~\\\p{Cc}]*\^FS`
  const known_line = new RegExp(
    [
      String.raw`\^XA`,
      String.raw`\^CI28`,
      String.raw`\^LH0,0\^LS0\^LT0\^PON\^PMN\^FWN\^LRN`,
      String.raw`\^PW\d+`,
      String.raw`\^LL\d+`,
      String.raw`\^FO\d+,\d+\^GB\d+,\d+,\d+\^FS`,
      text_line,
      String.raw`\^BY\d+,2,\d+`,
      String.raw`\^FO\d+,\d+\^BCN,\d+,N,N,N,N\^FD>;\d{20}\^FS`,
      String.raw`\^FO\d+,\d+\^BQN,2,\d+\^FDQA,[0-9A-Z]+\^FS`,
      String.raw`\^PQ1`,
      String.raw`\^XZ`,
    ]
      .map((line) => `^${line}$`)
      .join('|'),
    'u',
  )

  test('every line of every label matches one of the twelve forms that the service writes', () => {
    fc.assert(
      fc.property(any_facts, any_dpi, (facts, dpi) => {
        const lines = labelToZpl(layoutLabel(facts, dpi), dpi).split('\n')
        expect(lines.pop()).toBe('')
        for (const line of lines) expect(line).toMatch(known_line)
        expect(lines.filter((line) => line === '^XA')).toHaveLength(1)
        expect(lines.indexOf('^XZ')).toBe(lines.length - 1)
      }),
      { numRuns: 150, seed: 14 },
    )
  })

  test('and reads back as the text that was laid out', () => {
    const elements = layoutLabel(HOSTILE, 203)
    const zpl = labelToZpl(elements, 203)
    const fields = [...zpl.matchAll(/\^FH_\^FD([^^]*)\^FS/g)].map((match) =>
      match[1]?.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    expect(fields).toEqual(elements.flatMap((element) => (element.kind === 'text' ? [element.text] : [])))
    expect(fields).toContain('~JA')
  })
})
