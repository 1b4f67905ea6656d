/** The printable manifest: US Letter, one row per parcel, a count, a weight and room for two signatures (contract §11). */
import { setImmediate } from 'node:timers/promises'
import type { Weight } from '../print/fonts.ts'
import { alignedX, createPdf, pdfBytes, setPdfText } from '../print/pdf.ts'
import { qrMatrix, qrRuns } from '../print/symbols.ts'
import { cleanText, cutText, fitBlock, LEADING } from '../print/text.ts'

export type ManifestParcel = { tracking: string; barcode: string; order_id: string | null; weight_lb: number; service_level: string }

export type ManifestFacts = {
  manifest_id: string
  store: { name: string; code: string; line1: string; city: string; state: string | null; postal_code: string; country: string }
  /** the store-local day, YYYY-MM-DD */
  manifest_date: string
  status: 'open' | 'closed'
  closed_at: Date | null
  package_count: number
  parcels: ManifestParcel[]
}

const PAGE_WIDTH = 612
const PAGE_HEIGHT = 792
const LEFT = 36
const RIGHT = PAGE_WIDTH - LEFT
const HEADER_BOTTOM = 132
const TABLE_TOP = 146
const ROW_HEIGHT = 14
const TABLE_BOTTOM = 748
const FOOTER_BASELINE = 770
const ROWS_PER_PAGE = Math.floor((TABLE_BOTTOM - TABLE_TOP) / ROW_HEIGHT)
/** Totals and signatures, on the last page below the table. */
const CLOSING_HEIGHT = 84
const CLOSING_ROWS = Math.ceil(CLOSING_HEIGHT / ROW_HEIGHT)
const TEXT_SIZE = 8
const QR_MODULE = 2.4

type Column = { title: string; x: number; right: number; align: 'left' | 'right'; value: (parcel: ManifestParcel, index: number) => string }
const COLUMNS: Column[] = [
  { title: '#', x: LEFT, right: 62, align: 'right', value: (_, index) => String(index + 1) },
  { title: 'Tracking', x: 70, right: 234, align: 'left', value: (parcel) => parcel.tracking },
  { title: 'Bar code', x: 240, right: 348, align: 'left', value: (parcel) => parcel.barcode },
  { title: 'Order', x: 354, right: 466, align: 'left', value: (parcel) => cleanText(parcel.order_id ?? '') },
  { title: 'Service', x: 472, right: 520, align: 'left', value: (parcel) => parcel.service_level },
  { title: 'Weight lb', x: 524, right: RIGHT, align: 'right', value: (parcel) => formatWeight(parcel.weight_lb) },
]

/**
 * Renders a manifest of any length. Pure: the same facts give the same bytes (the file carries the closing time, or the manifest's day while it
 * is open). Gives the event loop a turn after each page.
 */
export async function renderManifestPdf(facts: ManifestFacts): Promise<Uint8Array> {
  const document = createPdf(`Manifest ${facts.manifest_id}`, facts.closed_at ?? new Date(`${facts.manifest_date}T00:00:00Z`))
  const pages = Math.max(1, Math.ceil((facts.parcels.length + CLOSING_ROWS) / ROWS_PER_PAGE))
  for (let page = 0; page < pages; page++) {
    document.addPage({ size: [PAGE_WIDTH, PAGE_HEIGHT], margin: 0 })
    drawHeader(document, facts)
    drawColumnTitles(document)
    const first = page * ROWS_PER_PAGE
    const rows = facts.parcels.slice(first, first + ROWS_PER_PAGE)
    for (const [i, parcel] of rows.entries()) drawRow(document, parcel, first + i, TABLE_TOP + i * ROW_HEIGHT)
    if (page === pages - 1) drawClosing(document, facts, TABLE_TOP + rows.length * ROW_HEIGHT)
    drawFooter(document, facts, page + 1, pages)
    await setImmediate()
  }
  return pdfBytes(document)
}

