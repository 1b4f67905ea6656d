// The adapters' way to the network: HTTP requests to a carrier's service, relative to the address of the account. The service may hang,
// respond slowly, redirect or never end its answer. It may be at any address that a webhook may have. Every request counts against the
// account's quota.

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import type { CarrierAccount, CarrierAdapter, CarrierRequest, CarrierResponse, Operation } from '@backhaul/core/carrier-adapter.ts'
import { checkWebhookUrl, guardedLookup, systemDialer, type TargetPolicy } from '../../delivery/address-guard.ts'

/** The data needed to reach the service. `ending` is aborted when the process stops. */
export interface Reach {
  url: string
  targets: TargetPolicy
  /** Reads the secret of the account. Null if there is none. */
  secret: () => Promise<string | null>
  ending: AbortSignal
  /** Takes one request of the account's quota. False if none is left for this operation. */
  take: (operation: Operation) => Promise<boolean>
  /** Asked right before a request that pays. */
  mayPay: () => Promise<boolean>
}

/** Size limit of an answer. Uploaded reports have the same limit. */
const MAX_BYTES = 8 * 2 ** 20
const MAX_SHOWN = 300
/** Minimum length of a query value that is treated as a secret. Shorter values occur in ordinary words. */
const LEAST_HIDDEN = 4
/** Errors of a connection that was never made, so no request was sent. If an established connection has one, its `syscall` says so. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
const ESTABLISHED = new Set(['read', 'write'])

const wasSent = ({ code = '', syscall = '' }: NodeJS.ErrnoException): boolean => !NOT_CONNECTED.has(code) || ESTABLISHED.has(syscall)

const readAll = async (response: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response) {
    size += part.length
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Appends the path to the path of the URL, and the query to the URL's own query, which stays unchanged. */
const targetOf = (base: URL, { path, query }: CarrierRequest): URL => {
  const target = new URL(base)
  target.pathname = `${base.pathname.replace(/\/*$/, '/')}${path}`
  if (query !== undefined) target.search = base.search === '' ? `?${query}` : `${base.search}&${query}`
  return target
}

/** Starts the request. The target must be allowed, whatever address its name resolves to at this moment. */
const begin = ({ url, targets, ending }: Reach, request: CarrierRequest, deadline_ms: number): ClientRequest => {
  const { method, body, headers } = request
  const checked = checkWebhookUrl(url, targets)
  if (!checked.ok) throw new Error('the address of the service is not allowed here')
  const target = targetOf(checked.url, request)
  return (target.protocol === 'https:' ? secure : plain)(target, {
    method,
    agent: false,
    lookup: guardedLookup(systemDialer(targets)),
    signal: AbortSignal.any([ending, AbortSignal.timeout(deadline_ms)]),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers?.(target),
    },
  })
}

/** An error text of the service may repeat the query of its URL. */
const withoutSecrets = (text: string, { url }: Reach): string => {
  const query = URL.canParse(url) ? new URL(url).search.slice(1) : ''
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  const all = [query, ...values, ...new URLSearchParams(query).values()].filter((value) => value.length >= LEAST_HIDDEN)
  return all.reduce((shown, value) => shown.replaceAll(value, '***'), text)
}

const ask = async (reach: Reach, operation: Operation, request: CarrierRequest, deadline_ms: number): Promise<CarrierResponse> => {
  let isBegun = false
  try {
    if (!(await reach.take(operation))) throw new Error('the quota of the account is used up for now')
    if (operation === 'buy' && !(await reach.mayPay())) throw new Error('the time in which this attempt may be paid for is over')
    const sent = begin(reach, request, deadline_ms)
    isBegun = true
    // Errors after the start of the answer need no handling here, because they also end the reading of the answer.
    sent.on('error', () => {})
    sent.end(request.body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers } = response
    return { status, headers, bytes: await readAll(response) }
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException
    const reason = code === 'ABORT_ERR' ? `no answer within ${deadline_ms / 1000} s` : withoutSecrets(message, reach)
    const was_sent = isBegun && wasSent(error as NodeJS.ErrnoException)
    return { no_answer: `${request.method} ${request.path}: ${reason}`, was_sent }
  }
}

export const accountAt = (reach: Reach, { deadline_ms }: Pick<CarrierAdapter, 'deadline_ms'>): CarrierAccount => ({
  call: (operation, request) => ask(reach, operation, request, deadline_ms[operation]),
  secret: reach.secret,
  // Secrets are removed before the text is cut, because a partial secret at the cut would not be found.
  shown: (text) =>
    withoutSecrets(text, reach)
      .slice(0, MAX_SHOWN)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
})
