/** The label as a PDF page of 288x432 points with embedded fonts and vector symbols. */
import { unreachable } from '../domain/unreachable.ts'
import { alignedX, type Pdf } from '../print/pdf.ts'
import { code128Widths, qrMatrix, qrRuns } from '../print/symbols.ts'
import { type Code128Element, LABEL_HEIGHT, LABEL_WIDTH, type LabelElement } from './layout.ts'

/** As light as the image's lightest gray; see png.ts. */
const MARK_GRAY = 2 / 3

/** One label as the next page of a document. */
export function addLabelPage(document: Pdf, elements: LabelElement[]): void {
  document.addPage(LABEL_WIDTH, LABEL_HEIGHT)
  for (const element of elements) {
    switch (element.kind) {
      case 'mark':
        document.shade(element.pieces, MARK_GRAY)
        break
      case 'rule':
        document.rectangle(element.x, element.y, element.width, element.height)
        break
      case 'text': {
        const { text, weight, size, baseline, centered_in } = element
        const x = centered_in === undefined ? element.x : alignedX(text, weight, size, { center: element.x + centered_in / 2 })
        document.text(text, weight, x, baseline, size)
        break
      }
      case 'code128':
        document.grid(element.x, element.y, element.module, element.height, barsOf(element))
        break
      case 'qr':
        document.grid(element.x, element.y, element.module, element.module, qrRuns(qrMatrix(element.text)))
        break
      default:
        unreachable(element)
    }
  }
}

/** The bars of a Code 128 symbol as one row of a grid. */
function barsOf({ text, is_gs1 }: Code128Element): { x: number; y: number; length: number }[] {
  const bars: { x: number; y: number; length: number }[] = []
  let x = 0
  for (const [i, length] of code128Widths(text, is_gs1).entries()) {
    if (i % 2 === 0) bars.push({ x, y: 0, length })
    x += length
  }
  return bars
}
