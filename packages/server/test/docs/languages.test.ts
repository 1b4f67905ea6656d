// Requirements of generators and validators in other languages. Each requirement is checked on the served API document (ADR 40).
// scripts/generators.mjs runs some of these generators.
import { ERRORS } from '@backhaul/core/errors.ts'
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../../../docs-site/src/examples.ts'
import { openApiText } from '../../../docs-site/src/generated-files.ts'
import type { ApiAnswer, Media, OpenApi, Operation, WebhookOperation } from '../../../docs-site/src/openapi-document.ts'
import { FAULTS } from '../../src/kinds/sandbox/rehearsals.ts'
import { checkScan, type ScanRequest } from '../../src/kinds/scans/check.ts'

const document: OpenApi = JSON.parse(openApiText())
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const webhooks = Object.values(document.webhooks).map(({ post }) => post)

const nameOf = (reference: string): string => reference.split('/').at(-1) as string
type Node = [place: string, schema: Schema]

/** Returns the direct subschemas of a schema. `not` is left out, because only validators read it. */
const inside = ([place, schema]: Node): Node[] => {
  const { properties = {}, items, additionalProperties } = schema
  const variants = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) =>
    (schema[key] ?? []).map((one, i): Node => [`${place}/${key}/${i}`, one]),
  )
  const fields = Object.entries(properties).map(([name, one]): Node => [`${place}/${name}`, one])
  const values = typeof additionalProperties === 'object' ? [[`${place}/*`, additionalProperties as Schema] as Node] : []
  return [...fields, ...(items ? [[`${place}/[]`, items] as Node] : []), ...values, ...variants]
}
const within = (node: Node): Node[] => [node, ...inside(node).flatMap(within)]

const answerOf = (answer: ApiAnswer | { $ref: string }): ApiAnswer =>
  '$ref' in answer ? (document.components.responses[nameOf(answer.$ref)] as ApiAnswer) : answer
const answersOf = ({ responses }: Operation): [string, ApiAnswer][] =>
  Object.entries(responses).map(([status, answer]) => [status, answerOf(answer)])
const bodyOf = ({ operationId, requestBody }: Operation): Node[] =>
  Object.values(requestBody?.content ?? {}).map(({ schema }) => [`${operationId} body`, schema])
const contentOf = (operation: Operation): Node[] =>
  answersOf(operation).flatMap(([status, { content = {} }]) =>
    Object.values(content).map(({ schema }): Node => [`${operation.operationId} ${status}`, schema]),
  )
const parameters = operations.flatMap(({ operationId, parameters: list }) =>
  list.flatMap((one): Node[] => ('schema' in one ? [[`${operationId} ?${one.name}`, one.schema]] : [])),
)
const inComponents = Object.entries(schemas).flatMap(within)
const everywhere = [...inComponents, ...[...operations.flatMap(bodyOf), ...operations.flatMap(contentOf), ...parameters].flatMap(within)]

/** Returns every schema that a schema leads to, including references. */
const reachable = (from: Node[]): Node[] => {
  const seen = new Set<string>()
  const follow = (node: Node): Node[] =>
    within(node).flatMap((one) => {
      const { $ref } = one[1]
      if (typeof $ref !== 'string' || seen.has($ref)) return [one]
      seen.add($ref)
      return [one, ...follow([nameOf($ref), schemas[nameOf($ref)] as Schema])]
    })
  return from.flatMap(follow)
}
const answered = reachable([
  ...operations.flatMap(contentOf),
  ...webhooks.flatMap((one) => bodyOf(one)),
  ['Event', schemas.Event as Schema],
])
const asked = reachable([...operations.flatMap(bodyOf), ...parameters])

/** Returns the schema with its references resolved, for a validator that does not have the rest of the document. */
const resolve = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: unknown }
  if (typeof $ref === 'string') return resolve(schemas[nameOf($ref)])
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-') && !key.startsWith('example'))
  return Object.fromEntries(kept.map(([key, one]) => [key, resolve(one)]))
}
const validatorOf = (name: string) => Compile(resolve(schemas[name]) as TSchema)

/**
 * Keywords that at least one generator reads and that no generator rejects. `not`, `dependentRequired` and `propertyNames` are read only by
 * validators.
 */
const KEYWORDS =
  '$ref title description type format const enum pattern minimum maximum minLength maxLength items minItems maxItems uniqueItems properties required additionalProperties minProperties maxProperties anyOf oneOf discriminator examples not dependentRequired propertyNames x-extensible-enum x-known-types x-always x-default x-minor-units'

