// Who sent a request, from where, and what its key opens.
import { type Refusal, refuse } from '../domain/refusal.ts'
import { isListed } from '../platform/addresses.ts'
import type { Environment } from '../platform/config.ts'
import { signatureFits } from '../platform/secrets.ts'
import { type KnownKey, keyTextFits } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import type { Endpoint } from './endpoint.ts'

/** |server time - timestamp| up to this many seconds passes; specification "Request signing" rule 3. */
const MAX_SKEW_S = 300
const KEY_ENVIRONMENT = /^bh_(sandbox|production)_/
const KEY_TEXT = /^bh_[a-z]+_(key_[0-9a-z]{26})_[A-Za-z0-9_-]{43}$/
/** Long enough for milliseconds: they get the answer that they are far off rather than unreadable. */
const TIMESTAMP = /^(0|[1-9]\d{0,15})$/

/** The live key with this text, or a refusal. */
export const findKey = async (service: Service, text: string | undefined): Promise<KnownKey | Refusal> => {
  if (!text) return refuse('missing_api_key', 'The header X-Api-Key is missing; send the key given to you.')
  const environment = KEY_ENVIRONMENT.exec(text)?.[1]
  if (environment && environment !== service.config.environment) {
    return refuse(
      'wrong_environment',
      `X-Api-Key is a ${environment} key and this is the ${service.config.environment} service; use its own key.`,
      {
        key_environment: environment,
        environment: service.config.environment,
      },
    )
  }
  const id = environment && KEY_TEXT.exec(text)?.[1]
  if (!id) return refuse('invalid_api_key', 'X-Api-Key is not a key of this service; check that it was copied whole.')
  const key = await service.keyCache.key(id)
  if (!key || !keyTextFits(key, text)) return refuse('invalid_api_key', 'X-Api-Key is unknown or revoked; create or use another key.')
  return key
}

/** `address` is the peer, or what a trusted proxy says it is. */
export const checkAddress = (key: KnownKey, address: string): Refusal | null => {
  if (!key.allowlist) return null
  if (isListed(key.allowlist, address)) return null
  return refuse('forbidden', "The request's source address is not in this key's allowlist; send it from a listed address.")
}

const unsigned = (reason: string, message: string): Refusal => refuse('invalid_signature', message, { reason })

/** The signature over the raw bytes; any live secret of the key may have made it. */
export const checkSignature = (
  key: KnownKey,
  headers: { signature: string | undefined; timestamp: string | undefined },
  body: Buffer,
  nowMs: number,
): Refusal | null => {
  const { signature, timestamp } = headers
  if (!signature)
    return unsigned('missing_signature', 'The header X-Service-Signature is missing; sign the timestamp, a dot and the raw body.')
  if (!timestamp) return unsigned('missing_timestamp', 'The header X-Service-Timestamp is missing; send the current time in unix seconds.')
  if (!TIMESTAMP.test(timestamp))
    return unsigned('malformed_timestamp', 'X-Service-Timestamp is not unix seconds in decimal digits; send whole seconds.')
  if (Math.abs(Math.floor(nowMs / 1000) - Number(timestamp)) > MAX_SKEW_S) {
    return unsigned(
      'timestamp_skew',
      `X-Service-Timestamp differs from the server's time by more than ${MAX_SKEW_S} seconds; correct the clock.`,
    )
  }
  const fits = key.secrets.some((secret) => secret.valid_until_ms > nowMs && signatureFits(secret.text, timestamp, body, signature))
  return fits
    ? null
    : unsigned('signature_mismatch', 'X-Service-Signature does not fit the received bytes; sign exactly the bytes that are sent.')
}

/** Refuses sandbox endpoints in production, scopes that the key lacks, and operators where a partner is needed or the reverse. */
export const checkScope = (endpoint: Endpoint, key: KnownKey, environment: Environment): Refusal | null => {
  if (endpoint.path.startsWith('/v2/test/') && environment === 'production') {
    return refuse('sandbox_only', 'This endpoint exists in the sandbox only; use a sandbox key there.')
  }
  const isOthers = key.partner_id ? endpoint.scope === 'ops' : endpoint.partner_only
  if (key.scopes.includes(endpoint.scope) && !isOthers) return null
  const owner = key.partner_id ? "an operator's" : "a partner's"
  const remedy = isOthers ? `use ${owner} key` : 'use a key that has it'
  return refuse('insufficient_scope', `This endpoint needs the scope ${endpoint.scope}; ${remedy}.`, { required: endpoint.scope })
}
