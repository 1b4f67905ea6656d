// A Plan is what a command wants to write, as a whole or not at all. Decisions make plans; commit/committer.ts writes them.
import type { EventRecord } from '@backhaul/core/events/catalog.ts'
import type { Tables } from '@backhaul/core/tables.ts'

type Having<Columns> = { [T in keyof Tables]: Tables[T] extends Columns ? T : never }[keyof Tables]

/** Tables whose rows have a version. */
type Versioned = Having<{ id: string; version: number }>
/** Tables whose rows have an id but no version. Events are left out because they have a field of their own in a plan. */
type Unversioned = Exclude<Having<{ id: string }>, Versioned | 'events'>
type Table = Versioned | Unversioned | 'webhook_queues'

/** A new row with all its columns. */
export type Insert = { [T in Table]: readonly [table: T, row: Tables[T]] }[Table]

/**
 * The new content of a row that was read, with all its columns. Its `version` is one above the version that was read. A row of a table
 * without versions has the `xmin` that was read instead: PostgreSQL's id of the transaction that wrote the row last (`select *, xmin::text
 * as xmin`).
 */
export type Update =
  | { [T in Versioned]: readonly [table: T, row: Tables[T]] }[Versioned]
  | { [T in Unversioned]: readonly [table: T, row: Tables[T] & { xmin: string }] }[Unversioned]

/** A row that was read for the decision and must not have changed since. */
export type Guard = readonly [table: Versioned, row: { id: string; version: number }]

export interface IdempotentAnswer {
  principal: string
  endpoint: string
  key: string
  fingerprint: string
  status: number
  /** The access that a caller needs to get this answer again (service/holding.ts). If absent, none is needed. */
  needs?: string
  body: string
}

export interface Plan {
  inserts?: readonly Insert[]
  updates?: readonly Update[]
  guards?: readonly Guard[]
  events?: readonly EventRecord[]
  answer?: IdempotentAnswer | null
}
