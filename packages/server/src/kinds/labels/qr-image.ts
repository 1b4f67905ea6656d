import { drawPng, fillRectangle } from '../../print/bitmap.ts'
import { QR_QUIET_MODULES, qrMatrix, qrRuns } from '../../print/symbols.ts'

export type QrImageFormat = 'png' | 'svg'

const PIXELS_PER_MODULE = 10
const PNG_DPI = 300

/** A QR symbol with its quiet zone, for phone screens and counters: level Q, text of 1 to 1000 bytes. */
export function renderQr(text: string, format: QrImageFormat): Uint8Array {
  const matrix = qrMatrix(text)
  const side = matrix.size + 2 * QR_QUIET_MODULES
  const runs = qrRuns(matrix).map((run) => ({ ...run, x: run.x + QR_QUIET_MODULES, y: run.y + QR_QUIET_MODULES }))
  if (format === 'svg') {
    const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('')
    return new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side * PIXELS_PER_MODULE}" height="${side * PIXELS_PER_MODULE}" ` +
        `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`,
    )
  }
  return drawPng(side * PIXELS_PER_MODULE, side * PIXELS_PER_MODULE, PNG_DPI, (bitmap) => {
    for (const { x, y, length } of runs) {
      fillRectangle(bitmap, x * PIXELS_PER_MODULE, y * PIXELS_PER_MODULE, length * PIXELS_PER_MODULE, PIXELS_PER_MODULE)
    }
  })
}
