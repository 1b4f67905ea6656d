import type { ErrorCode } from '@backhaul/core/errors.ts'
import type { Scope } from '@backhaul/core/partner.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Static, TObject, TSchema } from 'typebox'
import type { Answer, Execution } from '../service/execute.ts'
import type { Caller, PartnerCaller } from '../service/key-cache.ts'
import { type Reach, reachOf, tenantOf } from '../service/reach.ts'
import type { Service } from '../service/service.ts'
import type { Rates } from './rate-limit.ts'
import type { Tag } from './tags.ts'

/** Body limits: docs/guide/requests.md#sizes. */
export const JSON_LIMIT_BYTES = 1024 * 1024
export const BATCH_LIMIT_BYTES = 8 * 1024 * 1024
export const DOCUMENT_LIMIT_BYTES = 5 * 1024 * 1024

/** The scope and the section of what only operators may ask. */
export const OPS = { scope: 'ops', tag: 'Operations' } as const

/** What is read with GET is read with HEAD as well: the same answer without its body. */
export const READ = ['GET', 'HEAD']

export interface Context<Who extends Caller | null = Caller> {
  service: Service
  caller: Who
  /** Where the client found the service. */
  site: () => Site
  /** The `Accept` header, for endpoints that negotiate. */
  accept: string
  request_id: string
  /** What keys have used of their limits. */
  rates: Rates
}

export interface Site {
  /** As a link to a page begins: BACKHAUL_PUBLIC_URL, else what the request says. */
  url: string
  is_https: boolean
}

/**
 * The partner whose rows this caller may see; null: an operator sees all. Every statement that reads a resource takes it, or, where counters
 * and handlers may ask, their `reach`.
 */
export const tenant = (context: Context): string | null => tenantOf(context.caller)

export const reach = (context: Context): Reach => reachOf(context.caller)

/** What operators see of a partner's row in addition, where partners and they ask the same endpoint; nobody's else. */
export const ownerShown = (context: Context, { partner_id }: { partner_id: string }): { partner_id?: string } => {
  const { tenant: own, hands } = reachOf(context.caller)
  return own === null && hands === null ? { partner_id } : {}
}

/** The rows that a filter by partner leaves of those that the caller may see. A partner that asks for another's gets none. */
export const readOwned = async <Row>(
  own: string | null,
  asked: string | undefined,
  read: (tenant: string | null) => Promise<Row[]>,
): Promise<Row[]> => {
  if (own === null) return read(asked ?? null)
  return asked === undefined || asked === own ? read(own) : []
}

/** What a handler gets of its request, and `execute` (service/execute.ts), by which it commits. */
export interface Input<P, Q, B> extends Pick<Execution, 'execute'> {
  params: P
  query: Q
  body: B
}

export interface AnswerContract {
  description: string
  schema?: TSchema
  /** Media types other than JSON. */
  content?: string[]
}

export interface Contract {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/v2/shipments/:id`: parameters with a colon. */
  path: string
  /**
   * `signed` when absent: key and signature. `key`: the key only (public tracking). Either takes a session instead. `page`: none of them, but
   * a page of ours, whose body says who it is for (a sign-in link).
   */
  auth?: 'signed' | 'key' | 'page'
  /** Null: whoever is known may ask, and gets no further than its own scopes. */
  scope: Scope | null
  tag: Tag
  summary: string
  description: string
  /**
   * Resources that belong to a partner can only be created by one: an operator key is refused with `insufficient_scope`, and the handler's
   * caller has a partner.
   */
  partner_only?: boolean
  query?: TObject
  body?: TSchema
  /** The body is raw bytes of one of these media types instead of JSON. */
  binary?: string[]
  /** In bytes; JSON_LIMIT_BYTES when absent. */
  body_limit?: number
  /** Values that the largest valid body has; what its schema tells when absent (http/most-values.ts). */
  most_values?: number
  answers: Record<number, AnswerContract>
  /** Bytes of the longest answer, where it is not made before there is room for so many; see http/unread.ts. */
  answer_limit?: number
  /** Codes in addition to those that follow from the rest of the contract (http/error-answers.ts). */
  errors?: ErrorCode[]
}

/** What every endpoint of the list looks like to the pipeline, which has checked caller, parameters, query and body by the contract. */
type Handle = (context: Context, input: Input<unknown, unknown, unknown>) => Promise<Answer | Refusal>

export interface Endpoint extends Contract {
  auth: NonNullable<Contract['auth']>
  handle: Handle
  /** Its name in the list of its kind (`kind.ts`); app/routes.ts sets it. */
  operation?: string
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type BodyOf<C> = C extends { binary: string[] }
  ? { bytes: Uint8Array; content_type: string }
  : C extends { body: infer B extends TSchema }
    ? Static<B>
    : undefined
type QueryOf<C> = C extends { query: infer Q extends TObject } ? Static<Q> : Record<string, never>
export type ParamsOf<C extends Pick<Contract, 'path'>> = { [Name in ParamNames<C['path']>]: string }
export type CallerOf<C> = C extends { auth: 'page' } ? null : C extends { partner_only: true } ? PartnerCaller : Caller

/**
 * One endpoint: its contract and its handler, whose caller and input are typed from the contract. Only this function drops these types,
 * because each endpoint of the list has its own. It is safe: http/pipeline.ts calls a handler only with what fits its contract.
 */
export const endpoint = <const C extends Contract>(
  contract: C,
  handle: (context: Context<CallerOf<C>>, input: Input<ParamsOf<C>, QueryOf<C>, BodyOf<C>>) => Promise<Answer | Refusal>,
): Endpoint => ({ auth: 'signed', ...(contract as unknown as Contract), handle: handle as unknown as Handle })

/** A JSON answer. */
export const answer = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })

/** The answer that shows what was read or written. A refusal stays one. */
export const shown = async <Row extends object>(
  found: Promise<Row | Refusal>,
  show: (row: Row) => object | Promise<object> = (row) => row,
): Promise<Answer | Refusal> => {
  const row = await found
  return isRefusal(row) ? row : answer(200, await show(row))
}

/** The answer to what removed something. A refusal stays one. */
export const emptied = async (outcome: Promise<unknown>): Promise<Answer | Refusal> => {
  const refusal = await outcome
  return isRefusal(refusal) ? refusal : { status: 204, body: null }
}
