// The page of one operation: description, inputs and responses on the left; sample programs and an example on the right.
import type { Schema } from './examples.ts'
import { codeBlock } from './highlight.ts'
import { type Html, html, inline, prose } from './html.ts'
import type { ApiAnswer, Media, OpenApi, Operation, Parameter, WebhookOperation } from './openapi-document.ts'
import { type Sample, samplesOf } from './samples.ts'
import { type Depth, fieldItem, nameOf, schemaFields } from './schema-html.ts'

/** Language tabs of a sample. Without the pages' script, a choice applies only to this group. */
export const sampleTabs = (samples: readonly Sample[], group: string): Html => {
  const choices = samples.map(
    ({ language, title }, index) =>
      html`<input type="radio" name="language-${group}" id="${group}-${language}" value="${language}"${index === 0 ? html` checked` : ''}><label for="${group}-${language}">${title}</label>`,
  )
  const blocks = samples.map(({ language, file, code }) => html`<div class="sample ${language}">${codeBlock(code, language, file)}</div>`)
  return html`<fieldset class="samples"><legend class="hidden">Language of the program</legend>${choices}${blocks}</fieldset>`
}

const jsonOf = (media: Media | undefined): string | null => (media?.example === undefined ? null : JSON.stringify(media.example, null, 2))

interface AnswerHeader {
  description: string
  schema: Schema
  example?: unknown
}

export class OperationPages {
  readonly #document: OpenApi
  readonly #depth: Depth

  /** `brief`: omits examples, for the page that shows everything. */
  constructor(document: OpenApi, depth: Depth) {
    this.#document = document
    this.#depth = depth
  }

