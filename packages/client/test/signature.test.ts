import { afterEach, expect, test, vi } from 'vitest'
import vectors from '../../../docs/signing/v2-vectors.json' with { type: 'json' }
import { Backhaul, RequestSigner } from '../src/index.ts'

// The digest comes from: printf '1780000000.{"name":"Zoë"}' | openssl dgst -sha256 -hmac secret
const SIGNED = '77a6ed3ecd3d537e128da39d95c41a687f48aabe8e63bcfc975d5b1178fd50ab'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns a signer in a runtime with this `process`, or without one. */
const signerWith = (process: unknown, secret = 'secret'): RequestSigner => {
  vi.stubGlobal('process', process)
  const signer = new RequestSigner(secret)
  vi.unstubAllGlobals()
  return signer
}

test('the HMAC of Node signs where available and Web Crypto elsewhere, with the same result', async () => {
  const webCrypto = vi.spyOn(crypto.subtle, 'sign')
  const bodies = ['', '{"name":"Zoë"}', new TextEncoder().encode('{"name":"Zoë"}'), new Uint8Array([0, 255, 10])]
  const signed = (signer: RequestSigner) => Promise.all(bodies.map((body) => signer.headers(body, 1_780_000_000)))
  const byNode = await signed(new RequestSigner('secret'))
  expect(webCrypto).not.toHaveBeenCalled()
  expect(await signed(signerWith(undefined))).toEqual(byNode)
  expect(webCrypto).toHaveBeenCalledTimes(bodies.length)
  // Browser bundlers define `process` like this, and so did Node before 20.16.
  expect(await signed(signerWith({ env: {}, versions: { node: '20.15.0' } }))).toEqual(byNode)
  expect(webCrypto).toHaveBeenCalledTimes(2 * bodies.length)
})

test('a signature covers the time and the body bytes, whether the body is text or bytes', async () => {
  const signer = new RequestSigner('secret')
  const headers = { 'X-Service-Timestamp': '1780000000', 'X-Service-Signature': SIGNED }
  expect(await signer.headers('{"name":"Zoë"}', 1_780_000_000)).toEqual(headers)
  expect(await signer.headers(new TextEncoder().encode('{"name":"Zoë"}'), 1_780_000_000)).toEqual(headers)
})

test.each(vectors)('version 2 signs the whole request as documented, with either HMAC: $about', async (vector) => {
  const { secret, timestamp, method, target, host, body, string, signature } = vector
  expect(string).toBe(['v2', timestamp, method, target, host, body].join('\n'))
  const url = `https://${host}${target}`
  const expected = { 'X-Service-Timestamp': String(timestamp), 'X-Service-Signature-V2': signature }
  for (const signer of [new RequestSigner(secret), signerWith(undefined, secret)]) {
    expect(await signer.headersV2({ method, url, body }, timestamp)).toEqual(expected)
    const sameBytes = { method: method.toLowerCase(), url: new URL(`${url}#here`), body: new TextEncoder().encode(body) }
    expect(await signer.headersV2(sameBytes, timestamp)).toEqual(expected)
  }
})

test('the client signs with exactly one version: version 2 by default, version 1 on request', async () => {
  const sent: { url: string; headers: Record<string, string> }[] = []
  const answer: typeof fetch = async (input, init) => {
    sent.push({ url: String(input), headers: init?.headers as Record<string, string> })
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const options = { base_url: 'https://API.example.com:443/returns/', api_key: 'key', signing_secret: 'secret', fetch: answer }
  const v1 = { ...options, signature_version: 'v1' } as const
  const body = { direction: 'return', fulfillment: 'print_label' } as const
  for (const client of [new Backhaul(options), new Backhaul({ ...options, signature_version: 'v2' }), new Backhaul(v1)]) {
    await client.createShipment(body)
    const { url, headers } = sent.at(-1) as (typeof sent)[number]
    const timestamp = Number(headers['X-Service-Timestamp'])
    const signer = new RequestSigner('secret')
    const text = JSON.stringify(body)
    const expected =
      sent.length < 3 ? await signer.headersV2({ method: 'POST', url, body: text }, timestamp) : await signer.headers(text, timestamp)
    expect(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-Service-')))).toEqual(expected)
  }
  expect(() => new Backhaul({ ...options, signature_version: 'any' as 'v2' })).toThrow('signature_version')
})

test('a request without a time is signed with the current time', async () => {
  const before_s = Math.floor(Date.now() / 1000)
  const timestamp_s = Number((await new RequestSigner('secret').headers(''))['X-Service-Timestamp'])
  expect(timestamp_s).toBeGreaterThanOrEqual(before_s)
  expect(timestamp_s).toBeLessThanOrEqual(Date.now() / 1000)
})
