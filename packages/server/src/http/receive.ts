// Receives the bytes of request bodies. They arrive before the signature can be checked, so anyone who knows a key id (a browser shows one,
// for example) can make the service hold them. So the bytes are counted until the request has been processed, and the bytes held at a time
// are limited, in total and per key. The limits apply to a machine, and each of its processes has a share.
import type { IncomingMessage } from 'node:http'
import type { Account, Ledger, Shares } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'

const MAX_BYTES = 128 * 1024 * 1024
const MAX_BYTES_OF_KEY = 48 * 1024 * 1024
/**
 * Limit in bytes for requests without the required scope, for all keys together. Such a request is refused anyway once its signature is
 * checked.
 */
const MAX_BYTES_REFUSED = 16 * 1024 * 1024
/** Limits in bytes for forms of shoppers, who have no key: in total, and per address. */
const MAX_FORM_BYTES = 4 * 1024 * 1024
const MAX_FORM_BYTES_OF_ADDRESS = 256 * 1024
const MIN_GROWTH = 16 * 1024
const EMPTY = Buffer.alloc(0)

/** Owner of the bytes of all requests that will be refused. Every other owner is the id of a key. */
export const REFUSED = 'refused'

/** The bodies that are arriving exceed the limits. Answered as 503 `unavailable`. */
export class ReceivingTooMuch extends Error {
  override message = 'the request bodies in memory have reached their limit'
}
/** The body is longer than its endpoint accepts. Answered as 413. */
export class BodyTooLarge extends Error {
  readonly limit: number

  constructor(limit: number) {
    super()
    this.limit = limit
  }
}
/** The client left before the end of the body, so no answer is possible. */
class GaveUp extends Error {
  readonly statusCode = 400
}

/** Accounts that count the bytes of bodies. */
interface Accounts {
  all: Account
  ofOwners: Shares
  /** Account of requests that will be refused. Null if requests cannot be recognized as such before their body arrives. */
  refused: Account | null
}

const keyed = (ledger: Ledger): Accounts => ({
  all: ledger.account('body_bytes', shareOf(MAX_BYTES)),
  ofOwners: ledger.shares('body_bytes_of_key', shareOf(MAX_BYTES_OF_KEY)),
  refused: ledger.account('body_bytes_refused', shareOf(MAX_BYTES_REFUSED)),
})

/** For forms, each owner is an address. */
export const formAccounts = (ledger: Ledger): Accounts => ({
  all: ledger.account('form_bytes', shareOf(MAX_FORM_BYTES)),
  ofOwners: ledger.shares('form_bytes_of_address', MAX_FORM_BYTES_OF_ADDRESS),
  refused: null,
})

export class Receiver {
  readonly #all: Account
  readonly #ofOwners: Shares
  readonly #refused: Account | null

  constructor(ledger: Ledger, { all, ofOwners, refused }: Accounts = keyed(ledger)) {
    this.#all = all
    this.#ofOwners = ofOwners
    this.#refused = refused
  }

  /** Bytes of bodies held now, in total. */
  get kept(): number {
    return this.#all.held
  }

  /**
   * Calls `work` with all bytes of a body that has at most `limit` bytes. The bytes count as held until `work` has ended, even if the
   * socket closes, because Node may never report that an answer was closed. Errors: BodyTooLarge, ReceivingTooMuch, GaveUp, and those of
   * `work`.
   */
  async receive<T>(body: IncomingMessage, owner: string, limit: number, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    const { headers } = body
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return work(EMPTY)
    if (body.destroyed) throw new GaveUp()
    let taken = 0
    const gathered = new Gathered(limit, (bytes) => {
      if (!this.#take(owner, bytes)) throw new ReceivingTooMuch()
      taken += bytes
    })
    try {
      await gather(body, gathered)
      return await work(gathered.bytes)
    } finally {
      this.#release(owner, taken)
    }
  }

  #take(owner: string, bytes: number): boolean {
    if (!this.#all.take(bytes)) return false
    if (owner === REFUSED && this.#refused ? this.#refused.take(bytes) : this.#ofOwners.take(owner, bytes)) return true
    this.#all.give(bytes)
    return false
  }

  #release(owner: string, bytes: number): void {
    this.#all.give(bytes)
    if (owner === REFUSED && this.#refused) this.#refused.give(bytes)
    else this.#ofOwners.give(owner, bytes)
  }
}

/** Resolves at the end of the body. Bytes that arrive after it has settled are read and dropped. */
const gather = (body: IncomingMessage, gathered: Gathered): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (error: unknown) => {
      body.off('data', add)
      reject(error)
    }
    const add = (chunk: Buffer) => {
      try {
        gathered.add(chunk)
      } catch (error) {
        giveUp(error)
      }
    }
    body.on('data', add)
    body.once('end', resolve)
    body.once('error', () => giveUp(new GaveUp()))
    // A body always emits `close`. The error is created only if the body is incomplete, because creating an unused error would cost as much
    // as a signature check.
    body.once('close', () => body.readableEnded || giveUp(new GaveUp()))
  })

/**
 * Collects bytes as they arrive. A single chunk, the usual case, is kept without a copy. Several chunks are copied into one buffer, because
 * each chunk may be a single byte.
 */
class Gathered {
  readonly #limit: number
  readonly #take: (bytes: number) => void
  #room: Buffer = EMPTY
  #size = 0

  /** @param take is called before memory is used, and throws if no memory is available */
  constructor(limit: number, take: (bytes: number) => void) {
    this.#limit = limit
    this.#take = take
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#size)
  }

  add(chunk: Buffer): void {
    const size = this.#size + chunk.length
    if (size > this.#limit) throw new BodyTooLarge(this.#limit)
    if (this.#size === 0) {
      this.#take(chunk.length)
      this.#room = chunk
    } else {
      if (size > this.#room.length) this.#grow(Math.min(this.#limit, Math.max(size, 2 * this.#room.length, MIN_GROWTH)))
      chunk.copy(this.#room, this.#size)
    }
    this.#size = size
  }

  #grow(length: number): void {
    this.#take(length - this.#room.length)
    const room = Buffer.allocUnsafe(length)
    this.#room.copy(room, 0, 0, this.#size)
    this.#room = room
  }
}
