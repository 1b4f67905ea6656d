import { statfs } from 'node:fs/promises'

/** Bytes that are free for other than root in the file system of a directory; null: it cannot be told. */
export const freeBytes = async (directory: string): Promise<number | null> => {
  try {
    const { bavail, bsize } = await statfs(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
