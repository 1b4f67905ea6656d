// What the HTTP client of webhooks would be over undici: the same one function as packages/server/src/delivery/http1/http1.ts, and the same
// promise, so that `npm run bench -- --only clients` can compare the two in the real worker. Nothing but the bench loads it.
//
// One undici `Client` per connection over one guarded socket, one request at a time. Known gaps, none of which costs or saves time:
// a header that undici refuses to write is a failed attempt here, where the real one throws.
import { Client } from 'undici'
import { ConnectFailure, checkWebhookUrl, openSocket, systemDialer } from '../packages/server/dist/delivery/address-guard.js'
import { MAX_IN_FLIGHT } from '../packages/server/dist/delivery/http1/http1.js'
import * as result from '../packages/server/dist/delivery/http1/result.js'
import { remove } from '../packages/server/dist/delivery/short-list.js'

const DEADLINE_MS = 15_000
const MAX_RESPONSE_BYTES = 512 * 1024
const MAX_HEADER_BYTES = 16 * 1024
const MAX_INFORMATIONAL_RESPONSES = 16
const MAX_IDLE = 256
const IDLE_MS = 2000
const MAX_IDLE_MS = 10_000
const KEEP_ALIVE_MARGIN_MS = 1000
const MAX_CONNECTION_AGE_MS = 60_000
const MAX_TARGETS = 1024

export const createSender = (policy) => new UndiciSender(policy)

class UndiciSender {
  #policy
  #dialer
  /** Idle connections by origin; the last one used is the next one taken. */
  #idle = new Map()
  /** The same connections, longest idle first. */
  #idle_by_age = new Set()
  #running = []
  #targets = new Map()
  #closed = false

  constructor(policy) {
    this.#policy = policy
    this.#dialer = systemDialer(policy)
  }

  get in_flight() {
    return this.#running.length
  }

  get idle_connections() {
    return this.#idle_by_age.size
  }

