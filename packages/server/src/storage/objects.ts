// Bytes that are kept outside the database, in a bucket of a server that speaks S3 or in a folder: put, get, remove, and nothing else.
//
// Parts: a place (object-folder.ts, object-bucket.ts) does one thing once and says how it failed. `Objects` is what the service uses: it gives
// each call an end, checks what it read, counts, and spares everybody the wait while the place does not answer. object-rows.ts says in the
// database what is there and what of it is needed.
//
// Promise: what was put is there as a whole or not at all, and what is read is what was put, or an error. Not promised: that a put which
// failed has left nothing behind.
import { createHash } from 'node:crypto'

/** The place of the objects did not do what it was asked, and may later: answered as 503 `unavailable`. */
export class ObjectsAway extends Error {}

/** What is there is not what was put. Waiting does not help. */
export class ObjectDamaged extends Error {}

export interface Stored {
  /** Its name. */
  id: string
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
}

/** Errors of all of them: whatever keeps them from it, in words for the operator. */
export interface Place {
  /** In words for the operator. */
  readonly name: string
  put(id: string, bytes: Uint8Array, sha256: string, ending: AbortSignal): Promise<void>
  /** Null: there is none. Of more than `most` bytes only the beginning is read, which is longer. */
  get(id: string, most: number, ending: AbortSignal): Promise<Buffer | null>
  /** Also if there is none. */
  remove(id: string, ending: AbortSignal): Promise<void>
}

export const OPERATIONS = ['put', 'get', 'remove'] as const
export type Operation = (typeof OPERATIONS)[number]
export const OUTCOMES = ['done', 'failed', 'refused', 'damaged'] as const
type Outcome = (typeof OUTCOMES)[number]

/** For one object of a few megabytes. A client that waits is cut after 90 s of silence. */
const PATIENCE_MS = 10_000
/** After a failure nobody waits for the place for so long, and then one call at a time does until one succeeds. */
const REST_MS = 2_000

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export class Objects {
  readonly #place: Place
  readonly #patience_ms: number
  readonly #counts = new Map<string, number>()
  #failed_ms = Number.NEGATIVE_INFINITY
  /** Why the last call failed; null: it did not. */
  #why: string | null = null
  #isTrying = false

  constructor(place: Place, patience_ms = PATIENCE_MS) {
    this.#place = place
    this.#patience_ms = patience_ms
  }

  get name(): string {
    return this.#place.name
  }

  count(operation: Operation, outcome: Outcome): number {
    return this.#counts.get(`${operation} ${outcome}`) ?? 0
  }

  /** Errors: ObjectsAway; the object may be there all the same. */
  put({ id, sha256 }: Stored, bytes: Uint8Array): Promise<void> {
    return this.#call('put', (ending) => this.#place.put(id, bytes, sha256, ending))
  }

  /** Errors: ObjectsAway, ObjectDamaged. */
  async get({ id, sha256, size }: Stored): Promise<Buffer> {
    const bytes = await this.#call('get', (ending) => this.#place.get(id, size, ending))
    if (bytes !== null && bytes.length === size && sha256Of(bytes) === sha256) return bytes
    this.#count('get', 'damaged')
    throw new ObjectDamaged(`${id} ${bytes === null ? 'is not there' : 'is not what was put there'}: ${this.name}`)
  }

  /** Also if there is none. Errors: ObjectsAway. */
  remove(id: string): Promise<void> {
    return this.#call('remove', (ending) => this.#place.remove(id, ending))
  }

  #count(operation: Operation, outcome: Outcome): void {
    const key = `${operation} ${outcome}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  async #call<T>(operation: Operation, work: (ending: AbortSignal) => Promise<T>): Promise<T> {
    const isResting = this.#why !== null && (this.#isTrying || performance.now() - this.#failed_ms < REST_MS)
    if (isResting) {
      this.#count(operation, 'refused')
      throw new ObjectsAway(`${this.name} has just failed: ${this.#why}`)
    }
    this.#isTrying = this.#why !== null
    try {
      const done = await withEnd(work, this.#patience_ms)
      this.#why = null
      this.#count(operation, 'done')
      return done
    } catch (error) {
      this.#failed_ms = performance.now()
      this.#why = reasonOf(error)
      this.#count(operation, 'failed')
      throw new ObjectsAway(`${this.name} failed: ${this.#why}`)
    } finally {
      this.#isTrying = false
    }
  }
}

/** A folder of another machine may hang without noticing any signal. */
const withEnd = async <T>(work: (ending: AbortSignal) => Promise<T>, patience_ms: number): Promise<T> => {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer in ${patience_ms / 1000} s`)
      reject(error)
      ending.abort(error)
    }, patience_ms)
  })
  try {
    return await Promise.race([work(ending.signal), end])
  } finally {
    clearTimeout(timer)
  }
}

/** `fetch` itself only says that it failed; why is in the cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : message
}
