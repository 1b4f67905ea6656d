// Rules of style that every file keeps, so that its readers can rely on them (docs/architecture.md, "What a file's name says").
import { expect, test } from 'vitest'
import { files, importedBy, sourceOf } from '../support/sources.ts'

/**
 * The entry points: the command line, the programs of a machine's processes and of a drawing thread, the builder of the documentation, and
 * what the trials use.
 */
const ENTRIES = ['cli/main.ts', 'app/process.ts', 'app/renderer.ts', 'docs-site/index.ts', 'testing/index.ts']

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 70
/** Files with one long literal. They may be as long as the list that the literal contains. */
const TABLES = ['core/events/catalog.ts', 'core/errors.ts', 'core/generated/known-columns.ts']

const textOf = new Map(files.map((file) => [file, sourceOf(file)]))

interface Import {
  from: string
  /** A source file, or the name of a package. */
  to: string
  typeOnly: boolean
}

const IMPORT = /(?:^|\n)(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g
const imports: Import[] = files.flatMap((from) =>
  [...(textOf.get(from) as string).matchAll(IMPORT)].map((match) => {
    return { from, to: importedBy(from, (match[2] ?? match[3]) as string), typeOnly: match[1] !== undefined }
  }),
)

/** Files in packages/core, and the decisions and models of the kinds, read no clock and use no random numbers. */
const isPure = (file: string): boolean => /^core\/|(^|\/)(model|decide(-[a-z]+)*|schedule)\.ts$/.test(file)

test('the imports are found', () => {
  expect(imports.length).toBeGreaterThan(200)
})

test('pure files read no clock, use no randomness and touch nothing outside', () => {
  const impure = /Date\.now|Math\.random|randomUUID|randomBytes|new Date\(\)|performance\.now|process\.|console\.|\bawait\b/
  const offenders = files.filter((file) => isPure(file) && impure.test(textOf.get(file) as string))
  expect(offenders).toEqual([])
  const reach = imports.filter(
    ({ from, to, typeOnly }) => isPure(from) && !typeOnly && (to.startsWith('node:') || ['pg', 'fastify', 'undici'].includes(to)),
  )
  expect(reach).toEqual([])
})

test('a pure file imports values from pure files only', () => {
  const allowed = (to: string) => isPure(to) || !to.endsWith('.ts') || to === 'delivery/address-guard.ts'
  expect(imports.filter(({ from, to, typeOnly }) => isPure(from) && !typeOnly && !allowed(to))).toEqual([])
})

test('an endpoint is imported only by the list of its kind, and that list only by the list of kinds', () => {
  const listing = (to: string) => (to.endsWith('.endpoint.ts') ? to.replace(/[^/]+$/, 'kind.ts') : 'app/kinds.ts')
  const listed = imports.filter(({ to }) => /^kinds\/[\w-]+\/([\w-]+\.endpoint|kind)\.ts$/.test(to))
  expect(listed.length).toBeGreaterThan(150)
  expect(listed.filter(({ from, to }) => from !== listing(to))).toEqual([])
})

test('every endpoint is in the list of its kind, and every such kind in the list of kinds', () => {
  const listed = new Set(imports.map(({ from, to }) => `${from} lists ${to}`))
  const endpoints = files.filter((file) => file.endsWith('.endpoint.ts'))
  const kinds = [...new Set(endpoints.map((file) => file.replace(/[^/]+$/, 'kind.ts')))]
  const needed = [
    ...endpoints.map((file) => `${file.replace(/[^/]+$/, 'kind.ts')} lists ${file}`),
    ...kinds.map((file) => `app/kinds.ts lists ${file}`),
  ]
  expect(needed.filter((line) => !listed.has(line))).toEqual([])
})

test('only the folders database and storage import the driver', () => {
  expect(imports.filter(({ from, to }) => to === 'pg' && !/^(database|storage)\//.test(from))).toEqual([])
})

test('imports of values have no cycles', () => {
  const next = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports) if (!typeOnly && textOf.has(to)) next.set(from, [...(next.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      return
    }
    state.set(file, 'open')
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

test('no file is dead: each is reached from an entry', () => {
  const reached = new Set<string>()
  const walk = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const { from, to } of imports) if (from === file && textOf.has(to)) walk(to)
  }
  for (const entry of ENTRIES) walk(entry)
  const dead = files.filter((file) => !reached.has(file))
  expect(dead, 'imported by nobody').toEqual([])
})

test('only kinds/labels/draw.ts draws on the event loop: no other code that answers requests loads the drawing code', () => {
  const loaded = new Set<string>()
  const walk = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { from, to, typeOnly } of imports)
      if (from === file && !typeOnly && textOf.has(to) && to !== 'kinds/labels/render.ts') walk(to)
  }
  walk('cli/main.ts')
  const drawing = imports.filter(({ to }) => to === 'kinds/labels/render.ts').map(({ from }) => from)
  expect([...new Set(drawing)].sort()).toEqual(['app/renderer.ts', 'kinds/labels/draw.ts'])
  expect(loaded.has('kinds/labels/read.endpoint.ts')).toBe(true)
  expect([...loaded].filter((file) => file.startsWith('print/'))).toEqual([])
})

test('each name of a prepared statement belongs to one statement', () => {
  const names = files.flatMap((file) =>
    [...(textOf.get(file) as string).matchAll(/\b(?:query|one)(?:<[^()]*>)?\(\s*'([a-z_]+)'/g)].map(([, name]) => name as string),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})

test(`files have at most ${MAX_FILE_LINES} lines, except tables`, () => {
  const long = files.filter((file) => !TABLES.includes(file) && (textOf.get(file) as string).split('\n').length > MAX_FILE_LINES + 1)
  expect(long).toEqual([])
})

/** The line that opens the body of a function. The formatter ensures that the body ends at the next `}` with the same indentation. */
const OPENS = /(=>|\)(: [^=]*)?) \{$/
const CONTROL = /^\s*(\} )?(if|for|while|switch|catch|else)\b/
test(`functions have at most ${MAX_FUNCTION_LINES} lines`, () => {
  const long: string[] = []
  for (const file of files) {
    const lines = (textOf.get(file) as string).split('\n')
    for (const [i, line] of lines.entries()) {
      if (!OPENS.test(line) || CONTROL.test(line)) continue
      const indent = /^\s*/.exec(line)?.[0] as string
      const end = lines.findIndex((other, j) => j > i && other.startsWith(`${indent}}`))
      if (end - i > MAX_FUNCTION_LINES) long.push(`${file}:${i + 1} (${end - i} lines)`)
    }
  }
  expect(long).toEqual([])
})
