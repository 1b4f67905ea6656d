// Answers that are sent as they are made (http/csv.ts). What has been made and not been read is kept here as for any long answer, so each
// counts to its owner until it ends; and as each also has a statement under way most of the time, there are only so many at a time.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Ledger } from '../platform/ledger.ts'
import { shareOf } from '../platform/machine.ts'
import { limitReadingOf } from './connections.ts'
import { unread } from './unread.ts'

/** A page of the longest rows that there can be, and what waits to be read of the one before it. */
const KEPT_BYTES = 2 * 1024 * 1024
const MAX_STREAMS = 16
/** A quarter: one partner's exports leave places for those of others. */
const MAX_STREAMS_OF_OWNER = MAX_STREAMS / 4

export class Streams {
  readonly #most = shareOf(MAX_STREAMS)
  readonly #mostOfOwner = shareOf(MAX_STREAMS_OF_OWNER)
  #open = 0
  readonly #openOf = new Map<string, number>()

  get open(): number {
    return this.#open
  }

  register(ledger: Ledger): void {
    ledger.watch('streams', this.#most, () => this.#open)
    ledger.watch('streams_of_owner', this.#mostOfOwner, () => Math.max(0, ...this.#openOf.values()))
  }

  /** Whether this owner may have one more. */
  fits(owner: string): boolean {
    return this.#open < this.#most && (this.#openOf.get(owner) ?? 0) < this.#mostOfOwner && unread.fits(owner, KEPT_BYTES)
  }

  /** Returns what gives the place back; calling that again does nothing. */
  #take(owner: string): () => void {
    const giveBytes = unread.keep(owner, KEPT_BYTES)
    this.#open++
    this.#openOf.set(owner, (this.#openOf.get(owner) ?? 0) + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      giveBytes()
      this.#open--
      const left = (this.#openOf.get(owner) ?? 0) - 1
      if (left > 0) this.#openOf.set(owner, left)
      else this.#openOf.delete(owner)
    }
  }

  /**
   * Sends parts as fast as they are read. If making one fails, or the client does not read on, the connection is cut before the end of the
   * answer, so that nobody takes the part for the whole. `onError`: told why.
   */
  send(reply: FastifyReply, parts: AsyncIterable<string>, owner: string, onError: (error: unknown) => void): FastifyReply {
    const release = this.#take(owner)
    const bytes = Readable.from(guarded(parts, onError), { objectMode: false })
    limitReadingOf(reply.raw, () => {
      release()
      bytes.destroy()
    })
    return reply.send(bytes)
  }
}

async function* guarded(parts: AsyncIterable<string>, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for await (const part of parts) if (part !== '') yield Buffer.from(part)
  } catch (error) {
    onError(error)
    throw error
  }
}

/** Of this process, like the connections that it sends on. */
export const streams = new Streams()
