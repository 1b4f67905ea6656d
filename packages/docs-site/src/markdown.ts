// Renders the Markdown of docs/ as HTML. The files are trusted, but their content is still shown as text: raw HTML is escaped, except line
// breaks. A link to a file that is not served becomes text.
import { Marked, type Token, type Tokens } from 'marked'
import { codeBlock } from './highlight.ts'
import { Html, html } from './html.ts'

export interface Heading {
  depth: number
  id: string
  title: string
}
export interface Section extends Heading {
  text: string
}
export interface Document {
  title: string
  html: Html
  headings: Heading[]
  /** The text below each heading, for the search. */
  sections: Section[]
}

/** Returns the anchor of a heading, in GitHub's format. */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Makes anchors unique: the second heading with the same title ends in -1. */
const uniqueSlugs = (): ((title: string) => string) => {
  const used = new Map<string, number>()
  return (title) => {
    const slug = slugOf(title)
    const n = used.get(slug) ?? 0
    used.set(slug, n + 1)
    return n === 0 ? slug : `${slug}-${n}`
  }
}

const plain = (tokens: readonly Token[] | undefined, text = ''): string =>
  tokens === undefined
    ? text
    : tokens.map((token) => ('tokens' in token ? plain(token.tokens, token.raw) : 'text' in token ? token.text : '')).join('')

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescaped = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] as string)

/** Returns the searchable words of a token. Tables count, code does not. */
const wordsOf = (token: Token): string => {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows]
      .flat()
      .map((cell) => plain(cell.tokens))
      .join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(' ')
  return token.type === 'paragraph' || token.type === 'blockquote' ? plain((token as Tokens.Paragraph).tokens) : ''
}

/** `resolve`: returns the target of a link or picture. Null: there is none, and only the text stays. */
export const renderMarkdown = (text: string, resolve: (href: string) => string | null): Document => {
  const headings: Heading[] = []
  const slug = uniqueSlugs()
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(text.replaceAll(/<!--[\s\S]*?-->\n?/g, ''))
  // Headings win if a heading and a row have the same anchor.
  const taken = new Set(tokens.map((token) => (token.type === 'heading' ? slugOf(unescaped(plain(token.tokens))) : '')))
  marked.use({
    renderer: {
      heading({ depth, tokens: inner }) {
        const title = unescaped(plain(inner))
        const id = slug(title)
        headings.push({ depth, id, title })
        const body = new Html(this.parser.parseInline(inner))
        const anchor = depth === 1 ? '' : html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
        return `${html`<${new Html(`h${depth}`)} id="${id}">${body}${anchor}</${new Html(`h${depth}`)}>`.text}\n`
      },
      link({ href, tokens: inner }) {
        const body = new Html(this.parser.parseInline(inner))
        const target = resolve(href)
        return target === null ? body.text : html`<a href="${target}">${body}</a>`.text
      },
      // Pictures of other sites would not load.
      image({ href, text: alternative }) {
        const source = resolve(href)
        return (source?.startsWith('/docs/') ? html`<img src="${source}" alt="${alternative}" loading="lazy">` : html`${alternative}`).text
      },
      html: ({ text: raw }) => (/^<br\s*\/?>$/.test(raw.trim()) ? '<br>' : html`${raw}`.text),
      code({ text: code, lang }) {
        const language = lang?.split(/\s/)[0]
        const block = codeBlock(code, language)
        return language === 'mermaid' ? html`<details><summary>Mermaid source of the diagram</summary>${block}</details>`.text : block.text
      },
      // A row about one word (an error code, a field) has that word as its anchor.
      tablerow({ text: cells }) {
        const word = /^<td[^>]*><code>([\w.-]+)<\/code><\/td>/.exec(cells)?.[1]
        if (word === undefined || taken.has(word)) return `<tr>${cells}</tr>\n`
        taken.add(word)
        return html`<tr id="${word}">${new Html(cells)}</tr>\n`.text
      },
      table({ header, rows: body }) {
        const row = (cells: Tokens.TableCell[]) => this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') })
        const isBlank = header.every(({ text: cell }) => cell === '')
        const head = isBlank ? '' : `<thead>${row(header)}</thead>`
        return `<div class="scroll"><table>${head}<tbody>${body.map(row).join('')}</tbody></table></div>\n`
      },
    },
  })
  const rendered = new Html(marked.parser(tokens))
  const sections: Section[] = []
  for (const token of tokens)
    if (token.type === 'heading') sections.push({ ...(headings[sections.length] as Heading), text: '' })
    else if (sections.length > 0) (sections.at(-1) as Section).text += ` ${unescaped(wordsOf(token))}`
  return { title: headings[0]?.title ?? '', html: rendered, headings, sections }
}
