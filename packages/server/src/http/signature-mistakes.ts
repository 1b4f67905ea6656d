// Recognizes common mistakes in a refused signature, and shows them as `details.mistake`, next to the reason. The key of the request is
// valid. The answer reveals only what the sender's own bytes show: their form, or that they fit another string, which needs the secret. It
// never reveals a signature that would fit, and it accepts nothing (ADR 18).

export type Mistake =
  | 'repeated_header'
  | 'prefix'
  | 'upper_case'
  | 'base64'
  | 'not_sha256'
  | 'milliseconds'
  | 'microseconds'
  | 'fraction'
  | 'host'
  | 'query'
  | 'version'

const HEX_LENGTHS: readonly number[] = [32, 40, 56, 96, 128]

const FORMS: readonly (readonly [mistake: Mistake, form: RegExp, words: string])[] = [
  ['repeated_header', /,/, 'arrived twice; send it once'],
  ['prefix', /^(sha256|hmac-sha256|v\d)\s*[=:]/i, 'has a prefix; send the 64 hex digits alone'],
  ['upper_case', /^(?=.*[A-F])[0-9A-Fa-f]{64}$/, 'is in upper case; send lower-case hex'],
  ['base64', /^[\w+/-]{43}=?$/, 'is base64; send lower-case hex'],
]

/**
 * A mistake that the form of the signature shows. Null if the signature is 64 digits of lower-case hex, or if its form is not recognized.
 */
export const mistakeOfForm = (signature: string): readonly [Mistake, string] | null => {
  const found = FORMS.find(([, form]) => form.test(signature))
  if (found) return [found[0], found[2]]
  const isOtherHash = /^[0-9a-f]+$/i.test(signature) && HEX_LENGTHS.includes(signature.length)
  return isOtherHash ? ['not_sha256', 'has the length of another hash; use SHA-256'] : null
}

const UNITS: readonly (readonly [mistake: Mistake, per_second: number])[] = [
  ['milliseconds', 1e3],
  ['microseconds', 1e6],
]

/** A mistake in a refused timestamp: it was sent twice, has a fraction, or is the current time in another unit. */
export const mistakeOfTimestamp = (timestamp: string, now_s: number, max_skew_s: number): readonly [Mistake, string] | null => {
  if (timestamp.includes(',')) return ['repeated_header', 'arrived twice; send it once']
  if (/^\d+[.]\d*$/.test(timestamp)) return ['fraction', 'has a fraction; send whole seconds']
  const unit = UNITS.find(([, per_second]) => Math.abs(now_s - Math.floor(Number(timestamp) / per_second)) <= max_skew_s)
  return unit ? [unit[0], `is in ${unit[0]}; send seconds`] : null
}

/** If a body is larger than this, a refusal does not hash it to find the mistake. */
const MAX_BODY_BYTES = 64 * 1024

export interface MistakenRequest {
  timestamp: string
  method: string
  /** The request target as it has to be signed. */
  target: string
  host: string
  /** Other names under which the client may have called the service. */
  other_hosts: readonly (string | undefined)[]
  version: 'v1' | 'v2'
}

/** A mistake in the signed string. `fits` checks the signature against the given string, followed by the body. */
export const mistakeOfString = (
  { timestamp, method, target, host, other_hosts, version }: MistakenRequest,
  body: Buffer,
  fits: (head: string) => boolean,
): readonly [Mistake, string] | null => {
  if (body.length > MAX_BODY_BYTES) return null
  const v1 = `${timestamp}.`
  const v2 = (at: string, of: string) => `v2\n${timestamp}\n${method}\n${at}\n${of}\n`
  if (version === 'v1')
    return fits(v2(target, host)) ? ['version', 'signs the string of X-Service-Signature-V2; send it in that header'] : null
  if (fits(v1)) return ['version', 'signs the string of X-Service-Signature; sign the string of the second version']
  const name = host.replace(/:\d+$/, '')
  const hosts = new Set([...other_hosts, name, `${name}:443`, `${name}:80`].filter((one) => one !== undefined && one !== host))
  const signed = [...hosts].find((one) => fits(v2(target, one as string)))
  if (signed !== undefined) return ['host', `was made for the host ${signed}; sign ${host}, or have the proxy keep the Host header`]
  const path = target.split('?')[0] as string
  return path !== target && fits(v2(path, host)) ? ['query', 'leaves out the query; sign the path with its query'] : null
}
