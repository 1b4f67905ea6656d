import { expect, test } from 'vitest'
import { RequestSigner } from '../src/index.ts'

// printf '1780000000.{"name":"Zoë"}' | openssl dgst -sha256 -hmac secret
const SIGNED = '77a6ed3ecd3d537e128da39d95c41a687f48aabe8e63bcfc975d5b1178fd50ab'

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
