/** The service's only source of time, so that tests can pass in their own. In milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let last = { ms: Number.NaN, text: '' }

/** ISO 8601 UTC with milliseconds, the format of all times. The last result is cached, because many calls have the same millisecond. */
export const iso = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
