/** The label as a one-page PDF of 288x432 points with embedded font subsets and vector symbols. */
import { alignedX, createPdf, pdfBytes, setPdfText } from '../print/pdf.ts'
import { code128Widths, qrMatrix, qrRuns } from '../print/symbols.ts'
import { LABEL_HEIGHT, LABEL_WIDTH, type LabelElement } from './layout.ts'

export function labelToPdf(elements: LabelElement[], title: string, created_at: Date): Promise<Uint8Array> {
  const document = createPdf(title, created_at)
  document.addPage({ size: [LABEL_WIDTH, LABEL_HEIGHT], margin: 0 })
  for (const element of elements) {
    switch (element.kind) {
      case 'rule':
        document.rect(element.x, element.y, element.width, element.height).fill()
        break
      case 'text': {
        const { text, weight, size, baseline, centered_in } = element
        const x = centered_in === undefined ? element.x : alignedX(text, weight, size, { center: element.x + centered_in / 2 })
        setPdfText(document, text, weight, x, baseline, size)
        break
      }
      case 'code128': {
        let x = element.x
        for (const [i, width] of code128Widths(element.text).entries()) {
          if (i % 2 === 0) document.rect(x, element.y, width * element.module, element.height)
          x += width * element.module
        }
        document.fill()
        break
      }
      case 'qr': {
        // One path for the whole symbol: filled piece by piece, viewers would show hairlines between the rows.
        for (const run of qrRuns(qrMatrix(element.text))) {
          document.rect(element.x + run.x * element.module, element.y + run.y * element.module, run.length * element.module, element.module)
        }
        document.fill()
        break
      }
    }
  }
  return pdfBytes(document)
}
