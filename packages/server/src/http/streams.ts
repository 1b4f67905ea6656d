// Limits the answers that are sent while they are produced (http/csv.ts). Produced parts that the client has not read stay in memory, as
// for any long answer, so each answer counts toward its owner until it ends. Each answer also has a statement running most of the time, so
// the number of answers is limited. A slow client keeps its slot for a limited time. It loses its slot sooner if an owner with far fewer
// answers needs one. An answer that waits behind other answers on its own connection makes no progress either, so it may also lose its
// slot.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { limitReadingOf } from './connections.ts'
import { unread } from './unread.ts'

/** Enough bytes for a page of the longest possible rows and the unread rest of the previous page. */
const KEPT_BYTES = 2 * 1024 * 1024
const MAX_STREAMS = 16
/** The exports of one partner leave slots for other partners. The limit applies to all processes of the machine together. */
const OWNERS_SHARE = 4
/** Time limit for a client to read one part of an answer (about 150 KB). */
const PART_DEADLINE_MS = 10_000
/** Time limit for a client to take all parts. The time to produce them does not count. */
const WHOLE_DEADLINE_MS = 10 * 60_000
/** After this time without progress, the slot may go to another owner. */
const STALLED_MS = 1_000

/** An answer in progress, and how long it has waited for its client. */
export class Sending {
  readonly owner: string
  readonly #cut: () => void
  readonly #isNext: () => boolean
  readonly #now: () => number
  #waitedMs = 0
  /** Time since which a part has been waiting for the client. Null if no part is waiting. */
  #since: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  /** @param isNext whether it is this answer's turn on its connection */
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

  /** A part is ready for the client. */
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

  /** The sending has ended. From now on no part counts as waiting for the client, even if more parts are offered. */
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
        // If another answer comes first on the same connection, the client cannot read this answer yet. While it waits, only the time limit
        // for the whole answer applies.
        if (this.#isNext() || this.#leftMs <= 0) return this.cut()
        this.#watch()
      },
      Math.max(0, Math.min(PART_DEADLINE_MS, this.#leftMs)),
    ).unref()
  }
}

/** The reason why there is no slot. `limit`: the number of slots of the owner, or of this process. */
export interface Full {
  whose: 'owner' | 'all'
  limit: number
}

export class Streams {
  readonly #most = Math.max(OWNERS_SHARE, shareOf(MAX_STREAMS))
  readonly #mostOfOwner = Math.floor(this.#most / OWNERS_SHARE)
  readonly #activeStreams = new Set<Sending>()
  readonly #openOf = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get open(): number {
    return this.#activeStreams.size
  }

  register(ledger: Ledger): void {
    ledger.watch('streams', this.#most, () => this.open)
    ledger.watch('streams_of_owner', this.#mostOfOwner, () => Math.max(0, ...this.#openOf.values()))
  }

  /** Makes room for one more answer to this owner if possible. Returns null if there is room. */
  makeRoom(owner: string): Full | null {
    const own = this.#openOf.get(owner) ?? 0
    if (own >= this.#mostOfOwner) return { whose: 'owner', limit: this.#mostOfOwner }
    if (this.open >= this.#most) this.#slowestOfOthers(own)?.cut()
    return this.open < this.#most && unread.fits(owner, KEPT_BYTES) ? null : { whose: 'all', limit: this.#most }
  }

  /**
   * Returns the answer that has made no progress for the longest time. It considers only owners that, even after losing one answer, would
   * have more answers than the new answer's owner has now.
   */
  #slowestOfOthers(own: number): Sending | undefined {
    const stalled = [...this.#activeStreams].filter((one) => one.stalledMs >= STALLED_MS && (this.#openOf.get(one.owner) ?? 0) > own + 1)
    return stalled.sort((a, b) => b.stalledMs - a.stalledMs)[0]
  }

  /** Returns a function that frees the slot. Later calls do nothing. */
  #take(sending: Sending): () => void {
    const { owner } = sending
    const giveBytes = unread.keep(owner, KEPT_BYTES)
    this.#activeStreams.add(sending)
    this.#openOf.set(owner, (this.#openOf.get(owner) ?? 0) + 1)
    return () => {
      if (!this.#activeStreams.delete(sending)) return
      giveBytes()
      sending.end()
      const left = (this.#openOf.get(owner) ?? 0) - 1
      if (left > 0) this.#openOf.set(owner, left)
      else this.#openOf.delete(owner)
    }
  }

  /**
   * Sends parts as fast as the client reads them. If producing a part fails, or the client stops reading, the connection is cut before the
   * end of the answer. So a client never mistakes a part for the whole. `onError` receives the reason.
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
    // The part of the answer in Node's buffers waits for the client too. The slot is freed once the client has read it.
    sending.offer()
  } catch (error) {
    onError(error)
    throw error
  }
}

/** One instance for each process, like the connections that carry the answers. */
export const streams = new Streams()
