export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The first bytes of each file type. */
const SIGNATURES: Readonly<Record<ImageType, Buffer>> = {
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
}

/** Returns the type according to the first bytes. Null if they belong to no known type. */
export const typeOf = (bytes: Uint8Array): ImageType | null =>
  IMAGE_TYPES.find((type) => SIGNATURES[type].equals(bytes.subarray(0, SIGNATURES[type].length))) ?? null
