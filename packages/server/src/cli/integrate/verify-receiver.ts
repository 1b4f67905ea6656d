// `backhaul verify-receiver` tests a real webhook receiver for everything that it must get right. Each check sends one or more requests like
// those of the delivery engine, valid or invalid, and evaluates the status that the receiver answers.
import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { connect } from 'node:net'
import { draft, freeze } from '@backhaul/core/events/draft.ts'
import { type AttemptResult, createSender, type Sender, type SendRequest } from '../../delivery/http1/http1.ts'
import { type AttemptToSign, attemptHeaders, Signer, StandardSigner } from '../../delivery/sign.ts'
import { newId } from '../../process/ids.ts'
import { reasonOf, StartupError } from '../../process/startup-error.ts'
import { newSecret } from '../../storage/secrets.ts'
import { withTlsRemedy } from './tls-remedy.ts'

export interface CheckResult {
  name: string
  /** False if the check is only a recommendation: a receiver that does not pass it is still correct. */
  required: boolean
  passed: boolean
  /** What the receiver answered. */
  found: string
  /** What to do if the check does not pass. */
  remedy: string
}

interface Reply {
  ok: boolean
  /** No connection was made, so the check shows nothing about the receiver. */
  unreachable: boolean
  status: number | null
  /** The receiver answered with a refusal. */
  refused: boolean
  text: string
  duration_ms: number
}

/** Time within which a receiver must answer while another connection to it is silent. */
const BUSY_MS = 5_000
const CHUNK_PAUSE_MS = 50

/** How a request differs from a valid delivery. */
interface Variation {
  secret?: string
  /** Signs as during a rotation: X-Service-Signature with a secret that the receiver does not have, X-Service-Signature-Next with the receiver's secret. */
  rotating?: boolean
  /** Offset of the timestamp in seconds. */
  skew_s?: number
  /** Bytes to send instead of `body`. The signature is still over `body`. */
  sent?: string
  without?: string[]
  /** Sends the body in chunks, without a Content-Length. */
  chunked?: boolean
  /** If absent, the delivery engine's deadline applies. */
  deadline_ms?: number
}

const SLOW_MS = 5_000
/** Failures that the receiver's program does not cause. */
const UNREACHABLE = ['address_not_allowed', 'dns', 'connect', 'tls']
const OLD_S = 600

/** Builds an event like those of the sandbox, but about a shipment that does not exist. */
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
  /** Statuses that the receiver has answered so far; null means no answer. */
  readonly statuses = new Set<number | null>()

  constructor(url: string, secret: string, isStandard: boolean, sender: Sender) {
    this.#url = url
    this.#secret = secret
    this.#isStandard = isStandard
    this.#sender = sender
  }

  async deliver(
    body: string,
    { secret = this.#secret, rotating = false, skew_s = 0, sent, without = [], chunked = false, deadline_ms }: Variation = {},
  ): Promise<Reply> {
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
    const request: SendRequest = { url: this.#url, headers, body: sent ?? body, ...(deadline_ms !== undefined && { deadline_ms }) }
    const result = chunked ? await sendChunked(request) : await new Promise<AttemptResult>((resolve) => this.#sender.send(request, resolve))
    return this.#judged(result)
  }

  /** Sends a delivery on its own connection while another connection is open and silent. */
  async deliverConcurrently(body: string): Promise<Reply> {
    const { hostname, port, protocol } = new URL(this.#url)
    const silent = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) })
    const sender = createSender({ allowPrivate: true })
    try {
      // A server accepts connections in order, so it accepts the silent one first.
      await new Promise((resolve) => silent.once('connect', resolve).once('error', resolve))
      const other = new Receiver(this.#url, this.#secret, this.#isStandard, sender)
      const reply = await other.deliver(body, { deadline_ms: BUSY_MS })
      this.statuses.add(reply.status)
      return reply
    } finally {
      sender.close()
      silent.destroy()
    }
  }

  #judged(result: Outcome): Reply {
    this.statuses.add(result.status)
    const text = result.status === null ? `${result.error_class}: ${withTlsRemedy(result.error_message ?? '')}` : `status ${result.status}`
    const unreachable = result.status === null && (result.address === null || UNREACHABLE.includes(result.error_class ?? ''))
    const refused = result.status !== null && result.status >= 400 && result.status < 500
    return { ok: result.ok, status: result.status, unreachable, refused, text, duration_ms: result.duration_ms }
  }
}

type Outcome = Pick<AttemptResult, 'ok' | 'status' | 'address' | 'error_class' | 'error_message' | 'duration_ms'>

