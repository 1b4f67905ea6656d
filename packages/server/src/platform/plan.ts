// What a command wants written: all of it or nothing. Decisions make plans, platform/committer.ts writes them.
import type { EventRecord } from '../domain/events/record.ts'
import type { Tables } from './tables.ts'

/** The tables that commands write. Events, deliveries of events and stored answers follow from the rest of a plan. */
type Table =
  | 'adjustments'
  | 'api_keys'
  | 'claims'
  | 'deliveries'
  | 'discrepancies'
  | 'documents'
  | 'labels'
  | 'manifests'
  | 'operator_audit'
  | 'partners'
  | 'pickups'
  | 'qrs'
  | 'scans'
  | 'shipments'
  | 'signing_secrets'
  | 'stores'
  | 'sweeps'
  | 'tenders'
  | 'webhook_queues'
  | 'webhooks'

/** Those whose rows count their writes. */
type Versioned = { [T in Table]: Tables[T] extends { id: string; version: number } ? T : never }[Table]
/** A new row, whole. */
export type Insert = { [T in Table]: readonly [table: T, row: Tables[T]] }[Table]

/** The whole next row; its `version` is one above the version that was read. */
export type Update = { [T in Versioned]: readonly [table: T, row: Tables[T]] }[Versioned]

/** A row that was read for the decision and must not have changed since. */
export type Guard = readonly [table: Versioned, row: { id: string; version: number }]

export interface IdempotentAnswer {
  principal: string
  endpoint: string
  key: string
  fingerprint: string
  status: number
  body: string
}

export interface Plan {
  inserts?: readonly Insert[]
  updates?: readonly Update[]
  guards?: readonly Guard[]
  events?: readonly EventRecord[]
  answer?: IdempotentAnswer | null
}
