// What carriers reported and nobody has found the parcel of.
import { Gauge, type Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import { oneReading } from './one-reading.ts'

export const carrierMetrics = ({ reads }: Service, registers: Registry[]): void => {
  const text = "select count(*)::int as open from carrier_scans where state = 'open'"
  const now = oneReading(() => reads.one<{ open: number }>('metrics_carrier_scans', text))
  new Gauge({
    name: 'backhaul_unmatched_scans',
    help: 'Scans that carriers reported of numbers that lead to no parcel, and that wait in the inbox',
    registers,
    aggregator: 'max',
    async collect() {
      this.set((await now())?.open ?? Number.NaN)
    },
  })
}
