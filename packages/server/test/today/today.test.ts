import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(() => service.close())

test('what a partner did is counted at once, for it and for operators, and for nobody else', async () => {
  const [partner, other, operator] = [await service.partner(), await service.partner(), await service.operator()]
  const { json } = await partner.post('/v2/shipments', RETURN)
  await partner.post('/v2/scan-events/arrive', { barcode: json.barcode })
  const { json: today, status } = await partner.get('/v2/today')
  expect(status).toBe(200)
  expect(today.funnel[0]).toMatchObject({ status: 'created', count: 1 })
  expect((await operator.get('/v2/today')).json.complete).toBe(true)
  expect((await other.get('/v2/today')).json.complete).toBe(true)
})
