// What an invariant gets, and what it finds.
import type { Command, Event, Log } from './log.ts'

export interface Facts {
  /** By id, with their place in the feed at the end. */
  events: Map<string, Event & { partner: number; place: number }>
  by_shipment: Map<string, Event[]>
  /** When a command had its answer. */
  answered: Map<Command, number>
}

export interface Violation {
  /** When it shows first, in milliseconds of the run. */
  at: number
  /** Whose history tells more. */
  shipment: string | null
  text: string
}

export type Found = Generator<Violation>
export type Invariant = (log: Log, facts: Facts) => Found

/** Whether the command was accepted. */
export const isAccepted = ({ answer }: Pick<Command, 'answer'>): boolean => answer !== null && answer.status < 300
