/** The label as an image of exactly 4x6 inches: 812x1218 pixels at 203 dpi, 1200x1800 at 300. */
import { unreachable } from '../domain/unreachable.ts'
import { type Bitmap, drawPng, drawText, fillRectangle } from '../print/bitmap.ts'
import { measureText } from '../print/fonts.ts'
import { code128Widths, qrMatrix, qrRuns } from '../print/symbols.ts'
import { LABEL_HEIGHT, LABEL_WIDTH, type LabelDpi, type LabelElement } from './layout.ts'

export function labelToPng(elements: LabelElement[], dpi: LabelDpi): Promise<Uint8Array> {
  const dots = dpi / 72
  return drawPng(Math.round(LABEL_WIDTH * dots), Math.round(LABEL_HEIGHT * dots), dpi, (bitmap) => drawElements(bitmap, elements, dots))
}

function drawElements(bitmap: Bitmap, elements: LabelElement[], dots: number): void {
  for (const element of elements) {
    switch (element.kind) {
      case 'rule': {
        // At least two dots: a single one may vanish on a worn print head.
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
      case 'code128': {
        const module = Math.round(element.module * dots)
        let x = Math.round(element.x * dots)
        for (const [i, width] of code128Widths(element.text).entries()) {
          if (i % 2 === 0) fillRectangle(bitmap, x, element.y * dots, width * module, element.height * dots)
          x += width * module
        }
        break
      }
      case 'qr': {
        const module = Math.round(element.module * dots)
        const x = Math.round(element.x * dots)
        const y = Math.round(element.y * dots)
        for (const run of qrRuns(qrMatrix(element.text))) {
          fillRectangle(bitmap, x + run.x * module, y + run.y * module, run.length * module, module)
        }
        break
      }
      default:
        unreachable(element)
    }
  }
}
