// Authentication in the API document. Partners and operators have keys of different kinds, and each operation names the kinds that it
// accepts.
import type { Endpoint } from '@backhaul/server/contracts'

const KEY = { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as const

export const SECURITY_SCHEMES = {
  PartnerKey: { ...KEY, description: "A partner's key. It belongs to one environment, which is the word after `bh_`." },
  OperatorKey: { ...KEY, description: "A key of the network's operator. It can see the data of all partners." },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Timestamp',
    description: 'The current time in Unix seconds, at most 300 s off the clock of the service.',
  },
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature',
    description:
      'Lower-case hex of HMAC-SHA256, keyed with your signing secret, over the timestamp, a dot and the raw body. For a request without a body, such as every GET, sign only the timestamp and the dot.',
  },
  SignatureV2: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Signature-V2',
    description:
      'Replaces `X-Service-Signature`. A key set to `v2` accepts only this header. Lower-case hex of HMAC-SHA256, keyed with your signing secret, over six parts joined by line feeds: `v2`, timestamp, method, path with query, host, raw body. [/docs/signing](/docs/signing#v2) has test vectors.',
  },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-backhaul_session',
    description:
      'The session of a signed-in person, instead of key and signature. Without https, the cookie is named `backhaul_session`. Only pages of this service can use it: requests other than GET also need `X-Backhaul-Console: 1` and an `Origin` or `Sec-Fetch-Site` of this service. If a request has X-Api-Key, the session is ignored.',
  },
}

type Scheme = keyof typeof SECURITY_SCHEMES

const keysOf = ({ scope, partner_only }: Endpoint): Scheme[] => {
  if (scope === 'ops') return ['OperatorKey']
  return partner_only ? ['PartnerKey'] : ['PartnerKey', 'OperatorKey']
}

/**
 * Returns the ways to call an endpoint, each with all its credentials. Scopes are in the descriptions, because OpenAPI has no scopes for
 * API keys.
 */
export const securityOf = (endpoint: Endpoint): Record<string, string[]>[] => {
  if (endpoint.auth === 'page') return []
  const signatures: Scheme[][] =
    endpoint.auth === 'signed'
      ? [
          ['Timestamp', 'Signature'],
          ['Timestamp', 'SignatureV2'],
        ]
      : [[]]
  const ways = keysOf(endpoint).flatMap((key) => signatures.map((signature): Scheme[] => [key, ...signature]))
  return [...ways, ['Session' as const]].map((way) => Object.fromEntries(way.map((scheme) => [scheme, []])))
}
