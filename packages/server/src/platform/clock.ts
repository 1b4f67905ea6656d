/** The service's only source of time, so that tests and the simulation can hand in their own. Milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** ISO 8601 UTC with milliseconds, the form of every time inside and outside. */
export const iso = (ms: number): string => new Date(ms).toISOString()
