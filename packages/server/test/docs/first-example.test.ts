// The reference begins with a request that a new user can paste.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('the first request of the API document works unchanged in a new sandbox', async () => {
  const document = (await (await fetch(`${service.url}/v2/openapi.json`)).json()) as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> } }>
    >
  }
  const [path, methods] = Object.entries(document.paths)[0] as [string, (typeof document.paths)[string]]
  const [method, operation] = Object.entries(methods)[0] as [string, (typeof methods)[string]]
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {}
  const bodies = example === undefined ? Object.values(examples).map(({ value }) => value) : [example]
  expect([method, path, bodies.length > 0]).toEqual(['post', '/v2/shipments', true])
  for (const body of bodies) {
    const { status, json } = await service.demo.send(method.toUpperCase(), path, { body })
    expect([status, json.error]).toEqual([201, undefined])
  }
})
