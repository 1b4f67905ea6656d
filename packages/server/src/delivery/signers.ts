import type { Service } from '../service/service.ts'
import type { WebhookBacklog } from './backlog.ts'
import { signingSecrets } from './secrets.ts'
import { type AttemptToSign, Signer } from './sign.ts'

type Signing = Pick<AttemptToSign, 'signer' | 'next_signer'> & { version: number; until_ms: number }

/** The signers of each webhook, made once per version of the webhook and again when a rotation ends. */
export class Signers {
  readonly #service: Service
  readonly #known = new WeakMap<WebhookBacklog, Signing>()

  constructor(service: Service) {
    this.#service = service
  }

  /** `now_ms`: real time. Throws when the secret cannot be decrypted. */
  of(backlog: WebhookBacklog, now_ms: number): Signing {
    const { version, next_secret_at } = backlog.webhook
    const known = this.#known.get(backlog)
    if (known && known.version === version && now_ms < known.until_ms) return known
    const ends_ms = next_secret_at === null ? Number.POSITIVE_INFINITY : Date.parse(next_secret_at)
    const { secret, next_secret } = signingSecrets(this.#service, backlog.webhook, now_ms)
    const signing = {
      version,
      until_ms: now_ms < ends_ms ? ends_ms : Number.POSITIVE_INFINITY,
      signer: new Signer(secret),
      next_signer: next_secret === null ? null : new Signer(next_secret),
    }
    this.#known.set(backlog, signing)
    return signing
  }
}
