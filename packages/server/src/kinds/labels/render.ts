import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { LabelFormat } from '@backhaul/core/shipment.ts'
import { unreachable } from '@backhaul/core/unreachable.ts'
import { Pdf } from '../../print/pdf.ts'
import { type Label, type LabelDpi, layoutLabel } from './layout.ts'
import { addLabelPage } from './pdf.ts'
import { labelToPng } from './png.ts'
import { labelToZpl } from './zpl.ts'

/** Number of labels that are drawn before other work gets a turn. Drawing them takes a few milliseconds. */
const LABELS_AT_ONCE = 8

/**
 * Renders 4x6 inch labels as one document with one label per page. LABEL_CONTENT_TYPES has the content types. Pure: the same labels, format
 * and dpi give the same bytes, and nothing outside the process is used. A label that breaks its own rules (20 digits, a known weight) fails
 * an assertion. docs/guide/labels.md#fetch-a-label describes the content of a label.
 */
export async function renderLabels(labels: readonly Label[], format: LabelFormat, dpi: LabelDpi): Promise<Uint8Array> {
  const [first] = labels
  assert(first !== undefined, 'a document has labels')
  switch (format) {
    case 'pdf': {
      const title = labels.length === 1 ? `Label ${first.tracking}` : `${labels.length} labels`
      const created_at = new Date(labels.reduce((latest, label) => Math.max(latest, label.created_at.getTime()), 0))
      const document = new Pdf(title, created_at)
      await inPortions(labels, (label) => addLabelPage(document, layoutLabel(label, dpi)))
      return document.bytes()
    }
    case 'png':
      assert(labels.length === 1, 'an image shows one label')
      return labelToPng(layoutLabel(first, dpi), dpi)
    case 'zpl': {
      const programs: string[] = []
      await inPortions(labels, (label) => programs.push(labelToZpl(layoutLabel(label, dpi), dpi)))
      return new TextEncoder().encode(programs.join(''))
    }
    default:
      return unreachable(format)
  }
}

/** Number of samples. This is enough for the interpreter to run every step at least once. The most frequent code is compiled later. */
const WARM_UP_DRAWINGS = 3

/** Draws a sample in each of the formats, so that everything is loaded. */
export const warmUp = async (sample: Label, formats: readonly LabelFormat[]): Promise<void> => {
  for (const format of formats)
    for (let i = 0; i < WARM_UP_DRAWINGS; i++) await renderLabels([{ ...sample, label_version: i + 1 }], format, 203)
}

const inPortions = async (labels: readonly Label[], draw: (label: Label) => void): Promise<void> => {
  for (const [i, label] of labels.entries()) {
    if (i > 0 && i % LABELS_AT_ONCE === 0) await setImmediate()
    draw(label)
  }
}
