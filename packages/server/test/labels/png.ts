/** A strict reader for the grayscale PNG files of the service. It verifies the checksum of every chunk. */
import { strict as assert } from 'node:assert'
import { crc32, inflateSync } from 'node:zlib'

export type GrayPng = { width: number; height: number; pixels_per_meter: number; pixels: Uint8Array }

export function readPng(bytes: Uint8Array): GrayPng {
  const file = Buffer.from(bytes)
  assert.equal(file.subarray(0, 8).toString('hex'), '89504e470d0a1a0a')
  const chunks = new Map<string, Buffer>()
  let at = 8
  while (at < file.length) {
    const end = at + 8 + file.readUInt32BE(at)
    assert.equal(file.readUInt32BE(end), crc32(file.subarray(at + 4, end)))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end))
    at = end + 4
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'pHYs', 'IDAT', 'IEND'])
  const [header, density, data] = [chunks.get('IHDR'), chunks.get('pHYs'), chunks.get('IDAT')]
  assert(header !== undefined && density !== undefined && data !== undefined)
  assert.deepEqual([...header.subarray(8)], [2, 0, 0, 0, 0], '2-bit gray, not interlaced')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const row_bytes = 1 + Math.ceil(width / 4)
  const rows = inflateSync(data)
  assert.equal(rows.length, row_bytes * height)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    assert.equal(rows[y * row_bytes], 0, 'unfiltered rows')
    for (let x = 0; x < width; x++) {
      const four = rows[y * row_bytes + 1 + (x >> 2)] ?? 0
      pixels[y * width + x] = 85 * ((four >> (6 - 2 * (x & 3))) & 3)
    }
  }
  return { width, height, pixels_per_meter: density.readUInt32BE(0), pixels }
}
