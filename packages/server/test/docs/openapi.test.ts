import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@backhaul/core/errors.ts'
import { EVENT_TYPES, eventSchema } from '@backhaul/core/events/catalog.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEventExamples } from '../../../docs-site/src/event-examples.ts'
import { generatedFiles, openApiText } from '../../../docs-site/src/generated-files.ts'
import type { ApiAnswer, Media, OpenApi, Operation, Parameter } from '../../../docs-site/src/openapi-document.ts'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { errorCodesOf } from '../../src/http/error-answers.ts'
import { PNG } from '../coverage/world.ts'
import { SPECIFICATION } from '../events/specification.ts'
import { startTestService, type TestService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const TEXT = openApiText()
const FILES = generatedFiles(TEXT)
const document: OpenApi = JSON.parse(TEXT)
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.each([...FILES.keys()])('%s equals what the code generates: run npm run generate', (path) => {
  expect(readFileSync(join(ROOT, path), 'utf8') === FILES.get(path), `${path} is not up to date: run npm run generate`).toBe(true)
})

test('the service serves the document without a signature, as the code generates it', async () => {
  const response = await fetch(`${service.url}/v2/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual(document)
})

/** Returns the schema with its references resolved, for a validator that does not have the rest of the document. */
const resolve = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(resolve)
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { $ref?: string }
  if (typeof $ref === 'string')
    return resolve(
      $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
    )
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' || key === 'example' ? value : resolve(value)]),
  )
}

const misfits = ({ schema, example, examples }: Media): unknown[] => {
  const validator = Compile(resolve(schema) as TSchema)
  const values =
    example === undefined
      ? Object.values((resolve(examples) ?? {}) as Record<string, { value: unknown }>).map(({ value }) => value)
      : [example]
  return values.filter((value) => !validator.Check(value))
}

const mediaOf = (operation: Operation): Media[] => {
  const answers = Object.values(operation.responses).map((answer) => resolve(answer) as ApiAnswer)
  const contents = [operation.requestBody?.content, ...answers.map(({ content }) => content)]
  return contents.flatMap((content) => Object.values(content ?? {}))
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s: every example fits its schema, and each JSON body has one',
  (_name, operation) => {
    for (const media of mediaOf(operation)) {
      expect(misfits(media)).toEqual([])
      if (media.schema.format !== 'binary') expect(media.example ?? media.examples).toBeDefined()
    }
  },
)

test('the document has every endpoint, with exactly its possible errors', () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ENDPOINTS).sort())
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const operation = operations.find(({ operationId }) => operationId === name) as Operation
    const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
    const codes = errors.flatMap(([status, answer]) => {
      const examples = Object.keys((resolve(answer) as ApiAnswer).content?.['application/json']?.examples ?? {})
      for (const code of examples) expect(ERRORS[code as keyof typeof ERRORS].status).toBe(Number(status))
      return examples
    })
    expect(codes.sort()).toEqual(errorCodesOf(endpoint).sort())
  }
})

const mediaOfWebhook = ({ webhooks }: OpenApi, type: string): Media => webhooks[type]?.post.requestBody.content['application/json'] as Media

test('the document has a webhook for each event type, with a valid record', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES])
  expect(EVENT_TYPES).toHaveLength(Object.keys(SPECIFICATION).length)
  for (const type of EVENT_TYPES) {
    const media = mediaOfWebhook(document, type)
    expect([type, misfits(media)]).toEqual([type, []])
    expect((media.example as { type: string }).type).toBe(type)
  }
})

test('the example of each event type was recorded in a real run: run npm run record-events', () => {
  const recorded = readEventExamples()
  expect(Object.keys(recorded)).toEqual([...EVENT_TYPES])
  for (const type of EVENT_TYPES) {
    expect(Compile(eventSchema(type)).Check(recorded[type]), type).toBe(true)
    const media = mediaOfWebhook(document, type)
    expect(media.example).toEqual(recorded[type])
  }
})

test('names are unique across operations and webhooks, and every operation is described', () => {
  const ids = [...operations, ...Object.values(document.webhooks).map(({ post }) => post)].map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { summary, description } of operations) expect([summary.length > 3, description.length > 20]).toEqual([true, true])
})

test('the examples of an operation are accepted together; only ids and parcels may be unknown', async () => {
  const operator = await service.operator()
  const refused: unknown[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, parameters, requestBody }] of Object.entries(methods)) {
      const given = parameters.filter((one): one is Parameter => 'in' in one && one.example !== undefined)
      const values = (place: string) =>
        given.filter((one) => one.in === place).map(({ name, example }): [string, string] => [name, String(example)])
      const target = values('path').reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
      const query = new URLSearchParams(values('query'))
      const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const client = path.startsWith('/v2/ops/') ? operator : await service.partner()
      const body = media && (media.schema.format === 'binary' ? new Uint8Array(PNG) : (media.example as object))
      const answer = await client.send(method.toUpperCase(), query.size > 0 ? `${target}?${query}` : target, {
        ...(body !== undefined && { body, headers: { 'Content-Type': type as string } }),
      })
      const { status, json } = answer
      const isUnknownWord =
        status === 404 && ['type', 'fault', 'country', 'code'].includes(json.error.details.field) && operationId !== 'findParcel'
      if (status >= 500 || [400, 415, 422].includes(status) || isUnknownWord) refused.push([operationId, status, json?.error])
    }
  }
  expect(refused).toEqual([])
})
