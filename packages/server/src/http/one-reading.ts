/**
 * All gauges that are collected in one turn of the event loop, as a scrape does, show one reading, made for them. Null: it failed, and the
 * gauges show no number.
 */
export const oneReading = <Reading>(read: () => Promise<Reading | null>): (() => Promise<Reading | null>) => {
  let reading: Promise<Reading | null> | null = null
  return () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
}
