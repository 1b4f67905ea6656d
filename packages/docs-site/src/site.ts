// Everything under /docs: the reference from the API document, the guides and tables from Markdown, the signing page, the search. A page is
// rendered only when its `make` is called. The guides are all files of docs/guide. The guides named here come first, in this order.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Schema } from './examples.ts'
import { codeBlock } from './highlight.ts'
import { type Html, html, page, prose } from './html.ts'
import { type Document, renderMarkdown } from './markdown.ts'
import { type Group, navigationHtml } from './navigation.ts'
import type { OpenApi, Operation } from './openapi-document.ts'
import { OperationPages, sampleTabs } from './operation-html.ts'
import { samplesOf } from './samples.ts'
import { apiEntries, type SearchEntry, textEntries } from './search-index.ts'
import { SIGNING_SECTIONS, signingHtml } from './signing-html.ts'

const GUIDES = [
  'first-requests',
  'requests',
  'shipments',
  'scans',
  'labels',
  'customs',
  'money',
  'counters',
  'counter',
  'shoppers',
  'webhooks',
  'sandbox',
  'sign-in',
  'clients',
]

/** Files of docs/ that are pages, and their paths. */
const TABLES: Record<string, string> = { events: '/docs/events', errors: '/docs/errors', states: '/docs/states' }

/** The first page shows these commands above its sample request, so that readers can paste the request and run it. */
const CREDENTIALS = `eval "$(node -p 'const c = JSON.parse(fs.readFileSync(".data/sandbox-credentials.json"))
  \`export BACKHAUL_URL=\${c.base_url} BACKHAUL_API_KEY=\${c.api_key} BACKHAUL_SIGNING_SECRET=\${c.signing_secret}\`')"
`

export interface SitePage {
  type: 'text/html' | 'application/json' | 'image/png'
  make: () => string | Buffer
}

const DOCS = new URL('../../../docs/', import.meta.url)

interface Operationed {
  method: string
  path: string
  operation: Operation
}

const slug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

export class Site {
  readonly #document: OpenApi
  readonly #docs: URL
  readonly #operations: OperationPages
  readonly #guides: string[]
  readonly #images: string[]
  readonly #groups: Group[]
  readonly #texts = new Map<string, Document>()
  /** Pages by path. */
  readonly pages = new Map<string, SitePage>()

  /** `docs`: the folder with the guides and tables. */
  constructor(document: OpenApi, docs: URL | string = DOCS) {
    this.#document = document
    this.#docs = typeof docs === 'string' ? pathToFileURL(`${docs}/`) : docs
    this.#operations = new OperationPages(document, 'full')
    this.#guides = this.#findGuides()
    this.#images = this.#filesOf('guide/images/').filter((file) => /^[\w-]+\.png$/.test(file))
    this.#groups = this.#navigation()
    this.#addReference()
    this.#addTexts()
    this.#add('/docs/search.json', 'application/json', () => JSON.stringify(this.#searchIndex()))
  }

