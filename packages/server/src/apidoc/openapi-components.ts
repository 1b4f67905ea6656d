import type { Schema } from './examples.ts'
import type { ApiAnswer } from './openapi-document.ts'

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The component name of a page: `ShipmentList` for a list of Shipment. */
const listTitle = (schema: Schema): string | undefined => {
  const item = schema.properties?.data?.items?.title
  return schema.properties?.object?.enum?.[0] === 'list' && item ? `${item}List` : undefined
}

/** Collects titled schemas as components while it replaces them by references. */
export class Components {
  readonly schemas: Record<string, Schema> = {}
  readonly responses: Record<string, ApiAnswer> = {}

  refer(schema: Schema): Schema {
    const title = schema.title ?? listTitle(schema)
    if (title === undefined) return this.#inside(schema)
    const component = this.#inside({ ...schema, title })
    const known = this.schemas[title]
    if (known && JSON.stringify(known) !== JSON.stringify(component)) throw new Error(`two different schemas have the title ${title}`)
    this.schemas[title] = component
    return { $ref: `#/components/schemas/${title}` }
  }

  /** An answer under `name`, or under the name of the equal one that is there already; different ones are numbered. */
  answer(name: string, answer: ApiAnswer): { $ref: string } {
    const text = JSON.stringify(answer)
    let free = name
    for (let n = 2; this.responses[free] && JSON.stringify(this.responses[free]) !== text; n++) free = `${name}_${n}`
    this.responses[free] = answer
    return { $ref: `#/components/responses/${free}` }
  }

  #inside(schema: Schema): Schema {
    const copy: Schema = {}
    for (const [key, value] of Object.entries(schema)) if (key !== 'additionalItems') copy[key] = this.#value(key, value)
    if (Array.isArray(schema.items))
      Object.assign(copy, { prefixItems: schema.items.map((item: Schema) => this.refer(item)), items: false })
    // An object without fields of its own is an open one; said aloud, a linter accepts examples of it.
    if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0 && !schema.patternProperties)
      copy.additionalProperties ??= true
    const { anyOf, discriminator } = copy
    return anyOf && !discriminator ? { ...copy, ...discriminatorOf(schema.anyOf ?? [], anyOf) } : copy
  }

  #value(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([name, property]) => [name, this.refer(property)]))
    }
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return (value as Schema[]).map((variant) => this.refer(variant))
    if ((key === 'items' || key === 'additionalProperties') && isObject(value)) return this.refer(value)
    return value
  }
}

/** Variants that are told apart by the constant in their `type`, as events are. */
const discriminatorOf = (variants: Schema[], references: Schema[]): Schema => {
  const types = variants.map((variant) => variant.properties?.type?.const)
  if (types.some((type) => type === undefined) || references.some((reference) => !reference.$ref)) return {}
  const mapping = Object.fromEntries(types.map((type, index) => [type, references[index]?.$ref]))
  return { discriminator: { propertyName: 'type', mapping } }
}
