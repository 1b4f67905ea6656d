// Generates a part of packages/client: a type for each schema and a method for each operation. It reads only the API document, which shows
// that the document is sufficient for any generator.

import type { Schema } from './examples.ts'
import type { ApiAnswer, OpenApi, Operation, Parameter } from './openapi-document.ts'

const HEADER = '// Generated from the API document by `npm run generate`; do not edit.\n'

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)
const key = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : literal(name))
const unique = (parts: string[]): string => [...new Set(parts)].join(' | ')

const comment = (text: string | undefined, indent: string): string => {
  const lines = (text ?? '').replaceAll('*/', '*\\/').trim().split('\n')
  if (lines[0] === '') return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

const fieldsOf = (schema: Schema, indent: string): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const required = schema.required?.includes(name) ?? false
      const type = typeOf(property, `${indent}  `)
      const described = property.description ?? property.anyOf?.find(({ description }) => description)?.description
      return `${comment(described, `${indent}  `)}${indent}  ${key(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'}\n`
    })
    .join('')

const objectOf = (schema: Schema, indent: string): string => {
  if (schema.properties && Object.keys(schema.properties).length > 0) return `{\n${fieldsOf(schema, indent)}${indent}}`
  const { additionalProperties: values } = schema
  return `Record<string, ${typeof values === 'object' ? typeOf(values as Schema, indent) : 'unknown'}>`
}

/** Returns the TypeScript type of a JSON schema. */
const typeOf = (schema: Schema, indent = ''): string => {
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref)
  if (schema['x-extensible-enum']) return `${unique((schema['x-extensible-enum'] as unknown[]).map(literal))}`
  const always = schema.const ?? schema['x-always']
  if (always !== undefined) return literal(always)
  if (schema.enum) return unique(schema.enum.map(literal))
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return unique(variants.map((variant) => typeOf(variant, indent)))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return schema['x-minor-units'] ? 'MinorUnits' : 'number'
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent)
      if (schema.minItems === 2 && schema.maxItems === 2) return `[${item}, ${item}]`
      return /[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

const declaration = (name: string, schema: Schema): string => {
  const type = typeOf(schema)
  const body = type.startsWith('{') ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
  return `${comment(schema.description, '')}${body}\n`
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const resolved = (document: OpenApi, schema: Schema = {}): Schema =>
  typeof schema.$ref === 'string' ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema

const queryOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'in' in parameter && parameter.in === 'query')

const queryDeclaration = (operation: Operation): string => {
  const parameters = queryOf(operation)
  if (parameters.length === 0) return ''
  const properties = Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }]))
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return declaration(`${capital(operation.operationId)}Query`, { type: 'object', properties, required })
}

const operationsOf = (document: OpenApi): { method: string; path: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const operationTypes = (document: OpenApi): string => {
  const members = operationsOf(document).map(({ method, path, operation }) => {
    const form = path.replaceAll('{', '$${').replaceAll(/\w+\}/g, 'string}')
    return `  | { method: '${method}'; path: \`${form}\`; answer: ${resultOf(document, operation).answer} }\n`
  })
  const description = 'All operations, for programs with their own transport: the method, path and answer of each.'
  return `${comment(description, '')}export type Operation =\n${members.join('')}`
}

/** Returns the types of every schema, query and operation, the error codes and the event types. */
export const clientTypes = (document: OpenApi): string => {
  // EventType is written separately, because its values also exist at run time.
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'EventType')
    .map(([name, schema]) => declaration(name, schema))
  const queries = operationsOf(document).map(({ operation }) => queryDeclaration(operation))
  const types = `/** All current event types. The service may add more. */\nexport const EVENT_TYPES = [\n${Object.keys(document.webhooks)
    .map((type) => `  ${literal(type)},\n`)
    .join('')}] as const\nexport type EventType = (typeof EVENT_TYPES)[number]\n`
  const operations = operationTypes(document)
  const imports = [
    "import type { MinorUnits } from '../money.ts'\n",
    "import type { Page } from '../pages.ts'\n",
    "import type { Binary } from '../transport.ts'\n",
  ]
  return [HEADER + imports.join(''), types, ...schemas, ...queries.filter((text) => text !== ''), operations].join('\n')
}

interface Result {
  /** The method of Transport that reads the response. */
  reader: string
  type: string
  /** The type of the response. For events, it includes types that the client does not know yet. */
  answer: string
}

/** Returns the type of a call's result: a page with a cursor, a value, bytes, either a value or bytes, or nothing. */
const resultOf = (document: OpenApi, operation: Operation): Result => {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) as [string, ApiAnswer]
  const media = Object.entries(answer.content ?? {})
  const json = answer.content?.['application/json']
  const hasBytes = media.some(([type]) => type !== 'application/json')
  if (!json && hasBytes) return { reader: 'binary', type: 'Promise<Binary>', answer: 'Binary' }
  if (!json) return { reader: 'nothing', type: 'Promise<void>', answer: 'undefined' }
  const type = typeOf(json.schema, '  ')
  if (hasBytes) return { reader: `either<${type}>`, type: `Promise<${type} | Binary>`, answer: type }
  const names = queryOf(operation).map(({ name }) => name)
  const list = typeof json.schema.$ref === 'string' ? document.components.schemas[nameOf(json.schema.$ref)] : json.schema
  const item = list?.properties?.data?.items
  if (names.includes('cursor') && item) {
    // An item that may have an unknown type gets the union of the known types, so that a program can switch on the type.
    const known = resolved(document, item)['x-known-types'] as Schema | undefined
    const items = typeOf(known ?? item, '  ')
    const reader = `${names.includes('after') ? 'feed' : 'list'}<${items}>`
    return { reader, type: `List<${items}>`, answer: `Page<${typeOf(item, '  ')}>` }
  }
  return { reader: `json<${type}>`, type: `Promise<${type}>`, answer: type }
}

