import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { reasonOf } from '../../platform/startup-error.ts'
import { CommandError } from '../failure.ts'
import type { Line } from '../replay/carrier.ts'

export interface KeyPair {
  api_key: string
  signing_secret: string
}

/** Counts of what was done, by what it is. */
export type Tally = Record<string, number>

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
  reports: Line[]
  tally: Tally
}

const FORMAT = 1

/** The simulation of a file; null: there is none. */
export const readKept = (file: string): Kept | null => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError(`cannot read the simulation in ${file}: ${reasonOf(error)}`)
  }
  try {
    const { format, ...kept } = JSON.parse(text)
    if (format === FORMAT && Array.isArray(kept.merchants)) return { reporting: false, reports: [], ...kept }
  } catch {
    // Said below.
  }
  throw new CommandError(`${file} is not a simulation of this version; give --new to begin another`)
}

/** Replaces the file as a whole, readable by its user alone: it has keys. */
export const writeKept = (file: string, kept: Kept): void => {
  const next = `${file}.${process.pid}`
  try {
    writeFileSync(next, `${JSON.stringify({ format: FORMAT, ...kept }, null, 1)}\n`, { mode: 0o600 })
    chmodSync(next, 0o600)
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw new CommandError(`cannot keep the simulation in ${file}: ${reasonOf(error)}`)
  }
}
