import type { Pickup, Sweep } from '@backhaul/client'

/** A driver who comes today. */
export interface Visit {
  id: string
  /** The carrier's code; null when nobody booked. */
  carrier: string | null
  /** As booked, HH:MM. */
  windows: string[]
  codes: string[]
  booked: number
}

/** Of a driver who comes without having been asked. */
export const UNBOOKED: Visit = { id: 'unbooked', carrier: null, windows: [], codes: [], booked: 0 }

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort()

/** The visits of a day with what was booked for them, the earliest first. */
export const visitsOf = (sweeps: readonly Sweep[], pickups: readonly Pickup[]): Visit[] =>
  sweeps
    .map(({ id, dp }) => {
      const mine = pickups.filter(({ sweep_id }) => sweep_id === id)
      return {
        id,
        carrier: dp,
        windows: unique(mine.map(({ window_start, window_end }) => `${window_start}–${window_end}`)),
        codes: mine.map(({ confirmation_code }) => confirmation_code),
        booked: mine.reduce((sum, { package_count }) => sum + package_count, 0),
      }
    })
    .sort((a, b) => (a.windows[0] ?? '').localeCompare(b.windows[0] ?? ''))
