import type { DatabaseConfig } from '../database/db.ts'
import type { Identity } from '../delivery/leases.ts'

/** What one of the processes of a machine is told when it starts. */
export interface Assignment {
  name: string
  /** `large`: does what API processes hand over. */
  role: 'api' | 'worker' | 'large'
  database: DatabaseConfig
  /** Where the files of the embedded database are; null: there is none. */
  home: string | null
  /** Where the machine's API is reached. */
  url: string
  /** Where the `large` one is reached by the API processes: a socket of the file system. */
  socket: string
  /** Who it is to the workers of other machines. */
  worker: Identity
  /** Fills an empty sandbox and writes its credentials: one process of each start. */
  seeds: boolean
  /** Opens the operator's sign-in link in a browser. */
  opens: boolean
}

/** By then a change holds in all processes, or what they had cached before has run out: service/key-cache.ts. */
export const TELL_LIMIT_MS = 1_000
