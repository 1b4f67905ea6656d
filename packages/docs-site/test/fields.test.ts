// Every name in the API document has a description.
import { ENDPOINTS } from '@backhaul/server/contracts'
import { expect, test } from 'vitest'
import type { Schema } from '../src/examples.ts'
import { buildOpenApi } from '../src/openapi.ts'

const document = buildOpenApi(ENDPOINTS, new Map())
const { schemas } = document.components

/** The description may be at the schema, at a variant, or at the schema that it refers to. */
const isDescribed = (schema: Schema): boolean =>
  (schema.description ?? '').trim().length > 1 ||
  (typeof schema.$ref === 'string' && isDescribed(schemas[schema.$ref.split('/').at(-1) as string] ?? {})) ||
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(isDescribed)

interface Missing {
  fields: number
  without: string[]
}

const look = (schema: Schema, path: string, found: Missing): Missing => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    found.fields++
    if (!isDescribed(property)) found.without.push(`${path}.${name}`)
    look(property, `${path}.${name}`, found)
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) look(one, path, found)
  if (schema.items && !Array.isArray(schema.items)) look(schema.items, path, found)
  return found
}

test('every field of every record is described in its schema or in packages/docs-site/src/meanings.ts', () => {
  const found: Missing = { fields: 0, without: [] }
  for (const [title, schema] of Object.entries(schemas)) look(schema, title, found)
  for (const [name, { content }] of Object.entries(document.components.responses))
    for (const { schema } of Object.values(content ?? {})) look(schema, name, found)
  expect(found.fields).toBeGreaterThan(1_500)
  expect([...new Set(found.without)]).toEqual([])
})

test('every record, parameter and header has a description', () => {
  expect(
    Object.entries(schemas)
      .filter(([, schema]) => !isDescribed(schema))
      .map(([title]) => title),
  ).toEqual([])
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const parameters = operations.flatMap(({ operationId, parameters: list }) => list.map((one) => ({ operationId, one })))
  expect(parameters.filter(({ one }) => !('$ref' in one) && one.description.length < 3).map(({ operationId }) => operationId)).toEqual([])
  for (const header of Object.values(document.components.headers)) expect((header as Schema).description?.length).toBeGreaterThan(10)
})
