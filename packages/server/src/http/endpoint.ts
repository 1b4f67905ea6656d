import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../domain/errors.ts'
import type { Scope } from '../domain/partner.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Answer, Execution } from '../service/execute.ts'
import type { Caller } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import type { Tag } from './tags.ts'

export interface Context {
  service: Service
  caller: Caller
  /** The `Accept` header, for endpoints that negotiate. */
  accept: string
  request_id: string
}

/** The partner whose rows this caller may see; null: an operator sees all. Every statement that reads a resource takes it. */
export const tenant = (context: Context): string | null => context.caller.partner?.id ?? null

/** What a handler is given of its request, and `execute`, by which it commits: service/execute.ts. */
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
  /** `signed`: key and signature; `key`: the key only (public tracking). */
  auth: 'signed' | 'key'
  scope: Scope
  tag: Tag
  summary: string
  description: string
  /** Resources that belong to a partner can only be created by one: an operator key is refused with `insufficient_scope`. */
  partner_only?: boolean
  query?: TObject
  body?: TSchema
  /** The body is raw bytes of one of these media types instead of JSON. */
  binary?: string[]
  body_limit?: number
  answers: Record<number, AnswerContract>
  /** Codes beyond those that every endpoint can answer. */
  errors: ErrorCode[]
}

export interface Endpoint extends Contract {
  // biome-ignore lint/suspicious/noExplicitAny: the list of endpoints is heterogeneous; each handler is typed where it is written
  handle(context: Context, input: Input<any, any, any>): Promise<Answer | Refusal>
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
type ParamsOf<C extends Contract> = { [Name in ParamNames<C['path']>]: string }

/** One endpoint: its contract and its handler, whose input is typed from the contract. */
export const endpoint = <const C extends Contract>(
  contract: C,
  handle: (context: Context, input: Input<ParamsOf<C>, QueryOf<C>, BodyOf<C>>) => Promise<Answer | Refusal>,
): Endpoint => ({ ...(contract as unknown as Contract), handle })

/** A JSON answer. */
export const answer = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) })
