// Generates hundreds of requests from the endpoints' own schemas: valid bodies, bodies with one fault, and bytes that are not a valid body.
import fc, { type Arbitrary } from 'fast-check'
import { Check } from 'typebox/value'
import type { Schema } from '../../../docs-site/src/examples.ts'

/** Existing ids, by the name of the field or path segment that takes them. */
export type Pool = Readonly<Record<string, readonly string[]>>

const LONGEST = 60

/** Times that look valid but may be invalid. A time that passes the schema must not break later code. */
const ODD_TIMES = [
  '2026-02-30T00:00:00Z',
  '2026-11-20T23:59:60Z',
  '2026-11-20T09:30:00.123456789123Z',
  '2026-11-20T09:30:00+14:00',
  '2026-11-20T09:30:00-23:59',
  '2026-11-20t09:30:00z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59.999-14:00',
  '1969-07-20T20:17:40Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T09:30:00+15:59',
  '2026-11-20T09:30:00-00:00',
  '2026-11-20 09:30:00Z',
]

const anyTime = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant('2026-11-20T09:30:00.000Z') },
    {
      weight: 4,
      arbitrary: fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((at) => at.toISOString()),
    },
    fc.constantFrom(...ODD_TIMES),
  )

const text = (schema: Schema): Arbitrary<string> => {
  const {
    minLength = 0,
    maxLength = LONGEST,
    pattern,
    format,
  } = schema as { minLength?: number; maxLength?: number; pattern?: string; format?: string }
  if (format === 'date-time') return anyTime()
  if (format === 'date') return anyTime().map((at) => at.slice(0, 10))
  if (format === 'iso-3166-1-alpha-2') return fc.constantFrom('US', 'US', 'CA', 'FR')
  if (format === 'iso-4217') return fc.constantFrom('USD', 'USD', 'EUR', 'JPY')
  if (format === 'hs-code') return fc.constantFrom('6109.10', '610910', '6109100010', '8471.30.01', '9999999999')
  if (format !== undefined) throw new Error(`say here how a text of the format ${format} is made`)
  if (pattern !== undefined) {
    const sized = pattern.replace(/\+\$$/, `{${Math.max(minLength, 1)},${Math.min(maxLength, LONGEST)}}$`)
    return fc.stringMatching(new RegExp(sized))
  }
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, LONGEST) }) },
    fc.string({ unit: 'grapheme-composite', minLength, maxLength: Math.min(maxLength, 8) }),
  )
}

/** Valid doubles that break careless arithmetic. Values outside the schema are left out. */
const EXTREMES = [5e-324, -5e-324, 2.2250738585072014e-308, 1e-160, -1e-7, -0, 90, -90, 180, 1e21, 1.7976931348623157e308]

const number = (schema: Schema): Arbitrary<number> => {
  const { minimum = -1e9, maximum = 1e9, exclusiveMinimum } = schema
  if (schema.type === 'integer')
    return fc.oneof({ weight: 3, arbitrary: fc.integer({ min: minimum, max: maximum }) }, fc.constantFrom(minimum, maximum))
  const inside = fc.double({ min: exclusiveMinimum ?? minimum, max: maximum, noNaN: true, noDefaultInfinity: true })
  return fc.oneof(inside, fc.constantFrom(1, 0.001, 1.5, 0.1 + 0.2, maximum, ...EXTREMES))
}

/**
 * Groups of fields of which a request may have only one, and groups of fields that must come together. The schemas do not express these
 * rules.
 */
const ONE_OF = [
  ['shipment_id', 'tracking', 'barcode', 'qr_id', 'qr_token'],
  ['store_id', 'facility'],
]
const TOGETHER = ['lat', 'lon']

/** Returns the record with these rules applied. */
const mended = ([value, n]: [Record<string, unknown>, number]): Record<string, unknown> => {
  const surplus = ONE_OF.flatMap((names) => {
    const given = names.filter((name) => name in value)
    return given.filter((_, i) => i !== n % given.length)
  })
  const single = TOGETHER.filter((name) => name in value)
  const unwanted = new Set([...surplus, ...(single.length === 1 ? single : [])])
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unwanted.has(name)))
}

const object = (schema: Schema, pool: Pool): Arbitrary<unknown> => {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) {
    const patterns = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>)
    return patterns[0]
      ? fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fitting(patterns[0], '', pool), { maxKeys: 3 })
      : fc.constant({})
  }
  const model = Object.fromEntries(properties.map(([name, property]) => [name, fitting(property, name, pool)]))
  const record = fc.record(model, { requiredKeys: (schema.required ?? []).filter((name) => name in model) })
  return fc.oneof({ weight: 4, arbitrary: fc.tuple(record, fc.nat()).map(mended) }, record)
}

const MAX_MISFITS = 10_000

/**
 * Generates instances of a schema. Most ids exist. Instances that still do not match are dropped, and a schema that never matches is an
 * error.
 */
export const fitting = (schema: Schema, name: string, pool: Pool): Arbitrary<unknown> => {
  const known = pool[name]
  const any = anyInstance(schema, name, pool)
  const chosen = known && schema.type === 'string' ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, any) : any
  let misfits = 0
  return chosen.filter((value) => {
    if (Check(schema, value)) {
      misfits = 0
      return true
    }
    if (++misfits > MAX_MISFITS) throw new Error(`say here how a value of ${name || 'this schema'} is made: ${JSON.stringify(schema)}`)
    return false
  })
}

