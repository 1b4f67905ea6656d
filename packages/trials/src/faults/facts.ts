// Input and output of an invariant.
import type { Command, Event, Log } from './log.ts'

export interface Facts {
  /** The events by id. `place` is the position in the final feed. */
  events: Map<string, Event & { partner: number; place: number }>
  by_shipment: Map<string, Event[]>
  /** The time at which each command was answered. */
  answered: Map<Command, number>
}

export interface Violation {
  /** Time of the first occurrence, in milliseconds since the start of the run. */
  at: number
  /** The shipment whose history is printed with the violation. */
  shipment: string | null
  text: string
}

export type Found = Generator<Violation>
export type Invariant = (log: Log, facts: Facts) => Found

export const isAccepted = ({ answer }: Pick<Command, 'answer'>): boolean => answer !== null && answer.status < 300
