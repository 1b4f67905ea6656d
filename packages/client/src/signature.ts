/** Bytes backed by an ArrayBuffer. The type is inferred, because Uint8Array had no type parameter for its buffer before TypeScript 5.7. */
export type Bytes = ReturnType<typeof Uint8Array.from>

export type HmacKey = Awaited<ReturnType<typeof importSecret>>

const encoder = new TextEncoder()
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

export const utf8 = (text: string): Bytes => encoder.encode(text)

/** The key of the HMAC is the secret as printed, not decoded. */
export const importSecret = (secret: string) => crypto.subtle.importKey('raw', utf8(secret), HMAC, false, ['sign', 'verify'])

const joined = (head: Uint8Array, body: Uint8Array): Bytes => {
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/** Returns the lower-case hex HMAC of a text followed by the body. */
type Mac = (head: string, body: string | Uint8Array) => string | Promise<string>

interface NodeHmac {
  update(data: string | Uint8Array): NodeHmac
  digest(encoding: 'hex'): string
}

/** The part of Node's crypto module that is used. This package is compiled without Node's types. */
interface NodeCrypto {
  createSecretKey(secret: Uint8Array): unknown
  createHmac(algorithm: 'sha256', key: unknown): NodeHmac
}

/**
 * Returns Node's own crypto module if there is one: its HMAC takes a ninth of the time of Web Crypto. The module is looked up rather than
 * imported, so that browsers can load this file.
 */
const nodeCrypto = (): NodeCrypto | undefined =>
  (globalThis as { process?: { getBuiltinModule?: (id: string) => NodeCrypto } }).process?.getBuiltinModule?.('node:crypto')

/** Creates the key once, because creating it takes as long as computing a signature. */
const macOf = (secret: string): Mac => {
  const node = nodeCrypto()
  if (node) {
    const key = node.createSecretKey(utf8(secret))
    return (head, body) => {
      const hmac = node.createHmac('sha256', key)
      return (typeof body === 'string' ? hmac.update(head + body) : hmac.update(head).update(body)).digest('hex')
    }
  }
  let key: Promise<HmacKey> | null = null
  return async (head, body) => {
    key ??= importSecret(secret)
    const signature = await crypto.subtle.sign('HMAC', await key, joined(utf8(head), typeof body === 'string' ? utf8(body) : body))
    return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}

export type SignatureHeaders = Record<'X-Service-Timestamp' | 'X-Service-Signature', string>
export type SignatureV2Headers = Record<'X-Service-Timestamp' | 'X-Service-Signature-V2', string>

/** A request as it will be sent. */
export interface RequestToSign {
  method: string
  /** The whole URL with its query, as passed to `fetch`. */
  url: string | URL
  /** Exactly the bytes that are sent; '' when absent. */
  body?: string | Uint8Array
}

const now_s = (): number => Math.floor(Date.now() / 1000)

/** Signs requests with one secret, for programs that send them without the client. Send the headers of one version, never both. */
export class RequestSigner {
  readonly #mac: Mac

  constructor(signing_secret: string) {
    this.#mac = macOf(signing_secret)
  }

  /**
   * Returns the signature of version 2, which covers the whole request: a recorded signature is not valid for another method, path or host.
   * `timestamp_s` is the Unix time of sending; now when absent.
   */
  async headersV2({ method, url, body = '' }: RequestToSign, timestamp_s: number = now_s()): Promise<SignatureV2Headers> {
    const { host, pathname, search } = typeof url === 'string' ? new URL(url) : url
    const head = `v2\n${timestamp_s}\n${method.toUpperCase()}\n${pathname}${search}\n${host}\n`
    return { 'X-Service-Timestamp': String(timestamp_s), 'X-Service-Signature-V2': await this.#mac(head, body) }
  }

  /** Returns the signature of version 1 for a request with exactly this body ('' for none). It is valid for any method, path and host. */
  async headers(body: string | Uint8Array, timestamp_s: number = now_s()): Promise<SignatureHeaders> {
    return { 'X-Service-Timestamp': String(timestamp_s), 'X-Service-Signature': await this.#mac(`${timestamp_s}.`, body) }
  }
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

/** Returns whether `signature` is valid. Web Crypto compares in constant time. */
export const verify = async (key: HmacKey, timestamp: string, body: Uint8Array, signature: string): Promise<boolean> => {
  if (!HEX_SHA256.test(signature)) return false
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, bytes, joined(utf8(`${timestamp}.`), body))
}
