// Authentication: who sent a request, from where, and what its key permits.
import { mayUse } from '@backhaul/core/access.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { isListed } from '../process/addresses.ts'
import type { Config, Environment } from '../process/config.ts'
import { type KnownKey, keyTextFits } from '../service/key-cache.ts'
import type { Service } from '../service/service.ts'
import { readCredential, signatureFits } from '../storage/secrets.ts'
import type { Endpoint } from './endpoint.ts'
import { type Mistake, type MistakenRequest, mistakeOfForm, mistakeOfString, mistakeOfTimestamp } from './signature-mistakes.ts'

/** Maximum difference between the server's time and the timestamp, in seconds (docs/guide/requests.md#clock-skew). */
const MAX_SKEW_S = 300
const KEY_ENVIRONMENT = /^bh_(sandbox|production)_/
/** Accepts enough digits for milliseconds, so that a timestamp in milliseconds is refused as skewed, not as malformed. */
const TIMESTAMP = /^(0|[1-9]\d{0,15})$/

export const UNKNOWN_KEY = refuse('invalid_api_key', 'X-Api-Key is unknown or revoked; use another key, or create a new key.')

/** Returns the live key with this text, or a refusal. */
export const findKey = async (service: Service, text: string | undefined): Promise<KnownKey | Refusal> => {
  if (!text) return refuse('missing_api_key', 'The header X-Api-Key is missing; send your key.')
  const environment = KEY_ENVIRONMENT.exec(text)?.[1]
  if (environment && environment !== service.config.environment) {
    return refuse(
      'wrong_environment',
      `X-Api-Key is a ${environment} key, but this is the ${service.config.environment} service; use a key of this service.`,
      {
        key_environment: environment,
        environment: service.config.environment,
      },
    )
  }
  const id = environment && readCredential('key', text)?.id
  if (!id) return refuse('invalid_api_key', 'X-Api-Key is not a key of this service; check that you copied the whole key.')
  const key = await service.keyCache.key(id)
  if (!key || !keyTextFits(key, text)) return UNKNOWN_KEY
  return key
}

/** `address`: the peer's address, or the one that a trusted proxy reports. */
export const checkAddress = (key: KnownKey, address: string): Refusal | null => {
  if (!key.allowlist) return null
  if (isListed(key.allowlist, address)) return null
  return refuse('forbidden', "The request's source address is not in this key's allowlist; send the request from an address in the list.")
}

const unsigned = (reason: string, message: string, name = '', found: readonly [Mistake, string] | null = null): Refusal => {
  if (found === null) return refuse('invalid_signature', message, { reason })
  const [mistake, words] = found
  return refuse('invalid_signature', `${name} ${words}.`, { reason, mistake })
}

/**
 * The configured address at which clients find the service. Clients sign the request that they send, not the request as a proxy has changed
 * it.
 */
export interface PublicPlace {
  /** Null means the host of the Host header. */
  host: string | null
  /** The prefix that a proxy removes from the path. */
  prefix: string
}

export const publicPlace = ({ publicUrl }: Pick<Config, 'publicUrl'>): PublicPlace => {
  if (publicUrl === null) return { host: null, prefix: '' }
  const { host, pathname } = new URL(publicUrl)
  return { host, prefix: pathname === '/' ? '' : pathname }
}

export interface SignedRequest {
  method: string
  /** Path and query, exactly as received. */
  target: string
  host: string | undefined
  /** The host that a proxy reports; used only to explain a refusal. */
  forwarded_host?: string | undefined
  timestamp: string | undefined
  /** X-Service-Signature. */
  v1: string | undefined
  /** X-Service-Signature-V2. */
  v2: string | undefined
}

/** Returns the part of the signed string before the body (ADR 18). A string of one version never equals a string of the other version. */
const signedHead = ({ method, target, host, timestamp, v2 }: SignedRequest, place: PublicPlace): string =>
  v2 === undefined ? `${timestamp}.` : `v2\n${timestamp}\n${method}\n${place.prefix}${target}\n${place.host ?? host?.toLowerCase() ?? ''}\n`

const HOW = {
  v1: { name: 'X-Service-Signature', what: 'the timestamp, a dot and the raw body' },
  v2: {
    name: 'X-Service-Signature-V2',
    what: '"v2", the timestamp, the method, the path with query, the host and the raw body, as /docs/signing shows',
  },
}

