import type { MinorUnits } from '@backhaul/client'

/** Why a simulation cannot continue: one sentence for the person who started it. */
export class SimulationError extends Error {}

/** The run was asked to stop. */
export class Interrupted extends Error {}

export interface KeyPair {
  api_key: string
  signing_secret: string
}

/** Counts of what was done, by name. */
export type Tally = Record<string, number>

/** One report of a carrier's service about a parcel. */
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

/** The state that a run saves for the next run. Everything else follows from the seed or is read from the service. */
export interface SavedSimulation {
  seed: number
  parcels_per_day: number
  stores: number
  /** Virtual start time, ISO 8601. */
  start: string
  /** The first tick that is not finished. */
  next_tick: number
  /** The total number of days that was last requested. */
  until_day: number
  operator: KeyPair
  merchants: (KeyPair & { partner_id: string })[]
  /** Ids of the counters, by code. */
  store_ids: Record<string, string>
  /** Carriers that take tenders, by country. */
  carriers: Record<string, string[]>
  /** Whether the network has the carrier with its own service. Older simulations do not have it. */
  reporting: boolean
  /** Reports of that carrier that no worker has fetched yet, kept for the next run. */
  reports: ReportedLine[]
  tally: Tally
}

/** Converts an amount to the client's type. Programs that use the client may define their own type for amounts. */
export const minorUnits = (amount: number): MinorUnits => amount as unknown as MinorUnits
