// `backhaul verify-receiver`: what a webhook receiver must get right, tried on a real one. Each check sends one or more requests like the
// delivery engine's, true or false ones, and judges the status that comes back.
import { type AttemptResult, createSender, type Sender } from '../../delivery/http1/http1.ts'
import { type AttemptToSign, attemptHeaders, Signer, StandardSigner } from '../../delivery/sign.ts'
import { draft, freeze } from '../../domain/events/draft.ts'
import { newId } from '../../platform/ids.ts'
import { newSecret } from '../../platform/secrets.ts'
import { StartupError } from '../../platform/startup-error.ts'

export interface CheckResult {
  name: string
  /** False: good to have, and no fault without it. */
  required: boolean
  passed: boolean
  /** What came back. */
  found: string
  /** What to do when it did not pass. */
  remedy: string
}

interface Reply {
  ok: boolean
  /** No connection was made, so nothing can be said of the receiver. */
  unreachable: boolean
  /** The receiver answered, and with a refusal. */
  refused: boolean
  text: string
  duration_ms: number
}

/** What a request differs in from a true delivery. */
interface Variation {
  secret?: string
  /** Signed with a secret that the receiver no longer has, and beside it with its own as the next. */
  rotating?: boolean
  /** Seconds that its timestamp is off. */
  skew_s?: number
  /** Bytes that are sent; the signature is over `body`. */
  sent?: string
  without?: string[]
}

const SLOW_MS = 5_000
/** Failures in which the receiver's program has no part. */
const UNREACHABLE = ['address_not_allowed', 'dns', 'connect', 'tls']
const OLD_S = 600

/** A record such as the sandbox makes; its shipment does not exist. */
const sample = (type: 'shipment.held' | 'shipment.released', shipment: string, ms: number): string => {
  const about = { subject: shipment, partner_id: 'par_example', shipment_id: shipment, identifiers: { shipment, partner: 'par_example' } }
  const nobody = { email: '', full_name: '' }
  const made = draft(type, about, nobody, { held: type === 'shipment.held' }, { status: 'label_ready', direction: 'return' })
  return freeze(made, { id: newId('event'), now: new Date(ms).toISOString() }).body
}

class Receiver {
  readonly #url: string
  readonly #secret: string
  readonly #isStandard: boolean
  readonly #sender: Sender

  constructor(url: string, secret: string, isStandard: boolean, sender: Sender) {
    this.#url = url
    this.#secret = secret
    this.#isStandard = isStandard
    this.#sender = sender
  }

