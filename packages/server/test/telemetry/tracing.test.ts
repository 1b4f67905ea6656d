// The spans that a collector receives: a request, its commit, the events, and the attempts to deliver them
// (docs/operating/monitoring.md#traces).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { RETURN } from '../support/client.ts'
import { deliveriesWhen, register } from '../support/deliveries.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'

interface Sent {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  links?: { traceId: string; spanId: string }[]
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}

const startCollector = async () => {
  const spans: Sent[] = []
  const resources: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    for (const { resource, scopeSpans } of JSON.parse(Buffer.concat(chunks).toString()).resourceSpans) {
      resources.push(resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfTest(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, resources }
}

const attributeOf = ({ attributes }: Sent, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

test('a trace links a request to its caller and to the attempts of its events', async () => {
  const collector = await startCollector()
  const service = await startTestService('all', { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` })
  const target = await receiverFor()
  target.answer({ kind: 'reply', status: 500 })
  const webhook = await register(service.demo, target)
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`
  const { json } = await service.demo.send('POST', '/v2/shipments', { body: RETURN, headers: { traceparent } })
  const refused = await service.demo.send('POST', '/v2/shipments', { body: {}, headers: { traceparent: 'no trace' } })
  expect(refused.status).toBe(422)
  await deliveriesWhen(service.demo, webhook.id, ([first]) => first?.attempts.length === 1)
  await service.close()

  const { spans } = collector
  expect(new Set(collector.resources)).toEqual(new Set(['backhaul']))
  const request = spans.find((span) => span.traceId === CALLER.traceId && span.parentSpanId === CALLER.spanId) as Sent
  expect(request.name).toBe('POST /v2/shipments')
  expect([attributeOf(request, 'http.response.status_code'), attributeOf(request, 'error.type')]).toEqual([201, undefined])
  const commit = spans.find(({ name, parentSpanId }) => name === 'commit' && parentSpanId === request.spanId) as Sent
  const events = spans.filter(({ links }) => links?.some(({ spanId }) => spanId === commit.spanId))
  expect(events.map((span) => attributeOf(span, 'backhaul.event_type'))).toContain('shipment.created')
  expect(commit.links?.map(({ traceId }) => traceId)).toEqual(events.map(({ traceId }) => traceId))
  const attempts = spans.filter(({ name }) => name === 'attempt')
  expect(attempts.length).toBeGreaterThan(0)
  for (const attempt of attempts) {
    const event = events.find(({ traceId }) => traceId === attempt.traceId) as Sent
    expect([attempt.parentSpanId, attributeOf(attempt, 'backhaul.event')]).toEqual([event.spanId, attributeOf(event, 'backhaul.event')])
    expect([attributeOf(attempt, 'http.response.status_code'), attempt.status.code]).toEqual([500, 2])
  }
  // Each root span is sent only once, however many attempts begin below it.
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
  const other = spans.find((span) => attributeOf(span, 'error.type') === 'validation_failed') as Sent
  expect([other.parentSpanId ?? '', other.traceId === CALLER.traceId]).toEqual(['', false])
  expect(JSON.stringify(spans)).not.toContain(json.tracking)
})

test('an unavailable collector delays no request', async () => {
  const service = await startTestService('all', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', BACKHAUL_LOG_LEVEL: 'silent' })
  for (let i = 0; i < 5; i++) expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
  // Two callers may close the service at the same moment. Neither finds it half closed.
  await Promise.all([service.running.close(), service.close()])
})
