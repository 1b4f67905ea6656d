/** The service's only source of time, in milliseconds since 1970. Tests can pass in their own. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let last = { ms: Number.NaN, text: '' }

/**
 * Formats a time as ISO 8601 UTC with milliseconds, the format of all times. The last result is cached, because many calls are for the same
 * millisecond.
 */
export const iso = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
