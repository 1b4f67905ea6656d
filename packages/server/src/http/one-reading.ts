import { Gauge, type Registry } from 'prom-client'
import { within } from '../process/within.ts'

/** Whoever reads metrics has an answer within a second, also while the database stands still. */
const LIMIT_MS = 600

/**
 * All gauges that are collected in one turn of the event loop, as a scrape does, show one reading, made for them; `lasts_ms`: those of so long
 * after it, too. Null: it failed or takes too long, and the gauges show no number. One that takes long is waited for by the next to ask.
 */
export const oneReading = <Reading>(read: () => Promise<Reading | null>, lasts_ms = 0): (() => Promise<Reading | null>) => {
  let reading: Promise<Reading | null> | null = null
  let from_ms = 0
  return () => {
    if (performance.now() >= from_ms) reading = null
    if (!reading) {
      from_ms = Number.POSITIVE_INFINITY
      reading = read()
        .catch(() => null)
        .then((found) => {
          from_ms = found === null ? 0 : performance.now() + lasts_ms
          return found
        })
    }
    return within(reading, LIMIT_MS, () => null)
  }
}

/** Gauges by name, each with a number of one reading, or none. Every process reads the same, so of several the greatest is shown. */
export const gaugesOf = <Reading>(
  registers: Registry[],
  read: () => Promise<Reading | null>,
  gauges: Readonly<Record<string, readonly [help: string, of: (reading: Reading) => number | null]>>,
): void => {
  for (const [name, [help, of]] of Object.entries(gauges))
    new Gauge({
      ...{ name, help, registers },
      aggregator: 'max',
      async collect() {
        const reading = await read()
        this.set((reading === null ? null : of(reading)) ?? Number.NaN)
      },
    })
}