describe('the API document in other languages', () => {
  test('uses no keyword that confuses generators: no tuples, key patterns or exclusive bounds', () => {
    const known = new Set(KEYWORDS.split(' '))
    const unread = everywhere.flatMap(([place, schema]) =>
      Object.keys(schema)
        .filter((key) => !known.has(key))
        .map((key) => `${place}: ${key}`),
    )
    expect(unread).toEqual([])
    const booleans = everywhere.filter(([, { items }]) => items !== undefined && typeof items !== 'object')
    expect(booleans).toEqual([])
  })

  test('every schema has a type, including enums and constants', () => {
    const untyped = everywhere.filter(
      ([, { type, $ref, anyOf, oneOf, 'x-extensible-enum': words }]) => type === undefined && !$ref && !anyOf && !oneOf && !words,
    )
    expect(untyped).toEqual([])
  })

  test('every refusal uses the same envelope, and no answer has a numbered name', () => {
    const errors = operations.flatMap((operation) =>
      answersOf(operation).filter(([status]) => status === 'default' || Number(status) >= 400),
    )
    const forms = new Set(errors.map(([, { content }]) => JSON.stringify(Object.values(content ?? {}).map(({ schema }) => schema))))
    expect([...forms]).toEqual([JSON.stringify([{ $ref: '#/components/schemas/ErrorEnvelope' }])])
    const withCode = Object.entries(schemas).filter(([, { properties }]) => properties?.code && properties?.details)
    expect(withCode.map(([name]) => name)).toEqual(['Refusal'])
    expect(Object.keys(document.components.responses).filter((name) => /\d/.test(name))).toEqual([])
  })

  test('the error codes of an operation appear in the descriptions of its answers', () => {
    for (const operation of operations) {
      for (const [status, { description, content }] of answersOf(operation)) {
        if (!(Number(status) >= 400)) continue
        for (const code of Object.keys(content?.['application/json']?.examples ?? {})) expect(description).toContain(`\`${code}\``)
      }
    }
  })

  test('webhooks and operations share no tag, and every tag is described', () => {
    const ofOperations = new Set(operations.flatMap(({ tags }) => tags))
    const ofWebhooks = new Set(webhooks.flatMap(({ tags }) => tags))
    expect([...ofWebhooks].filter((tag) => ofOperations.has(tag))).toEqual([])
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...ofOperations, ...ofWebhooks].sort())
  })

  test('an answer that is bytes or a record lists the bytes first', () => {
    const mixed = operations
      .flatMap((operation) => answersOf(operation).map(([, { content = {} }]) => Object.entries(content)))
      .filter(({ length }) => length > 1)
    expect(mixed.length).toBeGreaterThan(2)
    for (const forms of mixed) {
      const kinds = forms.map(([, { schema }]) => (schema.format === 'binary' ? 'bytes' : 'record'))
      expect(kinds).toEqual(kinds.toSorted())
    }
  })

  test('events are distinguished by oneOf with a discriminator that names each of them', () => {
    const { oneOf, discriminator } = schemas.WebhookEvent as Schema & {
      discriminator: { propertyName: string; mapping: Record<string, string> }
    }
    expect(discriminator.propertyName).toBe('type')
    expect(Object.keys(discriminator.mapping)).toEqual([...EVENT_TYPES])
    expect(oneOf?.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping))
    expect(everywhere.filter(([, schema]) => schema.anyOf && schema.discriminator)).toEqual([])
    const registered = operations.find(({ operationId }) => operationId === 'createWebhook')?.callbacks?.event?.['{$request.body#/url}']
    expect(registered?.post.requestBody.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' })
  })
})

