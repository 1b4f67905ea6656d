import { unreachable } from '../domain/unreachable.ts'
import type { LabelDpi, LabelFacts, LabelFormat } from './facts.ts'
import { layoutLabel } from './layout.ts'
import { labelToPdf } from './pdf.ts'
import { labelToPng } from './png.ts'
import { labelToZpl } from './zpl.ts'

/**
 * Renders a 4x6 inch label; content types are in LABEL_CONTENT_TYPES. Pure: the same facts, format and dpi give the same bytes, and nothing
 * outside the process is asked. Facts that break their own rules (20 digits, a known weight) are an assertion. Source: contract §9.
 */
export async function renderLabel(facts: LabelFacts, format: LabelFormat, dpi: LabelDpi): Promise<Uint8Array> {
  const elements = layoutLabel(facts, dpi)
  switch (format) {
    case 'pdf':
      return labelToPdf(elements, `Label ${facts.tracking}`, facts.created_at)
    case 'png':
      return labelToPng(elements, dpi)
    case 'zpl':
      return labelToZpl(elements, dpi)
    default:
      return unreachable(format)
  }
}
