import type { Schema } from './examples.ts'
import { code, type Html, html, inline, page, prose } from './html.ts'
import type { ApiAnswer, OpenApi, Operation, Parameter } from './openapi-document.ts'

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? ''

/** `Shipment`, `array of string`, `one of pdf, png`: a schema in a few words, with links to the schemas it names. */
const typeOf = (schema: Schema): Html => {
  if (typeof schema.$ref === 'string') {
    const name = nameOf(schema.$ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return html`${variants.map((variant, index) => [index > 0 ? ' or ' : '', typeOf(variant)])}`
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum) return html`one of ${schema.enum.map((value, index) => [index > 0 ? ', ' : '', html`<code>${String(value)}</code>`])}`
  if (schema.prefixItems) return html`[${(schema.prefixItems as Schema[]).map((item, index) => [index > 0 ? ', ' : '', typeOf(item)])}]`
  if (schema.type === 'array') return html`array of ${typeOf(schema.items ?? {})}`
  return html`${schema.format === 'date-time' ? 'time' : String(schema.type ?? 'any')}`
}

/** `1 to 100 characters`, `at least 0`; empty where there is no limit. */
const range = (least: unknown, most: unknown, unit: string): string => {
  if (least === undefined && most === undefined) return ''
  const text = least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`
  return unit === '' ? text : `${text} ${unit}`
}

const limitsOf = (schema: Schema): string =>
  [
    range(schema.minimum, schema.exclusiveMinimum === undefined ? schema.maximum : undefined, ''),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}, at most ${schema.maximum}`,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    schema.pattern === undefined ? '' : `pattern ${schema.pattern}`,
  ]
    .filter((text) => text !== '')
    .join('; ')

/** A nullable field's description sits on its variant. */
const descriptionOf = (schema: Schema): string =>
  schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description ?? ''

const row = (name: string, required: boolean, schema: Schema, description: string): Html =>
  html`<tr><td><code>${name}</code>${required ? '' : html`<br><small>optional</small>`}</td><td>${typeOf(schema)}</td><td>${inline(description)} <small>${limitsOf(schema)}</small></td></tr>`

const table = (rows: Html[]): Html =>
  html`<table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table>`

/** The fields of an object; objects inside it that have no name of their own follow with their path. */
const fields = (schema: Schema, prefix = ''): Html[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name
    const nested = property.properties ? property : property.anyOf?.find(({ properties }) => properties)
    const own = row(path, schema.required?.includes(name) ?? false, property, descriptionOf(property))
    return [own, ...(nested ? fields(nested, `${path}.`) : [])]
  })

const schemaOf = (schema: Schema): Html =>
  schema.properties ? table(fields(schema)) : html`<p>${typeOf(schema)} <small>${limitsOf(schema)}</small></p>`

const example = (value: unknown): Html => html`<details><summary>Example</summary>${code(JSON.stringify(value, null, 2))}</details>`

const content = (parts: NonNullable<ApiAnswer['content']>): Html[] =>
  Object.entries(parts).map(
    ([type, { schema, example: value }]) =>
      html`<p><code>${type}</code> ${schema.format === 'binary' ? '' : typeOf(schema)}</p>${value === undefined ? '' : example(value)}`,
  )

const COMMON_STATUSES = ['400', '401', '403', '413', '415', '429', '500', '503']

class Reference {
  readonly #document: OpenApi

  constructor(document: OpenApi) {
    this.#document = document
  }

