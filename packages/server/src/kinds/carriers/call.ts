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
  held: CarrierAccount['held']
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
const begin = ({ targets, ending }: Reach, target: URL, request: Omit<CarrierRequest, 'path'>, deadline_ms: number): ClientRequest => {
  const { method, body, headers } = request
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

/** Sends the request and reads the answer. Errors: the connection, the deadline, and `MAX_BYTES`. */
const send = async (sent: ClientRequest, body?: string): Promise<CarrierResponse> => {
  // Errors after the start of the answer need no handling here, because they also end the reading of the answer.
  sent.on('error', () => {})
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status = 0, headers } = response
  return { status, headers, bytes: await readAll(response) }
}

/** An error text of the service may repeat the query of its URL, or the secret. */
const withoutSecrets = (text: string, { url }: Reach, secret: string | null): string => {
  const query = URL.canParse(url) ? new URL(url).search.slice(1) : ''
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1))
  const secrets = secret === null ? [] : [secret, Buffer.from(`${secret}:`).toString('base64').replace(/=+$/, '')]
  const all = [query, ...values, ...new URLSearchParams(query).values(), ...secrets].filter((value) => value.length >= LEAST_HIDDEN)
  return all.reduce((shown, value) => shown.replaceAll(value, '***'), text)
}

const allowed = (url: string, { targets }: Reach): URL => {
  const checked = checkWebhookUrl(url, targets)
  if (!checked.ok) throw new Error('the address of the service is not allowed here')
  return checked.url
}

const whyNot = (error: unknown, deadline_ms: number): string => {
  const { message, code = '' } = error as NodeJS.ErrnoException
  return code === 'ABORT_ERR' ? `no answer within ${deadline_ms / 1000} s` : message
}

const ask = async (
  reach: Reach,
  operation: Operation,
  request: CarrierRequest,
  deadline_ms: number,
  cleaned: (text: string) => string,
): Promise<CarrierResponse> => {
  let isBegun = false
  try {
    if (!(await reach.take(operation))) throw new Error('the quota of the account is used up for now')
    if (operation === 'buy' && !(await reach.mayPay())) throw new Error('the time in which this attempt may be paid for is over')
    const sent = begin(reach, targetOf(allowed(reach.url, reach), request), request, deadline_ms)
    isBegun = true
    return await send(sent, request.body)
  } catch (error) {
    const reason = cleaned(whyNot(error, deadline_ms))
    const was_sent = isBegun && wasSent(error as NodeJS.ErrnoException)
    return { no_answer: `${request.method} ${request.path}: ${reason}`, was_sent }
  }
}

/**
 * Gets a file from an address that the carrier gave. Anyone who knows the address can read a label with its names and addresses, so errors do
 * not show it.
 */
const downloadFile = async (reach: Reach, url: string, hosts: readonly string[], deadline_ms: number): Promise<CarrierResponse> => {
  try {
    const target = allowed(url, reach)
    // The files of a carrier on this machine are there, too.
    const isListed =
      reach.targets.loopbackOnly === true
        ? target.origin === new URL(reach.url).origin
        : target.protocol === 'https:' && target.port === '' && hosts.includes(target.hostname)
    if (!isListed) throw new Error(`files are not fetched from ${target.host}`)
    return await send(begin(reach, target, { method: 'GET' }, deadline_ms))
  } catch (error) {
    return { no_answer: whyNot(error, deadline_ms), was_sent: true }
  }
}

type Declared = Pick<CarrierAdapter, 'deadline_ms' | 'file_hosts'>

export const accountAt = (reach: Reach, { deadline_ms, file_hosts = [] }: Declared): CarrierAccount => {
  let known: string | null = null
  const cleaned = (text: string) => withoutSecrets(text, reach, known)
  return {
    call: (operation, request) => ask(reach, operation, request, deadline_ms[operation], cleaned),
    download: (url) => downloadFile(reach, url, file_hosts, deadline_ms.find),
    held: reach.held,
    // An adapter reads the secret before it can send it.
    secret: async () => {
      known = await reach.secret()
      return known
    },
    // Secrets are removed before the text is cut, because a partial secret at the cut would not be found.
    shown: (text) =>
      cleaned(text)
        .slice(0, MAX_SHOWN)
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
        .trim(),
  }
}
