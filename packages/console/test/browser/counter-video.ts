// Writes a video for Chromium's fake camera: one picture, as raw gray frames (YUV4MPEG2).
import { writeFileSync } from 'node:fs'

export interface Bitmap {
  width: number
  height: number
  /** One byte for each pixel, as base64. */
  gray: string
}

const FRAMES = 5

export const writeVideo = (file: string, { width, height, gray }: Bitmap): void => {
  const luma = Buffer.from(gray, 'base64')
  // The picture has no color. Each of the two color planes has a quarter of the pixels.
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = [Buffer.from('FRAME\n'), luma, chroma]
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame).flat()]))
}
