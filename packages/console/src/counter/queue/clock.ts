// Estimates the service's time on a device whose clock may be wrong. The estimate starts from the service's time in its last answer. While
// a page is open, the estimate advances with the device's monotonic clock. Between pages, it uses the device's wall clock and its stored
// difference from the service's clock.
//
// Some devices stop their monotonic clock while they sleep, and the wall clock may be set while a page is open. In both cases the two
// clocks diverge. If the wall clock has fallen behind the monotonic clock, it was set back and is wrong. If it is ahead, either it was set
// or the device slept. A device that goes to sleep hides the page first.
import type { SeenClock } from './database.ts'

export interface Clocks {
  /** The device's wall clock, ms since 1970. */
  wall(): number
  /** The device's monotonic clock, in milliseconds. */
  steady(): number
  isHidden(): boolean
}

/** Differences up to this size are normal between the clocks of two tabs, or between the two clocks of a device after some seconds. */
export const TOLERANCE_MS = 2_000

/** Returns the time that passed between two readings of the clocks on one page. */
export const passed = (wall_ms: number, steady_ms: number, wasHidden: boolean): number =>
  wasHidden && wall_ms > steady_ms + TOLERANCE_MS ? wall_ms : steady_ms

export class ServerClock {
  readonly #clocks: Clocks
  /** The service's time when the clocks were last read. */
  #server_ms: number
  #wall_ms: number
  #steady_ms: number
  #wasHidden: boolean
  /** Whether the time has come from the service since this page opened, either directly or through another page. */
  #isSeen = false

  /**
   * `seen` was stored by an earlier page. The estimate is never before the service's time in `seen`, so the page notices if the wall clock
   * has been set back since.
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

  /**
   * Returns the current time of the service. It must be called every few seconds, so that a sleep of the device falls between two calls.
   */
  now_ms(): number {
    const wall_ms = this.#clocks.wall()
    const steady_ms = this.#clocks.steady()
    this.#server_ms += passed(wall_ms - this.#wall_ms, steady_ms - this.#steady_ms, this.#wasHidden)
    this.#wall_ms = wall_ms
    this.#steady_ms = steady_ms
    this.#wasHidden = this.#clocks.isHidden()
    return this.#server_ms
  }

  /** Records that the page was hidden: the device may have slept since the clocks were last read. */
  noteHidden(): void {
    this.#wasHidden = true
  }

  /**
   * Corrects the clock when an answer has just arrived. The service reported the time `stamp_ms`, exact to `precision_ms`, and the answer
   * took `took_ms`. The service's time is now at least `stamp_ms`, and at most `stamp_ms` plus `precision_ms` plus `took_ms`. An estimate
   * within this range is kept, so that answers do not make the clock jitter.
   */
  see(stamp_ms: number, precision_ms: number, took_ms: number): SeenClock {
    const now_ms = this.now_ms()
    this.#server_ms = Math.min(Math.max(now_ms, stamp_ms), stamp_ms + precision_ms + took_ms)
    this.#isSeen = true
    return { server_ms: this.#server_ms, device_ms: this.#wall_ms }
  }
}

/**
 * Returns the time at which an entry was confirmed, by the service's clock. `previous_ms` is the time of the previous entry. The clocks of
 * two tabs differ slightly, so the time may seem to go back by a small step. The result is then just after the previous entry. If the
 * service's time was never seen, this applies to a step of any size.
 */
export const occurredAt = (server_ms: number, previous_ms: number | null, isSeen: boolean): number => {
  // Times are stored in whole milliseconds.
  const now_ms = Math.floor(server_ms)
  if (previous_ms === null || now_ms > previous_ms) return now_ms
  return !isSeen || previous_ms - now_ms <= TOLERANCE_MS ? previous_ms + 1 : now_ms
}
