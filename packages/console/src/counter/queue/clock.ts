// Estimates the service's time on a device whose clock may be wrong. It starts from the service's time when it was last seen. While a page
// is open, the device's monotonic clock carries it on. Between pages, the stored offset of the device's clock is used.
//
// A monotonic clock stops while some devices sleep, and the wall clock may be set while a page is open. In both cases the two clocks
// diverge. If the wall clock falls behind, it was set back and is wrong. If it is ahead, either it was set or the device slept. A device
// that sleeps has hidden the page before.
import type { SeenClock } from './database.ts'

export interface Clocks {
  /** The device's wall clock, ms since 1970. */
  wall(): number
  /** The device's monotonic clock, in milliseconds. */
  steady(): number
  isHidden(): boolean
}

/** Clock differences up to this size are normal, between two tabs or between two clocks of a device over some seconds. */
export const TOLERANCE_MS = 2_000

/** Returns the time that passed between two moments of a page's life. */
export const passed = (wall_ms: number, steady_ms: number, wasHidden: boolean): number =>
  wasHidden && wall_ms > steady_ms + TOLERANCE_MS ? wall_ms : steady_ms

export class ServerClock {
  readonly #clocks: Clocks
  /** The service's time at the last reading. */
  #server_ms: number
  #wall_ms: number
  #steady_ms: number
  #wasHidden: boolean
  /** Whether the service, or another page that has seen its time, provided the time since this page opened. */
  #isSeen = false

  /**
   * `seen` comes from an earlier page. The service's time is never before the one last seen, so a clock that was set back since then is
   * noticed.
   */
  constructor(clocks: Clocks, seen: SeenClock | null) {
    this.#clocks = clocks
    this.#wall_ms = clocks.wall()
    this.#steady_ms = clocks.steady()
    this.#wasHidden = clocks.isHidden()
    const guess_ms = seen ? this.#wall_ms + seen.server_ms - seen.device_ms : this.#wall_ms
    this.#server_ms = seen ? Math.max(guess_ms, seen.server_ms) : guess_ms
  }

  get isSeen(): boolean {
    return this.#isSeen
  }

  /** Returns the current time of the service. Called every few seconds, so that a sleep of the device falls between two calls. */
  now_ms(): number {
    const wall_ms = this.#clocks.wall()
    const steady_ms = this.#clocks.steady()
    this.#server_ms += passed(wall_ms - this.#wall_ms, steady_ms - this.#steady_ms, this.#wasHidden)
    this.#wall_ms = wall_ms
    this.#steady_ms = steady_ms
    this.#wasHidden = this.#clocks.isHidden()
    return this.#server_ms
  }

  /** Called when the page was hidden: the device may have slept since the last reading. */
  noteHidden(): void {
    this.#wasHidden = true
  }

  /**
   * Corrects the clock by an answer that has just arrived. The service reported `stamp_ms`, exact to `precision_ms`, and the answer took
   * `took_ms`. The service's time is now between the stamp and the stamp plus both of these. An estimate within that range is kept, so that
   * answers do not make the clock jitter.
   */
  see(stamp_ms: number, precision_ms: number, took_ms: number): SeenClock {
    const now_ms = this.now_ms()
    this.#server_ms = Math.min(Math.max(now_ms, stamp_ms), stamp_ms + precision_ms + took_ms)
    this.#isSeen = true
    return { server_ms: this.#server_ms, device_ms: this.#wall_ms }
  }
}

/**
 * Returns the time at which an entry was confirmed, by the service's clock. No two entries of a device have the same time. `previous_ms` is
 * the time of the previous entry. A small step back is ignored, because the clocks of two tabs differ slightly. If the service's time was
 * never seen, the time never goes back.
 */
export const occurredAt = (server_ms: number, previous_ms: number | null, isSeen: boolean): number => {
  // Times are stored in whole milliseconds.
  const now_ms = Math.floor(server_ms)
  if (previous_ms === null || now_ms > previous_ms) return now_ms
  return !isSeen || previous_ms - now_ms <= TOLERANCE_MS ? previous_ms + 1 : now_ms
}
