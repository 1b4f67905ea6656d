// What was made of the documentation (apidoc/write-reference.ts), as a process serves it. It keeps the index; pages are read when they are
// asked for, and all answers that are being sent share one buffer. Nothing is kept of what nobody reads at the moment.
//
// Promise: a request that comes before it is made waits for that and is not refused, and no process that answers requests makes it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Encoding, Formed, Sent } from '../http/fixed-answers.ts'

export const INDEX = 'index.json'
/** Goes with what it was made by, so that another version never serves it. */
export const BUILT_REFERENCE = fileURLToPath(new URL('../../dist/reference', import.meta.url))

/** Making it takes two seconds, and a multiple of that on a machine with much to do. */
const WAIT_LIMIT_MS = 30_000
/** After a try that failed. */
const RETRY_AFTER_MS = 5_000

const FAILED = 'The documentation could not be made. The standard error of the service says why, and npm run build tries it again.'

export interface BuiltPage {
  type: string
  /** By form; a file has the name of its tag. */
  tags: { identity: string } & Partial<Record<Encoding, string>>
}

/** Its message is for whoever asked. */
export class NotMade extends Error {}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export class BuiltReference {
  readonly #folder: string
  readonly #make: () => Promise<void>
  #pages: ReadonlyMap<string, BuiltPage> | null = null
  #finding: Promise<ReadonlyMap<string, BuiltPage>> | null = null
  #failedUntil_ms = Number.NEGATIVE_INFINITY
  /** By tag, for as long as an answer is being sent. */
  #sent = new Map<string, WeakRef<Buffer>>()
  readonly #reading = new Map<string, Promise<Buffer>>()

  /** `make`: has somebody else make the folder; resolves when it is there. It may be called by several processes at once. */
  constructor(folder: string, make: () => Promise<void>) {
    this.#folder = folder
    this.#make = make
  }

  /** Null: there is no such page. Errors: NotMade when it cannot be made, or not in time. */
  async find(path: string): Promise<Formed | null> {
    const page = (await this.#index()).get(path)
    return page ? { type: page.type, form: (wanted) => this.#form(path, page, wanted) } : null
  }

  async #form(path: string, page: BuiltPage, wanted: Encoding): Promise<Sent> {
    try {
      return await this.#formOf(page, wanted)
    } catch (error) {
      if (!isMissing(error)) throw error
      // Another version has taken its place.
      this.#forget()
      const now = (await this.#index()).get(path)
      if (!now) throw new NotMade('The documentation has just been made anew; try again.')
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

  async #index(): Promise<ReadonlyMap<string, BuiltPage>> {
    if (this.#pages) return this.#pages
    this.#finding ??= this.#find().finally(() => {
      this.#finding = null
    })
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new NotMade('The documentation is being made; try again.')), WAIT_LIMIT_MS)
    })
    try {
      return await Promise.race([this.#finding, limit])
    } finally {
      clearTimeout(timer)
    }
  }

  async #find(): Promise<ReadonlyMap<string, BuiltPage>> {
    this.#pages = await this.#readIndex()
    if (this.#pages) return this.#pages
    if (performance.now() < this.#failedUntil_ms) throw new NotMade(FAILED)
    try {
      await this.#make()
      this.#pages = await this.#readIndex()
    } catch {
      // Whoever made it has said why.
    }
    if (this.#pages) return this.#pages
    this.#failedUntil_ms = performance.now() + RETRY_AFTER_MS
    throw new NotMade(FAILED)
  }

  async #readIndex(): Promise<ReadonlyMap<string, BuiltPage> | null> {
    try {
      return new Map(JSON.parse(await readFile(join(this.#folder, INDEX), 'utf8')) as [string, BuiltPage][])
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
}
