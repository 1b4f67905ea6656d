// Converts schemas for the API document. The service validates input with the original schemas, and tests compare its responses with them.
// The document says the same in terms that every generator understands, and stays open where the API may grow:
//
//   a tuple                      an array with that number of items
//   one word                     a constant; several words are a vocabulary with a name (its title, or ./vocabularies.ts)
//   only `true`, or only `false` a boolean, because few languages have a type for one of its values
//   more than 0                  at least LEAST
//   keys that fit a pattern      any keys, described in `propertyNames`
//   a number                     a number of double precision
//   a closed object in responses an open one, so that a new field breaks no client
//   an object inside another     an object with its own name
//
// A schema may have `published`: additional text for the document about rules that the service checks elsewhere or more loosely.
import type { Schema } from './examples.ts'
import { vocabularyOf } from './vocabularies.ts'

export type Side = 'request' | 'answer'

/** Measures have three decimals, and a stored measure is never 0. Smaller measures are accepted and counted as this value. */
const LEAST = 0.001
/** Largest integer of the type that most languages use by default. */
const MAX_INT32 = 2 ** 31 - 1

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
/** Returns `HistoryItem` for `history_item`, and `Parcel` for `parcels`. */
const wordsOf = (name: string): string => name.split(/[_-]/).map(capital).join('')
const singular = (plural: string): string => (plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, ''))

const typeOf = (value: unknown): string => (Number.isInteger(value) ? 'integer' : typeof value)

const vocabulary = ({ enum: words = [], ...rest }: Schema): Schema => {
  const type = typeOf(words[0])
  if (words.length === 1) return { type, const: words[0], ...rest }
  const name = rest.title === undefined ? vocabularyOf(words) : undefined
  if (name === undefined) return { type, enum: words, ...rest }
  const { description, default: usual } = rest
  const beside = { ...(description !== undefined && { description }), ...(usual !== undefined && { 'x-default': usual }) }
  return { $ref: `#/components/schemas/${name}`, ...beside }
}

const number = (schema: Schema): Schema => {
  const { exclusiveMinimum, ...rest } = schema
  const least = exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum + (schema.type === 'integer' ? 1 : LEAST) }
  const format = schema.format ?? (schema.type === 'number' ? 'double' : (schema.maximum ?? 0) > MAX_INT32 ? 'int64' : undefined)
  return { ...rest, ...least, ...(format !== undefined && { format }) }
}

/** Returns the length of keys that a pattern like `^[\s\S]{1,40}$` allows. */
const lengthOf = (pattern: string): Schema => {
  const [, least, most] = /\{(\d+),(\d+)\}\$$/.exec(pattern) ?? []
  return least === undefined ? {} : { propertyNames: { minLength: Number(least), maxLength: Number(most) } }
}

const withoutConst = ({ const: always, ...rest }: Schema): Schema => ({ ...rest, type: 'boolean', 'x-always': always })

class Publishing {
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
  }

  /** `place`: the name to use if the object has no name of its own. */
  schema(given: Schema, place: string | null): Schema {
    // Many code generators do not support conditions, so the document omits them. The text in `published` describes them instead.
    const { published: said, if: _condition, then: _consequence, sentence: _sentence, ...rest } = given
    const more = (said ?? {}) as Schema
    if (typeof more.$ref === 'string') return more
    const schema: Schema = { ...rest, ...more }
    if (typeof schema.$ref === 'string') return schema
    if (typeof schema.const === 'boolean') return withoutConst(schema)
    if (schema.const !== undefined) return { ...schema, type: schema.type ?? typeOf(schema.const) }
    if (schema.enum) return vocabulary(schema)
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return { ...schema, [schema.anyOf ? 'anyOf' : 'oneOf']: variants.map((variant) => this.schema(variant, place)) }
    if (schema.type === 'array') return this.#array(schema, place)
    if (schema.type === 'object') return this.#object(schema, place)
    return schema.type === 'number' || schema.type === 'integer' ? number(schema) : schema
  }

  #array(schema: Schema, place: string | null): Schema {
    const { items, additionalItems, ...rest } = schema
    if (!Array.isArray(items)) return { ...rest, items: this.schema(items ?? {}, place && singular(place)) }
    const [first, ...others] = items.map((item: Schema) => this.schema(item, place))
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
      throw new Error('not every generator can read a tuple with different items; use an object')
    return { ...rest, items: first as Schema, minItems: items.length, maxItems: items.length }
  }

  #object(schema: Schema, place: string | null): Schema {
    const { patternProperties, additionalProperties, properties, ...rest } = schema
    const [pattern] = Object.entries((patternProperties ?? {}) as Record<string, Schema>)
    if (pattern) return { ...rest, ...lengthOf(pattern[0]), additionalProperties: this.#values(pattern[1], place) }
    const hasFields = Object.keys(properties ?? {}).length > 0
    // An object without fields may have any fields. The document says so explicitly, because otherwise a linter would reject its examples.
    if (!hasFields) return { ...rest, additionalProperties: additionalProperties ?? true }
    const title = schema.title ?? place ?? undefined
    const fields = Object.entries(properties ?? {}).map(([name, field]) => {
      const below = title === undefined ? null : `${title}${wordsOf(name)}`
      return [name, this.schema(field, below)]
    })
    const closed = this.#side === 'request' && additionalProperties === false
    return {
      ...rest,
      ...(title !== undefined && { title }),
      properties: Object.fromEntries(fields),
      ...(closed && { additionalProperties: false }),
    }
  }

  #values(schema: Schema, place: string | null): Schema | true {
    return Object.keys(schema).length === 0 ? true : this.schema(schema, place)
  }
}

/** Returns the document's form of a schema of a request, response or event. */
export const published = (schema: Schema, side: Side): Schema => new Publishing(side).schema(schema, null)
