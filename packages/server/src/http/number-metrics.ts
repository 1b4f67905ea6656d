// Metrics of how many numbers are left in each number series that operators have configured.
import { Gauge, type Registry } from 'prom-client'
import { readNumbering } from '../service/numbers.ts'
import type { Service } from '../service/service.ts'
import { oneReading } from './one-reading.ts'

export const numberMetrics = ({ reads }: Service, registers: Registry[]): void => {
  const read = oneReading(() => readNumbering(reads))
  new Gauge({
    name: 'backhaul_numbers_left',
    help: "Numbers left in a series of barcodes or of a carrier's tracking numbers",
    labelNames: ['series'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      this.reset()
      const numbering = await read()
      for (const { series, left } of numbering?.series ?? []) this.set({ series }, left)
    },
  })
}
