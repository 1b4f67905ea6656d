import { createHmac, hash } from 'node:crypto'

/** Names the sender in every attempt; the number is the interface version. */
const USER_AGENT = 'Backhaul-Webhooks/2'

const BLOCK_BYTES = 64
const IPAD = 0x36
const OPAD = 0x5c
/** All of ours. */
const SHORT_ASCII = /^[\x20-\x7e]{1,64}$/

/**
 * Signs bodies with one secret: lowercase hex of HMAC-SHA256 over `<timestamp_s>.<body bytes>`, keyed by the secret's text exactly as it
 * was printed (specification, "Webhook signing"; contract §14). An HMAC is two hashes (RFC 2104), and two calls of the library's `hash`
 * take half as long as its HMAC object, which is made anew for each signature.
 */
export class Signer {
  readonly #secret: string
  /** The secret padded for the inner hash, as text: what is ASCII hashes to the same bytes in front of a text. Null: it cannot be. */
  readonly #inner: string | null = null
  /** The secret padded for the outer hash, and room for the inner one. */
  readonly #outer = Buffer.alloc(BLOCK_BYTES + 32)

  constructor(secret: string) {
    this.#secret = secret
    if (!SHORT_ASCII.test(secret)) return
    const key = Buffer.alloc(BLOCK_BYTES)
    key.write(secret)
    this.#inner = String.fromCharCode(...key.map((byte) => byte ^ IPAD))
    this.#outer.set(key.map((byte) => byte ^ OPAD))
  }

  sign(timestamp_s: number, body: string): string {
    if (this.#inner === null) return createHmac('sha256', this.#secret).update(`${timestamp_s}.${body}`).digest('hex')
    this.#outer.write(hash('sha256', `${this.#inner}${timestamp_s}.${body}`, 'binary'), BLOCK_BYTES, 'binary')
    return hash('sha256', this.#outer)
  }
}

export type AttemptToSign = {
  signer: Signer
  /** Of the new secret while a rotation runs, else null (contract §12: the old one keeps signing X-Service-Signature until it expires). */
  next_signer: Signer | null
  event_id: string
  delivery_id: string
  /** From 1. */
  attempt: number
  /** Real unix time of this attempt, in whole seconds. Never virtual time (contract §13). */
  timestamp_s: number
  body: string
}

/** The headers of one attempt (contract §12), signed afresh. */
export function attemptHeaders(attempt: AttemptToSign): Record<string, string> {
  const { signer, next_signer, event_id, delivery_id, timestamp_s, body } = attempt
  if (!Number.isInteger(timestamp_s)) throw new Error(`timestamp_s must be whole seconds, got ${timestamp_s}`)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Service-Timestamp': String(timestamp_s),
    'X-Service-Signature': signer.sign(timestamp_s, body),
    'X-Service-Event-Id': event_id,
    'X-Service-Delivery-Id': delivery_id,
    'X-Service-Attempt': String(attempt.attempt),
  }
  if (next_signer !== null) headers['X-Service-Signature-Next'] = next_signer.sign(timestamp_s, body)
  return headers
}
