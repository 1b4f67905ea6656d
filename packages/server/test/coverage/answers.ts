// Compares an answer with the endpoint's contract: status, schema, error codes, headers.
import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { errorCodesOf } from '../../src/http/error-answers.ts'
import type { TestAnswer } from '../support/client.ts'

const validators = new Map<TSchema, Validator>()

/** Returns the schema with every object closed. Undeclared fields are an error here, while the published document allows them. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { published: _, ...rest } = schema as Record<string, unknown>
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === 'examples' ? value : closed(value)]))
  const isRecord = copy.type === 'object' && typeof copy.properties === 'object' && Object.keys(copy.properties as object).length > 0
  return isRecord ? { additionalProperties: false, ...copy } : copy
}

const fits = (schema: TSchema, value: unknown): true | string => {
  const validator = validators.get(schema) ?? Compile(closed(schema) as TSchema)
  validators.set(schema, validator)
  if (validator.Check(value)) return true
  const [first] = validator.Errors(value)
  return `${JSON.stringify(first).slice(0, 400)} in ${JSON.stringify(value).slice(0, 400)}`
}

const errorFault = (endpoint: Endpoint, { status, json }: TestAnswer): string | null => {
  const error = json?.error
  const shape =
    JSON.stringify(Object.keys(json ?? {})) === '["error"]' && JSON.stringify(Object.keys(error ?? {})) === '["code","message","details"]'
  if (!shape || typeof error.message !== 'string' || typeof error.details !== 'object')
    return `not the error envelope: ${JSON.stringify(json)}`
  if (ERRORS[error.code as ErrorCode]?.status !== status) return `code ${error.code} does not have status ${status}`
  return errorCodesOf(endpoint).includes(error.code) ? null : `code ${error.code} is not declared by the endpoint`
}

/** Returns null if the contract declares the answer, otherwise the difference. */
export const faultOf = (endpoint: Endpoint, answer: TestAnswer): string | null => {
  const { status, headers, text, json } = answer
  if (!/^req_[0-9a-z]{26}$/.test(headers.get('x-request-id') ?? '')) return 'X-Request-Id is missing'
  if (!headers.get('ratelimit-policy') && status !== 401 && endpoint.auth !== 'page') return 'RateLimit-Policy is missing'
  if (status >= 400) return errorFault(endpoint, answer)
  const declared = endpoint.answers[status]
  if (!declared) return `status ${status} is not declared`
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (type === 'application/json' && declared.schema) {
    const result = fits(declared.schema, json)
    return result === true ? null : `the body does not fit: ${result}`
  }
  if (declared.content?.includes(type)) return text.length > 0 ? null : 'the body is empty'
  return text === '' && !declared.schema && !declared.content ? null : `a body of type ${type || '(none)'} is not declared`
}