/**
 * Checks the signature. Any live secret of the key may have made it. If X-Service-Signature-V2 is present, it alone counts, regardless of
 * its value and of the versions that the key accepts.
 */
export const checkSignature = (key: KnownKey, request: SignedRequest, place: PublicPlace, body: Buffer, nowMs: number): Refusal | null => {
  const { timestamp, v1, v2 } = request
  const isV2Only = key.signature !== 'any'
  const signature = v2 ?? (isV2Only ? undefined : v1)
  if (v1 && v2 === undefined && isV2Only)
    return unsigned('signature_version', `This key requires ${HOW.v2.name} instead of ${HOW.v1.name}; sign ${HOW.v2.what}.`)
  const { name, what } = HOW[v2 !== undefined || isV2Only ? 'v2' : 'v1']
  if (!signature) return unsigned('missing_signature', `The header ${name} is missing; sign ${what}.`)
  if (!timestamp) return unsigned('missing_timestamp', 'The header X-Service-Timestamp is missing; send the current time in unix seconds.')
  const now_s = Math.floor(nowMs / 1000)
  const isReadable = TIMESTAMP.test(timestamp)
  if (!isReadable || Math.abs(now_s - Number(timestamp)) > MAX_SKEW_S) {
    const reason = isReadable ? 'timestamp_skew' : 'malformed_timestamp'
    const message = isReadable
      ? `X-Service-Timestamp differs from the server's time by more than ${MAX_SKEW_S} seconds; correct the clock.`
      : 'X-Service-Timestamp is not unix seconds in decimal digits; send whole seconds.'
    return unsigned(reason, message, 'X-Service-Timestamp', mistakeOfTimestamp(timestamp, now_s, MAX_SKEW_S))
  }
  const fits = (head: string) =>
    key.secrets.some((secret) => secret.valid_until_ms > nowMs && signatureFits(secret.text, head, body, signature))
  if (fits(signedHead(request, place))) return null
  const mistaken: MistakenRequest = {
    timestamp,
    method: request.method,
    target: place.prefix + request.target,
    host: place.host ?? request.host?.toLowerCase() ?? '',
    other_hosts: [request.host, request.host?.toLowerCase(), request.forwarded_host?.split(',')[0]?.trim()],
    version: v2 === undefined ? 'v1' : 'v2',
  }
  const found = mistakeOfForm(signature) ?? mistakeOfString(mistaken, body, fits)
  const host = place.host === null ? 'the value of the Host header that arrives here' : `${place.host}, the public name of this service`
  const message =
    v2 === undefined
      ? 'X-Service-Signature does not match the received bytes; sign exactly the bytes that you send.'
      : `${HOW.v2.name} does not match the received request; sign ${HOW.v2.what}. The host is ${host}.`
  return unsigned('signature_mismatch', message, name, found)
}

/**
 * Refuses sandbox endpoints in production, and scopes that the key lacks. Also refuses operators at endpoints for partners, partners at
 * endpoints for operators, and endpoints that the access of a session does not include.
 */
export const checkScope = (
  endpoint: Pick<Endpoint, 'path' | 'scope' | 'partner_only' | 'operation'> & { method: string },
  key: KnownKey,
  environment: Environment,
): Refusal | null => {
  if (endpoint.path.startsWith('/v2/test/') && environment === 'production') {
    return refuse('sandbox_only', 'This endpoint exists only in the sandbox; call it there with a sandbox key.')
  }
  const isOthers = key.partner_id ? endpoint.scope === 'ops' : endpoint.partner_only
  const isLacking = endpoint.scope !== null && !key.scopes.includes(endpoint.scope)
  if (isOthers || isLacking) {
    const owner = key.partner_id ? "an operator's" : "a partner's"
    const remedy = isOthers ? `use ${owner} key` : key.session ? 'ask for a sign-in link with this scope' : 'use a key that has this scope'
    const need = endpoint.scope === null ? 'is for partners' : `needs the scope ${endpoint.scope}`
    return refuse('insufficient_scope', `This endpoint ${need}; ${remedy}.`, endpoint.scope === null ? {} : { required: endpoint.scope })
  }
  if (!key.session || mayUse(key.session.access, endpoint)) return null
  const { access } = key.session
  return refuse(
    'insufficient_scope',
    `Your access (${access}) does not include this endpoint; ask a person whose access includes this endpoint.`,
    {
      access,
    },
  )
}
