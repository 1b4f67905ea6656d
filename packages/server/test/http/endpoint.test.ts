import { expect, expectTypeOf, test } from 'vitest'
import { answer, endpoint } from '../../src/http/endpoint.ts'
import type { Caller, PartnerCaller } from '../../src/service/key-cache.ts'

const COMMON = { summary: 'A thing', description: 'A thing.', answers: { 200: { description: 'The thing' } }, errors: [] }
const CONTRACT = {
  method: 'GET' as const,
  path: '/v2/things/:id' as const,
  auth: 'signed' as const,
  scope: 'shipments:read' as const,
  tag: 'Shipments' as const,
  ...COMMON,
}

// The compiler checks the types in this test (npm run check). Running it also shows that the contract arrives unchanged.
test('a handler always has a partner if the contract says partner_only, and may have none otherwise', () => {
  const forPartners = endpoint({ ...CONTRACT, partner_only: true }, async ({ caller }) => {
    expectTypeOf(caller).toEqualTypeOf<PartnerCaller>()
    return answer(200, {})
  })
  const forAll = endpoint(CONTRACT, async ({ caller }, { params }) => {
    expectTypeOf(caller).toEqualTypeOf<Caller>()
    expectTypeOf(params).toEqualTypeOf<{ id: string }>()
    return answer(200, {})
  })
  expect([forPartners.partner_only, forAll.partner_only]).toEqual([true, undefined])
})
