import type { Schema } from './examples.ts'
import type { ApiAnswer } from './openapi-document.ts'
import { VOCABULARIES } from './vocabularies.ts'

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** Returns the component name of a page: `ShipmentList` for a list of Shipment. */
const listTitle = (schema: Schema): string | undefined => {
  const { title, $ref } = schema.properties?.data?.items ?? {}
  const item = title ?? (typeof $ref === 'string' ? nameOf($ref) : undefined)
  return schema.properties?.object?.const === 'list' && item ? `${item}List` : undefined
}
export const referenceTo = (name: string): string => `#/components/schemas/${name}`

/** Collects titled schemas and vocabularies as components, and replaces them by references. */
export class Components {
  readonly schemas: Record<string, Schema> = {}
  readonly responses: Record<string, ApiAnswer> = {}

  refer(schema: Schema): Schema {
    if (typeof schema.$ref === 'string') return this.#named(schema, schema.$ref)
    const title = schema.title ?? listTitle(schema)
    if (title === undefined) return this.#inside(schema)
    const component = this.#inside({ ...schema, title })
    const known = this.schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different schemas have the title ${title}`)
    this.schemas[title] = component
    return { $ref: referenceTo(title) }
  }

  /** Registers a response under `name`. Other parts can refer to it only by this name. */
  answer(name: string, answer: ApiAnswer): { $ref: string } {
    const known = this.responses[name]
    if (known && JSON.stringify(known) !== JSON.stringify(answer)) throw new Error(`two different answers have the name ${name}`)
    this.responses[name] = answer
    return { $ref: `#/components/responses/${name}` }
  }

  #named(schema: Schema, reference: string): Schema {
    const name = nameOf(reference)
    const [words, description = ''] = VOCABULARIES[name] ?? []
    if (words)
      this.schemas[name] ??= { title: name, type: typeof words[0] === 'number' ? 'integer' : 'string', description, enum: [...words] }
    return schema
  }

  #inside(schema: Schema): Schema {
    const copy: Schema = {}
    for (const [key, value] of Object.entries(schema)) copy[key] = this.#value(key, value)
    const { anyOf, ...rest } = copy
    const discriminator = anyOf && discriminatorOf(schema.anyOf ?? [], anyOf)
    return discriminator ? { ...rest, oneOf: anyOf, discriminator } : copy
  }

  #value(key: string, value: unknown): unknown {
    if (key === 'properties')
      return Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([name, property]) => [name, this.refer(property)]))
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return (value as Schema[]).map((variant) => this.refer(variant))
    if ((key === 'items' || key === 'additionalProperties') && isObject(value)) return this.refer(value)
    return value
  }
}

/** Returns the discriminator of variants that differ by the constant in their `type`, as events do. */
const discriminatorOf = (variants: Schema[], references: Schema[]): Schema | null => {
  const types = variants.map((variant) => variant.properties?.type?.const)
  if (types.some((type) => type === undefined) || references.some((reference) => !reference.$ref)) return null
  return { propertyName: 'type', mapping: Object.fromEntries(types.map((type, index) => [type, references[index]?.$ref])) }
}