const anyInstance = (schema: Schema, name: string, pool: Pool): Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return fc.oneof(...variants.map((variant) => fitting(variant, name, pool)))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return number(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      if (Array.isArray(schema.items)) return fc.tuple(...schema.items.map((item: Schema) => fitting(item, name, pool)))
      const minLength = schema.minItems ?? 0
      return fc.array(fitting(schema.items ?? {}, name.replace(/s$/, ''), pool), { minLength, maxLength: minLength + 2 })
    }
    case 'object':
      return object(schema, pool)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const OUT_OF_PLACE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.1,
  2 ** 53,
  2 ** 31,
  -(2 ** 63),
  1e21,
  5e-324,
  -0,
  '+275760-09-13T00:00:00.000Z',
  '0000-12-31',
  '',
  ' ',
  'x'.repeat(3_000),
  'a\u0000b',
  '\ud800',
  "'; drop table shipments; --",
  '^XA^FD',
  '2026-99-99',
  '25:61',
  '../../etc/passwd',
  [],
  [[]],
  {},
  JSON.parse('{"__proto__":{"admin":true}}'),
  JSON.parse('{"constructor":{"prototype":1}}'),
]

/** Returns every place in a value, as the path that leads to it. */
const places = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([key, child]) => places(child, [...path, key]))]
}

const replaced = (value: unknown, [step, ...rest]: (string | number)[], by: unknown): unknown => {
  if (step === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  copy[step] = replaced(copy[step], rest, by)
  return copy
}

/** Returns a valid value with one fault: a wrong value, a missing field, or an unknown field. */
const misfitting = (fit: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.tuple(fit, fc.nat(), fc.constantFrom(...OUT_OF_PLACE), fc.constantFrom('replace', 'remove', 'add')).map(([value, n, odd, how]) => {
    if (how === 'add') return { ...(value as object), unheard_of: odd }
    const all = places(value)
    const place = all[n % all.length] as (string | number)[]
    return replaced(value, place, how === 'remove' ? undefined : odd)
  })

const NOT_JSON = [
  '{',
  '{"a":1,"a":2}',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '[1,]',
  'NaN',
  '\ufeff{}',
  '['.repeat(5_000),
  '{"a":'.repeat(40),
  'null',
  '[]',
  '"text"',
  '7',
  '{"a":1e999}',
]

/** Generates request bodies as text, so that they arrive unchanged. */
export const bodies = (schema: Schema, pool: Pool): Arbitrary<string> => {
  const fit = fitting(schema, '', pool)
  return fc.oneof(
    { weight: 6, arbitrary: fit.map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: misfitting(fit).map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.constantFrom(...NOT_JSON) },
  )
}

const cursorOf = (position: string): string => Buffer.from(position).toString('base64url')
const ODD_QUERIES = [
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1e1',
  'limit=99999999999999999999',
  'limit=1e21',
  'limit=-0',
  'lat=5e-324&lon=-5e-324&radius_km=5e-324',
  'lat=90&lon=180&radius_km=1.7976931348623157e%2B308',
  'lat=-0&lon=1e-160',
  'date=0000-12-31',
  'date=%2B275760-09-13',
  'created_after=%2B275760-09-13T00:00:00.000Z',
  'created_after=9999-12-31T23:59:59.999999999Z',
  'created_before=0001-01-01T00:00:00-15:59',
  `cursor=${cursorOf('9999-12-31T23:59:59.999Z shp_0')}`,
  `cursor=${cursorOf('1e-999 sto_00000000000000000000000000')}`,
  `cursor=${cursorOf('5e-324 sto_00000000000000000000000000')}`,
  'limit=1&limit=2',
  'limit=',
  'cursor=',
  'cursor=%00',
  'cursor=zzzz',
  `cursor=${cursorOf('2026-99-99T99:99:99.999Z shp_0')}`,
  `cursor=${cursorOf('0000-00-00T00:00:00.000Z shp_0')}`,
  `cursor=${cursorOf('evt_00000000000000000000000000')}`,
  'unheard_of=1',
  '__proto__=1',
  'constructor=1',
  'status=%ff',
  'created_after=2026-02-30T00:00:00Z',
  'created_before=0000-01-01T00:00:00Z',
  '=',
  '&&&',
  '%',
]

/** Generates query strings of declared parameters or of odd ones. */
export const queries = (schema: Schema, pool: Pool): Arbitrary<string> => {
  const fit = fc.tuple(object(schema, pool), fc.nat(9)).map(([value, n]) => {
    // An unknown cursor is refused before any other check, so it is rarely worth generating.
    if (n > 0) for (const name of ['cursor', 'after']) delete (value as Record<string, unknown>)[name]
    const parameters = new URLSearchParams()
    for (const [name, one] of Object.entries(value as object))
      for (const each of Array.isArray(one) ? one : [one]) parameters.append(name, String(each))
    return parameters.toString()
  })
  return fc.oneof({ weight: 3, arbitrary: fit }, { weight: 1, arbitrary: fc.constantFrom(...ODD_QUERIES) })
}

/**
 * Generates values of a path parameter, mostly existing ids. `.` and `..` are left out, because every client removes them when it resolves
 * the path.
 */
export const pathValues = (known: readonly string[]): Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    fc.constantFrom('shp_00000000000000000000000000', 'x', '%00', "' or 1=1 --", '😀', 'null', 'a/b', 'shp_'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }).filter((value) => !/^\.{1,2}$/.test(value)),
  )
