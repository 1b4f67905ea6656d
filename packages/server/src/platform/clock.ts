/** The service's only source of time, so that tests and the simulation can hand in their own. Milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let last = { ms: Number.NaN, text: '' }

/** ISO 8601 UTC with milliseconds, the form of every time inside and outside. What happens at a time often happens many times over. */
export const iso = (ms: number): string => {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() }
  return last.text
}