describe('names of the API document', () => {
  test('every enum is named by a schema title or by a row in packages/docs-site/src/vocabularies.ts', () => {
    const unnamed = everywhere.filter(([place, schema]) => schema.enum && !(place in schemas))
    expect(unnamed.map(([place, { enum: words }]) => [place, words])).toEqual([])
    const single = everywhere.filter(([, schema]) => schema.enum && schema.enum.length < 2)
    expect(single).toEqual([])
  })

  test('the faults that a path can name are those that can be rehearsed', () => {
    expect(schemas.Fault?.enum).toEqual([...FAULTS])
  })

  test('no constant is a boolean, because few languages have such a type', () => {
    expect(everywhere.filter(([, schema]) => typeof schema.const === 'boolean')).toEqual([])
  })

  test('an object inside a named one also has a name', () => {
    const nameless = inComponents.filter(([place, schema]) => schema.properties && !(place in schemas))
    expect(nameless.map(([place]) => place)).toEqual([])
  })

  test('every request and answer has a name', () => {
    const records = [...operations.flatMap(bodyOf), ...operations.flatMap(contentOf)].filter(
      ([, { $ref, type }]) => !$ref && type !== 'string',
    )
    expect(records.map(([place]) => place)).toEqual([])
  })

  test('names differ by more than spelling, and no schema is called Type', () => {
    const spelled = (names: string[]) => names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
    const ofSchemas = spelled(Object.keys(schemas))
    expect(ofSchemas.toSorted().filter((name, i, all) => name === all[i + 1])).toEqual([])
    const others = new Set(spelled(Object.keys(document.components.securitySchemes)))
    expect(ofSchemas.filter((name) => others.has(name))).toEqual([])
    expect(ofSchemas).not.toContain('type')
  })

  test('numbers have double precision, and byte counts have 64 bits', () => {
    const numbers = everywhere.filter(([, { type }]) => type === 'number')
    expect(numbers.filter(([, { format }]) => format !== 'double')).toEqual([])
    expect(schemas.Storage?.properties?.used?.format).toBe('int64')
  })
})

const isObject = ([, schema]: Node): boolean => schema.properties !== undefined

describe('future additions', () => {
  test('answers and events allow new fields, and requests refuse unknown ones', () => {
    expect(answered.filter(([, { additionalProperties }]) => additionalProperties === false).map(([place]) => place)).toEqual([])
    const open = asked.filter(isObject).filter(([, { additionalProperties }]) => additionalProperties !== false)
    expect(open.map(([place]) => place)).toEqual([])
  })

  test('a page of the feed with a future event type and future fields is valid', () => {
    const event = {
      ...{
        object: 'webhook',
        eventID: 'evt_06bk3f8q2r7sm1d5x9c4vtz0hg',
        event: 'shipment.teleported',
        type: 'shipment.teleported',
        more: 1,
      },
      identifiers: { partner: 'par_1', portal: 'ptl_1' },
      event_info: {
        ...{ event: 'shipment.teleported', date: '2026-11-20', eventDateTime: '2026-11-20T09:30:00.000Z', summary: 'Gone' },
        ...{ email: '', full_name: '', mood: 'amazed' },
      },
      eventSpecific: { distance: 3 },
    }
    expect(validatorOf('Event').Check(event)).toBe(true)
    expect(validatorOf('EventList').Check({ object: 'list', data: [event], has_more: false, next_cursor: null, more: 1 })).toBe(true)
    expect(schemas.EventList?.properties?.data?.items).toEqual({ $ref: '#/components/schemas/Event' })
  })

  test.each([...EVENT_TYPES])('a %s fits both its own schema and the schema of any event', (type) => {
    const { schema, example } = (document.webhooks[type] as { post: WebhookOperation }).post.requestBody.content[
      'application/json'
    ] as Media
    expect(validatorOf(nameOf(schema.$ref as string)).Check(example)).toBe(true)
    expect(validatorOf('Event').Check(example)).toBe(true)
  })

  test('a refusal with a future code is valid, and current codes are listed', () => {
    expect(validatorOf('ErrorEnvelope').Check({ error: { code: 'too_late', message: 'Too late.', details: {} } })).toBe(true)
    expect(schemas.ErrorCode?.['x-extensible-enum']).toEqual(Object.keys(ERRORS))
    expect(schemas.ErrorCode?.enum).toBeUndefined()
  })

  test('the document tells clients to ignore unknown fields and events', () => {
    expect(document.info.description).toContain('ignore unknown fields and events')
  })
})