  async deliver(body: string, { secret = this.#secret, rotating = false, skew_s = 0, sent, without = [] }: Variation = {}): Promise<Reply> {
    const secrets = rotating ? ([newSecret(), this.#secret] as const) : ([secret] as const)
    const facts: AttemptToSign = {
      signer: new Signer(secrets[0]),
      next_signer: secrets[1] === undefined ? null : new Signer(secrets[1]),
      standard: this.#isStandard ? secrets.map((one) => new StandardSigner(one)) : [],
      event_id: JSON.parse(body).eventID,
      delivery_id: newId('delivery'),
      attempt: 1,
      timestamp_s: Math.floor(Date.now() / 1000) + skew_s,
      body,
    }
    const headers = Object.fromEntries(Object.entries(attemptHeaders(facts)).filter(([name]) => !without.includes(name)))
    const request = { url: this.#url, headers, body: sent ?? body }
    const result = await new Promise<AttemptResult>((resolve) => this.#sender.send(request, resolve))
    const text = result.error_class && result.status === null ? `${result.error_class}: ${result.error_message}` : `status ${result.status}`
    const unreachable = result.status === null && (result.address === null || UNREACHABLE.includes(result.error_class ?? ''))
    const refused = result.status !== null && result.status >= 400 && result.status < 500
    return { ok: result.ok, unreachable, refused, text, duration_ms: result.duration_ms }
  }
}

interface Check {
  name: string
  remedy: string
  /** Good to have: a receiver is not wrong without it. */
  advice?: true
  run(receiver: Receiver): Promise<{ passed: boolean; found: string }>
}

const accepted = ({ ok, text }: Reply) => ({ passed: ok, found: text })
const refused = ({ refused: passed, text }: Reply) => ({ passed, found: text })
const shipment = (): string => newId('shipment')

const CHECKS: readonly Check[] = [
  {
    name: 'accepts a valid delivery',
    remedy: 'Answer 2xx to a delivery whose signature is right; check the secret, and verify the raw bytes of the body.',
    run: async (receiver) => accepted(await receiver.deliver(sample('shipment.held', shipment(), Date.now()))),
  },
  {
    name: 'answers in time',
    remedy: 'Store the event, answer 2xx, and process it later: after 15 s an attempt counts as failed.',
    run: async (receiver) => {
      const { ok, text, duration_ms } = await receiver.deliver(sample('shipment.held', shipment(), Date.now()))
      return { passed: ok && duration_ms < SLOW_MS, found: `${text} after ${Math.round(duration_ms)} ms` }
    },
  },
  {
    name: 'refuses a wrong signature',
    remedy: 'Compare X-Service-Signature in constant time with your own HMAC-SHA256, and answer 401 when it differs.',
    run: async (receiver) => refused(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { secret: newSecret() })),
  },
  {
    name: 'refuses a missing signature',
    remedy: 'Treat a missing X-Service-Signature or X-Service-Timestamp like a wrong one.',
    run: async (receiver) =>
      refused(
        await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { without: ['X-Service-Signature', 'webhook-signature'] }),
      ),
  },
  {
    name: 'refuses changed bytes',
    remedy: 'Verify the bytes as received, before parsing: this body has the same content as the signed one, but other bytes.',
    run: async (receiver) => {
      const body = sample('shipment.held', shipment(), Date.now())
      const sent = JSON.stringify(JSON.parse(body), null, 2)
      return refused(await receiver.deliver(body, { sent }))
    },
  },
  {
    name: 'accepts unusual but valid bytes',
    remedy: 'Do not serialize the parsed body again to verify it: this body has unusual spacing and was signed with it.',
    run: async (receiver) => {
      const body = JSON.stringify(JSON.parse(sample('shipment.held', shipment(), Date.now())), null, 2)
      return accepted(await receiver.deliver(body))
    },
  },
  {
    name: 'refuses an old timestamp',
    remedy: 'Refuse deliveries whose X-Service-Timestamp is more than 300 s off: someone could replay a recorded one.',
    run: async (receiver) => refused(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { skew_s: -OLD_S })),
  },
  {
    name: 'accepts the same event twice',
    remedy: 'Answer 2xx to an eventID that you already know, and do nothing: an event may be delivered more than once.',
    run: async (receiver) => {
      const body = sample('shipment.held', shipment(), Date.now())
      const first = await receiver.deliver(body)
      return first.ok ? accepted(await receiver.deliver(body)) : accepted(first)
    },
  },
  {
    name: 'accepts events out of order',
    remedy: 'Answer 2xx also when a retry brings an older event after a newer one; compare eventDateTime if order matters to you.',
    run: async (receiver) => {
      const id = shipment()
      const older = sample('shipment.held', id, Date.now() - 60_000)
      const newer = await receiver.deliver(sample('shipment.released', id, Date.now()))
      return newer.ok ? accepted(await receiver.deliver(older)) : accepted(newer)
    },
  },
  {
    name: 'accepts an unknown type',
    remedy: 'Answer 2xx to types that you do not know, and ignore them: new types are added over time, and "*" receives them.',
    run: async (receiver) => {
      const record = JSON.parse(sample('shipment.held', shipment(), Date.now()))
      return accepted(await receiver.deliver(JSON.stringify({ ...record, event: 'shipment.unheard_of', type: 'shipment.unheard_of' })))
    },
  },
  {
    name: 'accepts the new secret during a rotation',
    remedy: 'During a rotation, accept X-Service-Signature-Next too: for 24 h it is made with the new secret.',
    advice: true,
    run: async (receiver) => accepted(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { rotating: true })),
  },
]

/**
 * Runs every check, one after another; `onResult` is told of each as it ends. `isStandard`: deliveries are signed as Standard Webhooks says,
 * too. Throws StartupError, which says why, when the receiver cannot be reached to begin with.
 */
export const verifyReceiver = async (
  url: string,
  secret: string,
  onResult: (result: CheckResult) => void,
  isStandard = false,
): Promise<CheckResult[]> => {
  const sender = createSender({ allowPrivate: true })
  const receiver = new Receiver(url, secret, isStandard, sender)
  const results: CheckResult[] = []
  try {
    const first = await receiver.deliver(sample('shipment.held', shipment(), Date.now()))
    if (first.unreachable) throw new StartupError(`nothing was checked, because ${url} cannot be reached: ${first.text}`)
    for (const { name, remedy, advice, run } of CHECKS) {
      const result = { name, required: !advice, remedy, ...(await run(receiver)) }
      results.push(result)
      onResult(result)
    }
    return results
  } finally {
    sender.close()
  }
}
