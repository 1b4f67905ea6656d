// Renders the fields of a schema as a list: name, type, meaning, limits. Nested records are collapsed below their field.
import type { Schema } from './examples.ts'
import { type Html, html, inline } from './html.ts'

/** Deeper nested records become links. */
const MAX_DEPTH = 4

export const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

type Schemas = Record<string, Schema>

const variantsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? []

/** Describes a schema in a few words, such as `Shipment`, `array of text` or `time or null`, with links to the schemas that it names. */
export const typeOf = (schema: Schema, schemas: Schemas): Html => {
  if (typeof schema.$ref === 'string') {
    const name = nameOf(schema.$ref)
    const values = schemas[name]?.enum
    return values ? html`text` : html`<a href="/docs/schemas/${name}">${name}</a>`
  }
  const variants = variantsOf(schema)
  if (variants.length > 0) return html`${variants.map((one, index) => [index > 0 ? ' or ' : '', typeOf(one, schemas)])}`
  if (schema.type === 'array' && schema.prefixItems === undefined) return html`list of ${typeOf(schema.items ?? {}, schemas)}`
  if (schema.prefixItems) return html`pair of texts`
  const first = schema.const ?? schema.enum?.[0]
  const type = String(schema.type ?? (first === undefined ? 'any' : typeof first))
  if (schema.format === 'date-time') return html`time`
  if (schema.format === 'date') return html`date`
  return html`${type === 'string' ? 'text' : type}`
}

/** Returns `1 to 100 characters` or `at least 0`. Empty: there is no limit. */
const range = (least: unknown, most: unknown, unit: string): string => {
  if (least === undefined && most === undefined) return ''
  const text = least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`
  return unit === '' ? text : `${text} ${unit}`
}

const limitsOf = (schema: Schema): string[] =>
  [
    range(schema.minimum, schema.exclusiveMinimum === undefined ? schema.maximum : undefined, ''),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}, at most ${schema.maximum}`,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    schema.pattern === undefined ? '' : `pattern ${schema.pattern}`,
    schema.default === undefined ? '' : `${JSON.stringify(schema.default)} by default`,
  ].filter((text) => text !== '')

const deepLimits = (schema: Schema): string[] => [...limitsOf(schema), ...variantsOf(schema).flatMap(limitsOf)]

/** Returns the words that a field may have, wherever the schema lists them. */
const valuesOf = (schema: Schema, schemas: Schemas): unknown[] => {
  if (typeof schema.$ref === 'string') return schemas[nameOf(schema.$ref)]?.enum ?? []
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const inner = [...variantsOf(schema), ...(schema.type === 'array' && schema.items ? [schema.items] : [])]
  return inner.flatMap((one) => valuesOf(one, schemas))
}

/**
 * Returns the description of a schema. A schema without its own description gets that of the record to which it refers, or else that of
 * its first variant with a description: a nullable field is described in its variant.
 */
export const descriptionOf = (schema: Schema, schemas: Schemas): string =>
  schema.description ??
  (typeof schema.$ref === 'string' ? schemas[nameOf(schema.$ref)]?.description : undefined) ??
  variantsOf(schema)
    .map((one) => descriptionOf(one, schemas))
    .find((text) => text !== '') ??
  ''

/** Returns the record that a field contains, alone or in a list. */
const recordOf = (schema: Schema, schemas: Schemas): { name: string; record: Schema } | null => {
  const name = typeof schema.$ref === 'string' ? nameOf(schema.$ref) : ''
  const found = name === '' ? schema : (schemas[name] ?? {})
  if (Object.keys(found.properties ?? {}).length > 0) return { name, record: found }
  if (found.type === 'array' && found.items) return recordOf(found.items, schemas)
  const variants = variantsOf(found)
  if (variants.length > 3) return null
  return variants.map((one) => recordOf(one, schemas)).find((one) => one !== null) ?? null
}

const chips = (values: unknown[]): Html =>
  values.length === 0 ? html`` : html`<span class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`

/** Renders one field or parameter. `inside`: the collapsed content below it. */
export const fieldItem = (name: string, required: boolean, schema: Schema, schemas: Schemas, text: string, inside: Html = html``): Html =>
  html`<li><p class="field"><code>${name}</code> <span class="type">${typeOf(schema, schemas)}</span>${required ? html` <span class="required">required</span>` : ''}</p>
<p>${inline(text)}${deepLimits(schema).map((limit) => html` <small>${limit}</small>`)}${chips(valuesOf(schema, schemas))}</p>${inside}</li>`

/** `full` shows a record with its nested records. `brief` shows links to the pages of the nested records. */
export type Depth = 'full' | 'brief'

export interface Reading {
  schemas: Schemas
  /** True for requests: optional fields are marked. In responses all fields are present. */
  isRequest: boolean
  depth: Depth
}

/** Renders the fields of a record. `above`: the records that contain it. */
const fieldList = (schema: Schema, reading: Reading, above: readonly string[]): Html => {
  const { schemas, isRequest, depth } = reading
  const items = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const inner = recordOf(property, schemas)
    const isRepeated = inner !== null && inner.name !== '' && (depth === 'brief' || above.includes(inner.name))
    const inside =
      inner === null || isRepeated || above.length > MAX_DEPTH
        ? html``
        : html`<details><summary>Fields of <code>${name}</code></summary>${fieldList(inner.record, reading, [...above, inner.name])}</details>`
    const isRequired = isRequest && (schema.required?.includes(name) ?? false)
    return fieldItem(name, isRequired, property, schemas, descriptionOf(property, schemas), inside)
  })
  return html`<ul class="fields">${items}</ul>`
}

/** Renders the fields of a body or response. */
export const schemaFields = (schema: Schema, reading: Reading): Html => {
  const { schemas, depth } = reading
  const found = recordOf(schema, schemas)
  if (found && !(depth === 'brief' && found.name !== '')) return fieldList(found.record, reading, [found.name])
  return html`<p>${typeOf(schema, schemas)}${chips(valuesOf(schema, schemas))}</p>`
}
