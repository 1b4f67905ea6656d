import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** Identifies the sender in every attempt. The number is the interface version. */
const USER_AGENT = 'Backhaul-Webhooks/2'

/**
 * Signs bodies with one secret: lowercase hex of HMAC-SHA256 over `<timestamp_s>.<body bytes>`, keyed by the secret's text exactly as it
 * was printed (docs/guide/webhooks.md#verify, ADR 18).
 */
export class Signer {
  readonly #key: KeyObject

  constructor(secret: string) {
    this.#key = createSecretKey(secret, 'utf8')
  }

  sign(timestamp_s: number, body: string): string {
    return createHmac('sha256', this.#key).update(`${timestamp_s}.${body}`).digest('hex')
  }
}

/**
 * Signs deliveries according to Standard Webhooks 1.0: base64 of HMAC-SHA256 over `<id>.<timestamp_s>.<body bytes>`, keyed by the decoded
 * text of the secret. Also accepts a secret in base64url, which version 0.2 created in a rotation.
 */
export class StandardSigner {
  readonly #key: KeyObject

  constructor(secret: string) {
    this.#key = createSecretKey(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
  }

  sign(id: string, timestamp_s: number, body: string): string {
    return `v1,${createHmac('sha256', this.#key).update(`${id}.${timestamp_s}.${body}`).digest('base64')}`
  }
}

export type AttemptToSign = {
  signer: Signer
  /**
   * Signer with the new secret during a rotation. The old secret then signs X-Service-Signature. Null if there is no rotation. See
   * docs/guide/webhooks.md#rotating-a-secret.
   */
  next_signer: Signer | null
  /** One signer for each active secret, for webhooks with the Standard Webhooks signature. */
  standard?: readonly StandardSigner[]
  event_id: string
  delivery_id: string
  /** Number of the attempt, from 1. */
  attempt: number
  /** Real unix time of this attempt, in whole seconds. Never virtual time (docs/guide/sandbox.md#time). */
  timestamp_s: number
  body: string
}

/** Returns the headers of one attempt (docs/guide/webhooks.md#headers), with new signatures. */
export function attemptHeaders(attempt: AttemptToSign): Record<string, string> {
  const { signer, next_signer, standard, event_id, delivery_id, timestamp_s, body } = attempt
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
  if (standard !== undefined && standard.length > 0) {
    headers['webhook-id'] = event_id
    headers['webhook-timestamp'] = String(timestamp_s)
    headers['webhook-signature'] = standard.map((one) => one.sign(event_id, timestamp_s, body)).join(' ')
  }
  return headers
}
