// Runs large requests in a process of their own if several processes share a machine. A request is large if its body has 64 KiB or more,
// its list has 50 members or more, or its endpoint reads megabytes. An API process checks the key, address, signature, rate limit and scope
// as for any request, and then hands the request over. The answer comes from the other process. So a quick request never waits in a thread,
// or for memory, behind a slow one.
//
// The handover uses HTTP on a Unix socket that only this account can open. The bytes of a body stay in the process that received them until
// the request has a slot. If the client leaves, the connection ends, and changes that were not written by then are not written.
//
// Promise: only one process works on a request. The API process does the work itself only if it could not connect, so that nothing has
// begun.
import { rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Unavailable } from '../database/db.ts'
import { Gate, PATIENCE_MS } from '../process/gate.ts'
import { type Answer, NOT_AWAITED } from '../service/execute.ts'
import type { Caller } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { Answering, type Elsewhere, MAX_LARGE, type Work } from './answering.ts'
import { UNKNOWN_KEY } from './authenticate.ts'
import type { Endpoint, Site } from './endpoint.ts'
import type { Rates } from './rate-limit.ts'
import { type Asked, type Prepared, prepare } from './reading.ts'
import { refusalOf } from './responding.ts'
import { SESSION_ENDED } from './session-cookie.ts'

/**
 * Time limit for the work on a request: its wait for a slot and a few statements. Connections that are silent for longer are cut in any
 * case.
 */
const ANSWER_LIMIT_MS = 85_000
/** Size limit of the path and headers: twice the length that Node accepts from clients. */
const HEAD_BYTES = 128 * 1024
/** Interval for checking whether a client has left. */
const RECHECK_INTERVAL_MS = 50
/**
 * Time limit for a large request to wait for the process to start. Without this wait, the first large requests would occupy the threads of
 * small ones, just when most large requests arrive. After this time the API process does the work itself, and asks for the process again.
 */
const START_LIMIT_MS = 3_000
const WANT_EVERY_MS = 1_000
const WORK = 'x-work'
const OWNER = 'x-owner'
const OUTCOME = 'x-outcome'

/** The parts of a request, other than its body, that are handed over. */
interface Told {
  name: string
  key_id: string
  isSession: boolean
  site: Site
  asked: Asked
  traceparent: string | undefined
}

/** The parts of an answer, other than its body, that are handed back, or a whole refusal. */
type Outcome = { refusal: Refusal } | { status: number; headers?: Record<string, string>; hasBody: boolean }

const toHeader = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64')
const fromHeader = <T>(text: unknown): T => JSON.parse(Buffer.from(String(text), 'base64').toString()) as T

/** The headers that the endpoint still reads. */
const headersOf = ({ headers }: Asked): Asked['headers'] => ({
  accept: headers.accept,
  'content-type': headers['content-type'],
  'content-encoding': headers['content-encoding'],
  'idempotency-key': headers['idempotency-key'],
})

/** Collects a message. The sender always sets Content-Length, so the bytes are copied as they arrive and are held only once. */
const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(Number(message.headers['content-length'] ?? 0))
  let size = 0
  for await (const chunk of message) size += (chunk as Buffer).copy(bytes, size)
  if (size < bytes.length) throw new Error(`only ${size} of ${bytes.length} bytes arrived`)
  return bytes
}

const hasNotBegun = (error: unknown): boolean => (error as { syscall?: string }).syscall === 'connect'

/** Used in an API process: hands large requests over while the other process is available. */
export class LargeWork {
  readonly #want: () => void
  #path: string | null = null
  /** Time since which the process for large requests has been wanted. Null if it is not wanted. */
  #requestedSince_ms: number | null = null
  #wanted_ms = Number.NEGATIVE_INFINITY
  readonly #waiting = new Set<() => void>()
  /** Handovers in progress, each with a function that ends it when the client has left. */
  readonly #underWay = new Map<Work, () => void>()
  #looking: NodeJS.Timeout | null = null