  #add(path: string, type: SitePage['type'], make: SitePage['make']): void {
    if (this.pages.has(path)) throw new Error(`two pages have the path ${path}`)
    this.pages.set(path, { type, make })
  }

  #addPage(path: string, title: string, make: () => Html): void {
    this.#add(path, 'text/html', () => page(`${title} - Backhaul API`, navigationHtml(this.#groups, path), make()))
  }

  /** Returns the files of a folder below docs/. Empty: there is no such folder. */
  #filesOf(folder: string): string[] {
    try {
      return readdirSync(new URL(folder, this.#docs))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return []
    }
  }

  #findGuides(): string[] {
    const names = this.#filesOf('guide/')
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.slice(0, -3))
    return [...GUIDES.filter((name) => names.includes(name)), ...names.filter((name) => !GUIDES.includes(name)).sort()]
  }

  #read(name: string): string {
    return readFileSync(new URL(`${name}.md`, this.#docs), 'utf8')
  }

  /** Returns the first heading of a file, without rendering the page. */
  #titleOf(name: string): string {
    return /^# (.*)$/m.exec(this.#read(name))?.[1]?.replaceAll('`', '') ?? name
  }

  /** Renders a file of docs/, named without its extension. */
  #text(name: string): Document {
    const known = this.#texts.get(name)
    if (known) return known
    const made = renderMarkdown(this.#read(name), (href) => this.#resolve(name, href))
    this.#texts.set(name, made)
    return made
  }

  /** Returns the target on this site for a link in a file of docs/. */
  #resolve(from: string, href: string): string | null {
    if (/^(#|\/(?!\/)|https?:\/\/)/.test(href)) return href
    const [file = '', hash] = href.split('#')
    const name = posix.join(posix.dirname(from), file).replace(/\.md$/, '').replace(/\/$/, '')
    const guide = /^guide\/([\w-]+)$/.exec(name)?.[1]
    const image = /^guide\/images\/([\w.-]+)$/.exec(name)?.[1]
    if (image !== undefined && this.#images.includes(image)) return `/docs/guide/images/${image}`
    const fixed: Record<string, string> = { ...TABLES, signing: '/docs/signing', 'openapi.json': '/v2/openapi.json' }
    const path = guide !== undefined && this.#guides.includes(guide) ? `/docs/guide/${guide}` : fixed[name]
    return path === undefined ? null : path + (hash === undefined ? '' : `#${hash}`)
  }

  #tagged(tag: string): Operationed[] {
    return Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(tag))
        .map(([method, operation]) => ({ method, path, operation })),
    )
  }

  #navigation(): Group[] {
    const tags = this.#document.tags
      .map(({ name }) => ({ name, operations: this.#tagged(name) }))
      .filter(({ operations }) => operations.length > 0)
      .map(({ name, operations }) => ({
        title: name,
        folded: true,
        entries: [
          { path: `/docs/api/${slug(name)}`, title: 'Overview' },
          ...operations.map(({ method, operation }) => ({
            path: `/docs/api/${operation.operationId}`,
            title: operation.summary,
            method,
          })),
        ],
      }))
    const guides = this.#guides.map((name) => ({ path: `/docs/guide/${name}`, title: this.#titleOf(`guide/${name}`) }))
    const events = Object.keys(this.#document.webhooks).map((type) => ({ path: `/docs/events/${type}`, title: type }))
    return [
      {
        title: 'Begin',
        folded: false,
        entries: [
          { path: '/docs', title: 'Introduction' },
          { path: '/docs/signing', title: 'Signing' },
        ],
      },
      ...(guides.length > 0 ? [{ title: 'Guides', folded: false, entries: guides }] : []),
      { title: 'Reference', folded: false, entries: [] },
      ...tags,
      { title: 'Events', folded: false, entries: [{ path: '/docs/events', title: 'All events' }] },
      { title: 'Records by type', folded: true, entries: events },
      {
        title: 'Tables',
        folded: false,
        entries: [
          { path: '/docs/errors', title: 'Errors' },
          { path: '/docs/states', title: 'States of a shipment' },
          { path: '/docs/schemas', title: 'Schemas' },
          { path: '/docs/all', title: 'Everything on one page' },
          { path: '/v2/openapi.json', title: 'OpenAPI document' },
        ],
      },
    ]
  }

  #addReference(): void {
    const { info, tags, webhooks, components } = this.#document
    const title = String(info.title)
    this.#add('/docs', 'text/html', () => page(title, navigationHtml(this.#groups, '/docs'), this.#home()))
    for (const { name, description } of tags) {
      const operations = this.#tagged(name)
      if (operations.length === 0) continue
      this.#addPage(
        `/docs/api/${slug(name)}`,
        name,
        () => html`<article><h1>${name}</h1>${prose(description)}${this.#operationTable(operations)}</article>`,
      )
      for (const { method, path, operation } of operations)
        this.#addPage(`/docs/api/${operation.operationId}`, operation.summary, () => this.#operations.operation(method, path, operation))
    }
    for (const [type, { post }] of Object.entries(webhooks))
      this.#addPage(`/docs/events/${type}`, type, () => this.#operations.event(type, post))
    for (const [name, schema] of Object.entries(components.schemas))
      this.#addPage(`/docs/schemas/${name}`, name, () => this.#operations.schema(name, schema))
    this.#addPage('/docs/schemas', 'Schemas', () => this.#schemaList())
    this.#addPage('/docs/all', 'Everything on one page', () => this.#everything())
  }

  #addTexts(): void {
    this.#addPage('/docs/signing', 'Signing', () =>
      this.#withContents(
        signingHtml((name) => readFileSync(new URL(`signing/${name}`, DOCS), 'utf8')),
        SIGNING_SECTIONS,
      ),
    )
    const texts = [...this.#guides.map((name) => [`guide/${name}`, `/docs/guide/${name}`] as const), ...Object.entries(TABLES)]
    for (const [name, path] of texts) this.#addPage(path, this.#titleOf(name), () => this.#textHtml(name))
    for (const image of this.#images)
      this.#add(`/docs/guide/images/${image}`, 'image/png', () => readFileSync(new URL(`guide/images/${image}`, this.#docs)))
  }

  /** Adds a list of the sections next to a long text. */
  #withContents(text: Html, sections: readonly { id: string; title: string }[]): Html {
    if (sections.length < 2) return html`<article class="text">${text}</article>`
    const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
    return html`<div class="columns"><article class="text">${text}</article><aside class="sections" aria-label="On this page"><h2>On this page</h2><ul>${links}</ul></aside></div>`
  }

  #textHtml(name: string): Html {
    const { html: text, headings } = this.#text(name)
    return this.#withContents(
      text,
      headings.filter(({ depth }) => depth === 2),
    )
  }

  #operationTable(operations: readonly Operationed[]): Html {
    const rows = operations.map(
      ({ method, path, operation }) =>
        html`<tr><td><a href="/docs/api/${operation.operationId}">${operation.summary}</a></td><td><code class="method ${method}">${method.toUpperCase()}</code> <code>${path}</code></td></tr>`,
    )
    return html`<div class="scroll"><table class="operations"><tbody>${rows}</tbody></table></div>`
  }

  #home(): Html {
    const { info, tags } = this.#document
    const [path, methods] = Object.entries(this.#document.paths)[0] as [string, Record<string, Operation>]
    const [method, first] = Object.entries(methods)[0] as [string, Operation]
    const guides = this.#guides.map((name) => html`<li><a href="/docs/guide/${name}">${this.#titleOf(`guide/${name}`)}</a></li>`)
    const subjects = tags
      .filter(({ name }) => this.#tagged(name).length > 0)
      .map(({ name, description }) => html`<li><a href="/docs/api/${slug(name)}">${name}</a><p>${description}</p></li>`)
    return html`<div class="columns"><article><h1>${String(info.title)}</h1>${prose(String(info.description))}
${guides.length > 0 ? html`<h2 id="guides">Guides</h2><ul class="cards">${guides}</ul>` : ''}
<h2 id="reference">Reference</h2><ul class="cards">${subjects}</ul></article>
<aside aria-label="First request">${codeBlock(CREDENTIALS, undefined, 'In the folder of a sandbox')}${sampleTabs(samplesOf(this.#document, method, path, first), 'first')}</aside></div>`
  }

  #schemaList(): Html {
    const rows = Object.entries(this.#document.components.schemas).map(
      ([name, { description }]: [string, Schema]) =>
        html`<tr><td><a href="/docs/schemas/${name}"><code>${name}</code></a></td><td>${description ?? ''}</td></tr>`,
    )
    return html`<article><h1>Schemas</h1><p>The records of all requests and answers.</p><div class="scroll"><table><tbody>${rows}</tbody></table></div></article>`
  }

  /** One page with everything, for a browser's own search, for print, and for programs. */
  #everything(): Html {
    const { info, tags, webhooks, components } = this.#document
    const pages = new OperationPages(this.#document, 'brief')
    const sections = tags.map(({ name, description }) => {
      const operations = this.#tagged(name).map(({ method, path, operation }) => pages.operation(method, path, operation))
      return html`<section><h1>${name}</h1>${prose(description)}${operations}</section>`
    })
    const events = Object.entries(webhooks).map(([type, { post }]) => pages.event(type, post))
    const schemas = Object.entries(components.schemas).map(([name, schema]) => pages.schema(name, schema))
    return html`<h1>${String(info.title)}</h1>${prose(String(info.description))}${sections}${events}${schemas}`
  }

  #searchIndex(): SearchEntry[] {
    const texts = [
      ...this.#guides.flatMap((name) => textEntries(`/docs/guide/${name}`, this.#text(`guide/${name}`), 'Guide')),
      ...textEntries(TABLES.states as string, this.#text('states'), 'Table'),
    ]
    const tables: SearchEntry[] = [
      ['/docs/events', 'Events', 'Table', 'types webhooks feed records'],
      ['/docs/errors', 'Errors', 'Table', 'codes refusals status'],
    ]
    const signing = SIGNING_SECTIONS.map(({ id, title }): SearchEntry => [`/docs/signing#${id}`, title, 'Signing', 'signature hmac secret'])
    return [...texts, ...tables, ...signing, ...apiEntries(this.#document)]
  }
}
