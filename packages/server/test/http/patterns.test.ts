// A text in the wrong format is refused with a sentence that has an example, for every field.
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import { BodyCheck } from '../../src/http/validate.ts'
import { SCAN_BODIES } from '../../src/kinds/scans/schema.ts'
import { jargonIn } from '../support/plain-errors.ts'

interface Node {
  pattern?: string
  format?: string
  sentence?: string
  patternProperties?: Record<string, Node>
  additionalProperties?: unknown
}

/**
 * Returns every nested schema that can refuse a text, or the name of a field, by its format. `if` and `then` refuse nothing themselves, and
 * `published` is used only in the OpenAPI document.
 */
const formsOf = (schema: unknown): Node[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const below = Object.entries(schema).filter(([name]) => !['if', 'then', 'published', 'examples', 'default'].includes(name))
  const { pattern, format, patternProperties, additionalProperties } = schema as Node
  const isClosed = patternProperties !== undefined && additionalProperties === false
  const own = typeof pattern === 'string' || typeof format === 'string' || isClosed ? [schema as Node] : []
  return [...own, ...below.flatMap(([, value]) => formsOf(value))]
}

const SCHEMAS: [string, unknown][] = [
  ...Object.values(ENDPOINTS).flatMap(({ method, path, body, query }): [string, unknown][] => [[`${method} ${path}`, [body, query]]]),
  ...Object.entries(SCAN_BODIES).map(([kind, body]): [string, unknown] => [`scan ${kind}`, body]),
]

const refusalOf = ({ minLength: _1, maxLength: _2, ...schema }: Node & { minLength?: number; maxLength?: number }): string => {
  const check = new BodyCheck(schema as TSchema)
  // Every format refuses a control character, and every map refuses an empty name.
  return check.check(schema.patternProperties ? { '': 'text' } : '\u0001')?.message ?? ''
}

test('each wrong text format is refused in a sentence with an example', async () => {
  const faults = []
  let looked = 0
  for (const [where, schema] of SCHEMAS) {
    for (const form of formsOf(schema)) {
      looked++
      const message = refusalOf(form)
      const isSentence = / (such as|begins with) \S/.test(message) || /; give /.test(message)
      if (!isSentence || (await jargonIn(message)) !== null) faults.push(`${where}: ${message}`)
    }
  }
  expect(faults).toEqual([])
  expect(looked).toBeGreaterThan(50)
})

test.each([
  ['must match pattern "^(\\d{4}-)?\\d{2}-\\d{2}$"', '^('],
  ['must match a schema in anyOf', 'anyOf'],
  ['must be string', 'must be string'],
  ['no row in idempotency_keys', 'idempotency_keys'],
  ['must be the two capital letters of a country in ISO 3166-1, such as US', null],
  ['store_id is required', null],
])('%s', async (message, jargon) => {
  expect(await jargonIn(message)).toBe(jargon)
})
