import type { Client } from '../lib/client.ts'
import type { Json } from '../lib/run.ts'
import type { Receivers } from './receivers.ts'

export interface Partner {
  /** Returns a client with the partner's next key. The keys are used in turn. */
  next(): Client
  /** Objects that the partner created once, by name. */
  made: Map<string, Promise<Json>>
}

export interface Siege {
  port: number
  random: () => number
  /** An existing API key. */
  key: string
  receivers: Receivers
  partner: Partner
}

export interface Attack {
  name: string
  /** Number of concurrent runs. */
  at_once: number
  /**
   * The minimum rate. If the attack is slower, it proves nothing. The minimum is about half of the rate that the attack reached on 2
   * processors, where the number of runs and the remaining processor time limit the rate.
   */
  minimum_per_s: number
  /** Whether the attack uses an operator's keys. */
  isOperator?: boolean
  /** What one run adds to the number of attempts. If absent, 1. */
  each?: number
  /** Makes one attempt, which may fail. */
  run(siege: Siege): Promise<unknown>
}

/** Result of an attack. */
export interface Result {
  name: string
  minimum_per_s: number
  tried: number
  per_s: number
  statuses: Record<string, number>
  failures: Record<string, number>
}
