// The built documentation (packages/docs-site), as a process serves it. The index stays in memory. Pages are read on request. Answers with
// the same page share one buffer while they are being sent, so a page that nobody is reading takes no memory.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Encoding, Formed, Sent } from '../http/fixed-answers.ts'

export const INDEX = 'index.json'
/** The documentation is in a folder of the program's build, so a new build of the program starts without documentation. */
export const BUILT_REFERENCE = fileURLToPath(new URL('../../dist/reference', import.meta.url))

const NOT_BUILT =
  'The documentation is not built. In a clone, run npm run build. If the documentation is missing from a package, install the package again.'

export interface BuiltPage {
  type: string
  /** The tag of each encoding. A file is named after its tag. */
  tags: { identity: string } & Partial<Record<Encoding, string>>
}

/** Thrown when the documentation is not built. The message is for the client. */
export class NotBuilt extends Error {}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export class BuiltReference {
  readonly #folder: string
  /** Simultaneous requests share one read of the index. */
  #pages: Promise<ReadonlyMap<string, BuiltPage>> | null = null
  /** Buffers by tag, while an answer is being sent. */
  #sent = new Map<string, WeakRef<Buffer>>()
  readonly #reading = new Map<string, Promise<Buffer>>()

  constructor(folder: string = BUILT_REFERENCE) {
    this.#folder = folder
  }

  /** Finds a page. Null: it does not exist. Errors: NotBuilt. */
  async find(path: string): Promise<Formed | null> {
    const page = (await this.#index()).get(path)
    return page ? { type: page.type, form: (wanted) => this.#form(path, page, wanted) } : null
  }

  async #form(path: string, page: BuiltPage, wanted: Encoding): Promise<Sent> {
    try {
      return await this.#formOf(page, wanted)
    } catch (error) {
      if (!isMissing(error)) throw error
      // A new build has replaced the files since the index was read.
      this.#forget()
      const now = (await this.#index()).get(path)
      if (!now) throw new NotBuilt('The documentation has just been rebuilt; try again.')
      return this.#formOf(now, wanted)
    }
  }

  async #formOf({ tags }: BuiltPage, wanted: Encoding): Promise<Sent> {
    const tag = tags[wanted]
    const encoding = tag === undefined ? 'identity' : wanted
    return { bytes: await this.#bytes(tags, encoding), tag: tag ?? tags.identity, encoding }
  }

  async #bytes(tags: BuiltPage['tags'], encoding: Encoding): Promise<Buffer> {
    const tag = tags[encoding] as string
    const known = this.#sent.get(tag)?.deref() ?? this.#reading.get(tag)
    if (known) return known
    const reading = this.#read(tags, encoding)
    this.#reading.set(tag, reading)
    try {
      const bytes = await reading
      this.#sent.set(tag, new WeakRef(bytes))
      return bytes
    } finally {
      this.#reading.delete(tag)
    }
  }

  async #read(tags: BuiltPage['tags'], encoding: Encoding): Promise<Buffer> {
    const isPacked = encoding === 'identity' && tags.gzip !== undefined
    const bytes = await readFile(join(this.#folder, isPacked ? (tags.gzip as string) : (tags[encoding] as string)))
    return isPacked ? promisify(gunzip)(bytes) : bytes
  }

  #forget(): void {
    this.#pages = null
    this.#sent = new Map()
  }

  #index(): Promise<ReadonlyMap<string, BuiltPage>> {
    this.#pages ??= this.#readIndex().catch((error) => {
      this.#pages = null
      throw isMissing(error) ? new NotBuilt(NOT_BUILT) : error
    })
    return this.#pages
  }

  async #readIndex(): Promise<ReadonlyMap<string, BuiltPage>> {
    return new Map(JSON.parse(await readFile(join(this.#folder, INDEX), 'utf8')) as [string, BuiltPage][])
  }
}
