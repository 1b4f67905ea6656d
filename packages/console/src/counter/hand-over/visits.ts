import type { Pickup, Sweep } from '@backhaul/client'

/** A driver expected today. */
export interface Visit {
  id: string
  /** The carrier's code; null if nothing was booked. */
  carrier: string | null
  /** The booked time windows, HH:MM. */
  windows: string[]
  codes: string[]
  booked: number
}

/** The visit of a driver who comes without a booking. */
export const UNBOOKED: Visit = { id: 'unbooked', carrier: null, windows: [], codes: [], booked: 0 }

const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort()

/** Returns the visits of a day with their bookings, the earliest first. */
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
