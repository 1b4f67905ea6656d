// Highlights code in the few languages that the pages show. Other code stays as it is. The module only adds spans around escaped text.
import { type Html, html } from './html.ts'

const WORDS: Record<string, string> = {
  js: 'import from const let await async new if for of throw return export function class typeof null true false',
  python: 'import from as def return if for in with not None True False open print raise',
  sh: 'if then fi for do done set export while eval cat printf curl openssl cut date',
  json: 'true false null',
}
const LANGUAGES: Record<string, string> = {
  json: 'json',
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  ts: 'js',
  typescript: 'js',
  node: 'js',
  py: 'python',
  python: 'python',
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  curl: 'sh',
}
const COMMENTS: Record<string, string> = { js: '\\/\\/[^\\n]*', python: '#[^\\n]*', sh: '(?<=^|\\s)#[^\\n]*', json: '(?!)' }
const STRING = '"(?:[^"\\\\\\n]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`'
/** Only a shell allows several lines in single quotes. */
const quotedIn = (language: string): string => `${STRING}|${language === 'sh' ? "'[^']*'" : "'(?:[^'\\\\\\n]|\\\\.)*'"}`

/** Returns the code with comments, strings, numbers and keywords marked. */
export const highlight = (code: string, language: string | undefined): Html => {
  const known = LANGUAGES[language ?? '']
  if (known === undefined) return html`${code}`
  const words = (WORDS[known] as string).split(' ').join('|')
  const parts = `(?<c>${COMMENTS[known]})|(?<k>"[^"\\n]*"(?=\\s*:))|(?<s>${quotedIn(known)})|(?<w>\\b(?:${words})\\b)|(?<n>(?<![\\w.-])-?\\d[\\d_.]*\\b)`
  const done: Html[] = []
  let at = 0
  for (const match of code.matchAll(new RegExp(parts, 'gm'))) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined) as [string, string]
    done.push(html`${code.slice(at, match.index)}<span class="${kind}">${text}</span>`)
    at = match.index + text.length
  }
  return html`${done}${code.slice(at)}`
}

/** A block of code with its title. The script of the pages adds a copy button. */
export const codeBlock = (code: string, language: string | undefined, title = ''): Html => {
  const caption = title === '' ? '' : html`<figcaption>${title}</figcaption>`
  return html`<figure class="code">${caption}<pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}
