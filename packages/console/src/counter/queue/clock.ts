// The service's time on a device whose clock nobody has set. What the service's clock showed when it was last seen is carried on by the
// device's monotonic clock within the life of a page, and by the offset of the device's clock over the lives of pages.
//
// A monotonic clock stands still while some devices sleep, and a clock may be set while a page is open. Both make the two clocks of a device
// part: set back, the wall clock is wrong. Ahead, either it was set or the device slept; a device that sleeps has hidden the page before.
import type { SeenClock } from './database.ts'

export interface Clocks {
  /** The wall clock of the device, ms since 1970. */
  wall(): number
  /** Milliseconds on a clock that only goes forward. */
  steady(): number
  /** Whether nobody sees the page. */
  isHidden(): boolean
}

/** Clocks may differ by this much before it means anything: those of two tabs, or two of a device over some seconds. */
export const TOLERANCE_MS = 2_000

/** Between two moments of a page's life: the time that passed. */
export const passed = (wall_ms: number, steady_ms: number, wasHidden: boolean): number =>
  wasHidden && wall_ms > steady_ms + TOLERANCE_MS ? wall_ms : steady_ms

export class ServerClock {
  readonly #clocks: Clocks
  /** The service's time at the last moment that was looked at. */
  #server_ms: number
  #wall_ms: number
  #steady_ms: number
  #wasHidden: boolean
  /** Whether the service, or a page that has seen it, told the time in this page's life. */
  #isSeen = false

  /** `seen`: from an earlier page. A device never runs ahead of what it saw, so a clock that was set back meanwhile is noticed. */
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

  /** The service's time now. Called every few seconds, so that a sleep lies between two calls. */
  now_ms(): number {
    const wall_ms = this.#clocks.wall()
    const steady_ms = this.#clocks.steady()
    this.#server_ms += passed(wall_ms - this.#wall_ms, steady_ms - this.#steady_ms, this.#wasHidden)
    this.#wall_ms = wall_ms
    this.#steady_ms = steady_ms
    this.#wasHidden = this.#clocks.isHidden()
    return this.#server_ms
  }

  /** The page was hidden, so the device may have slept since the last look. */
  noteHidden(): void {
    this.#wasHidden = true
  }

  /**
   * The service said `stamp_ms`, exact to `precision_ms`, in an answer that took `took_ms` and has just arrived. Its time now is between the
   * stamp and the stamp with all of that; a time in between is not touched, so that answers do not make the clock jitter.
   */
  see(stamp_ms: number, precision_ms: number, took_ms: number): SeenClock {
    const now_ms = this.now_ms()
    this.#server_ms = Math.min(Math.max(now_ms, stamp_ms), stamp_ms + precision_ms + took_ms)
    this.#isSeen = true
    return { server_ms: this.#server_ms, device_ms: this.#wall_ms }
  }
}

/**
 * When an entry was confirmed, by the service's time; no two entries of a device have the same. `previous_ms` is the entry before it. The clocks of two tabs differ by little, so a small
 * step back is none; a clock that was never seen is held to what came before.
 */
export const occurredAt = (server_ms: number, previous_ms: number | null, isSeen: boolean): number => {
  // As it is written down: in whole milliseconds.
  const now_ms = Math.floor(server_ms)
  if (previous_ms === null || now_ms > previous_ms) return now_ms
  return !isSeen || previous_ms - now_ms <= TOLERANCE_MS ? previous_ms + 1 : now_ms
}
