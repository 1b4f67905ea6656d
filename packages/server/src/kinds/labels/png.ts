/** The label as an image of exactly 4x6 inches: 812x1218 pixels at 203 dpi, 1200x1800 at 300. */
import { unreachable } from '@backhaul/core/unreachable.ts'
import { type Bitmap, drawPng, drawText, fillRectangle, fillSpans, type Span } from '../../print/bitmap.ts'
import { measureText } from '../../print/fonts.ts'
import { code128Widths, qrMatrix, qrRuns } from '../../print/symbols.ts'
import { type Code128Element, LABEL_HEIGHT, LABEL_WIDTH, type LabelDpi, type LabelElement, type QrElement } from './layout.ts'
import type { MarkElement } from './sandbox-mark.ts'

/** The lighter of the two grays that a bitmap has. */
const MARK_GRAY = 170

export function labelToPng(elements: LabelElement[], dpi: LabelDpi): Uint8Array {
  const dots = dpi / 72
  const mark = elements.find((element) => element.kind === 'mark')
  const ground = mark && { name: 'mark', draw: (bitmap: Bitmap) => drawMark(bitmap, mark, dots) }
  const draw = (bitmap: Bitmap) => drawElements(bitmap, elements, dots)
  return drawPng(Math.round(LABEL_WIDTH * dots), Math.round(LABEL_HEIGHT * dots), dpi, draw, ground)
}

function drawMark(bitmap: Bitmap, { pieces }: MarkElement, dots: number): void {
  for (const { x, y, width, height } of pieces) fillRectangle(bitmap, x * dots, y * dots, width * dots, height * dots, MARK_GRAY)
}

function drawElements(bitmap: Bitmap, elements: LabelElement[], dots: number): void {
  for (const element of elements) {
    switch (element.kind) {
      case 'mark':
        // The mark is already in the image, because it is part of the background.
        break
      case 'rule': {
        // A rule is at least two dots wide, because a single dot may vanish on a worn print head.
        const width = Math.max(2, Math.round(element.width * dots))
        const height = Math.max(2, Math.round(element.height * dots))
        fillRectangle(bitmap, element.x * dots, element.y * dots, width, height)
        break
      }
      case 'text': {
        const { text, weight, size, centered_in } = element
        const indent = centered_in === undefined ? 0 : (centered_in - measureText(text, weight) * size) / 2
        drawText(bitmap, text, weight, (element.x + indent) * dots, Math.round(element.baseline * dots), size * dots)
        break
      }
      case 'code128':
        drawCode128(bitmap, element, dots)
        break
      case 'qr':
        drawQr(bitmap, element, dots)
        break
      default:
        unreachable(element)
    }
  }
}

/**
 * Draws a bar code. Nothing else may be drawn next to the bars, or next to the rows of a QR symbol within its quiet zone: see layout.ts.
 */
function drawCode128(bitmap: Bitmap, { text, is_gs1, x, y, height, module }: Code128Element, dots: number): void {
  const module_dots = Math.round(module * dots)
  const bars: Span[] = []
  let at = Math.round(x * dots)
  for (const [i, modules] of code128Widths(text, is_gs1).entries()) {
    const width = modules * module_dots
    if (i % 2 === 0) bars.push({ x: at, width })
    at += width
  }
  fillSpans(bitmap, Math.round(y * dots), Math.round(height * dots), bars)
}

function drawQr(bitmap: Bitmap, { text, x, y, module }: QrElement, dots: number): void {
  const module_dots = Math.round(module * dots)
  const [left, top] = [Math.round(x * dots), Math.round(y * dots)]
  const matrix = qrMatrix(text)
  const rows: Span[][] = Array.from({ length: matrix.size }, () => [])
  for (const run of qrRuns(matrix)) rows[run.y]?.push({ x: left + run.x * module_dots, width: run.length * module_dots })
  for (const [row, spans] of rows.entries()) fillSpans(bitmap, top + row * module_dots, module_dots, spans)
}