describe('request schemas contain every rule that they can express', () => {
  const scan = validatorOf('ArriveScan')
  const BODIES: Omit<ScanRequest, 'kind'>[] = [
    {},
    { facility: 'SORT-E' },
    { tracking: 'T' },
    { tracking: 'T', facility: 'SORT-E' },
    { tracking: 'T', barcode: '1' },
    { qr_id: 'qr_1', qr_token: 't', shipment_id: 's' },
    { shipment_id: 's', lat: 1 },
    { shipment_id: 's', lon: 1 },
    { shipment_id: 's', lat: 1, lon: 1 },
    { shipment_id: 's', store_id: 'sto_1', facility: 'SORT-E' },
  ]
  test.each(BODIES.map((body) => [JSON.stringify(body), body] as const))(
    'a scan %s is valid exactly if the service accepts it',
    (_text, body) => {
      expect(scan.Check(body)).toBe(checkScan({ kind: 'arrive', ...body }, null) === null)
    },
  )

  test('a measurement needs a measure, and an outbound shipment or sale needs a destination', () => {
    const [reweigh, observed] = [validatorOf('Reweigh'), validatorOf('ObservedParcel')]
    for (const measured of [reweigh, observed]) {
      expect(measured.Check({ weight: 1 })).toBe(true)
      expect(measured.Check({ weight_unit: 'kg' })).toBe(false)
    }
    const create = validatorOf('ShipmentCreate')
    expect(create.Check({ direction: 'return', fulfillment: 'qr_code' })).toBe(true)
    expect(create.Check({ direction: 'outbound', fulfillment: 'print_label' })).toBe(false)
    expect(validatorOf('RetailShipmentCreate').Check({})).toBe(false)
  })

  test('a body that cannot be empty is required', () => {
    const scans = operations.filter(({ tags, requestBody }) => tags[0] === 'Scans' && requestBody)
    expect(scans.length).toBeGreaterThan(10)
    for (const { requestBody } of scans) expect(requestBody?.required).toBe(true)
  })

  test('every path parameter except tracking has a pattern or an enum', () => {
    const paths = operations.flatMap(({ parameters: list }) => list.filter((one) => 'in' in one && one.in === 'path'))
    const loose = paths.filter((one) => 'schema' in one && !one.schema.pattern && !one.schema.$ref)
    expect([...new Set(loose.map((one) => 'name' in one && one.name))]).toEqual(['tracking'])
  })
})

describe('security, servers, headers and links', () => {
  test('partners and operators have separate keys, descriptions name scopes, and the signature of a GET is described', () => {
    for (const { description, security } of operations) {
      const [said, scope] = /Scope: (?:`([a-z:]+)`|none)/.exec(description) ?? []
      expect(said).toBeDefined()
      // Skips requests that a page sends for a user who is not signed in yet.
      if (security.length === 0) continue
      const keys = new Set(security.flatMap((way) => Object.keys(way).filter((name) => name.endsWith('Key'))))
      if (scope === 'ops') expect([...keys]).toEqual(['OperatorKey'])
      else expect(keys.has('PartnerKey')).toBe(true)
      expect(security.flatMap((way) => Object.values(way).flat())).toEqual([])
    }
    const { Signature } = document.components.securitySchemes as Record<string, { description: string }>
    expect(Signature?.description).toContain('such as every GET, sign only the timestamp and the dot')
  })

  test('the server is the origin of the document, and there is a contact', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/'])
    expect(document.info.contact).toBeDefined()
  })

  test('shared headers are defined once, and single refusals add only Retry-After', () => {
    const inlined = operations.flatMap(({ responses }) =>
      Object.values(responses).filter((answer) => !('$ref' in answer) && answer.headers),
    )
    const named = Object.entries(document.components.responses).filter(([, { headers }]) => headers)
    expect(
      inlined.map((answer) => Object.keys((answer as ApiAnswer).headers ?? {})).filter((names) => names.join() !== 'Retry-After'),
    ).toEqual([])
    const long = named.filter(([, { headers }]) => Object.keys(headers ?? {}).join() !== 'Retry-After')
    expect(long.map(([name]) => name)).toEqual(['AnyError'])
  })

  test('links lead from a created record to operations that take its id', () => {
    const linked = operations.flatMap((operation) =>
      answersOf(operation).flatMap(([, { links = {}, content }]) => Object.values(links).map((link) => ({ link, content }))),
    )
    expect(linked.length).toBeGreaterThan(20)
    for (const { link, content } of linked) {
      const { operationId, parameters: given } = link as { operationId: string; parameters: Record<string, string> }
      const target = operations.find((one) => one.operationId === operationId) as Operation
      const taken = target.parameters.flatMap((one) => ('in' in one && one.in === 'path' ? one.name : []))
      expect(Object.keys(given)).toEqual(taken)
      const schema = schemas[nameOf(content?.['application/json']?.schema.$ref as string)]
      for (const expression of Object.values(given)) expect(schema?.properties).toHaveProperty(expression.replace('$response.body#/', ''))
    }
    const created = operations.find(({ operationId }) => operationId === 'createShipment') as Operation
    expect(Object.keys(answerOf(created.responses[201] as ApiAnswer).links ?? {})).toContain('readLabel')
  })
})
