/**
 * The sandbox's proof of delivery: a drawing of a parcel at a door with the facts next to it. It is clearly marked as a sandbox picture.
 */
import { type Bitmap, drawPng, drawText, fillPolygon, fillRectangle } from '../../print/bitmap.ts'
import { cleanText, cutText, fitBlock, LEADING } from '../../print/text.ts'

export type PodFacts = {
  tracking: string
  delivered_at: Date
  /** Null if nobody signed. The picture then has no signature. */
  signed_by: string | null
  city: string
}

const WIDTH = 640
const HEIGHT = 400
const DPI = 96
const TEXT_X = 250
const TEXT_WIDTH = WIDTH - TEXT_X - 24

/** Renders a small PNG. Equal facts give equal bytes. */
export function renderPodImage(facts: PodFacts): Uint8Array {
  return drawPng(WIDTH, HEIGHT, DPI, (bitmap) => drawProof(bitmap, facts))
}

function drawProof(bitmap: Bitmap, facts: PodFacts): void {
  drawDoorstep(bitmap)
  drawText(bitmap, 'Proof of delivery', 'bold', TEXT_X, 62, 32)
  drawText(bitmap, 'SANDBOX: no real parcel', 'regular', TEXT_X, 88, 17)
  const city = cleanText(facts.city)
  const rows: [string, string][] = [
    ['Tracking', facts.tracking],
    ['Delivered', `${facts.delivered_at.toISOString().slice(0, 19).replace('T', ' ')} UTC`],
    ['City', city],
  ]
  for (const [i, [title, value]] of rows.entries()) {
    drawText(bitmap, title, 'bold', TEXT_X, 132 + i * 30, 16)
    const fitted = fitBlock([{ text: value, weight: 'regular' }], TEXT_WIDTH - 90, 26, [17, 15, 13, 11])
    for (const [row, line] of fitted.lines.entries()) {
      drawText(bitmap, line.text, line.weight, TEXT_X + 90, 132 + i * 30 + row * fitted.size * LEADING, fitted.size)
    }
  }
  const signed_by = cleanText(facts.signed_by ?? '')
  if (signed_by !== '') {
    drawSignature(bitmap, signed_by)
    fillRectangle(bitmap, TEXT_X, 318, TEXT_WIDTH, 2)
    drawText(bitmap, cutText(`Signed by ${signed_by}`, 'regular', 16, TEXT_WIDTH), 'regular', TEXT_X, 342, 16)
  }
}

function drawDoorstep(bitmap: Bitmap): void {
  fillRectangle(bitmap, 0, 0, 226, HEIGHT, 0xd8)
  fillRectangle(bitmap, 0, 352, 226, 48, 0xa8)
  fillRectangle(bitmap, 44, 48, 138, 304, 0x60)
  fillRectangle(bitmap, 52, 56, 122, 296, 0x88)
  fillRectangle(bitmap, 68, 76, 90, 90, 0xe8)
  fillRectangle(bitmap, 111, 76, 4, 90, 0x60)
  fillRectangle(bitmap, 68, 119, 90, 4, 0x60)
  fillRectangle(bitmap, 156, 214, 10, 26, 0x20)
  fillRectangle(bitmap, 74, 276, 116, 92, 0x30)
  fillRectangle(bitmap, 77, 279, 110, 86, 0xc0)
  fillRectangle(bitmap, 124, 279, 16, 86, 0xf0)
  fillRectangle(bitmap, 86, 330, 30, 24, 0xff)
}

/** Draws a zigzag pen stroke that depends on the letters of the name, so that a name always has the same signature. */
function drawSignature(bitmap: Bitmap, name: string): void {
  const letters = [...name].slice(0, 24)
  const step = Math.min(16, (TEXT_WIDTH - 20) / (letters.length + 1))
  let x = TEXT_X + 10
  let y = 292
  for (const [i, letter] of letters.entries()) {
    const code = letter.codePointAt(0) ?? 0
    const to_x = x + step
    const to_y = 290 + (i % 2 === 0 ? -1 : 1) * (8 + (code % 17))
    const pen = 1 + (code % 3) * 0.5
    fillPolygon(bitmap, [
      { x, y },
      { x: to_x, y: to_y },
      { x: to_x, y: to_y + pen * 2 },
      { x, y: y + pen * 2 },
    ])
    x = to_x
    y = to_y
  }
}
