import { Gauge, type Registry } from 'prom-client'
import { within } from '../process/within.ts'

/** Time limit that lets a scrape get its answer within a second, even while the database hangs. */
const LIMIT_MS = 600

/**
 * Shares one reading among all gauges that are collected in the same turn of the event loop, as in a scrape. For `lasts_ms` after a
 * reading, its result is used again. The result is null if the reading failed or takes too long. Then the gauges show no number. The next
 * request waits for a slow reading instead of starting another.
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

/**
 * Gauges by name. Each gauge shows a number from one shared reading, or no number. Every process reads the same numbers, so the maximum
 * over the processes is shown.
 */
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
