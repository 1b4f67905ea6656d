/** PDF documents with the bundled fonts, and without anything that changes from one run to the next. */
import PDFDocument from 'pdfkit'
import { measureText, pdfFont, shapeText, type Weight } from './fonts.ts'

export type PdfPage = { width: number; height: number }

/**
 * A document whose bytes depend on nothing but its content: the creation date is given, and pdfkit derives the file id from the information
 * dictionary. Its first page must be added by the caller.
 */
export function createPdf(title: string, created_at: Date): PDFKit.PDFDocument {
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    // No default font: pdfkit would open Helvetica, which is never embedded. Its type wants a name here.
    font: null as unknown as string,
    info: { Title: title, Producer: 'Backhaul', Creator: 'Backhaul', CreationDate: created_at },
  })
  return document
}

/** Sets clean text; coordinates and size in points, `baseline` from the top of the page. */
export function setPdfText(document: PDFKit.PDFDocument, text: string, weight: Weight, x: number, baseline: number, size: number): void {
  let pen = x
  for (const run of shapeText(text, weight)) {
    document.font(pdfFont(run.face), run.face, size)
    document.text(run.text, pen, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] })
    pen += run.width * size
  }
}

/** x of the first glyph of text that ends at `right` or is centered about `center`. */
export function alignedX(text: string, weight: Weight, size: number, anchor: { right: number } | { center: number }): number {
  const width = measureText(text, weight) * size
  return 'right' in anchor ? anchor.right - width : anchor.center - width / 2
}

/** Ends the document and returns its bytes. */
export function pdfBytes(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.end()
  })
}
