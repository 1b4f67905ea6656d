// A driver's photo: a box on a doorstep, drawn from a few rectangles. It is drawn without the library that draws labels, because only the
// service's threads load that library.
import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 96
const HEIGHT = 64
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bit depth 8, grayscale. */
const GRAY = [8, 0, 0, 0, 0]

type Rectangle = readonly [left: number, top: number, right: number, bottom: number, gray: number]

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** Returns a small PNG. `variant` moves the box, so that photos differ. */
export const photoOf = (variant: number): Uint8Array => {
  const left = 14 + (variant % 40)
  const top = 34 + (variant % 7)
  const scene: Rectangle[] = [
    [0, 0, WIDTH, HEIGHT, 205],
    [0, 54, WIDTH, HEIGHT, 150],
    [34, 6, 64, 54, 95],
    [40, 12, 58, 28, 225],
    [left, top, left + 26, top + 20, 60],
    [left + 1, top + 1, left + 25, top + 19, 175],
    [left + 10, top, left + 15, top + 20, 240],
  ]
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (const [x0, y0, x1, y1, gray] of scene) {
    for (let y = y0; y < y1; y++) rows.fill(gray, y * (WIDTH + 1) + 1 + x0, y * (WIDTH + 1) + 1 + x1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set(GRAY, 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
