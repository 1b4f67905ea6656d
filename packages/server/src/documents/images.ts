export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** How a file of each type begins. */
const SIGNATURES: Readonly<Record<ImageType, Buffer>> = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

/** Whether the bytes begin as a file of the type does. */
export const fitsType = (bytes: Uint8Array, type: string): boolean => {
  const signature = SIGNATURES[type as ImageType]
  return bytes.length > signature.length && signature.equals(bytes.subarray(0, signature.length))
}
