import type { Service } from '../service/service.ts'
import type { WebhookBacklog } from './backlog.ts'
import { signingSecrets } from './secrets.ts'
import { type AttemptToSign, Signer, StandardSigner } from './sign.ts'

type Signing = Pick<Required<AttemptToSign>, 'signer' | 'next_signer' | 'standard'> & { version: number; until_ms: number }

const standardSigners = (secrets: readonly (string | null)[]): StandardSigner[] =>
  secrets.filter((secret) => secret !== null).map((secret) => new StandardSigner(secret))

/** Caches the signers of each webhook. They are created again for each version of the webhook, and when a rotation ends. */
export class Signers {
  readonly #service: Service
  readonly #known = new WeakMap<WebhookBacklog, Signing>()

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the signers of a webhook. `now_ms`: real time. Throws when the secret cannot be decrypted. */
  of(backlog: WebhookBacklog, now_ms: number): Signing {
    const { version, next_secret_at, signing: rules } = backlog.webhook
    const known = this.#known.get(backlog)
    if (known && known.version === version && now_ms < known.until_ms) return known
    const ends_ms = next_secret_at === null ? Number.POSITIVE_INFINITY : Date.parse(next_secret_at)
    const { secret, next_secret } = signingSecrets(this.#service, backlog.webhook, now_ms)
    const signing = {
      version,
      until_ms: now_ms < ends_ms ? ends_ms : Number.POSITIVE_INFINITY,
      signer: new Signer(secret),
      next_signer: next_secret === null ? null : new Signer(next_secret),
      standard: rules === 'standard' ? standardSigners([secret, next_secret]) : [],
    }
    this.#known.set(backlog, signing)
    return signing
  }
}
