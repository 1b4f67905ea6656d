// The queue's data and interface. Pages use these types and openQueue (./queue.ts). The rest of this folder is internal to the queue.

/** The session in which an entry was confirmed, and the store or network of that session. */
export interface QueueSession {
  id: string
  access: string
  store_id: string | null
  /** Null for a session that covers all partners. */
  partner_id: string | null
  environment: string
  name: string
  email: string
  /**
   * The owner of this session's Idempotency-Keys, if the service reports it. An interrupted request is repeated only if the owner is still
   * the same.
   */
  principal: string | null
}

/** An action to add to the queue. It is sent as one POST. */
export interface NewEntry {
  /** The path including /v2, such as `/v2/scan-events/accept`. */
  path: string
  body: Record<string, unknown>
  /** The text in the clerk's list: the parcel and the action. */
  title: string
  /** The parcel as the page knows it. It is only displayed, and does not affect the order of sending. */
  parcel?: string
  attachment?: NewAttachment
}

/** A picture that is uploaded first. The id of its document then goes into this field of the body. */
export interface NewAttachment {
  blob: Blob
  field: string
}

/**
 * - `waiting`: on this device, to be sent or retried.
 * - `sending`: being sent.
 * - `sent`: the service has it.
 * - `refused`: the service does not accept it; `problem` says why and what to do.
 * - `held`: to be sent after a sign-in at the store where it was confirmed; `problem` names the store.
 */
export type EntryState = 'waiting' | 'sending' | 'sent' | 'refused' | 'held'

/** Why an entry was not sent, in words for the clerk. */
export interface Problem {
  /** The status of the answer, or null if there was no answer. */
  status: number | null
  code: string
  message: string
  remedy: string
  details: Record<string, unknown>
}

/** The part of an answer that a clerk needs. The rest is not stored on the device. */
export interface Outcome {
  shipment_id: string | null
  status: string | null
  /** For a scan: true if it moved the parcel, false if the parcel was there already. */
  applied: boolean | null
  /** Whether the service already had the request from an earlier try. */
  replayed: boolean
}

export interface Entry {
  /** The number of the entry in the order of confirmation on this device, across all tabs. Never reused. */
  seq: number
  /** The Idempotency-Key of all tries. */
  key: string
  path: string
  /** The body as sent, including its times. An attachment's document id is added before the first try. */
  body: Record<string, unknown>
  title: string
  parcel: string | null
  state: EntryState
  /** The time of the confirmation by the service's clock. */
  occurred_at: string
  /** The time of the confirmation by this device's clock. */
  device_time: string
  session: QueueSession
  attachment: { field: string; size: number; content_type: string; document_id: string | null; uploaded_at: string | null } | null
  /**
   * The time of the first try. Null if the entry was never sent, so that the service cannot have it. The body does not change after the
   * first try.
   */
  tried_at: string | null
  /** The principal of the session of the first try. */
  tried_as: string | null
  /** Number of answers of 500 so far. */
  failures: number
  sent_at: string | null
  outcome: Outcome | null
  problem: Problem | null
  revision: number
}

/**
 * - `idle`: nothing to send, or sending works.
 * - `no-connection`: the service cannot be reached, and the queue retries automatically.
 * - `slow-down`: the service asked the queue to wait.
 * - `signed-out`: the session has ended, and someone has to sign in.
 */
export type LineState = 'idle' | 'no-connection' | 'slow-down' | 'signed-out'

export interface QueueStatus {
  line: LineState
  session: QueueSession | null
  /** Number of entries in the states waiting, sending and held. */
  open: number
}

/** Why an entry was not stored. No part of it is on the device, so the page must not say "kept". */
export type NotStoredReason = 'storage_full' | 'queue_full' | 'attachment_too_large' | 'not_signed_in' | 'storage_broken'

export class NotStored extends Error {
  readonly reason: NotStoredReason

  constructor(reason: NotStoredReason, message: string) {
    super(message)
    this.name = 'NotStored'
    this.reason = reason
  }
}

export type Listener = (entries: readonly Entry[], status: QueueStatus) => void

export interface Queue {
  /** Resolves only when the entry is durably stored on this device. Rejects with NotStored. */
  add(entry: NewEntry): Promise<Entry>
  /**
   * Calls the listener immediately, and again after every change in any tab. It receives all entries in the order of confirmation. Returns
   * a function that ends the subscription.
   */
  subscribe(listener: Listener): () => void
  /** Sends a refused or held entry again, in its original place and with its original time. */
  retry(seq: number): Promise<Entry>
  /** Removes a refused or held entry from the list for good. The page must ask the clerk first. */
  discard(seq: number): Promise<void>
  /** Must be called after a sign-out. Removes the person's session from the device. The actions that the person confirmed stay. */
  forgetPerson(): Promise<void>
  /** Retries immediately, unless the service asked to wait. Call it after a sign-in and for a "try now" button. */
  wake(): void
  /** Resolves when the entry is sent, refused or held. */
  settled(seq: number): Promise<Entry>
  /** Returns the service's time as this device knows it. */
  now(): Date
  close(): Promise<void>
}