/** Returns parameters such as `id: string, body: ShipmentAmend, options: RequestOptions = {}`, and the matching fields of the call. */
const inputOf = (operation: Operation, path: string): { parameters: string[]; fields: string[] } => {
  const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name as string)
  const parameters = names.map((name) => {
    const given = operation.parameters.find((one): one is Parameter => 'in' in one && one.in === 'path' && one.name === name)
    return `${name}: ${typeOf(given?.schema ?? { type: 'string' }, '')}`
  })
  const fields: string[] = []
  const { requestBody } = operation
  const json = requestBody?.content['application/json']
  if (json) {
    parameters.push(`body: ${typeOf(json.schema, '  ')}${requestBody?.required ? '' : ' = {}'}`)
    fields.push('body')
  } else if (requestBody) {
    parameters.push('body: Uint8Array', `content_type: ${unique(Object.keys(requestBody.content).map(literal))}`)
    fields.push('body', 'content_type')
  }
  const query = queryOf(operation)
  if (query.length > 0) {
    const optional = query.every(({ required }) => !required)
    parameters.push(`query: types.${capital(operation.operationId)}Query${optional ? ' = {}' : ''}`)
    fields.push('query: { ...query }')
  }
  return { parameters: [...parameters, 'options: RequestOptions = {}'], fields: [...fields, 'options'] }
}

/** Schema names are in a namespace of their own, separate from the method names. */
const qualified = (type: string, document: OpenApi): string =>
  type.replaceAll(/(?<![.\w'])[A-Z]\w+/g, (name) => (Object.hasOwn(document.components.schemas, name) ? `types.${name}` : name))

/**
 * If the parameter `format` determines whether the result is JSON or bytes, returns one signature for each of the two. If the parameter is
 * absent, the result is bytes, unless JSON is the default format.
 */
const overloadsOf = (document: OpenApi, operation: Operation, parameters: string[], type: string): string => {
  const format = queryOf(operation).find(({ name }) => name === 'format')?.schema
  const formats = resolved(document, format).enum ?? []
  const usual = format?.['x-default']
  const [, json] = /^Promise<(.+) \| Binary>$/.exec(type) ?? []
  if (json === undefined || !formats.includes('json')) return ''
  const other = unique(formats.filter((format) => format !== 'json').map(literal))
  const name = `types.${capital(operation.operationId)}Query`
  const signature = (query: string, result: string): string => {
    const chosen = parameters.map((one) => (one.startsWith('query:') ? query : one.replace(/^options: (.+) = \{\}$/, 'options?: $1')))
    return `  ${operation.operationId}(${chosen.join(', ')}): Promise<${result}>\n`
  }
  const byFormat = signature(`query: ${name} & { format: 'json' }`, json) + signature(`query: ${name} & { format: ${other} }`, 'Binary')
  const without = signature(`query?: ${name} & { format?: undefined }`, usual === 'json' ? json : 'Binary')
  return byFormat + without + signature(`query?: ${name}`, `${json} | Binary`)
}

const methodOf = (document: OpenApi, { method, path, operation }: ReturnType<typeof operationsOf>[number]): string => {
  const { reader, type } = resultOf(document, operation)
  const { parameters, fields } = inputOf(operation, path)
  const target = path.includes('{')
    ? `\`${path.replaceAll(/\{([a-z_]+)\}/g, (_, name) => `\${encodeURIComponent(${name})}`)}\``
    : literal(path)
  const signed = operation.security.some((scheme) => 'Signature' in scheme)
  const call = `{ method: '${method}', path: ${target}, signed: ${signed}, ${fields.join(', ')} }`
  const overloads = overloadsOf(document, operation, parameters, type)
  const text = `${overloads}  ${operation.operationId}(${parameters.join(', ')}): ${type} {\n    return this.${reader}(${call})\n  }\n`
  return comment(`${operation.summary}. ${operation.description}`, '  ') + qualified(text, document)
}

/** Returns the client class, with a method for each operation. */
export const clientSource = (document: OpenApi): string => {
  const methods = operationsOf(document).map((one) => methodOf(document, one))
  const text = methods.join('\n')
  const fromTransport = ['Binary', 'RequestOptions'].filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => `type ${name}`)
  return `${HEADER}import type { List } from '../pages.ts'
import { ${[...fromTransport, 'Transport'].join(', ')} } from '../transport.ts'
import type * as types from './types.ts'

/** Every operation of the API as a method. Lists can be awaited for a page or iterated over for every item; errors are ApiError or ConnectionError. */
export class Backhaul extends Transport {
${text}}
`
}

/** Returns a page of all methods by subject, each with its arguments and purpose. */
export const clientMethods = (document: OpenApi): string => {
  const bySubject = new Map<string, string[]>()
  for (const { path, operation } of operationsOf(document)) {
    const subject = operation.tags[0] ?? 'Other'
    const parameters = inputOf(operation, path)
      .parameters.map((one) => one.replace(/:.*/s, ''))
      .filter((name) => name !== 'options')
    const row = `| \`${operation.operationId}(${parameters.join(', ')})\` | ${operation.summary} |`
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), row])
  }
  const tables = [...bySubject].map(([subject, rows]) => `## ${subject}\n\n| method | what it does |\n|---|---|\n${rows.join('\n')}\n`)
  return `# Methods of the client

Each method takes \`options\` as its last argument: \`signal\`, and for a POST \`idempotency_key\`. \`readCsv(path, query)\` reads a list as CSV. The types describe fields and filters, as does the reference at \`/docs\` of every service. Generated by \`npm run generate\`.

${tables.join('\n')}`
}
