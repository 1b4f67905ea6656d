// Style and safety of the sources of the pages (packages/console): rules that every file keeps, so that its readers can rely on them.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCESSES } from '@backhaul/core/access.ts'
import { expect, test } from 'vitest'
import { BUILT_PAGES } from '../../src/pages/build.ts'

const CONSOLE = fileURLToPath(new URL('../../../console', import.meta.url))
const SRC = join(CONSOLE, 'src')
const MAX_COMPONENT_LINES = 200
const MAX_FILE_LINES = 400

const files = (readdirSync(SRC, { recursive: true }) as string[]).filter((name) => /\.tsx?$/.test(name)).sort()
const textOf = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]))
const html = readdirSync(CONSOLE).filter((name) => name.endsWith('.html'))
const pageOf = (file: string): string => file.split('/')[0] as string

const IMPORT = /(?:^|\n)(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g
const imports = files.flatMap((from) =>
  [...(textOf.get(from) as string).matchAll(IMPORT)].map((match) => {
    const name = (match[2] ?? match[3] ?? match[4]) as string
    return { from, to: name.startsWith('.') ? relative(SRC, join(SRC, dirname(from), name)) : name, typeOnly: match[1] !== undefined }
  }),
)

/** Returns the lines of the sources that match, each with its file and number. */
const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((file) =>
    (textOf.get(file) as string).split('\n').flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )

test('every page has an HTML file, a folder and a path', () => {
  expect(html.map((name) => name.replace('.html', ''))).toEqual(['console', 'counter', 'sign-in'])
  for (const name of html) expect(readFileSync(join(CONSOLE, name), 'utf8')).toContain(`/src/${name.replace('.html', '')}/main.tsx`)
  expect([...new Set(files.map(pageOf))].sort()).toEqual(['console', 'counter', 'design', 'shared', 'sign-in'])
  expect(BUILT_PAGES).toBe(join(CONSOLE, '../server/pages'))
})

test('an HTML file contains nothing that its policy would block', () => {
  for (const name of html) {
    const text = readFileSync(join(CONSOLE, name), 'utf8')
    expect([name, text.match(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:|https?:/g)]).toEqual([name, null])
    expect(text).toContain('<noscript>')
  }
})

test('external text is shown as text, never as markup or code', () => {
  expect(
    linesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|\bsrcDoc\b/),
  ).toEqual([])
})

test('no page names another host', () => {
  // The namespace of an SVG is only a name. It is never fetched.
  expect(linesWith(/\b(https?|wss?):\/\/(?!www\.w3\.org\/2000\/svg)/)).toEqual([])
})

/** Pages may import the rules that the server uses too, because a copy of them would differ one day. */
const CORE = /^@backhaul\/core\//

test('a page imports only shared code, its own code and packages/core', () => {
  const reaches = imports.filter(({ from, to }) =>
    to.endsWith('.ts') || to.endsWith('.tsx') ? !CORE.test(to) && ![pageOf(from), 'shared', 'design'].includes(pageOf(to)) : false,
  )
  expect(reaches).toEqual([])
  const values = imports.filter(({ to, typeOnly }) => to.startsWith('@backhaul/') && !CORE.test(to) && !typeOnly)
  expect(values, 'types only: the client signs, which nobody does here').toEqual([])
  expect(imports.filter(({ to }) => to.startsWith('node:'))).toEqual([])
})

test(`components have at most ${MAX_COMPONENT_LINES} lines, other files ${MAX_FILE_LINES}`, () => {
  const lines = (file: string) => (textOf.get(file) as string).split('\n').length - 1
  expect(files.filter((file) => lines(file) > (file.endsWith('.tsx') ? MAX_COMPONENT_LINES : MAX_FILE_LINES))).toEqual([])
})

const LATE = [
  /useEffect\(\s*(?:\(\) =>\s*)?\{?\s*(?:\w+\.current\?\.(?:focus|showModal)\b|focus\b)/,
  /useEffect\(\s*\(\) =>\s*\{?\s*(?:return )?onLetter\(/,
  /useEffect\((?:(?!\n {2}\}).)*?(?:onLetter\(|addEventListener\('keydown'|showModal\()/s,
]

test('key handlers and focus are set in the commit that shows their element', () => {
  expect(files.filter((file) => LATE.some((pattern) => pattern.test(textOf.get(file) as string)))).toEqual([])
})

test('the console has words for every access, and for no others', () => {
  const words = /ACCESS_WORDS[^{]*\{([^}]*)\}/.exec(textOf.get('shared/sessions.ts') as string)?.[1] ?? ''
  expect([...words.matchAll(/^\s*'?([\w-]+)'?:/gm)].map(([, name]) => name).sort()).toEqual([...ACCESSES].sort())
})
