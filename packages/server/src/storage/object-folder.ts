// Objects as files in a folder. All processes must see it under the same path.
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderSettings } from '../process/object-settings.ts'
import type { Place } from './objects.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export class Folder implements Place {
  readonly #path: string

  constructor({ path }: FolderSettings) {
    this.#path = path
  }

  get name(): string {
    return `the folder ${this.#path}`
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#path, id)
    const folder = dirname(path)
    // The operator creates the mount point. Otherwise a missing disk would look like an empty one.
    await syncFolder(this.#path)
    const isNew = await mkdir(folder, { recursive: true })
    const file = await open(`${path}.part`, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
    await syncFolder(folder)
    for (let above = dirname(folder); isNew && above.length >= this.#path.length; above = dirname(above)) await syncFolder(above)
  }

  async get(id: string, most: number): Promise<Buffer | null> {
    try {
      const file = await open(join(this.#path, id), 'r')
      try {
        const bytes = Buffer.allocUnsafe(most + 1)
        const { bytesRead } = await file.read(bytes, 0, most + 1, 0)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (!isMissing(error)) throw error
      await syncFolder(this.#path)
      return null
    }
  }

  async remove(id: string): Promise<void> {
    await syncFolder(this.#path)
    for (const end of ['.part', '']) await rm(`${join(this.#path, id)}${end}`, { force: true })
  }
}
