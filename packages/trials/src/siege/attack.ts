// What an attack is, and what it has.
import type { Client } from '../lib/client.ts'
import type { Json } from '../lib/run.ts'
import type { Receivers } from './receivers.ts'

export interface Partner {
  /** The client of the key whose turn it is. */
  next(): Client
  /** What it made once, by name. */
  made: Map<string, Promise<Json>>
}

export interface Siege {
  port: number
  random: () => number
  /** One that exists. */
  key: string
  receivers: Receivers
  partner: Partner
}

export interface Attack {
  name: string
  /** How many run at the same time. */
  at_once: number
  /** Below it, the attack was none: about half of what it reaches on 2 processors, where its turns and what is left of the processors bound it. */
  minimum_per_s: number
  /** Its keys are an operator's. */
  isOperator?: boolean
  /** What one run counts as; 1 when absent. */
  each?: number
  /** One try; it may fail. */
  run(siege: Siege): Promise<unknown>
}

/** What became of an attack. */
export interface Result {
  name: string
  minimum_per_s: number
  tried: number
  per_s: number
  statuses: Record<string, number>
  failures: Record<string, number>
}