  get #schemas(): Record<string, Schema> {
    return this.#document.components.schemas
  }

  #fields(schema: Schema, isRequest: boolean): Html {
    return schemaFields(schema, { schemas: this.#schemas, isRequest, depth: this.#depth })
  }

  /** Puts the text on the left and the examples on the right. */
  #columns(article: Html, aside: () => Html): Html {
    if (this.#depth === 'brief') return article
    return html`<div class="columns">${article}<aside aria-label="Examples">${aside()}</aside></div>`
  }

  #answerOf(answer: Operation['responses'][string]): ApiAnswer {
    return '$ref' in answer ? (this.#document.components.responses[nameOf(answer.$ref)] as ApiAnswer) : answer
  }

  #parameters({ parameters }: Operation): Parameter[] {
    return parameters.map((one) => ('$ref' in one ? (this.#document.components.parameters[nameOf(one.$ref)] as Parameter) : one))
  }

  #list(title: string, parameters: Parameter[]): Html {
    if (parameters.length === 0) return html``
    const items = parameters.map(({ name, required, schema, description }) => fieldItem(name, required, schema, this.#schemas, description))
    return html`<h2>${title}</h2><ul class="fields">${items}</ul>`
  }

  /**
   * Shows the headers for key, time and signature, as the security schemes define them. The first way to sign is shown as complete fields,
   * the other way in one sentence.
   */
  #requestHeaders(operation: Operation): Html {
    const schemes = this.#document.components.securitySchemes as Record<string, { name?: string; description?: string }>
    const [first = {}] = operation.security
    const credentials = Object.keys(first).map((id) => {
      const { name = id, description = '' } = schemes[id] ?? {}
      return fieldItem(name, true, { type: 'string' }, this.#schemas, description)
    })
    const type = Object.keys(operation.requestBody?.content ?? {})
    const content =
      type.length > 0 ? [fieldItem('Content-Type', true, { type: 'string', enum: type }, this.#schemas, 'The media type of the body.')] : []
    const own = this.#parameters(operation)
      .filter((one) => one.in === 'header')
      .map(({ name, required, schema, description }) => fieldItem(name, required, schema, this.#schemas, description))
    const note = operation.security.length > 1 ? html`<p>Or <a href="/docs/signing#v2">sign the whole request</a>.</p>` : ''
    return html`<h2>Headers</h2><ul class="fields">${credentials}${own}${content}</ul>${note}`
  }

  #body({ requestBody }: Operation): Html {
    if (!requestBody) return html``
    const parts = Object.entries(requestBody.content).map(([type, { schema }]) =>
      type === 'application/json' ? this.#fields(schema, true) : html`<p><code>${type}</code> The bytes of the file.</p>`,
    )
    return html`<h2>Body</h2>${requestBody.description ? prose(requestBody.description) : ''}${parts}`
  }

  #answerHeaders({ headers = {} }: ApiAnswer, title = 'Headers of the answer'): Html {
    const known = this.#document.components.headers as Record<string, AnswerHeader>
    const items = Object.entries(headers as Record<string, AnswerHeader | { $ref: string }>).map(([name, header]) => {
      const { description, schema, example } = '$ref' in header ? (known[nameOf(header.$ref)] as AnswerHeader) : header
      const text = example === undefined ? description : `${description} For example \`${example}\`.`
      return fieldItem(name, false, schema, this.#schemas, text)
    })
    if (items.length === 0) return html``
    return html`<details><summary>${title}</summary><ul class="fields">${items}</ul></details>`
  }

  #success([status, given]: [string, Operation['responses'][string]]): Html {
    const answer = this.#answerOf(given)
    const parts = Object.entries(answer.content ?? {}).map(([type, { schema }]) =>
      type === 'application/json' ? this.#fields(schema, false) : html`<p><code>${type}</code> The bytes of the file.</p>`,
    )
    return html`<h3><code class="status">${status}</code> ${inline(answer.description)}</h3>${this.#answerHeaders(answer)}${parts}`
  }

  /** Lists the errors by status. Each code links to the table of errors. */
  #errors(entries: [string, Operation['responses'][string]][]): Html {
    const rows = entries.map(([status, given]) => {
      const { content, description } = this.#answerOf(given)
      const codes = Object.keys(content?.['application/json']?.examples ?? {})
      const texts = new Map(description.split('\n\n').map((line) => [/^`(\w+)`/.exec(line)?.[1] ?? '', line.replace(/^`\w+`:\s*/, '')]))
      const items = codes.map(
        (code) =>
          html`<tr><td><code class="status">${status}</code></td><td><a href="/docs/errors#${code}"><code>${code}</code></a></td><td>${inline(texts.get(code) ?? '')}</td></tr>`,
      )
      return items.length > 0
        ? items
        : [html`<tr><td><code class="status">${status}</code></td><td></td><td>${inline(description)}</td></tr>`]
    })
    if (rows.length === 0) return html``
    return html`<h2>Errors</h2><div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`
  }

  #example([status, given]: [string, Operation['responses'][string]]): Html {
    const json = jsonOf(this.#answerOf(given).content?.['application/json'])
    return json === null ? html`` : codeBlock(json, 'json', `Answer ${status}`)
  }

  operation(method: string, path: string, operation: Operation): Html {
    const answers = Object.entries(operation.responses).filter(([status]) => status !== 'default')
    const successes = answers.filter(([status]) => Number(status) < 400)
    const { default: any } = operation.responses
    const common = any ? this.#answerHeaders(this.#answerOf(any), 'Headers that every answer can have') : ''
    const errors = answers.filter(([status]) => Number(status) >= 400)
    const parameters = this.#parameters(operation)
    const article = html`<article id="${operation.operationId}">
<h1>${operation.summary}</h1>
<p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <span>${path}</span></p>
${prose(operation.description)}
${this.#list(
  'Path',
  parameters.filter((one) => one.in === 'path'),
)}${this.#list(
  'Query',
  parameters.filter((one) => one.in === 'query'),
)}${this.#body(operation)}
${this.#requestHeaders(operation)}
<h2>Answers</h2>${successes.map((one) => this.#success(one))}${common}
${this.#errors(errors)}
</article>`
    return this.#columns(article, () => {
      const samples = samplesOf(this.#document, method, path, operation)
      return html`${sampleTabs(samples, operation.operationId)}${successes.map((one) => this.#example(one))}`
    })
  }

  /** Renders a delivery of one type of event. */
  event(type: string, post: WebhookOperation): Html {
    const media = post.requestBody.content['application/json'] as Media
    const headers = this.#parameters(post).filter((one) => one.in === 'header')
    const answers = Object.entries(post.responses).map(
      ([status, answer]) =>
        html`<tr><td><code class="status">${status}</code></td><td>${inline(this.#answerOf(answer).description)}</td></tr>`,
    )
    const example = jsonOf(media)
    const article = html`<article id="event-${type}">
<h1><code>${type}</code></h1>
<p><b>${post.summary}.</b> ${inline(post.description)}</p>
<p>Sent by POST to every webhook that subscribes to this type, and stored in <a href="/docs/api/listEvents">the feed</a> with the same bytes. <a href="/docs/signing#webhooks">How to verify a delivery</a>.</p>
<h2>Record</h2>${this.#fields(media.schema, false)}
${this.#list('Headers', headers)}
<h2>Your answer</h2><div class="scroll"><table><tbody>${answers}</tbody></table></div>
</article>`
    return this.#columns(article, () => (example === null ? html`` : codeBlock(example, 'json', 'Record')))
  }

  schema(name: string, schema: Schema): Html {
    return html`<article><h1><code>${name}</code></h1>${prose(schema.description ?? '')}${schemaFields(schema, { schemas: this.#schemas, isRequest: false, depth: this.#depth })}</article>`
  }
}
