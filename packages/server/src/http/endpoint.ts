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

/** The scope and documentation section of endpoints for operators. */
export const OPS = { scope: 'ops', tag: 'Operations' } as const

/** Every resource that can be read with GET can also be read with HEAD, which returns the same answer without its body. */
export const READ = ['GET', 'HEAD']

export interface Context<Who extends Caller | null = Caller> {
  service: Service
  caller: Who
  /** The address at which the client found the service. */
  site: () => Site
  /** The `Accept` header, for endpoints that negotiate. */
  accept: string
  request_id: string
  /** Counts the requests of keys against their rate limits. */
  rates: Rates
}

export interface Site {
  /** The beginning of links to pages: BACKHAUL_PUBLIC_URL, or else the address in the request. */
  url: string
  is_https: boolean
}

/**
 * Returns the partner whose rows this caller may see; null for an operator, who sees all. Every statement that reads a resource takes this
 * value. For endpoints that counters and handlers may also call, the statement takes the caller's `reach` instead.
 */
export const tenant = (context: Context): string | null => tenantOf(context.caller)

export const reach = (context: Context): Reach => reachOf(context.caller)

/**
 * Returns the owner of a row if the caller is an operator. For endpoints that partners and operators share. Other callers do not see the
 * owner.
 */
export const ownerShown = (context: Context, { partner_id }: { partner_id: string }): { partner_id?: string } => {
  const { tenant: own, hands } = reachOf(context.caller)
  return own === null && hands === null ? { partner_id } : {}
}

/** Reads the rows of a partner, among those that the caller may see. If a partner asks for another partner's rows, it gets none. */
export const readOwned = async <Row>(
  own: string | null,
  asked: string | undefined,
  read: (tenant: string | null) => Promise<Row[]>,
): Promise<Row[]> => {
  if (own === null) return read(asked ?? null)
  return asked === undefined || asked === own ? read(own) : []
}

/** The request as a handler receives it, with `execute` (service/execute.ts) to commit its changes. */
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
  /** A path such as `/v2/shipments/:id`. Parameters begin with a colon. */
  path: string
  /**
   * If absent, `signed`: key and signature. `key`: the key only (public tracking). A session is accepted in place of either. `page`: no
   * authentication. Only one of our pages calls such an endpoint, and the body says who it is for (a sign-in link).
   */
  auth?: 'signed' | 'key' | 'page'
  /** Null if the endpoint requires no particular scope. Then every authenticated caller may use it, within its own scopes. */
  scope: Scope | null
  tag: Tag
  summary: string
  description: string
  /**
   * True for resources that belong to a partner and that only a partner can create. An operator key is refused with `insufficient_scope`,
   * so the handler's caller always has a partner.
   */
  partner_only?: boolean
  query?: TObject
  body?: TSchema
  /** Media types of the body when it is raw bytes instead of JSON. */
  binary?: string[]
  /** Limit in bytes. If absent, JSON_LIMIT_BYTES. */
  body_limit?: number
  /** Number of values in the largest valid body. If absent, it is derived from the schema (http/most-values.ts). */
  most_values?: number
  answers: Record<number, AnswerContract>
  /** Size in bytes of the longest answer, for endpoints that answer only if there is room for such an answer (http/unread.ts). */
  answer_limit?: number
  /** Error codes in addition to those that follow from the rest of the contract (http/error-answers.ts). */
  errors?: ErrorCode[]
}

/** The handler type as the pipeline sees it. The pipeline has checked caller, parameters, query and body against the contract. */
type Handle = (context: Context, input: Input<unknown, unknown, unknown>) => Promise<Answer | Refusal>

export interface Endpoint extends Contract {
  auth: NonNullable<Contract['auth']>
  handle: Handle
  /** The endpoint's name in the list of its kind (`kind.ts`); app/routes.ts sets it. */
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
 * Defines an endpoint: its contract and its handler, whose caller and input are typed from the contract. Only this function drops these
 * types, because each endpoint of the list has different ones. Dropping them is safe, because http/pipeline.ts calls a handler only with
 * input that fits its contract.
 */
export const endpoint = <const C extends Contract>(
  contract: C,
  handle: (context: Context<CallerOf<C>>, input: Input<ParamsOf<C>, QueryOf<C>, BodyOf<C>>) => Promise<Answer | Refusal>,
): Endpoint => ({ auth: 'signed', ...(contract as unknown as Contract), handle: handle as unknown as Handle })

/** Makes a JSON answer. */
export const answer = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })

/** Answers with the resource that was read or written. Passes a refusal on. */
export const shown = async <Row extends object>(
  found: Promise<Row | Refusal>,
  show: (row: Row) => object | Promise<object> = (row) => row,
): Promise<Answer | Refusal> => {
  const row = await found
  return isRefusal(row) ? row : answer(200, await show(row))
}

/** Answers a removal with 204. Passes a refusal on. */
export const emptied = async (outcome: Promise<unknown>): Promise<Answer | Refusal> => {
  const refusal = await outcome
  return isRefusal(refusal) ? refusal : { status: 204, body: null }
}