  #operations(tag: string): { method: string; path: string; operation: Operation }[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ method, path, operation })),
    )
  }

  /** The tags of operations; what is sent to receivers has a section of its own. */
  #sections(): OpenApi['tags'] {
    return this.#document.tags.filter(({ name }) => this.#operations(name).length > 0)
  }

  #parameter(parameter: Operation['parameters'][number]): Html {
    const known: Parameter = '$ref' in parameter ? (this.#document.components.parameters[nameOf(parameter.$ref)] as Parameter) : parameter
    return row(known.name, known.required, known.schema, `${known.description}`)
  }

  #answer([status, response]: [string, Operation['responses'][string]]): Html {
    const answer = '$ref' in response ? (this.#document.components.responses[nameOf(response.$ref)] as ApiAnswer) : response
    const isError = Number(status) >= 400
    return html`<tr><td><code>${status}</code></td><td colspan="2">${prose(answer.description)}${isError ? '' : content(answer.content ?? {})}</td></tr>`
  }

  /** What is particular to the operation is shown; what every request can meet is folded away. */
  #answers({ responses }: Operation): Html {
    const all = Object.entries(responses).filter(([status]) => status !== 'default')
    const rows = (list: typeof all) => html`<table><tbody>${list.map((one) => this.#answer(one))}</tbody></table>`
    const common = all.filter(([status]) => COMMON_STATUSES.includes(status))
    const own = all.filter(([status]) => !COMMON_STATUSES.includes(status))
    const codes = common.map(([status]) => status).join(', ')
    return html`${rows(own)}<details><summary>Errors that any request can meet: ${codes}</summary>${rows(common)}</details>`
  }

  /** The fields of a JSON body, in place. */
  #body({ content: parts }: NonNullable<Operation['requestBody']>): Html {
    const reference = parts['application/json']?.schema.$ref
    const schema = typeof reference === 'string' ? this.#document.components.schemas[nameOf(reference)] : undefined
    return html`<h4>Body</h4>${content(parts)}${schema?.properties ? table(fields(schema)) : ''}`
  }

  #operation(method: string, path: string, operation: Operation): Html {
    const { operationId, summary, description, parameters, requestBody } = operation
    return html`<article id="${operationId}">
<h3>${summary}</h3>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <span>${path}</span></p>
${prose(description)}
${parameters.length > 0 ? html`<h4>Parameters</h4>${table(parameters.map((parameter) => this.#parameter(parameter)))}` : ''}
${requestBody ? this.#body(requestBody) : ''}
<h4>Answers</h4>
${this.#answers(operation)}
</article>`
  }

  #events(): Html {
    const events = Object.entries(this.#document.webhooks).map(([type, { post }]) => {
      const media = post.requestBody.content['application/json']
      return html`<article id="event-${type}"><h3><code>${type}</code></h3><p>${inline(post.description)}</p><p>Record: ${typeOf(media?.schema ?? {})}</p>${example(media?.example)}</article>`
    })
    return html`<section id="webhooks"><h2>Event types</h2><p>Each is one record, sent to the webhooks that asked for its type and kept in the feed. <a href="/docs/signing#webhooks">How to verify a delivery</a>.</p>${events}</section>`
  }

  #schemas(): Html {
    const schemas = Object.entries(this.#document.components.schemas).map(
      ([name, schema]) =>
        html`<article id="schema-${name}"><h3>${name}</h3>${prose(schema.description ?? '')}${schemaOf(schema)}</article>`,
    )
    return html`<section id="schemas"><h2>Schemas</h2>${schemas}</section>`
  }

  #navigation(): Html {
    const link = (href: string, text: string) => html`<li><a href="${href}">${text}</a></li>`
    const tags = this.#sections().map(({ name }) => {
      const links = this.#operations(name).map(({ operation }) => link(`#${operation.operationId}`, operation.summary))
      return html`<h2>${name}</h2><ul>${links}</ul>`
    })
    const events = Object.keys(this.#document.webhooks).map((type) => link(`#event-${type}`, type))
    return html`<a class="title" href="/docs">Backhaul API</a>
<ul>${link('/docs/signing', 'Signing requests')}${link('/v2/openapi.json', 'OpenAPI document')}${link('#schemas', 'Schemas')}</ul>
${tags}<h2>Event types</h2><ul>${events}</ul>`
  }

  render(): string {
    const { info } = this.#document
    const sections = this.#sections().map(({ name, description }) => {
      const operations = this.#operations(name).map(({ method, path, operation }) => this.#operation(method, path, operation))
      return html`<section><h2>${name}</h2>${prose(description)}${operations}</section>`
    })
    const main = html`<h1>${String(info.title)}</h1>${prose(String(info.description))}${sections}${this.#events()}${this.#schemas()}`
    return page(String(info.title), this.#navigation(), main)
  }
}

/** The reference of an API document as one page of plain HTML. */
export const referencePage = (document: OpenApi): string => new Reference(document).render()