/** Sends the body as a forwarding proxy does: in chunks, with a delay before the second chunk. */
const sendChunked = ({ url, headers, body }: SendRequest): Promise<Outcome> =>
  new Promise((resolve) => {
    const started_ms = performance.now()
    const end = (status: number | null, error: Error | null) =>
      resolve({
        ok: status !== null && status >= 200 && status < 300,
        status,
        address: null,
        error_class: error && (error.name === 'AbortError' || error.name === 'TimeoutError' ? 'timeout' : 'reset'),
        error_message: error && reasonOf(error),
        duration_ms: performance.now() - started_ms,
      })
    const send = url.startsWith('https:') ? requestTls : requestPlain
    const signal = AbortSignal.timeout(BUSY_MS)
    const request = send(url, { method: 'POST', headers: { ...headers, 'Transfer-Encoding': 'chunked' }, agent: false, signal })
    request.on('response', (response) => response.resume().on('close', () => end(response.statusCode as number, null)))
    request.on('error', (error) => end(null, error))
    const bytes = Buffer.from(body)
    request.write(bytes.subarray(0, 10))
    setTimeout(() => request.end(bytes.subarray(10)), CHUNK_PAUSE_MS)
  })

interface Check {
  name: string
  remedy: string
  /** The check is only a recommendation: a receiver that does not pass it is still correct. */
  advice?: true
  run(receiver: Receiver): Promise<{ passed: boolean; found: string }>
}

const accepted = ({ ok, text }: Reply) => ({ passed: ok, found: text })
const refused = ({ refused: passed, text }: Reply) => ({ passed, found: text })
const shipment = (): string => newId('shipment')

/** Whether the receiver has answered every request so far with the same status, and this status is not 2xx. */
const isSame = ({ statuses }: Receiver): boolean => {
  const [status = null, ...others] = statuses
  return others.length === 0 && status !== null && (status < 200 || status >= 300)
}

const CHECKS: readonly Check[] = [
  {
    name: 'accepts a valid delivery',
    remedy: 'Answer 2xx to a delivery with a valid signature; check the secret, and verify the raw bytes of the body.',
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
    remedy: 'Verify the bytes as received, before parsing: this body has the same content as the signed body, but different bytes.',
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
    remedy: 'Refuse deliveries whose X-Service-Timestamp is more than 300 s off: someone could replay a recorded delivery.',
    run: async (receiver) => refused(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { skew_s: -OLD_S })),
  },
  {
    name: 'accepts the same event twice',
    remedy: 'Answer 2xx to an eventID that you have already processed, and do nothing: an event may be delivered more than once.',
    run: async (receiver) => {
      const body = sample('shipment.held', shipment(), Date.now())
      const first = await receiver.deliver(body)
      return first.ok ? accepted(await receiver.deliver(body)) : accepted(first)
    },
  },
  {
    name: 'accepts events out of order',
    remedy: 'Also answer 2xx when a retry brings an older event after a newer one; compare eventDateTime if order matters to you.',
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
    name: 'accepts a body in chunks',
    remedy: 'Read a body with Transfer-Encoding: chunked to its end: a proxy may forward it without a Content-Length.',
    run: async (receiver) => accepted(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { chunked: true })),
  },
  {
    name: 'answers while another connection is silent',
    remedy: 'Serve several connections at the same time, with a time limit for each: a silent connection must not block all deliveries.',
    run: async (receiver) => accepted(await receiver.deliverConcurrently(sample('shipment.held', shipment(), Date.now()))),
  },
  {
    name: 'accepts the new secret during a rotation',
    remedy: 'During a rotation, also accept X-Service-Signature-Next: for 24 h it is made with the new secret.',
    advice: true,
    run: async (receiver) => accepted(await receiver.deliver(sample('shipment.held', shipment(), Date.now()), { rotating: true })),
  },
]

/**
 * Name of the only result that is reported for a receiver that answers every request with the same refusal. The individual checks would say
 * nothing useful about such a receiver.
 */
export const DISTINGUISHES = 'distinguishes valid deliveries from others'

const remedyFor = (status: number): string => {
  if (status === 401 || status === 403)
    return 'The receiver also refuses valid deliveries: check the secret, and verify the raw bytes of the body.'
  if (status === 404 || status === 405) return 'Check the path of the URL, and that the receiver accepts POST.'
  if (status >= 300 && status < 400) return 'Redirects are not followed: give the final address.'
  return 'Check the log of the receiver.'
}

/**
 * Runs every check, one after another, and calls `onResult` after each. A receiver that answers every request with the same refusal gets
 * only one result. `isStandard` adds a Standard Webhooks signature to the deliveries. Throws StartupError with the reason when the receiver
 * cannot be reached at the start.
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
    let told = 0
    for (const { name, remedy, advice, run } of CHECKS) {
      results.push({ name, required: !advice, remedy, ...(await run(receiver)) })
      if (isSame(receiver)) continue
      for (const result of results.slice(told)) onResult(result)
      told = results.length
    }
    if (!isSame(receiver)) return results
    const status = first.status as number
    return [
      { name: DISTINGUISHES, required: true, passed: false, found: `it answers ${status} to every delivery`, remedy: remedyFor(status) },
    ]
  } finally {
    sender.close()
  }
}
