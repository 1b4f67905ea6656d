// Answers that are sent as they are made (http/csv.ts). What has been made and not been read is kept here as for any long answer, so each
// counts to its owner until it ends; and as each also has a statement under way most of the time, there are only so many at a time.
// A slow client keeps its place for a limited time, and loses it sooner if an owner with far fewer answers needs a place. A list that waits
// behind other answers of its own connection makes no progress either, and may lose its place in the same way.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { limitReadingOf } from './connections.ts'
import { unread } from './unread.ts'

/** A page of the longest rows that there can be, and what waits to be read of the one before it. */
const KEPT_BYTES = 2 * 1024 * 1024
const MAX_STREAMS = 16
/** The exports of one partner leave places for others, however many processes share the machine. */
const OWNERS_SHARE = 4
/** For a client to take one part: some 150 KB. */
const PART_DEADLINE_MS = 10_000
/** For a client to take all parts; the time that it takes to make them does not count. */
const WHOLE_DEADLINE_MS = 10 * 60_000
/** After this time without progress, the place may go to another owner. */
const STALLED_MS = 1_000

/** What is being sent, and for how long it has waited for its client. */
export class Sending {
  readonly owner: string
  readonly #cut: () => void
  readonly #isNext: () => boolean
  readonly #now: () => number
  #waitedMs = 0
  /** Since when a part has waited for the client; null: none does. */
  #since: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** `isNext`: whether it is this answer's turn on its connection. */
  constructor(owner: string, cut: () => void, isNext: () => boolean, now: () => number) {
    this.owner = owner
    this.#cut = cut
    this.#isNext = isNext
    this.#now = now
  }

  get stalledMs(): number {
    return this.#since === null ? 0 : this.#now() - this.#since
  }

  get #leftMs(): number {
    return WHOLE_DEADLINE_MS - this.#waitedMs - this.stalledMs
  }

  /** A part is there for the client to take. */
  offer(): void {
    if (this.#isOver) return
    this.#since = this.#now()
    this.#watch()
  }

  /** The client took the part. */
  taken(): void {
    clearTimeout(this.#timer)
    if (this.#since !== null) this.#waitedMs += this.#now() - this.#since
    this.#since = null
  }

  /** Nothing waits for the client anymore, whatever is offered. */
  end(): void {
    this.#isOver = true
    this.taken()
  }

  cut(): void {
    this.#cut()
  }

  #watch(): void {
    this.#timer = setTimeout(
      () => {
        // The client cannot read this answer yet if another answer on the same connection comes first. It has the whole time for both.
        if (this.#isNext() || this.#leftMs <= 0) return this.cut()
        this.#watch()
      },
      Math.max(0, Math.min(PART_DEADLINE_MS, this.#leftMs)),
    ).unref()
  }
}

/** Why there is no place; `limit`: places of the owner, or all of this process. */
export interface Full {
  whose: 'owner' | 'all'
  limit: number
}

export class Streams {
  readonly #most = Math.max(OWNERS_SHARE, shareOf(MAX_STREAMS))
  readonly #mostOfOwner = Math.floor(this.#most / OWNERS_SHARE)
  readonly #sendings = new Set<Sending>()
  readonly #openOf = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get open(): number {
    return this.#sendings.size
  }

  register(ledger: Ledger): void {
    ledger.watch('streams', this.#most, () => this.open)
    ledger.watch('streams_of_owner', this.#mostOfOwner, () => Math.max(0, ...this.#openOf.values()))
  }

  /** Makes room for one more answer to this owner if possible; null: there is room. */
  makeRoom(owner: string): Full | null {
    const own = this.#openOf.get(owner) ?? 0
    if (own >= this.#mostOfOwner) return { whose: 'owner', limit: this.#mostOfOwner }
    if (this.open >= this.#most) this.#slowestOfOthers(own)?.cut()
    return this.open < this.#most && unread.fits(owner, KEPT_BYTES) ? null : { whose: 'all', limit: this.#most }
  }

  /** The answer without progress for the longest time, of an owner that would still have more answers than the newcomer after the exchange. */
  #slowestOfOthers(own: number): Sending | undefined {
    const stalled = [...this.#sendings].filter((one) => one.stalledMs >= STALLED_MS && (this.#openOf.get(one.owner) ?? 0) > own + 1)
    return stalled.sort((a, b) => b.stalledMs - a.stalledMs)[0]
  }

  /** Returns what gives the place back; calling that again does nothing. */
  #take(sending: Sending): () => void {
    const { owner } = sending
    const giveBytes = unread.keep(owner, KEPT_BYTES)
    this.#sendings.add(sending)
    this.#openOf.set(owner, (this.#openOf.get(owner) ?? 0) + 1)
    return () => {
      if (!this.#sendings.delete(sending)) return
      giveBytes()
      sending.end()
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
    const { raw } = reply
    const sending = new Sending(
      owner,
      () => {
        release()
        raw.req.socket.destroy()
      },
      () => raw.socket !== null,
      this.#now,
    )
    const release = this.#take(sending)
    const bytes = Readable.from(guarded(parts, sending, onError), { objectMode: false })
    limitReadingOf(reply.raw, () => {
      release()
      bytes.destroy()
    })
    return reply.send(bytes)
  }
}

async function* guarded(parts: AsyncIterable<string>, sending: Sending, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for await (const part of parts) {
      if (part === '') continue
      sending.offer()
      yield Buffer.from(part)
      sending.taken()
    }
    // What Node still keeps of the answer waits for the client too. The place is given back once the client has it.
    sending.offer()
  } catch (error) {
    onError(error)
    throw error
  }
}

/** Of this process, like the connections that it sends on. */
export const streams = new Streams()
