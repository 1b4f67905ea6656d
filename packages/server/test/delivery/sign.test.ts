import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Signer } from '../../src/delivery/sign.ts'

const SECRET = fc.oneof(fc.string({ unit: 'grapheme-ascii', maxLength: 70 }), fc.string({ unit: 'grapheme' }))
const BODY = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json())

test("signatures are those of the library's HMAC, for any secret and body", () => {
  fc.assert(
    fc.property(SECRET, fc.array(fc.tuple(fc.nat(4_000_000_000), BODY), { maxLength: 3 }), (secret, signed) => {
      const signer = new Signer(secret)
      for (const [timestamp_s, body] of signed) {
        expect(signer.sign(timestamp_s, body)).toBe(createHmac('sha256', secret).update(`${timestamp_s}.${body}`).digest('hex'))
      }
    }),
    { numRuns: 500 },
  )
})
