import type { DatabaseConfig } from '../database/db.ts'
import type { Identity } from '../delivery/leases.ts'

/** The start message to one of a machine's processes. */
export interface Assignment {
  name: string
  /** `large`: runs the large requests that API processes hand over (http/large.ts). */
  role: 'api' | 'worker' | 'large'
  database: DatabaseConfig
  /** Directory of the embedded database's files. Null: there is none. */
  home: string | null
  /** URL of the machine's API. */
  url: string
  /** Path of the Unix socket on which the API processes reach the `large` process. */
  socket: string
  /** The identity of this process for the workers on other machines. */
  worker: Identity
  /** Whether this process fills an empty sandbox and writes its credentials. At each start, only one process does this. */
  seeds: boolean
  /** Opens the operator's sign-in link in a browser. */
  opens: boolean
}

/**
 * Time limit for telling all processes about a change. After this time, every process knows the change, or its cache has expired
 * (service/key-cache.ts).
 */
export const ANNOUNCE_LIMIT_MS = 1_000
