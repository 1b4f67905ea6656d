// Answers that are sent while they are produced (http/csv.ts). Produced parts that the client has not read stay in memory, as for any long
// answer, so each answer counts toward its owner until it ends. Each answer also has a statement running most of the time, so their number
// is limited. A slow client keeps its slot for a limited time. It loses the slot sooner if an owner with far fewer answers needs one. A
// list that waits behind other answers of its own connection makes no progress either, and may lose its slot in the same way.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Ledger } from '../process/ledger.ts'
import { shareOf } from '../process/machine.ts'
import { limitReadingOf } from './connections.ts'
import { unread } from './unread.ts'

/** A page of the longest possible rows, and the unread rest of the previous page. */
const KEPT_BYTES = 2 * 1024 * 1024
const MAX_STREAMS = 16
/** The exports of one partner leave slots for others, across all processes of the machine. */
const OWNERS_SHARE = 4
/** Time limit for a client to take one part: about 150 KB. */
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
  /** When a part started to wait for the client; null: none is waiting. */
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

  /** Nothing waits for the client from now on, even if more is offered. */
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
        // The client cannot read this answer yet if another answer on the same connection comes first. Both share the whole time limit.
        if (this.#isNext() || this.#leftMs <= 0) return this.cut()
        this.#watch()
      },
      Math.max(0, Math.min(PART_DEADLINE_MS, this.#leftMs)),
    ).unref()
  }
}

/** The reason why there is no slot. `limit`: slots of the owner, or all slots of this process. */
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

  /** Makes room for one more answer to this owner if possible. Returns null if there is room. */
  makeRoom(owner: string): Full | null {
    const own = this.#openOf.get(owner) ?? 0
    if (own >= this.#mostOfOwner) return { whose: 'owner', limit: this.#mostOfOwner }
    if (this.open >= this.#most) this.#slowestOfOthers(own)?.cut()
    return this.open < this.#most && unread.fits(owner, KEPT_BYTES) ? null : { whose: 'all', limit: this.#most }
  }

  /**
   * The answer that has made no progress for the longest time, among owners that would still have more answers than the newcomer after the
   * exchange.
   */
  #slowestOfOthers(own: number): Sending | undefined {
    const stalled = [...this.#sendings].filter((one) => one.stalledMs >= STALLED_MS && (this.#openOf.get(one.owner) ?? 0) > own + 1)
    return stalled.sort((a, b) => b.stalledMs - a.stalledMs)[0]
  }

  /** Returns a function that frees the slot. Later calls do nothing. */
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

/** Per process, like the connections that carry the answers. */
export const streams = new Streams()
