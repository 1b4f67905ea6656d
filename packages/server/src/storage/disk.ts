import { statfs } from 'node:fs/promises'

/** Bytes available to users other than root in the file system of a directory; null if this cannot be determined. */
export const freeBytes = async (directory: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
