import { newSecret, open, seal } from '../platform/secrets.ts'
import type { Service } from '../service/service.ts'

/** During a rotation the old secret keeps signing and the new one signs beside it for this long, in real time (contract §12). */
export const ROTATION_MS = 24 * 3600 * 1000

/** Authenticated with the secret at rest: a row moved to another webhook or environment does not open. */
const context = (service: Service, webhookId: string): string => `webhook-secret/${service.config.environment}/${webhookId}`

export const newWebhookSecret = (): string => `whsec_${newSecret()}`

/** As the `bytea` columns of `webhooks` take it in a plan. */
export const sealSecret = (service: Service, webhookId: string, text: string): string =>
  `\\x${seal(service.masterKey, text, context(service, webhookId)).toString('hex')}`

export interface SealedSecrets {
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
export const signingSecrets = (service: Service, sealed: SealedSecrets, now_ms: number): SigningSecrets => {
  const text = (bytes: Buffer) => open(service.masterKey, bytes, context(service, sealed.id))
  if (!sealed.next_secret || !sealed.next_secret_at) return { secret: text(sealed.secret), next_secret: null }
  if (now_ms >= Date.parse(sealed.next_secret_at)) return { secret: text(sealed.next_secret), next_secret: null }
  return { secret: text(sealed.secret), next_secret: text(sealed.next_secret) }
}
