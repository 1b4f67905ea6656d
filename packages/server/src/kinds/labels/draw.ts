import type { LabelFormat } from '@backhaul/core/shipment.ts'
import type { Service } from '../../service/service.ts'
import { LABELS } from './drawings.ts'
import type { Label, LabelDpi } from './layout.ts'
import { SAMPLE_LABEL } from './sample.ts'

/**
 * Texts of labels that are drawn in this thread, because handing them to another thread takes longer than drawing them. For a PDF, the
 * prepared fonts have these characters (print/pdf-fonts.ts). For ZPL, their widths are looked up (print/fonts.ts). Other texts and all
 * images take up to a few milliseconds, during which no request would be answered.
 */
const QUICK: Partial<Record<LabelFormat, RegExp>> = {
  pdf: /^[ -~\u00a0-\u00ff\u2013\u2014\u2018-\u201e\u2026]*$/,
  zpl: /^[ -~\u00a0-\u024f\u0384-\u0482\u048a-\u04ff\u2010-\u2026]*$/,
}

/** Whether all texts in the value match the pattern. */
const areTexts = (pattern: RegExp, value: unknown): boolean => {
  if (typeof value === 'string') return pattern.test(value)
  return typeof value !== 'object' || value === null || Object.values(value).every((part) => areTexts(pattern, part))
}

/** Loaded only by processes that draw, because it takes 15 MB of memory. */
let code: Promise<typeof import('./render.ts')> | undefined
const loadCode = () => {
  code ??= import('./render.ts')
  return code
}

/** Loads and compiles the code that draws labels in this thread, so that the first request does not have to wait. */
export const prepareToDraw = async (): Promise<void> => {
  const { warmUp } = await loadCode()
  await warmUp(SAMPLE_LABEL, Object.keys(QUICK) as LabelFormat[])
}

/** Draws a label for `owner` (null: the operator). Errors: those of Renderers.run. */
export const drawLabel = async (
  { renderers }: Service,
  owner: string | null,
  label: Label,
  format: LabelFormat,
  dpi: LabelDpi,
): Promise<Uint8Array> => {
  const quick = QUICK[format]
  if (!quick || !areTexts(quick, label)) return renderers.run(owner, LABELS, { labels: [label], format, dpi })
  const { renderLabels } = await loadCode()
  return renderLabels([label], format, dpi)
}
