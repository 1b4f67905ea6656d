export type HmacKey = Awaited<ReturnType<typeof importSecret>>

const encoder = new TextEncoder()
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** The key of the HMAC is the secret's text as printed. */
export const importSecret = (secret: string) => crypto.subtle.importKey('raw', utf8(secret), HMAC, false, ['sign', 'verify'])

/** What is signed: the timestamp, a dot, the raw body. */
const signedBytes = (timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const prefix = utf8(`${timestamp}.`)
  const bytes = new Uint8Array(prefix.length + body.length)
  bytes.set(prefix)
  bytes.set(body, prefix.length)
  return bytes
}

/** Lower-case hex of the signature. */
const sign = async (key: HmacKey, timestamp: string, body: Uint8Array): Promise<string> => {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedBytes(timestamp, body)))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type SignatureHeaders = Record<'X-Service-Timestamp' | 'X-Service-Signature', string>

/** Signs requests with one secret, for whoever sends them by other means than the client. */
export class RequestSigner {
  readonly #secret: string
  /** Made once, as that takes as long as a signature. */
  #key: Promise<HmacKey> | null = null

  constructor(signing_secret: string) {
    this.#secret = signing_secret
  }

  /** For a request with exactly this body, '' for none. `timestamp_s` is the unix time it is sent at; now when absent. */
  async headers(body: string | Uint8Array, timestamp_s: number = Math.floor(Date.now() / 1000)): Promise<SignatureHeaders> {
    this.#key ??= importSecret(this.#secret)
    const timestamp = String(timestamp_s)
    const bytes = typeof body === 'string' ? utf8(body) : body
    return { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': await sign(await this.#key, timestamp, bytes) }
  }
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

/** Whether `signature` fits; Web Crypto compares in constant time. */
export const verify = async (key: HmacKey, timestamp: string, body: Uint8Array, signature: string): Promise<boolean> => {
  if (!HEX_SHA256.test(signature)) return false
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, bytes, signedBytes(timestamp, body))
}
