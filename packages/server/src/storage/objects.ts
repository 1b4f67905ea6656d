// Stores bytes outside the database, in a bucket of an S3-compatible server or in a folder: put, get and remove.
//
// Parts: a place (object-folder.ts, object-bucket.ts) performs one operation once and says how it failed. The service uses `Objects`, which
// limits the time of each call, verifies what it reads, counts calls, and fails fast while the place does not answer. object-rows.ts
// records in the database which objects exist and which are needed.
//
// Promise: an object is stored completely or not at all, and reads return the stored bytes or an error. Not promised: that a failed put
// left nothing behind.
import { createHash } from 'node:crypto'

/** The storage failed and may work later. Answered as 503 `unavailable`. */
export class ObjectsAway extends Error {}

/** The stored bytes differ from those that were put. A retry does not help. */
export class ObjectDamaged extends Error {}

export interface Stored {
  /** Name of the object. */
  id: string
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
}

/** If a method fails, it throws an error that gives the reason in words for the operator. */
export interface Place {
  /** Description for the operator. */
  readonly name: string
  put(id: string, bytes: Uint8Array, sha256: string, ending: AbortSignal): Promise<void>
  /**
   * Returns null if the object does not exist. Reading stops once it has more than `most` bytes, so a longer result shows that the object
   * is too large.
   */
  get(id: string, most: number, ending: AbortSignal): Promise<Buffer | null>
  /** Succeeds even if the object does not exist. */
  remove(id: string, ending: AbortSignal): Promise<void>
}

export const OPERATIONS = ['put', 'get', 'remove'] as const
export type Operation = (typeof OPERATIONS)[number]
export const OUTCOMES = ['done', 'failed', 'refused', 'damaged'] as const
type Outcome = (typeof OUTCOMES)[number]

/** Time limit for one object of a few megabytes. A waiting client is disconnected after 90 s of silence. */
const PATIENCE_MS = 10_000
/** After a failure all calls fail immediately for this long. Then calls are tried one at a time until one succeeds. */
const REST_MS = 2_000

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export class Objects {
  readonly #place: Place
  readonly #patience_ms: number
  readonly #counts = new Map<string, number>()
  #failed_ms = Number.NEGATIVE_INFINITY
  /** Reason why the last call failed; null if it succeeded. */
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

  /** Errors: ObjectsAway. Even then, the object may have been stored. */
  put({ id, sha256 }: Stored, bytes: Uint8Array): Promise<void> {
    return this.#call('put', (ending) => this.#place.put(id, bytes, sha256, ending))
  }

  /** Errors: ObjectsAway, ObjectDamaged. */
  async get({ id, sha256, size }: Stored): Promise<Buffer> {
    const bytes = await this.#call('get', (ending) => this.#place.get(id, size, ending))
    if (bytes !== null && bytes.length === size && sha256Of(bytes) === sha256) return bytes
    this.#count('get', 'damaged')
    throw new ObjectDamaged(`${id} ${bytes === null ? 'is missing' : 'differs from the bytes that were stored'}: ${this.name}`)
  }

  /** Succeeds even if the object does not exist. Errors: ObjectsAway. */
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

/** Calls to a network folder may hang and ignore the signal. */
const withEnd = async <T>(work: (ending: AbortSignal) => Promise<T>, patience_ms: number): Promise<T> => {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no response in ${patience_ms / 1000} s`)
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

/** The message of `fetch` says only that it failed. The cause has the reason. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message} (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : message
}
