/** Returns how long a parcel has been here, in the largest suitable unit: "5 min", "3 h", "2 days". */
export const durationHere = (since: string, now_ms: number): string => {
  const minutes = Math.max(0, Math.floor((now_ms - Date.parse(since)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
  return `${Math.floor(hours / 24)} days`
}

const LONG_MS = 2 * 24 * 3_600_000

/** Returns whether the parcel has been here long enough that the staff should ask why. */
export const isLong = (since: string, now_ms: number): boolean => now_ms - Date.parse(since) >= LONG_MS

/** Returns the current date at a place, as YYYY-MM-DD. Counters use it as "today". */
export const dayAt = (timezone: string, now_ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now_ms)

/** Returns the time of day at a place, HH:MM. */
export const timeAt = (timezone: string, moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' }).format(Date.parse(moment))
