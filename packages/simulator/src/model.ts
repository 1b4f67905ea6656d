import type { MinorUnits } from '@backhaul/client'

/** Why a simulation cannot go on: one sentence for the person who started it. */
export class SimulationError extends Error {}

/** The run was asked to end. */
export class Interrupted extends Error {}

export interface KeyPair {
  api_key: string
  signing_secret: string
}

/** Counts of what was done, by what it is. */
export type Tally = Record<string, number>

/** What a carrier's own service reports of a parcel. */
export interface ReportedLine {
  number: string
  code: string
  occurred_at: string
  reference?: string
  city: string
  state: string
  postal_code: string
  country: string
  signed_by?: string
  scheduled_delivery_date?: string
}

/** What a run leaves for the next one to go on with. Everything else follows from the seed or is read from the service. */
export interface Kept {
  seed: number
  parcels_per_day: number
  stores: number
  /** Virtual time of its beginning, ISO 8601. */
  start: string
  /** The first tick that is not done. */
  next_tick: number
  /** How many days it was last asked to have in all. */
  until_day: number
  operator: KeyPair
  merchants: (KeyPair & { partner_id: string })[]
  /** By the code of the counter. */
  store_ids: Record<string, string>
  /** Carriers to which parcels are tendered, by country. */
  carriers: Record<string, string[]>
  /** Whether the network has the carrier with a service of its own; earlier simulations have not. */
  reporting: boolean
  /** What that has to report, and nobody has fetched. */
  reports: ReportedLine[]
  tally: Tally
}

/** An amount as the client takes it: programs that use the client may have a type of their own for it. */
export const minorUnits = (amount: number): MinorUnits => amount as unknown as MinorUnits