  /** @param want called when there is work and the other process is not running */
  constructor(want: () => void) {
    this.#want = want
  }

  /** @param path the socket of the process that does the work; null if no process does */
  isDoneAt(path: string | null): void {
    this.#path = path
    this.#requestedSince_ms = null
    this.#wanted_ms = Number.NEGATIVE_INFINITY
    if (path === null) return
    for (const goOn of this.#waiting) goOn()
  }

  readonly elsewhere: Elsewhere = async (work) => {
    if (this.#path === null) await this.#start()
    return this.#path === null ? null : this.#handOver(this.#path, work)
  }

  /** Resolves when the process is available, or when it has not started in time. */
  async #start(): Promise<void> {
    const now_ms = performance.now()
    this.#requestedSince_ms ??= now_ms
    if (now_ms - this.#wanted_ms >= WANT_EVERY_MS) {
      this.#wanted_ms = now_ms
      this.#want()
    }
    const left_ms = this.#requestedSince_ms + START_LIMIT_MS - now_ms
    if (left_ms <= 0) return
    await new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        this.#waiting.delete(goOn)
        resolve()
      }
      const timer = setTimeout(goOn, left_ms)
      this.#waiting.add(goOn)
    })
  }

  /** Returns null if the connection failed, so that nothing has begun. Errors: Unavailable. */
  async #handOver(path: string, work: Work): Promise<Answer | Refusal | null> {
    try {
      return await this.#send(path, work)
    } catch (error) {
      if (!work.isAwaited()) return NOT_AWAITED
      if (hasNotBegun(error)) return null
      throw new Unavailable(`a large request was lost: ${(error as Error).message}`)
    } finally {
      this.#underWay.delete(work)
    }
  }

  #send(path: string, work: Work): Promise<Answer | Refusal> {
    const { asked, bytes, prepared, caller, traceparent } = work
    const { id, url, params } = asked
    const who = { key_id: caller.key.id, isSession: caller.key.session !== null }
    const asking = { id, url, params, headers: headersOf(asked) }
    const told: Told = { name: prepared.name, ...who, site: work.site(), asked: asking, traceparent }
    // Requests that only read need no slot here. Their number is limited where they read.
    const owner = prepared.endpoint.method === 'GET' ? {} : { [OWNER]: caller.key.partner_id ?? '' }
    const headers = { [WORK]: toHeader(told), ...owner, 'content-length': bytes.length }
    return new Promise((resolve, reject) => {
      const request = httpRequest({ socketPath: path, method: 'POST', headers, agent: false, maxHeaderSize: HEAD_BYTES })
      request.setTimeout(ANSWER_LIMIT_MS, () => request.destroy(new Error(`no answer within ${ANSWER_LIMIT_MS / 1000} s`)))
      request.on('error', reject)
      request.on('response', (response) => readOutcome(response).then(resolve, reject))
      request.end(bytes)
      this.#watch(work, () => request.destroy(new Error('the client disconnected')))
    })
  }

  #watch(work: Work, end: () => void): void {
    this.#underWay.set(work, end)
    this.#looking ??= setInterval(() => {
      for (const [{ isAwaited }, leave] of this.#underWay) if (!isAwaited()) leave()
      if (this.#underWay.size > 0 || !this.#looking) return
      clearInterval(this.#looking)
      this.#looking = null
    }, RECHECK_INTERVAL_MS)
  }
}

const readOutcome = async (response: IncomingMessage): Promise<Answer | Refusal> => {
  const bytes = await bytesOf(response)
  const told = response.headers[OUTCOME]
  // A refusal may list many mistakes, which is too long for a header.
  const outcome = told === undefined ? (JSON.parse(bytes.toString()) as Outcome) : fromHeader<Outcome>(told)
  if ('refusal' in outcome) return refuse(outcome.refusal.code, outcome.refusal.message, outcome.refusal.details)
  const { status, headers, hasBody } = outcome
  return { status, body: hasBody ? bytes : null, ...(headers && { headers }) }
}

