// The navigation of all pages: guides, the reference by subject, events, tables. It marks the reader's current page.
import { type Html, html } from './html.ts'

export interface Entry {
  path: string
  title: string
  /** Only operations have a method. */
  method?: string
}

export interface Group {
  title: string
  entries: Entry[]
  /** Set for long groups. Only the group with the reader's page is open. */
  folded: boolean
}

const METHOD_NAMES: Record<string, string> = { delete: 'DEL' }

const entryItem = ({ path, title, method }: Entry, here: string): Html => {
  const name = method === undefined ? '' : (METHOD_NAMES[method] ?? method.toUpperCase())
  const badge = method === undefined ? '' : html` <small class="method ${method}">${name}</small>`
  return html`<li><a href="${path}"${path === here ? html` aria-current="page"` : ''}>${title}${badge}</a></li>`
}

export const navigationHtml = (groups: readonly Group[], here: string): Html =>
  html`${groups.map(({ title, entries, folded }) => {
    const list = html`<ul>${entries.map((entry) => entryItem(entry, here))}</ul>`
    if (!folded) return html`<h2>${title}</h2>${list}`
    const isOpen = entries.some(({ path }) => path === here)
    return html`<details${isOpen ? html` open` : ''}><summary>${title}</summary>${list}</details>`
  })}`
