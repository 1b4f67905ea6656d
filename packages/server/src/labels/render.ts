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

/** Images and documents drawn at a time: each takes some megabytes. */
const MAX_RENDERINGS = 4

/** Shared by everything that is drawn on request. */
export const rendering = new Gate(MAX_RENDERINGS, PATIENCE_MS)

/** A stored label. It depends on nothing but its own row, so it is always drawn the same. */
export const labelOf = ({ id, version, facts, created_at }: LabelRow): Label => ({
  ...facts,
  label_id: id,
  label_version: version,
  created_at: new Date(created_at),
})

/**
 * Renders a 4x6 inch label. The same label, format and dpi always give the same bytes; nothing outside the process is used. Throws an
 * AssertionError if the label breaks its own rules (20 digits, a known weight). Source: contract §9.
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
