// Makes a photo of a refused parcel small enough to send. Phones take pictures of up to 40 MB, and the service accepts documents of at most
// 5 MiB.

const LONGEST_SIDE_PX = 1_600
const MAX_BYTES = 5 * 2 ** 20
/** Decoding a larger file could exceed a phone's memory. */
const MAX_BYTES_CHOSEN = 100 * 2 ** 20
const QUALITIES = [0.82, 0.6, 0.4]

export type Photo = { kind: 'photo'; blob: Blob } | { kind: 'refused'; reason: string }

const refused = (reason: string): Photo => ({ kind: 'refused', reason })

/** Returns the width and height of the picture to send. */
export const scaled = (width: number, height: number): { width: number; height: number } => {
  const factor = Math.min(1, LONGEST_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

const encode = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** Scales the photo down on the device and removes its metadata, such as the location. */
export const preparePhoto = async (file: Blob): Promise<Photo> => {
  if (file.size > MAX_BYTES_CHOSEN)
    return refused('This picture is too large for this device. Take a new photo with the camera of this page.')
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null)
    return refused('This file is not a picture that this device can read. Take a new photo, or refuse the parcel without one.')
  const canvas = document.createElement('canvas')
  Object.assign(canvas, scaled(picture.width, picture.height))
  const drawing = canvas.getContext('2d')
  drawing?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (const quality of QUALITIES) {
    const blob = drawing && (await encode(canvas, quality))
    if (blob && blob.size <= MAX_BYTES) return { kind: 'photo', blob }
  }
  return refused('The photo could not be made small enough to send. Take another one from farther away, or refuse the parcel without one.')
}
