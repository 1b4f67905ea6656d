// What a command wants written: all of it or nothing. Decisions make plans, platform/committer.ts writes them.
import type { EventRecord } from '../domain/events/record.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of every table pass through here; only columns that platform/columns.ts knows are written
type Row = any

export interface IdempotentAnswer {
  principal: string
  endpoint: string
  key: string
  fingerprint: string
  status: number
  body: string
}

export interface Plan {
  inserts?: readonly (readonly [table: string, row: Row])[]
  /** The whole next row; its `version` is one above the version that was read. */
  updates?: readonly (readonly [table: string, row: Row])[]
  /** Rows that were read for the decision and must not have changed since. */
  guards?: readonly (readonly [table: string, row: Row])[]
  events?: readonly EventRecord[]
  answer?: IdempotentAnswer | null
}
