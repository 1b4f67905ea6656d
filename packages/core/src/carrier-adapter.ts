// The seam between Backhaul and the API of a carrier, version 2 (docs/carrier-adapters.md). An adapter is a package named
// `@backhaul/carrier-<name>` whose default export is a `CarrierAdapter`. The server loads it by name. An adapter imports only types from
// here, so it contains no code of the server. Every operation answers with a value and never throws, because the server must know whether
// the carrier may have been paid.
import type { CarrierCodes } from './carrier-scan.ts'
import type { CustomsDeclaration } from './customs.ts'
import type { Address, Parcel, ServiceLevel } from './shipment.ts'

export const SEAM_VERSION = 2

/** What a carrier is asked for. Only `buy` costs money. */
export const OPERATIONS = ['rates', 'buy', 'find', 'void', 'track'] as const
export type Operation = (typeof OPERATIONS)[number]

/** What a refusal is about. It decides which remedy is shown. */
export const REFUSAL_CAUSES = ['address', 'parcel', 'customs', 'service', 'other'] as const
export type RefusalCause = (typeof REFUSAL_CAUSES)[number]

/** Why a carrier does not serve the account until the operator acts: the key is not accepted, or the account has no money. */
export const STOPS = ['credentials', 'payment'] as const
export type Stop = (typeof STOPS)[number]

/**
 * Why an operation did not succeed. `reason`: for people, in the carrier's words where it has any, without secrets.
 * - `later`: the carrier did nothing, and may do it later. `retry_after_s`: the carrier asked for this pause.
 * - `refused`: the carrier did nothing and will not do it for this parcel.
 * - `stopped`: the carrier did nothing, and does nothing for this account.
 * - `unknown`: the carrier may or may not have done it. After `buy`: no answer, a 5xx status, an empty or unreadable answer.
 */
export type Failure =
  | { failed: 'later'; reason: string; retry_after_s?: number }
  | { failed: 'refused'; reason: string; cause: RefusalCause }
  | { failed: 'stopped'; reason: string; stop: Stop }
  | { failed: 'unknown'; reason: string }
export type Answer<T> = { done: T } | Failure

/** An amount in minor units of the currency, and what it consists of. The charges add up to the amount. */
export interface Cost {
  amount: number
  currency: string
  charges: { name: string; amount: number }[]
}

/** A parcel to book. Weights are in pounds, lengths in inches. */
export interface BookableParcel {
  /** Our reference for this attempt: at most 35 characters, never used for another attempt. */
  reference: string
  /** Our tracking number. */
  tracking: string
  /** The number on Backhaul's own label, if it is from the carrier's range. */
  number: string | null
  service_level: ServiceLevel
  parcel: Parcel
  from: Address | null
  to: Address
  /** Null: the parcel crosses no border. */
  customs: CustomsDeclaration | null
}

/** A service that the carrier offers for the parcel. The server chooses the cheapest. */
export interface Offer {
  id: string
  service: string
  cost: Cost
}

/** `carrier_shipment_id`: what the carrier will sell a label for, or null if it creates and pays in one step. */
export interface Rates {
  carrier_shipment_id: string | null
  offers: Offer[]
  /** False if a part of the carrier did not answer. Then no offer does not mean that the parcel is not served. */
  is_complete: boolean
}

/** An attempt to buy one label. The server commits it before it calls `buy`. A carrier with two steps is found by its own id. */
export interface Attempt {
  reference: string
  carrier_shipment_id: string | null
  /** The `id` of the chosen offer. */
  offer: string
}

/**
 * State of a label's void at the carrier. `submitted`: it settles later. `settled`: the cost is refunded. `not_needed`: nothing was or
 * will be charged.
 */
export type VoidState = 'none' | 'submitted' | 'settled' | 'refused' | 'not_needed'

/** A label that the carrier sold. */
export interface Purchase {
  /** The carrier's number, then its other numbers on the same label. 1 to 64 visible ASCII characters each. */
  numbers: [string, ...string[]]
  cost: Cost | null
  /** The carrier's bytes unchanged. The server recognizes their format. */
  label: Uint8Array | null
  /** Further papers, such as a commercial invoice. */
  documents: { name: string; content: Uint8Array }[]
  /** The carrier's own ids, such as that of its tracker. */
  ids: Record<string, string>
  void: VoidState
}

/**
 * A report in Backhaul's format (docs/operating/carriers.md#reports-of-carriers), and where the next one begins. Without bytes, nothing
 * happened up to there.
 */
