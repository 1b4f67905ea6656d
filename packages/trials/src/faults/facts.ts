// Input and output of an invariant.
import type { Command, Event, Log } from './log.ts'

export interface Facts {
  /** By id. `place`: position in the final feed. */
  events: Map<string, Event & { partner: number; place: number }>
  by_shipment: Map<string, Event[]>
  /** When each command was answered. */
  answered: Map<Command, number>
}

export interface Violation {
  /** First occurrence, in milliseconds since the start of the run. */
  at: number
  /** Shipment whose history is printed. */
  shipment: string | null
  text: string
}

export type Found = Generator<Violation>
export type Invariant = (log: Log, facts: Facts) => Found

export const isAccepted = ({ answer }: Pick<Command, 'answer'>): boolean => answer !== null && answer.status < 300
