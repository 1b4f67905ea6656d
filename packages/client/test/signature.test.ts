import { afterEach, expect, test, vi } from 'vitest'
import { RequestSigner } from '../src/index.ts'

// printf '1780000000.{"name":"Zoë"}' | openssl dgst -sha256 -hmac secret
const SIGNED = '77a6ed3ecd3d537e128da39d95c41a687f48aabe8e63bcfc975d5b1178fd50ab'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A signer of a runtime whose `process`, if it has one, is this. */
const signerWith = (process: unknown): RequestSigner => {
  vi.stubGlobal('process', process)
  const signer = new RequestSigner('secret')
  vi.unstubAllGlobals()
  return signer
}

test("Node's own HMAC signs where there is one, Web Crypto elsewhere, and both the same", async () => {
  const webCrypto = vi.spyOn(crypto.subtle, 'sign')
  const bodies = ['', '{"name":"Zoë"}', new TextEncoder().encode('{"name":"Zoë"}'), new Uint8Array([0, 255, 10])]
  const signed = (signer: RequestSigner) => Promise.all(bodies.map((body) => signer.headers(body, 1_780_000_000)))
  const byNode = await signed(new RequestSigner('secret'))
  expect(webCrypto).not.toHaveBeenCalled()
  expect(await signed(signerWith(undefined))).toEqual(byNode)
  expect(webCrypto).toHaveBeenCalledTimes(bodies.length)
  // As bundlers for browsers define it, and as Node had it before 20.16.
  expect(await signed(signerWith({ env: {}, versions: { node: '20.15.0' } }))).toEqual(byNode)
  expect(webCrypto).toHaveBeenCalledTimes(2 * bodies.length)
})

test('a request is signed over its time and the bytes of its body, given as text or as bytes', async () => {
  const signer = new RequestSigner('secret')
  const headers = { 'X-Service-Timestamp': '1780000000', 'X-Service-Signature': SIGNED }
  expect(await signer.headers('{"name":"Zoë"}', 1_780_000_000)).toEqual(headers)
  expect(await signer.headers(new TextEncoder().encode('{"name":"Zoë"}'), 1_780_000_000)).toEqual(headers)
})

test('a request without a time is signed for now', async () => {
  const before_s = Math.floor(Date.now() / 1000)
  const timestamp_s = Number((await new RequestSigner('secret').headers(''))['X-Service-Timestamp'])
  expect(timestamp_s).toBeGreaterThanOrEqual(before_s)
  expect(timestamp_s).toBeLessThanOrEqual(Date.now() / 1000)
})