export interface Report {
  bytes: Uint8Array
  next: string
}

/** A label that was bought for a parcel that is still under way. `id`: its place in the list. `bought_at`: ISO 8601 UTC. */
export interface HeldLabel extends Pick<Purchase, 'numbers' | 'ids'> {
  id: string
  carrier_shipment_id: string | null
  bought_at: string
}

/** A request that the carrier sent to us: header names in lower case, the exact bytes of the body. */
export interface Push {
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}

/** An HTTP request, relative to the address of the account. */
export interface CarrierRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: string
  body?: string
  /** Headers of the request, such as a signature over its target. */
  headers?: (target: URL) => Record<string, string>
}

/** `was_sent`: false if the carrier certainly did not get the request. */
export type CarrierResponse =
  | { status: number; headers: Readonly<Record<string, string | string[] | undefined>>; bytes: Uint8Array }
  | { no_answer: string; was_sent: boolean }

/** What an adapter gets for one account of a carrier. */
export interface CarrierAccount {
  /**
   * Sends a request within the deadline of the operation. A request of `buy` starts only shortly after its attempt was committed. It is the adapter's only way to the network: it checks the address, follows no
   * redirect, limits the answer and counts the account's quota.
   */
  call(operation: Operation, request: CarrierRequest): Promise<CarrierResponse>
  /**
   * Gets a label or another paper from an address that the carrier gave: over https from one of the adapter's `file_hosts`, without the
   * secret. A carrier on this machine gives its own address. The deadline is that of `find`. Errors do not name the address.
   */
  download(url: string): Promise<CarrierResponse>
  /** The labels whose parcels are under way, oldest first, after the label with this id. For carriers that are asked about each label. */
  held(after: string | null, limit: number): Promise<HeldLabel[]>
  /** The shared secret or key. Null: none is set. */
  secret(): Promise<string | null>
  /** A text of the carrier for people: one line of at most 300 characters, without the secret and the secrets of the address. */
  shown(text: string): string
}

export interface CarrierService {
  /** Prices of the parcel. Costs nothing, however often it is asked. */
  rates(parcel: BookableParcel): Promise<Answer<Rates>>
  /** Pays for a label. It is called once for each attempt. */
  buy(attempt: Attempt, parcel: BookableParcel): Promise<Answer<Purchase>>
  /** All labels that were bought for the attempt. `done: []` means that the carrier knows of none at this moment. */
  find(attempt: Attempt): Promise<Answer<Purchase[]>>
  /** Asks to void the label with this number. `refused`: the carrier does not void it, at least not now. */
  void(attempt: Attempt, number: string): Promise<Answer<Exclude<VoidState, 'none' | 'refused'>>>
  /** Whether the account is for tests, asked in a way that costs nothing. Absent: the carrier does not say. */
  mode?(): Promise<Answer<'test' | 'live'>>
  /** What happened after the last report. Null: nothing. */
  track(after: string | null): Promise<Answer<Report | null>>
  /** Reads a request of the carrier. Null: it is not from the carrier, or not readable. */
  readPush(push: Push): Promise<Report | null>
}

export interface CarrierAdapter {
  readonly seam: typeof SEAM_VERSION
  /** Address of the carrier. Absent: operators set it. A sandbox may set an address on its own machine instead. */
  readonly url?: string
  /** Hosts from which labels may be fetched. */
  readonly file_hosts?: readonly string[]
  /** Meaning of the codes in reports, for carriers without codes of their own. */
  readonly codes?: CarrierCodes
  /** Milliseconds after which a request is given up. */
  readonly deadline_ms: Readonly<Record<Operation, number>>
  /**
   * Milliseconds after the start of an attempt with an unknown outcome at which the carrier is read, in ascending order. The first is at
   * least the deadline of `buy`, because an earlier read proves nothing.
   */
  readonly reads_ms: readonly number[]
  /** Whether a label that the last read does not show was not bought. If false, a person decides. */
  readonly absence_proves: boolean
  /** Requests of one account over all processes. Null: no limit is known. */
  readonly quota: { burst: number; per_s: number } | null
  /**
   * `window_ms`: time after the purchase in which the carrier voids. `again_ms`: pause before a refused void is asked again. `poll_ms`:
   * pause between two reads of a submitted void.
   */
  readonly voids: { window_ms: number; again_ms: number; poll_ms: number }
  open(account: CarrierAccount): CarrierService
}
