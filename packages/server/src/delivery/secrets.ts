import { decrypt, encrypt, newSecret } from '../platform/secrets.ts'
import type { Service } from '../service/service.ts'

/** During a rotation the old secret keeps signing and the new one signs beside it for this long, in real time (contract §12). */
export const ROTATION_MS = 24 * 3600 * 1000

/** Authenticated with the secret at rest: a row moved to another webhook or environment cannot be decrypted. */
const context = (service: Service, webhookId: string): string => `webhook-secret/${service.config.environment}/${webhookId}`

export const newWebhookSecret = (): string => `whsec_${newSecret()}`

/** As the `bytea` columns of `webhooks` take it in a plan. */
export const encryptSecret = (service: Service, webhookId: string, text: string): string =>
  `\\x${encrypt(service.masterKey, text, context(service, webhookId)).toString('hex')}`

export interface EncryptedSecrets {
  id: string
  secret: Buffer
  next_secret: Buffer | null
  next_secret_at: string | null
}

export interface SigningSecrets {
  secret: string
  /** Signs X-Service-Signature-Next until it signs alone. */
  next_secret: string | null
}

/** What signs at `now_ms` (real time): the old secret and the new one during a rotation, the new one alone after it. */
export const signingSecrets = (service: Service, encrypted: EncryptedSecrets, now_ms: number): SigningSecrets => {
  const text = (bytes: Buffer) => decrypt(service.masterKey, bytes, context(service, encrypted.id))
  if (!encrypted.next_secret || !encrypted.next_secret_at) return { secret: text(encrypted.secret), next_secret: null }
  if (now_ms >= Date.parse(encrypted.next_secret_at)) return { secret: text(encrypted.next_secret), next_secret: null }
  return { secret: text(encrypted.secret), next_secret: text(encrypted.next_secret) }
}
