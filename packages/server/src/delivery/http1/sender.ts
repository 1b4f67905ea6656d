import { checkWebhookUrl, type Dialer, isAllowedAddress, type TargetPolicy, type UrlRefusal } from '../address-guard.ts'
import { remove } from '../short-list.ts'
import { Connection, type Request } from './connection.ts'
import { HttpExchange } from './exchange.ts'
import type { AttemptResult, Sender, SendRequest } from './http1.ts'
import { refusedResult } from './result.ts'

const DEADLINE_MS = 15_000
export const MAX_IN_FLIGHT = 1024

/**
 * Limit on idle connections: more than the number of webhooks that are usually busy. Webhooks at the same origin do not share connections.
 * An attempt over a new connection takes five times the processor time, even without TLS.
 */
export const MAX_IDLE = 1024
const SWEEP_MS = 250
/** Older connections are not used again, so that we follow DNS changes. */
const MAX_CONNECTION_AGE_MS = 60_000
/** Number of URLs whose check is cached. Parsing and checking a URL costs a tenth as much as a whole attempt. */
const MAX_TARGETS = 1024

/** `start`: the first lines of every request to this target. */
type Target = { url: URL; origin: string; start: string }

const UNWRITABLE = /[^\t\x20-\x7e]/

/** Composes the request. Throws if a header cannot be written: that is our fault, not the receiver's. */
function compose({ start }: Target, headers: Record<string, string>, body: string): Request {
  let text = start
  for (const name in headers) {
    const value = headers[name] as string
    if (UNWRITABLE.test(value)) throw new Error(`invalid ${name} header`)
    text += `${name}: ${value}\r\n`
  }
  const length = Buffer.byteLength(body)
  return { text: `${text}content-length: ${length}\r\n\r\n${body}`, encoding: length === body.length ? 'latin1' : 'utf8' }
}

/** Removes the answer of a private target, which the owner of the webhook must not see. */
const withoutAnswer = (result: AttemptResult): AttemptResult =>
  result.address !== null && isAllowedAddress(result.address, { allowPrivate: false }) ? result : { ...result, body_kept: null }

export class Http1Sender implements Sender {
  readonly #policy: TargetPolicy
  readonly #dialer: Dialer
  /**
   * Idle connections by webhook and origin, so that leftover bytes from one receiver are never read as the response of another. The most
   * recently used connection is taken first.
   */
  readonly #idle = new Map<string, Connection[]>()
  /** The same connections, ordered by idle time, longest first. */
  readonly #idle_by_age = new Set<Connection>()
  readonly #running: HttpExchange[] = []
  readonly #targets = new Map<string, Target>()
  #sweeper: NodeJS.Timeout | null = null
  #closed = false

  constructor(policy: TargetPolicy, dialer: Dialer) {
    this.#policy = policy
    this.#dialer = dialer
  }

  get in_flight(): number {
    return this.#running.length
  }

  get idle_connections(): number {
    return this.#idle_by_age.size
  }

  /** Sends one attempt. Checks the URL again, because the webhook may have been registered while private targets were allowed. */
  send({ url, headers, body, deadline_ms = DEADLINE_MS, webhook = '' }: SendRequest, onEnd: (result: AttemptResult) => void): void {
    if (this.#closed) throw new Error('the sender is closed')
    if (this.#running.length >= MAX_IN_FLIGHT) throw new Error(`${MAX_IN_FLIGHT} attempts are already in flight`)
    const target = this.#target(url)
    if (typeof target === 'string') {
      queueMicrotask(() => onEnd(refusedResult(target)))
      return
    }
    const request = compose(target, headers, body)
    const connection = this.#take(target, webhook)
    const exchange = new HttpExchange(connection, deadline_ms, (result, reusable) => {
      remove(this.#running, exchange)
      this.#release(connection, reusable)
      onEnd(this.#policy.hideAnswers ? withoutAnswer(result) : result)
    })
    this.#running.push(exchange)
    connection.start(exchange, request)
  }

  /** Ends every running attempt as `aborted` and closes all connections. */
  close(): void {
    this.#closed = true
    if (this.#sweeper) clearTimeout(this.#sweeper)
    for (const exchange of [...this.#running]) exchange.fail('aborted', 'the sender was closed')
    for (const connection of this.#idle_by_age) this.#discard(connection)
  }

  #target(text: string): Target | UrlRefusal {
    const known = this.#targets.get(text)
    if (known !== undefined) return known
    const checked = checkWebhookUrl(text, this.#policy)
    if (!checked.ok) return checked.reason
    const { url } = checked
    const target = {
      url,
      origin: url.origin,
      start: `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: keep-alive\r\n`,
    }
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear()
    this.#targets.set(text, target)
    return target
  }

  #take({ url, origin }: Target, webhook: string): Connection {
    const use = `${webhook} ${origin}`
    const connection = this.#idle.get(use)?.at(-1)
    if (connection === undefined || connection.idle_until_ms <= performance.now())
      return new Connection(url, use, this.#dialer, (lost) => this.#discard(lost))
    this.#forget(connection)
    return connection
  }

  #release(connection: Connection, reusable: boolean): void {
    if (!reusable || this.#closed || !connection.isFlushed || connection.age_ms >= MAX_CONNECTION_AGE_MS) {
      connection.destroy()
      return
    }
    connection.rest()
    const siblings = this.#idle.get(connection.use) ?? []
    siblings.push(connection)
    this.#idle.set(connection.use, siblings)
    this.#idle_by_age.add(connection)
    this.#sweeper ??= setTimeout(() => this.#sweep(), SWEEP_MS).unref()
    if (this.#idle_by_age.size <= MAX_IDLE) return
    const [longest_idle] = this.#idle_by_age
    if (longest_idle !== undefined) this.#discard(longest_idle)
  }

  /** Closes connections that have been idle for too long. */
  #sweep(): void {
    this.#sweeper = null
    const now_ms = performance.now()
    for (const connection of this.#idle_by_age) if (connection.idle_until_ms <= now_ms) this.#discard(connection)
    if (this.#idle_by_age.size > 0) this.#sweeper = setTimeout(() => this.#sweep(), SWEEP_MS).unref()
  }

  #discard(connection: Connection): void {
    if (this.#forget(connection)) connection.destroy()
  }

  /**
   * Removes a connection from the idle ones.
   * @returns whether it was idle
   */
  #forget(connection: Connection): boolean {
    if (!this.#idle_by_age.delete(connection)) return false
    const siblings = this.#idle.get(connection.use) ?? []
    siblings.splice(siblings.lastIndexOf(connection), 1)
    if (siblings.length === 0) this.#idle.delete(connection.use)
    return true
  }
}
