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
export const sign = async (key: HmacKey, timestamp: string, body: Uint8Array): Promise<string> => {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedBytes(timestamp, body)))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

/** Whether `signature` fits; Web Crypto compares in constant time. */
export const verify = async (key: HmacKey, timestamp: string, body: Uint8Array, signature: string): Promise<boolean> => {
  if (!HEX_SHA256.test(signature)) return false
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, bytes, signedBytes(timestamp, body))
}