  send({ url, headers, body, deadline_ms = DEADLINE_MS }, onEnd) {
    if (this.#closed) throw new Error('the sender is closed')
    if (this.#running.length >= MAX_IN_FLIGHT) throw new Error(`more than ${MAX_IN_FLIGHT} attempts in flight`)
    const target = this.#target(url)
    if (typeof target === 'string') {
      queueMicrotask(() => onEnd(result.refusedResult(target)))
      return
    }
    const connection = this.#take(target)
    const exchange = new Exchange(connection, deadline_ms, (ended, reusable) => {
      remove(this.#running, exchange)
      this.#release(connection, reusable)
      onEnd(ended)
    })
    this.#running.push(exchange)
    connection.start({ path: target.path, method: 'POST', headers, body }, exchange)
  }

  close() {
    this.#closed = true
    for (const exchange of [...this.#running]) exchange.fail('aborted', 'the sender was closed')
    for (const connection of this.#idle_by_age) this.#discard(connection)
  }

  #target(text) {
    const known = this.#targets.get(text)
    if (known !== undefined) return known
    const checked = checkWebhookUrl(text, this.#policy)
    if (!checked.ok) return checked.reason
    const { url } = checked
    const target = { url, path: url.pathname + url.search }
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear()
    this.#targets.set(text, target)
    return target
  }

  #take({ url }) {
    const connection = this.#idle.get(url.origin)?.at(-1)
    if (connection === undefined) return new Connection(url, this.#dialer, (lost) => this.#discard(lost))
    this.#forget(connection)
    return connection
  }

  #release(connection, reusable) {
    if (!reusable || this.#closed || connection.age_ms >= MAX_CONNECTION_AGE_MS) {
      connection.destroy()
      return
    }
    const siblings = this.#idle.get(connection.origin) ?? []
    siblings.push(connection)
    this.#idle.set(connection.origin, siblings)
    this.#idle_by_age.add(connection)
    if (this.#idle_by_age.size <= MAX_IDLE) return
    const [longest_idle] = this.#idle_by_age
    if (longest_idle !== undefined) this.#discard(longest_idle)
  }

  #discard(connection) {
    if (this.#forget(connection)) connection.destroy()
  }

  /** @returns whether it was idle */
  #forget(connection) {
    if (!this.#idle_by_age.delete(connection)) return false
    const siblings = this.#idle.get(connection.origin) ?? []
    siblings.splice(siblings.lastIndexOf(connection), 1)
    if (siblings.length === 0) this.#idle.delete(connection.origin)
    return true
  }
}

class Connection {
  address = null
  #client
  #created_ms = performance.now()
  #socket = null
  #exchange = null
  /** Bytes that had come over the socket before the running exchange. */
  #bytes_before = 0

  /** @param onLost told when the receiver closed the connection, or it was idle for too long */
  constructor(url, dialer, onLost) {
    this.origin = url.origin
    this.#client = new Client(url.origin, {
      connect: (_target, done) => {
        this.#socket = openSocket(url, dialer, undefined, (failure, socket) => {
          if (socket === null) return done(failure, null)
          this.address = socket.remoteAddress ?? null
          this.#bytes_before = 0
          socket.on('readable', () => this.#limitBytes(socket))
          done(null, socket)
        })
      },
      // The deadline of the attempt rules; undici's limits start anew with every phase and every chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      pipelining: 1,
    })
    this.#client.on('disconnect', () => onLost(this))
  }

  get age_ms() {
    return performance.now() - this.#created_ms
  }

  start(request, exchange) {
    this.#exchange = exchange
    this.#bytes_before = this.#socket?.bytesRead ?? 0
    this.#client.dispatch(request, exchange)
  }

  /** Before undici parses: framing without end (a status line, chunk extensions) reaches no callback of the exchange. */
  #limitBytes(socket) {
    if (socket.bytesRead - this.#bytes_before > MAX_RESPONSE_BYTES) this.#exchange?.fail('protocol', 'the response is mostly framing')
  }

  /** The client too: it would connect again for a request that is not written yet. */
  destroy() {
    this.#socket?.destroy()
    this.#client.destroy(() => {})
  }
}

/** One attempt, as undici tells of it. */
class Exchange {
  #connection
  #onEnd
  #started_ms = performance.now()
  #deadline
  #ended = false
  #informational = 0
  #status = null
  #retry_after
  #reusable = true
  #body_bytes = 0
  #kept = []
  #kept_bytes = 0

  constructor(connection, deadline_ms, onEnd) {
    this.#connection = connection
    this.#onEnd = onEnd
    this.#deadline = setTimeout(failByDeadline, deadline_ms, this, deadline_ms)
  }

  onRequestStart() {}

  onResponseStart(controller, status, headers) {
    if (status < 200) {
      this.#informational++
      if (this.#informational > MAX_INFORMATIONAL_RESPONSES) controller.abort(new Error('too many informational responses'))
      return
    }
    this.#status = status
    this.#retry_after = firstOf(headers['retry-after'])
    this.#reusable = firstOf(headers.connection)?.toLowerCase() !== 'close'
  }

  onResponseData(_controller, chunk) {
    if (this.#ended) return
    if (this.#kept_bytes < result.MAX_BODY_KEPT_BYTES) {
      const part = chunk.subarray(0, result.MAX_BODY_KEPT_BYTES - this.#kept_bytes)
      this.#kept.push(part)
      this.#kept_bytes += part.length
    }
    this.#body_bytes += chunk.length
    if (this.#body_bytes >= result.MAX_BODY_READ_BYTES) this.#finish(null, false)
  }

  onResponseEnd() {
    this.#finish(null, this.#reusable)
  }

  onResponseError(_controller, error) {
    this.fail(classify(error), error.message)
  }

  fail(error_class, message) {
    this.#finish({ error_class, message }, false)
  }

  #finish(failure, reusable) {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#deadline)
    const ended = {
      started_ms: this.#started_ms,
      address: this.#connection.address,
      status: this.#status,
      retry_after: this.#retry_after,
      body_bytes: this.#body_bytes,
      kept: this.#kept.length === 1 ? this.#kept[0] : Buffer.concat(this.#kept),
    }
    this.#onEnd(result.resultOf(ended, failure), reusable)
  }
}

function failByDeadline(exchange, deadline_ms) {
  exchange.fail('timeout', result.deadlineMessage(deadline_ms))
}

const firstOf = (header) => (Array.isArray(header) ? header[0] : header)

const classify = (error) => {
  if (error instanceof ConnectFailure) return error.error_class
  // undici has one code for a lost connection and for a response that makes no sense.
  return error.code === 'UND_ERR_SOCKET' && /closed/.test(error.message) ? 'reset' : result.classify(error)
}
