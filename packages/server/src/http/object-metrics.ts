// Counts calls to the object store by outcome.
import { Counter, type Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import { OPERATIONS, OUTCOMES } from '../storage/objects.ts'

export const objectMetrics = ({ objects }: Service, registers: Registry[]): void => {
  new Counter({
    name: 'backhaul_objects_calls_total',
    help: 'Calls to the object store by outcome; refused: not sent, because an earlier call had just failed',
    labelNames: ['operation', 'outcome'] as const,
    registers,
    collect() {
      this.reset()
      for (const operation of OPERATIONS)
        for (const outcome of OUTCOMES) this.inc({ operation, outcome }, objects?.count(operation, outcome) ?? 0)
    },
  })
}
