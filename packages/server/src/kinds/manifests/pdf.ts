/** The printable manifest: US Letter, one row per parcel, a count, a weight and room for two signatures (docs/guide/counters.md#manifests). */
import type { Weight } from '../../print/fonts.ts'
import { alignedX, Pdf } from '../../print/pdf.ts'
import { qrMatrix, qrRuns } from '../../print/symbols.ts'
import { cleanText, cutText, fitBlock, LEADING } from '../../print/text.ts'

export type ManifestParcel = { tracking: string; barcode: string; order_id: string | null; weight_lb: number; service_level: string }

export type ManifestFacts = {
  manifest_id: string
  store: { name: string; code: string; line1: string; city: string; state: string | null; postal_code: string | null; country: string }
  /** The day in the store's time zone, YYYY-MM-DD. */
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
/** Height of the totals and signatures below the table on the last page. */
const CLOSING_HEIGHT = 84
const CLOSING_ROWS = Math.ceil(CLOSING_HEIGHT / ROW_HEIGHT)
const TEXT_SIZE = 8
const QR_MODULE = 2.4
const STRIPE_GRAY = 0.933

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
 * Renders a manifest of any length. Pure: the same facts give the same bytes. The date in the file is the closing time, or the manifest's
 * day while it is open.
 */
export function renderManifestPdf(facts: ManifestFacts): Uint8Array {
  const document = new Pdf(`Manifest ${facts.manifest_id}`, facts.closed_at ?? new Date(`${facts.manifest_date}T00:00:00Z`))
  const pages = Math.max(1, Math.ceil((facts.parcels.length + CLOSING_ROWS) / ROWS_PER_PAGE))
  for (let page = 0; page < pages; page++) {
    document.addPage(PAGE_WIDTH, PAGE_HEIGHT)
    drawHeader(document, facts)
    drawColumnTitles(document)
    const first = page * ROWS_PER_PAGE
    const rows = facts.parcels.slice(first, first + ROWS_PER_PAGE)
    for (const [i, parcel] of rows.entries()) drawRow(document, parcel, first + i, TABLE_TOP + i * ROW_HEIGHT)
    if (page === pages - 1) drawClosing(document, facts, TABLE_TOP + rows.length * ROW_HEIGHT)
    drawFooter(document, facts, page + 1, pages)
  }
  return document.bytes()
}

function drawHeader(document: Pdf, facts: ManifestFacts): void {
  const { store, manifest_id, manifest_date, status, closed_at } = facts
  const matrix = qrMatrix(manifest_id)
  const side = matrix.size * QR_MODULE
  document.grid(RIGHT - side, 40, QR_MODULE, QR_MODULE, qrRuns(matrix))
  document.text('DROP-OFF MANIFEST', 'bold', LEFT, 54, 18)
  const left = [
    { text: `${cleanText(store.name)} (${cleanText(store.code)})`, weight: 'bold' as Weight },
    { text: cleanText(store.line1), weight: 'regular' as Weight },
    { text: cleanText([store.city, store.state, store.postal_code, store.country].filter(Boolean).join(' ')), weight: 'regular' as Weight },
  ]
  const fitted = fitBlock(left, 230, 44, [10, 9, 8, 7, 6])
  for (const [i, line] of fitted.lines.entries()) {
    document.text(line.text, line.weight, LEFT, 76 + i * fitted.size * LEADING, fitted.size)
  }
  const closed = closed_at === null ? '' : ` ${closed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const details: [string, string][] = [
    ['Manifest', manifest_id],
    ['Date', manifest_date],
    ['Status', `${status}${closed}`],
    ['Packages', String(facts.package_count)],
  ]
  for (const [i, [title, value]] of details.entries()) {
    document.text(title, 'bold', 276, 76 + i * 12, 8)
    document.text(cutText(cleanText(value), 'regular', 8, 160), 'regular', 322, 76 + i * 12, 8)
  }
}

function drawColumnTitles(document: Pdf): void {
  for (const column of COLUMNS) drawCell(document, column, column.title, 'bold', HEADER_BOTTOM + 8)
  document.rectangle(LEFT, TABLE_TOP - 2, RIGHT - LEFT, 1)
}

function drawRow(document: Pdf, parcel: ManifestParcel, index: number, y: number): void {
  if (index % 2 === 1) document.rectangle(LEFT, y, RIGHT - LEFT, ROW_HEIGHT, STRIPE_GRAY)
  for (const column of COLUMNS) drawCell(document, column, column.value(parcel, index), 'regular', y + 10)
}

function drawCell(document: Pdf, column: Column, value: string, weight: Weight, baseline: number): void {
  if (value === '') return
  const text = cutText(value, weight, TEXT_SIZE, column.right - column.x)
  const x = column.align === 'left' ? column.x : alignedX(text, weight, TEXT_SIZE, { right: column.right })
  document.text(text, weight, x, baseline, TEXT_SIZE)
}

function drawClosing(document: Pdf, facts: ManifestFacts, y: number): void {
  const weight_lb = facts.parcels.reduce((sum, parcel) => sum + parcel.weight_lb, 0)
  document.rectangle(LEFT, y + 2, RIGHT - LEFT, 1)
  document.text(`${facts.package_count} packages`, 'bold', LEFT, y + 16, 9)
  const total = `${formatWeight(weight_lb)} lb`
  document.text(total, 'bold', alignedX(total, 'bold', 9, { right: RIGHT }), y + 16, 9)
  for (const [x, title] of [
    [LEFT, 'Handed over by (name, signature, time)'],
    [316, 'Received by (name, signature, time)'],
  ] as const) {
    document.rectangle(x, y + 62, RIGHT - 316, 0.75)
    document.text(title, 'regular', x, y + 72, 7)
  }
}

function drawFooter(document: Pdf, facts: ManifestFacts, page: number, pages: number): void {
  document.text(facts.manifest_id, 'regular', LEFT, FOOTER_BASELINE, 7)
  const text = `Page ${page} of ${pages}`
  document.text(text, 'regular', alignedX(text, 'regular', 7, { right: RIGHT }), FOOTER_BASELINE, 7)
}

function formatWeight(weight_lb: number): string {
  return weight_lb.toFixed(3)
}
