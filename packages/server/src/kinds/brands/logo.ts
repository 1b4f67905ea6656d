// Keeps only the parts of a PNG or JPEG logo that make the picture. Texts, locations, thumbnails and anything after the picture are
// removed, so that a file that the public receives contains nothing but the picture. Other types are refused: an SVG may contain script.

export const MAX_LOGO_BYTES = 64 * 1024
const MIN_PIXELS = 16
const MAX_PIXELS = 1_000

export interface Logo {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** A rule that the bytes break, and how to fix it. */
export interface LogoFault {
  rule: 'size' | 'type' | 'content' | 'dimensions'
  message: string
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Number of bytes for the length, type and checksum of a chunk. */
const CHUNK_FRAME = 12
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'sBIT', 'bKGD'])

interface Picture {
  width: number
  height: number
  bytes: Buffer
}

/** Returns null if the file is not a complete PNG. */
const readPng = (file: Buffer): Picture | null => {
  const kept: Buffer[] = [PNG_SIGNATURE]
  let size: { width: number; height: number } | null = null
  for (let at = PNG_SIGNATURE.length; at + CHUNK_FRAME <= file.length; ) {
    const end = at + CHUNK_FRAME + file.readUInt32BE(at)
    if (end > file.length) return null
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR' && end - at === CHUNK_FRAME + 13) size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    if (size === null) return null
    if (PNG_CHUNKS.has(type)) kept.push(file.subarray(at, end))
    if (type === 'IEND') return { ...size, bytes: Buffer.concat(kept) }
    at = end
  }
  return null
}

const MARK = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
/** Segments that are kept: JFIF, a color profile, and Adobe's color encoding. Other application segments are not part of the picture. */
const APPLICATION_KEPT = new Set([0xe0, 0xe2, 0xee])

const isApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef
/** Whether a marker begins a frame. Three of the markers in this range begin tables instead. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Returns the end of the coded data that begins at `from`: the next marker that is neither a restart marker nor a stuffed byte. */
const endOfScan = (file: Buffer, from: number): number => {
  for (let at = from; at + 1 < file.length; at++) {
    const next = file[at + 1] as number
    if (file[at] === MARK && next !== 0 && next !== MARK && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return file.length
}

/** Returns null if the file is not a complete JPEG. */
const readJpeg = (file: Buffer): Picture | null => {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  for (let at = 2; at + 4 <= file.length + 2; ) {
    const marker = file[at + 1] as number
    if (file[at] !== MARK) return null
    if (marker === END) return size && { ...size, bytes: Buffer.concat([...kept, file.subarray(at, at + 2)]) }
    if (at + 4 > file.length) return null
    const length = file.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > file.length) return null
    if (isFrame(marker)) {
      if (length < 8) return null
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    const stop = marker === SCAN ? endOfScan(file, end) : end
    const isLeftOut = marker === COMMENT || (isApplication(marker) && !APPLICATION_KEPT.has(marker))
    if (!isLeftOut) kept.push(file.subarray(at, stop))
    at = stop
  }
  return null
}

export const readLogo = (file: Buffer): Logo | LogoFault => {
  if (file.length > MAX_LOGO_BYTES) return { rule: 'size', message: `is larger than ${MAX_LOGO_BYTES} bytes; make the picture smaller` }
  const isPng = file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)
  const isJpeg = file[0] === MARK && file[1] === START
  if (!isPng && !isJpeg)
    return { rule: 'type', message: 'is neither a PNG nor a JPEG; SVG is not accepted, because an SVG can contain scripts' }
  const picture = isPng ? readPng(file) : readJpeg(file)
  if (!picture) return { rule: 'content', message: `is not a complete ${isPng ? 'PNG' : 'JPEG'}; export the picture again` }
  const { width, height, bytes } = picture
  if (Math.min(width, height) < MIN_PIXELS || Math.max(width, height) > MAX_PIXELS) {
    return {
      rule: 'dimensions',
      message: `is ${width} x ${height} pixels; make the width and the height ${MIN_PIXELS} to ${MAX_PIXELS} pixels`,
    }
  }
  return { type: isPng ? 'image/png' : 'image/jpeg', bytes }
}
