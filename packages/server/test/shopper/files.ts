// Small pictures, made by hand.
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (type: string, data: Buffer, length = data.length): Buffer => {
  const framed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(framed))
  return Buffer.concat([head, framed, tail])
}

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([8, 2], 8)
  return chunk('IHDR', data)
}

const png = (width: number, height: number, more: readonly Buffer[] = []): Buffer => {
  // Each row is a filter byte and three bytes per pixel, in one color.
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: Math.min(width, 64) }, () => Buffer.from([10, 125, 91]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: Math.min(height, 64) }, () => row)))
  return Buffer.concat([SIGNATURE, header(width, height), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

export const PNG_LOGO = png(32, 32)
/** `length` is the length that the chunk claims to have. */
export const pngWith = (type: string, data: Buffer, length?: number): Buffer => png(32, 32, [chunk(type, data, length)])

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

const FRAME = segment(0xc0, Buffer.from([8, 0, 32, 0, 32, 1, 1, 0x11, 0]))
const SCAN = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])])
const START = Buffer.from([0xff, 0xd8])
const END = Buffer.from([0xff, 0xd9])
const JFIF = segment(0xe0, Buffer.from('JFIF\0rest'))

export const PICTURES = {
  jpeg: Buffer.concat([START, JFIF, FRAME, SCAN, END]),
  jpegWithPlace: Buffer.concat([
    START,
    JFIF,
    segment(0xe1, Buffer.from('Exif\0\0GPS 40.7 -74.0')),
    segment(0xfe, Buffer.from('<script>alert(1)</script>')),
    FRAME,
    SCAN,
    END,
    Buffer.from('<script>'),
  ]),
  tinyPng: png(4, 4),
  hugePng: png(30_000, 30_000),
}
