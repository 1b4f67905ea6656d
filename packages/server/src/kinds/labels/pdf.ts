/** The label as a PDF page of 288x432 points with embedded fonts and vector symbols. */
import { unreachable } from '@backhaul/core/unreachable.ts'
import { alignedX, type Pdf } from '../../print/pdf.ts'
import { code128Runs, qrMatrix, qrRuns } from '../../print/symbols.ts'
import { LABEL_HEIGHT, LABEL_WIDTH, type LabelElement } from './layout.ts'

/** The same gray as in the image; see png.ts. */
const MARK_GRAY = 2 / 3

/** Adds one label as the next page of a document. */
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
        document.grid(element.x, element.y, element.module, element.height, code128Runs(element.text, element.is_gs1))
        break
      case 'qr':
        document.grid(element.x, element.y, element.module, element.module, qrRuns(qrMatrix(element.text)))
        break
      default:
        unreachable(element)
    }
  }
}