function drawHeader(document: PDFKit.PDFDocument, facts: ManifestFacts): void {
  const { store, manifest_id, manifest_date, status, closed_at } = facts
  const matrix = qrMatrix(manifest_id)
  const side = matrix.size * QR_MODULE
  for (const run of qrRuns(matrix)) {
    document.rect(RIGHT - side + run.x * QR_MODULE, 40 + run.y * QR_MODULE, run.length * QR_MODULE, QR_MODULE)
  }
  document.fill()
  setPdfText(document, 'DROP-OFF MANIFEST', 'bold', LEFT, 54, 18)
  const left = [
    { text: `${cleanText(store.name)} (${cleanText(store.code)})`, weight: 'bold' as Weight },
    { text: cleanText(store.line1), weight: 'regular' as Weight },
    { text: cleanText([store.city, store.state ?? '', store.postal_code, store.country].join(' ')), weight: 'regular' as Weight },
  ]
  const fitted = fitBlock(left, 230, 44, [10, 9, 8, 7, 6])
  for (const [i, line] of fitted.lines.entries()) {
    setPdfText(document, line.text, line.weight, LEFT, 76 + i * fitted.size * LEADING, fitted.size)
  }
  const closed = closed_at === null ? '' : ` ${closed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const details: [string, string][] = [
    ['Manifest', manifest_id],
    ['Date', manifest_date],
    ['Status', `${status}${closed}`],
    ['Packages', String(facts.package_count)],
  ]
  for (const [i, [title, value]] of details.entries()) {
    setPdfText(document, title, 'bold', 276, 76 + i * 12, 8)
    setPdfText(document, cutText(cleanText(value), 'regular', 8, 160), 'regular', 322, 76 + i * 12, 8)
  }
}

function drawColumnTitles(document: PDFKit.PDFDocument): void {
  for (const column of COLUMNS) drawCell(document, column, column.title, 'bold', HEADER_BOTTOM + 8)
  document.rect(LEFT, TABLE_TOP - 2, RIGHT - LEFT, 1).fill('#000000')
}

function drawRow(document: PDFKit.PDFDocument, parcel: ManifestParcel, index: number, y: number): void {
  if (index % 2 === 1)
    document
      .rect(LEFT, y, RIGHT - LEFT, ROW_HEIGHT)
      .fill('#eeeeee')
      .fillColor('#000000')
  for (const column of COLUMNS) drawCell(document, column, column.value(parcel, index), 'regular', y + 10)
}

function drawCell(document: PDFKit.PDFDocument, column: Column, value: string, weight: Weight, baseline: number): void {
  if (value === '') return
  const text = cutText(value, weight, TEXT_SIZE, column.right - column.x)
  const x = column.align === 'left' ? column.x : alignedX(text, weight, TEXT_SIZE, { right: column.right })
  setPdfText(document, text, weight, x, baseline, TEXT_SIZE)
}

function drawClosing(document: PDFKit.PDFDocument, facts: ManifestFacts, y: number): void {
  const weight_lb = facts.parcels.reduce((sum, parcel) => sum + parcel.weight_lb, 0)
  document.rect(LEFT, y + 2, RIGHT - LEFT, 1).fill('#000000')
  setPdfText(document, `${facts.package_count} packages`, 'bold', LEFT, y + 16, 9)
  const total = `${formatWeight(weight_lb)} lb`
  setPdfText(document, total, 'bold', alignedX(total, 'bold', 9, { right: RIGHT }), y + 16, 9)
  for (const [x, title] of [
    [LEFT, 'Handed over by (name, signature, time)'],
    [316, 'Received by (name, signature, time)'],
  ] as const) {
    document.rect(x, y + 62, RIGHT - 316, 0.75).fill('#000000')
    setPdfText(document, title, 'regular', x, y + 72, 7)
  }
}

function drawFooter(document: PDFKit.PDFDocument, facts: ManifestFacts, page: number, pages: number): void {
  setPdfText(document, facts.manifest_id, 'regular', LEFT, FOOTER_BASELINE, 7)
  const text = `Page ${page} of ${pages}`
  setPdfText(document, text, 'regular', alignedX(text, 'regular', 7, { right: RIGHT }), FOOTER_BASELINE, 7)
}

function formatWeight(weight_lb: number): string {
  return weight_lb.toFixed(3)
}
