/** The service's only source of time, so that tests can pass in their own. Milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let last = { ms: Number.NaN, text: '' }

/** ISO 8601 UTC with milliseconds, the form of every time inside and outside. Many calls have the same millisecond, so the last is kept. */
export const iso = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
