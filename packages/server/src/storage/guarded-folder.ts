// A folder into which other programs may write. Whatever they create or replace in the folder, this class never reads or removes a file
// outside it, and never writes anything. Names are looked up relative to the open folder, links are not followed, and an opened file is
// checked by its descriptor (ADR 33).
import { type BigIntStats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, open, opendir, unlink } from 'node:fs/promises'

const { O_DIRECTORY, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const FOLDER = O_RDONLY | O_DIRECTORY
/** Without O_NONBLOCK, opening a pipe that has no writer would block. */
const FILE = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
const DESCRIPTORS = '/proc/self/fd'
const HAS_DESCRIPTORS = existsSync(DESCRIPTORS)

const isSame = (one: BigIntStats, other: BigIntStats): boolean => one.dev === other.dev && one.ino === other.ino

const nullIfMissing = (error: unknown): null => {
  const { code = '' } = error as NodeJS.ErrnoException
  // The file is gone, or was replaced by a link, a socket or a device without a driver.
  if (['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO', 'ENODEV'].includes(code)) return null
  throw error
}

export interface NameEntry {
  name: Buffer
  isFolder: boolean
}

export class GuardedFolder {
  readonly #handle: FileHandle
  readonly #path: Buffer

  private constructor(handle: FileHandle, path: Buffer) {
    this.#handle = handle
    this.#path = path
  }

  /**
   * Opens the folder at this path. The last part of the path may be a link, because the person who configures the path may choose where it
   * leads. Errors: those of `open`.
   */
  static async open(path: string): Promise<GuardedFolder> {
    return new GuardedFolder(await open(path, FOLDER), Buffer.from(path))
  }

  /** Opens a folder inside this one. Returns null if the name does not exist or is a link. */
  async folder(name: Buffer): Promise<GuardedFolder | null> {
    const path = this.#at(name)
    const handle = await open(path, FOLDER | O_NOFOLLOW).catch(nullIfMissing)
    if (!handle) return null
    const inner = new GuardedFolder(handle, path)
    if (await this.#isStillHere()) return inner
    await inner.close()
    return null
  }

  /** Returns at most `limit` entries, in no particular order. */
  async entries(limit: number): Promise<NameEntry[]> {
    const found: NameEntry[] = []
    // Node accepts 'buffer' here, but its types do not know it.
    const entries = await opendir(this.#at(Buffer.alloc(0)).toString(), { encoding: 'buffer' as BufferEncoding })
    for await (const entry of entries) {
      if (found.length === limit) break
      found.push({ name: entry.name as unknown as Buffer, isFolder: entry.isDirectory() })
    }
    return found
  }

  /** Returns null if no file has this name. */
  async stat(name: Buffer): Promise<BigIntStats | null> {
    const found = await lstat(this.#at(name), { bigint: true }).catch(nullIfMissing)
    return found?.isFile() ? found : null
  }

  /** Returns null if no file has this name. */
  async file(name: Buffer): Promise<FileHandle | null> {
    const handle = await open(this.#at(name), FILE).catch(nullIfMissing)
    if (!handle) return null
    if ((await handle.stat()).isFile() && (await this.#isStillHere())) return handle
    await handle.close()
    return null
  }

  /** Removes the name if it still refers to this file. */
  async remove(name: Buffer, file: BigIntStats): Promise<void> {
    const found = await this.stat(name)
    if (found && isSame(found, file) && (await this.#isStillHere())) await unlink(this.#at(name)).catch(nullIfMissing)
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  #at(name: Buffer): Buffer {
    const folder = HAS_DESCRIPTORS ? Buffer.from(`${DESCRIPTORS}/${this.#handle.fd}`) : this.#path
    return Buffer.concat([folder, Buffer.from('/'), name])
  }

  /** Whether the path still leads to the opened folder. Needed only on systems that cannot look names up by descriptor. */
  async #isStillHere(): Promise<boolean> {
    if (HAS_DESCRIPTORS) return true
    const found = await lstat(this.#path, { bigint: true }).catch(nullIfMissing)
    return found !== null && isSame(found, await this.#handle.stat({ bigint: true }))
  }
}
