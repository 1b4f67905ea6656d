// What the queue keeps and shows. Pages use these types and openQueue (./queue.ts); the rest of this folder is the queue's own.

/** Who was signed in when something was confirmed, and which store or network it was confirmed for. */
export interface QueueSession {
  id: string
  access: string
  store_id: string | null
  /** Null: of all partners. */
  partner_id: string | null
  environment: string
  name: string
  email: string
  /** Under whom the service keeps Idempotency-Keys, when it says so: a request that was cut off is repeated under the same only. */
  principal: string | null
}

/** What the page asks the queue to send: one POST. */
export interface NewEntry {
  /** Below /v2, such as `/v2/scan-events/accept`. */
  path: string
  body: Record<string, unknown>
  /** What the clerk reads in the list: which parcel, and what was done with it. */
  title: string
  /** Which parcel this is about, as the page knows it. Shown only: everything goes in order anyway. */
  parcel?: string
  attachment?: NewAttachment
}

/** A picture that is uploaded first; the id of the document then goes into this field of the body. */
export interface NewAttachment {
  blob: Blob
  field: string
}

/**
 * - `waiting`: on this device, to be sent. A repeated try is waiting, too.
 * - `sending`: on its way.
 * - `sent`: the service has it.
 * - `refused`: the service does not take it; `problem` says why and what to do.
 * - `held`: to be sent after a sign-in at the store that it was confirmed for; `problem` says at which.
 */
export type EntryState = 'waiting' | 'sending' | 'sent' | 'refused' | 'held'

/** Why something was not sent, in words for the clerk. */
export interface Problem {
  /** Of the answer; null when there was none. */
  status: number | null
  code: string
  message: string
  /** What to do about it. */
  remedy: string
  details: Record<string, unknown>
}

/** What a clerk needs of an answer. The rest of it is not kept on the device. */
export interface Outcome {
  shipment_id: string | null
  status: string | null
  /** Of a scan: whether it moved the parcel; false when the parcel was there already. */
  applied: boolean | null
  /** Whether the service had it from an earlier try. */
  replayed: boolean
}

export interface Entry {
  /** The order of confirmation on this device, over all tabs. Never given twice. */
  seq: number
  /** The Idempotency-Key of all tries. */
  key: string
  path: string
  /** As it is sent, with its times; an attachment's document comes in before the first try. */
  body: Record<string, unknown>
  title: string
  parcel: string | null
  state: EntryState
  /** By the service's clock. */
  occurred_at: string
  /** By the clock of this device. */
  device_time: string
  session: QueueSession
  attachment: { field: string; size: number; content_type: string; document_id: string | null; uploaded_at: string | null } | null
  /** When it was first sent; null: never, so the service cannot have it. From then on its body stays as it is. */
  tried_at: string | null
  /** The principal of the session that it was first sent under. */
  tried_as: string | null
  /** Answers of 500 so far. */
  failures: number
  sent_at: string | null
  outcome: Outcome | null
  problem: Problem | null
  /** Counts the changes of this entry. */
  revision: number
}

/**
 * - `idle`: nothing to send, or it goes out.
 * - `no-connection`: the service cannot be reached; tried again by itself.
 * - `slow-down`: the service asked to wait.
 * - `signed-out`: the session ended; somebody has to sign in.
 */
export type LineState = 'idle' | 'no-connection' | 'slow-down' | 'signed-out'

export interface QueueStatus {
  line: LineState
  session: QueueSession | null
  /** Entries in the states waiting, sending and held. */
  open: number
}

/** Why something was not kept. Nothing of it is on the device: the page must not say "kept". */
export type NotKeptReason = 'storage_full' | 'queue_full' | 'attachment_too_large' | 'not_signed_in' | 'storage_broken'

export class NotKept extends Error {
  readonly reason: NotKeptReason

  constructor(reason: NotKeptReason, message: string) {
    super(message)
    this.name = 'NotKept'
    this.reason = reason
  }
}

export type Listener = (entries: readonly Entry[], status: QueueStatus) => void

export interface Queue {
  /** Resolves when the entry is durably on this device, and not before. Rejects with NotKept. */
  add(entry: NewEntry): Promise<Entry>
  /** Calls at once and after every change, in whichever tab, with all entries in order of confirmation. Returns how to stop it. */
  subscribe(listener: Listener): () => void
  /** Sends a refused or held entry again, in its place and with the time at which it happened. */
  retry(seq: number): Promise<Entry>
  /** Takes a refused or held entry off the list, for good; the clerk was asked before. */
  discard(seq: number): Promise<void>
  /** After a sign-out: nothing is kept for the person who was here. What that person confirmed stays. */
  forgetPerson(): Promise<void>
  /** Tries at once, unless the service asked to wait. To be called after a sign-in, and by a "try now" button. */
  wake(): void
  /** Resolves when the entry is sent, refused or held. */
  settled(seq: number): Promise<Entry>
  /** The service's time as this device knows it. */
  now(): Date
  close(): Promise<void>
}
