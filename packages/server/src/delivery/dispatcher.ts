// Which deliveries start, and when. Webhooks start one delivery each in turn; how many attempts run at once is bounded here for the whole
// process, so that receivers that are slow leave places to those that are not. backlog.ts decides which delivery of a webhook is next.
import type { Clock } from '../platform/clock.ts'
import { type InFlight, type WebhookBacklog, YOUNG_MS } from './backlog.ts'
import { MAX_IN_FLIGHT, type Sender } from './http1/http1.ts'
import { BUSY_WINDOW_MS, type Pace } from './pace.ts'
import { remove } from './short-list.ts'

/** Attempts under way that have not shown to be slow: more of them would only wait for the processor. */
const MAX_YOUNG = 128
/** From this many attempts under way on, the places that are left are for receivers that are not slow. */
const CROWDED = MAX_IN_FLIGHT / 2

export interface DispatcherOptions {
  clock: Clock
  sender: Pick<Sender, 'in_flight'>
  pace: Pace
  /** Whether anything may start at all, now. */
  mayStart: () => boolean
  /** Makes the attempt; `ended` tells when it is over. */
  onStart: (backlog: WebhookBacklog, attempt: InFlight) => void
}

export class Dispatcher {
  readonly #options: DispatcherOptions
  /** Backlogs that may have something to start; the next one is the first. */
  readonly #ready = new Set<WebhookBacklog>()
  /** Slow receivers, whose next attempt most likely needs a new connection: it is opened after the others' requests are written. */
  readonly #deferred = new Set<WebhookBacklog>()
  #after_others: NodeJS.Immediate | null = null
  /** Oldest first. */
  readonly #young: InFlight[] = []
  #paced: NodeJS.Timeout | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** The backlog may have something to start; `dispatch` looks. */
  add(backlog: WebhookBacklog): void {
    this.#ready.add(backlog)
  }

  ended(attempt: InFlight): void {
    remove(this.#young, attempt)
  }

  /** Starts what may start, one per webhook in turn. */
  dispatch(): void {
    const { clock, sender, pace, mayStart, onStart } = this.#options
    const now_ms = performance.now()
    while (this.#young[0] && now_ms - this.#young[0].began_ms >= YOUNG_MS) this.#young.shift()
    while (mayStart() && this.#young.length < MAX_YOUNG && sender.in_flight < MAX_IN_FLIGHT) {
      const [backlog] = this.#ready
      if (!backlog) return
      if (!pace.allows(now_ms)) {
        this.#dispatchLater()
        return
      }
      this.#ready.delete(backlog)
      if (backlog.isSlow(now_ms) && !this.#deferred.delete(backlog)) {
        this.#deferred.add(backlog)
        this.#after_others ??= setImmediate(() => this.#dispatchDeferred())
        continue
      }
      const delivery = backlog.take(now_ms, sender.in_flight >= CROWDED)
      if (!delivery) continue
      this.#ready.add(backlog)
      pace.count()
      const attempt = backlog.start(delivery, clock.now(), now_ms)
      this.#young.push(attempt)
      onStart(backlog, attempt)
    }
  }

  #dispatchDeferred(): void {
    this.#after_others = null
    for (const backlog of this.#deferred) this.#ready.add(backlog)
    this.dispatch()
  }

  #dispatchLater(): void {
    this.#paced ??= setTimeout(() => {
      this.#paced = null
      this.dispatch()
    }, BUSY_WINDOW_MS)
  }
}
