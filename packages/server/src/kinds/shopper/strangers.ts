// The way of a request to a shopper's page: no key, so every cost is bounded by who causes it. A token that nobody here made is answered before
// anything is asked of the database; then each address and each link has so many requests a minute; and whatever goes wrong is said in plain
// words, in the language that the browser wishes.
import { ERRORS } from '@backhaul/core/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ownerOf } from '../../http/admission.ts'
import { limitReading } from '../../http/connections.ts'
import { header } from '../../http/reading.ts'
import { logThrown, refusalOf } from '../../http/responding.ts'
import type { StrangerRates } from '../../http/stranger-rates.ts'
import type { Answer } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { chooseLanguage, type Language, TEXTS } from './language.ts'
import { type PageAnswer, PRIVATE_PAGE, plainPage } from './page.ts'

/** Many shoppers may share the address of an office or a telephone network. */
export const PER_ADDRESS = 300
export const PER_LINK = 60
const RETRY_AFTER_S = 5
/** What a search for counters may ask for, and other texts of a query. */
const MAX_QUERY_CHARACTERS = 200

export interface Visit {
  token: string
  language: Language
  /** As the switch of the page was used; null: it was not. */
  asked: string | null
  query: URLSearchParams
  /** Of the page: what stands before the token's path where a proxy takes something off. */
  path: string
}

export interface Visitors {
  service: Service
  /** What a proxy takes off the beginning of paths. */
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

/** A file for a shopper: as private as the page. */
export const privateFile = (file: Answer): Answer => ({ ...file, headers: { ...file.headers, ...PRIVATE_PAGE } })

/** The thing that a token names; null: nobody here made it. */
type ReadToken<Named> = (token: string) => Named | null

/**
 * The handler of one path below a link. `work` gets what the token names and answers; null: there is no such page, or no longer. The same
 * answer as for a token that was never made.
 */
export const visited = <Named extends string | object>(
  { service, prefix }: Visitors,
  rates: StrangerRates,
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
      // Not the address: whoever has it sees the page.
      logThrown(service.log, refusal, error, request, request.routeOptions.url)
      return send(reply, failedPage(language, path, ERRORS[refusal.code].status), owner)
    }
  }
}
