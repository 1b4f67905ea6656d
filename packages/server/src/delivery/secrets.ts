import type { Row } from '@backhaul/core/tables.ts'
import { bytea } from '../database/columns.ts'
import type { Environment } from '../process/config.ts'
import type { Service } from '../service/service.ts'
import { decrypt, encrypt, newBase64Secret, newSecret } from '../storage/secrets.ts'

/**
 * Duration of a rotation in real time. During a rotation, the old and the new secret both sign (docs/guide/webhooks.md#rotating-a-secret).
 */
export const ROTATION_MS = 24 * 3600 * 1000

/**
 * Returns the context that is authenticated with the encrypted secret. Because of it, a secret that was moved to another webhook or
 * environment cannot be decrypted.
 */
export const webhookContext = (environment: Environment, webhookId: string): string => `webhook-secret/${environment}/${webhookId}`

/** An additional signature scheme for deliveries. Null if only our own signature is used. */
export type Signing = 'standard' | null

/**
 * Creates a secret. Our signature uses the unchanged text of the secret as its key. The Standard Webhooks signature uses the decoded text
 * after the prefix.
 */
export const newWebhookSecret = (signing: Signing): string => `whsec_${signing === 'standard' ? newBase64Secret() : newSecret()}`

/** Encrypts a secret and returns it in the form that a plan uses for the `bytea` columns of `webhooks`. */
export const encryptSecret = (service: Service, webhookId: string, text: string): string =>
  bytea(encrypt(service.masterKey, text, webhookContext(service.config.environment, webhookId)))

export type EncryptedSecrets = Pick<Row<'webhooks', Buffer>, 'id' | 'secret' | 'next_secret' | 'next_secret_at'>

export interface SigningSecrets {
  secret: string
  /** The new secret during a rotation. It signs X-Service-Signature-Next. */
  next_secret: string | null
}

/** Returns the secrets that sign at `now_ms` (real time): both during a rotation, only the new one after it. */
export const signingSecrets = (service: Service, encrypted: EncryptedSecrets, now_ms: number): SigningSecrets => {
  const text = (bytes: Buffer) => decrypt(service.masterKey, bytes, webhookContext(service.config.environment, encrypted.id))
  if (!encrypted.next_secret || !encrypted.next_secret_at) return { secret: text(encrypted.secret), next_secret: null }
  if (now_ms >= Date.parse(encrypted.next_secret_at)) return { secret: text(encrypted.next_secret), next_secret: null }
  return { secret: text(encrypted.secret), next_secret: text(encrypted.next_secret) }
}
