// Requests to EasyPost, and what its answers mean. The key is the user name of HTTP Basic, without a password.
import type { CarrierAccount, CarrierRequest, CarrierResponse, Failure, Operation, RefusalCause } from '@backhaul/core/carrier-adapter.ts'

export type Json = Record<string, unknown>
/** `status`: of the answer, if there was one. `isExplained`: the answer has EasyPost's own error. */
export type Asked = { json: Json } | { failure: Failure; status?: number; isExplained?: boolean }

/** The label was bought, or is about to be, or nobody knows: only a read tells. */
const DOUBTFUL = new Set([
  ...['SHIPMENT.POSTAGE.EXISTS', 'SHIPMENT.PURCHASE.IN_PROGRESS', 'SHIPMENT.POSTAGE.NO_RESPONSE'],
  ...['REFUND.NO_RESPONSE', 'PAYMENT_GATEWAY.ERROR', 'INTERNAL_SERVER_ERROR'],
])
/** A carrier behind EasyPost did not answer. */
const OUTAGES = new Set(['ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE', 'ADDRESS.VERIFY.UNAVAILABLE', 'SHIPMENT.RATES.UNAVAILABLE'])
const NO_MONEY = new Set(['PAYMENT_REQUIRED', 'BANK_ACCOUNT.CHARGE.FAILURE', 'CREDIT_CARD.CHARGE.FAILURE', 'USER.CHARGE.NOT_ALLOWED'])
/** Errors that EasyPost finds before it pays. Every other error of a purchase may come after the payment. */
const BEFORE_PAYMENT = /^((ADDRESS|PARAMETER|PARCEL)\.|CUSTOMS_|SHIPMENT\.(INVALID|MISSING_|CUSTOMS_INFO\.|OPTIONS\.INVALID))/
/** What a refusal is about, by its code, its fields or its words. */
const CAUSES: readonly [RefusalCause, RegExp][] = [
  ['address', /address|\bzip\b|postal|\bcity\b|\bstreet/i],
  ['customs', /customs|tariff|eel_pfc/i],
  ['parcel', /parcel|weight|dimension|length|girth/i],
  ['service', /rate|carrier_account|service/i],
]

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

export const causeOf = (text: string): RefusalCause => CAUSES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'

/** Returns the object in the text. Null: the text is empty, cut or something else. */
export const jsonOf = (bytes: Uint8Array): Json | null => {
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString())
    return isObject(json) ? json : null
  } catch {
    return null
  }
}

/** The details of an error are objects or plain texts. */
const wordsOf = (error: Json): string => {
  const details = Array.isArray(error.errors) ? error.errors : []
  const words = details.map((one) => (isObject(one) ? [one.field, one.message, one.suggestion].filter(textOf).join(' ') : String(one)))
  return [textOf(error.code), textOf(error.message), ...words].filter(Boolean).join('; ')
}

const failureOf = (
  operation: Operation,
  { status, headers }: Exclude<CarrierResponse, { no_answer: string }>,
  what: string,
  error: Json | null,
  shown: string,
): Failure => {
  const code = textOf(error?.code) ?? ''
  const reason = error ? `${what}: ${status} ${shown}` : `${what}: it answered with ${status}`
  if (status === 429) {
    const after_s = Number(headers['retry-after'])
    return { failed: 'later', reason, ...(after_s > 0 && { retry_after_s: after_s }) }
  }
  if (DOUBTFUL.has(code)) return { failed: 'unknown', reason }
  if (status === 402 || NO_MONEY.has(code)) return { failed: 'stopped', reason, stop: 'payment' }
  if (status === 401 || status === 403) return { failed: 'stopped', reason, stop: 'credentials' }
  if (operation === 'rates' && (status === 404 || status === 405)) return { failed: 'later', reason }
  if (status < 400 || status >= 500 || status === 408 || !error) return { failed: 'unknown', reason }
  if (OUTAGES.has(code)) return { failed: operation === 'rates' ? 'later' : 'unknown', reason }
  // EasyPost deletes no shipments. So the key belongs to another account or mode, and says nothing about what was bought.
  if (status === 404) return { failed: operation === 'buy' ? 'later' : 'unknown', reason }
  if (operation === 'buy' && !BEFORE_PAYMENT.test(code)) return { failed: 'unknown', reason }
  return { failed: 'refused', reason, cause: causeOf(shown) }
}

/** Sends a request with the key of the account. `what` names it in errors. */
export const ask = async (
  account: CarrierAccount,
  operation: Operation,
  { method, path, body }: Pick<CarrierRequest, 'method' | 'path'> & { body?: object },
): Promise<Asked> => {
  const what = `${method} ${path}`
  const key = await account.secret().catch((error: Error) => error)
  if (key instanceof Error) return { failure: { failed: 'later', reason: account.shown(`${what}: ${key.message}`) } }
  if (key === null) return { failure: { failed: 'stopped', reason: 'no EasyPost key is set', stop: 'credentials' } }
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
  const request: CarrierRequest = { method, path, headers: () => ({ authorization }), ...(body && { body: JSON.stringify(body) }) }
  const answered = await account.call(operation, request)
  if ('no_answer' in answered) return { failure: { failed: answered.was_sent ? 'unknown' : 'later', reason: answered.no_answer } }
  const json = jsonOf(answered.bytes)
  if (answered.status < 200 || answered.status >= 300) {
    const error = isObject(json?.error) ? json.error : null
    const words = error ? account.shown(wordsOf(error)) : ''
    return { failure: failureOf(operation, answered, what, error, words), status: answered.status, isExplained: error !== null }
  }
  return json ? { json } : { failure: { failed: 'unknown', reason: `${what}: its answer cannot be read` } }
}
