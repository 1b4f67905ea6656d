// Each operator key has its own set of Idempotency-Keys. An answer that is stored for one operator key is never shown to another, above all
// if it contains a secret.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestAnswer, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const create = (as: TestClient, idempotencyKey: string, name = 'Acme') => as.post('/v2/ops/partners', { name }, { idempotencyKey })
const shown = ({ status, headers, json }: TestAnswer) => [status, headers.get('idempotent-replayed'), json.partner_id]

test('operators do not share Idempotency-Keys', async () => {
  const other = await service.operator()
  const first = await create(operator, 'same-of-both')
  const second = await create(other, 'same-of-both')
  expect(shown(first)).toEqual([201, null, first.json.partner_id])
  expect(shown(second)).toEqual([201, null, second.json.partner_id])
  expect(second.json.partner_id).not.toBe(first.json.partner_id)
  expect(shown(await create(operator, 'same-of-both'))).toEqual([201, 'true', first.json.partner_id])
  expect(shown(await create(other, 'same-of-both'))).toEqual([201, 'true', second.json.partner_id])
})
