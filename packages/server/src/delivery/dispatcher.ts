// Decides which webhook may start a delivery, and when. Webhooks are served round-robin, one delivery each. The process limits its
// concurrent attempts so that slow receivers leave places for the others. backlog.ts chooses the next delivery of a webhook. pace.ts slows
// down starts while requests wait for their commits.
import type { Clock } from '../process/clock.ts'
import { type InFlight, type WebhookBacklog, YOUNG_MS } from './backlog.ts'
import { MAX_IN_FLIGHT, type Sender } from './http1/http1.ts'
import { BUSY_WINDOW_MS, FAILING_WINDOW_MS, type Pace } from './pace.ts'
import { remove } from './short-list.ts'

/** Limit on attempts that started recently. More would only wait for the processor. */
const MAX_YOUNG = 128
/** From this number of concurrent attempts on, slow receivers get none of the remaining places. */
const CROWDED = MAX_IN_FLIGHT / 2

export interface DispatcherOptions {
  clock: Clock
  sender: Pick<Sender, 'in_flight'>
  pace: Pace
  /** Whether any attempt may start now. */
  mayStart: () => boolean
  /** Makes the attempt. Call `ended` when it is over. */
  onStart: (backlog: WebhookBacklog, attempt: InFlight) => void
}

export class Dispatcher {
  readonly #options: DispatcherOptions
  /** Backlogs that may have something to start, in round-robin order. */
  readonly #ready = new Set<WebhookBacklog>()
  /**
   * Backlogs of slow receivers. Their next attempt probably needs a new connection, which is opened after the requests to the other
   * receivers are written.
   */
  readonly #deferred = new Set<WebhookBacklog>()
  #after_others: NodeJS.Immediate | null = null
  /** Backlogs of failing webhooks that wait for the next window. */
  readonly #failing = new Set<WebhookBacklog>()
  /** Attempts that started recently, oldest first. */
  readonly #young: InFlight[] = []
  #paced: NodeJS.Timeout | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  /** Notes that the backlog may have a delivery to start. The next `dispatch` checks it. */
  add(backlog: WebhookBacklog): void {
    this.#ready.add(backlog)
  }

  ended(attempt: InFlight): void {
    remove(this.#young, attempt)
  }

  /** Starts every attempt that may start now. */
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
      const { isFailing } = backlog
      if (isFailing && !pace.allowsFailing(now_ms)) {
        this.#dispatchFailingLater(backlog)
        continue
      }
      if (backlog.isSlow(now_ms) && !this.#deferred.delete(backlog)) {
        this.#deferred.add(backlog)
        this.#after_others ??= setImmediate(() => this.#dispatchDeferred())
        continue
      }
      const delivery = backlog.take(now_ms, sender.in_flight >= CROWDED)
      if (!delivery) continue
      this.#ready.add(backlog)
      pace.count(isFailing)
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

  #dispatchFailingLater(backlog: WebhookBacklog): void {
    if (this.#failing.size === 0)
      setTimeout(() => {
        for (const one of this.#failing) this.#ready.add(one)
        this.#failing.clear()
        this.dispatch()
      }, FAILING_WINDOW_MS)
    this.#failing.add(backlog)
  }

  #dispatchLater(): void {
    this.#paced ??= setTimeout(() => {
      this.#paced = null
      this.dispatch()
    }, BUSY_WINDOW_MS)
  }
}
