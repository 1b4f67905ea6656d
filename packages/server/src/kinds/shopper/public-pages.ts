// Handles requests for shopper pages. Such requests have no key, so limits bound their cost. A request with a token that this service did
// not create is answered without the database. All other requests are limited per minute, for each IP address and each link. Errors are
// shown in plain words, in the language that the browser prefers.
import { ERRORS } from '@backhaul/core/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from '../../http/admission.ts'
import type { AnonymousRates } from '../../http/anonymous-rates.ts'
import { limitReading } from '../../http/connections.ts'
import { header } from '../../http/reading.ts'
import { logThrown, refusalOf } from '../../http/responding.ts'
import type { Answer } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { chooseLanguage, type Language, TEXTS } from './language.ts'
import { type PageAnswer, PRIVATE_PAGE, plainPage } from './page.ts'

/**
 * Limit on the requests from one IP address per minute. Many shoppers may share an address, for example in an office or a phone network.
 */
export const PER_ADDRESS = 300
export const PER_LINK = 60
const RETRY_AFTER_S = 5
/** Maximum length of a query, such as a search for counters. */
const MAX_QUERY_CHARACTERS = 200

export interface Visit {
  token: string
  language: Language
  /** The language chosen with the page's switch. Null: none was chosen. */
  asked: string | null
  query: URLSearchParams
  /** The public path of the page, including the prefix that a proxy removes. */
  path: string
}

export interface PublicContext {
  service: Service
  /** The prefix that a proxy removes from paths. */
  prefix: string
}

const queryOf = (request: FastifyRequest): URLSearchParams => {
  const at = request.url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1, at + 1 + MAX_QUERY_CHARACTERS))
}

export const notFoundPage = (language: Language, path: string): PageAnswer =>
  plainPage(404, language, path, TEXTS[language].not_found_title, [TEXTS[language].not_found])

const slowPage = (language: Language, path: string, wait_s: number): PageAnswer => {
  const page = plainPage(429, language, path, TEXTS[language].slow_title, [TEXTS[language].slow(wait_s)])
  return { ...page, headers: { ...page.headers, 'retry-after': String(wait_s) } }
}

const failedPage = (language: Language, path: string, status: number): PageAnswer => {
  const page = plainPage(status, language, path, TEXTS[language].failed_title, [TEXTS[language].failed])
  return status === 503 ? { ...page, headers: { ...page.headers, 'retry-after': String(RETRY_AFTER_S) } } : page
}

const send = (reply: FastifyReply, { status, headers, body }: PageAnswer | Answer, owner: string): FastifyReply => {
  reply.code(status).headers(headers ?? {})
  if (body === null || body.length === 0) return reply.header('content-length', '0').send()
  limitReading(reply.raw, body.length, owner)
  return reply.send(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength))
}

/** A file for a shopper, with the privacy headers of the page. */
export const privateFile = (file: Answer): Answer => ({ ...file, headers: { ...file.headers, ...PRIVATE_PAGE } })

/** Resolves a token. Null: this service did not create it. */
type ReadToken<Named> = (token: string) => Named | null

/**
 * Makes the handler of one path below a link. `work` receives the resolved token and returns the answer. If it returns null, the page does
 * not exist, and the answer is the same as for an unknown token.
 */
export const visited = <Named extends string | object>(
  { service, prefix }: PublicContext,
  rates: AnonymousRates,
  kind: 'p' | 'r',
  read: ReadToken<Named>,
  work: (named: Named, visit: Visit, request: FastifyRequest) => Promise<PageAnswer | Answer | null>,
) => {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = (request.params as { token?: string }).token ?? ''
    const query = queryOf(request)
    const asked = query.get('lang')
    const language = chooseLanguage(asked, null, header(request, 'accept-language'))
    const named = read(token)
    const path = named === null ? '' : `${prefix}/${kind}/${token}`
    const owner = ownerOf(request.ip)
    if (named === null) return send(reply, notFoundPage(language, path), owner)
    const wait_s = rates.take(owner, PER_ADDRESS) || rates.take(`${kind}/${token}`, PER_LINK)
    if (wait_s > 0) return send(reply, slowPage(language, path, wait_s), owner)
    try {
      const answer = await work(named, { token, language, asked, query, path }, request)
      return send(reply, answer ?? notFoundPage(language, path), owner)
    } catch (error) {
      const refusal = refusalOf(error)
      // Log the route, not the address: anyone who knows the address can see the page.
      logThrown(service.log, refusal, error, request, request.routeOptions.url)
      return send(reply, failedPage(language, path, ERRORS[refusal.code].status), owner)
    }
  }
}
