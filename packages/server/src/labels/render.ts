import type { LabelFormat, LabelRow } from '../domain/shipment.ts'
import { unreachable } from '../domain/unreachable.ts'
import { Gate, PATIENCE_MS } from '../platform/gate.ts'
import { type Label, type LabelDpi, layoutLabel } from './layout.ts'
import { labelToPdf } from './pdf.ts'
import { labelToPng } from './png.ts'
import { labelToZpl } from './zpl.ts'

export const LABEL_CONTENT_TYPES: Record<LabelFormat, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  zpl: 'application/zpl',
}

/** Images and pages being drawn at a time: each holds a bitmap or a document of some megabytes. */
const MAX_RENDERINGS = 4

/** Everything that is drawn on request waits here for its turn. */
export const rendering = new Gate(MAX_RENDERINGS, PATIENCE_MS)

/** A stored label, drawn from its own row only, so that it always comes out the same. */
export const labelOf = ({ id, version, facts, created_at }: LabelRow): Label => ({
  ...facts,
  label_id: id,
  label_version: version,
  created_at: new Date(created_at),
})

/**
 * Renders a 4x6 inch label; content types are in LABEL_CONTENT_TYPES. Pure: the same label, format and dpi give the same bytes, and nothing
 * outside the process is asked. A label that breaks its own rules (20 digits, a known weight) is an assertion. Source: contract §9.
 */
export async function renderLabel(label: Label, format: LabelFormat, dpi: LabelDpi): Promise<Uint8Array> {
  const elements = layoutLabel(label, dpi)
  switch (format) {
    case 'pdf':
      return labelToPdf(elements, `Label ${label.tracking}`, label.created_at)
    case 'png':
      return labelToPng(elements, dpi)
    case 'zpl':
      return labelToZpl(elements, dpi)
    default:
      return unreachable(format)
  }
}