/** Used in the process for large requests: answers a few of them at a time. */
export class LargeServer {
  readonly #service: Service
  readonly #answering: Answering
  readonly #prepared: Map<string, Prepared>
  readonly #places = new Gate(MAX_LARGE, PATIENCE_MS)
  readonly #server: Server
  #underWay = 0
  #ended_ms = performance.now()

  constructor(service: Service, endpoints: readonly Endpoint[], rates: Rates) {
    this.#service = service
    this.#answering = new Answering(service, rates)
    this.#prepared = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, prepare(endpoint)]))
    // Answering has already registered its own slots under this name, but this process does not use them. So this registration must come
    // later.
    this.#places.register(service.ledger, 'large_requests')
    this.#server = createServer({ maxHeaderSize: HEAD_BYTES, requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
      void this.#answer(request, response)
    })
  }

  /** How long the process has had nothing to do. */
  readonly idle_ms = (): number => {
    return this.#underWay > 0 ? 0 : performance.now() - this.#ended_ms
  }

  listen(path: string): Promise<void> {
    // A killed process leaves its socket file behind.
    rmSync(path, { force: true })
    return new Promise((resolve, reject) => this.#server.once('error', reject).listen(path, resolve))
  }

  /** Requests in progress are still answered. */
  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#underWay++
    response.once('close', () => {
      this.#underWay--
      this.#ended_ms = performance.now()
    })
    // The API process may drop the connection at any time.
    request.on('error', () => {})
    response.on('error', () => {})
    const told = fromHeader<Told>(request.headers[WORK])
    try {
      const owner = request.headers[OWNER]
      const { tracing } = this.#service
      const inPlace = () => this.#work(request, told)
      const work = () => (tracing ? tracing.withinRemote(told.traceparent, inPlace) : inPlace())
      const outcome = await (owner === undefined ? work() : this.#places.run(String(owner), work))
      this.#service.log.debug({ request_id: told.asked.id, name: told.name, isAwaited: outcome !== null }, 'large request')
      if (outcome) send(response, outcome)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.code === 'internal_error' && !request.socket.destroyed)
        this.#service.log.error({ err: error, request_id: told.asked.id, url: told.asked.url.split('?')[0] }, 'request failed')
      send(response, refusal)
    }
  }

  /** Returns null if the client has left. */
  async #work(request: IncomingMessage, told: Told): Promise<Answer | Refusal | null> {
    const isAwaited = () => !request.socket.destroyed
    if (!isAwaited()) return null
    const bytes = await bytesOf(request)
    const prepared = this.#prepared.get(told.name)
    if (!prepared) throw new Error(`no endpoint has the name "${told.name}"`)
    const caller = await this.#callerOf(told)
    if (isRefusal(caller)) return caller
    return this.#answering.answerInPlace({ asked: told.asked, bytes, prepared, caller, site: () => told.site, isAwaited })
  }

  /** Looks up the key or session again. The API process found it a moment ago. */
  async #callerOf({ key_id, isSession }: Told): Promise<Caller | Refusal> {
    const { keyCache } = this.#service
    const key = await (isSession ? keyCache.session(key_id) : keyCache.key(key_id))
    if (key) return keyCache.caller(key)
    return isSession ? SESSION_ENDED : UNKNOWN_KEY
  }
}

const send = (response: ServerResponse, outcome: Answer | Refusal): void => {
  if (isRefusal(outcome)) {
    const bytes = Buffer.from(JSON.stringify({ refusal: outcome }))
    response.setHeader('content-length', bytes.length)
    response.end(bytes)
    return
  }
  const { status, headers, body } = outcome
  response.setHeader(OUTCOME, toHeader({ status, headers, hasBody: body !== null }))
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0))
  response.setHeader('content-length', bytes.length)
  response.end(bytes)
}
