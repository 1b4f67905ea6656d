// The build of the pages (scripts/pages.mjs), in a copy of the files that it needs, with pages of one line.
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ROOT } from '../support/texts.ts'

const PAGES = ['sign-in', 'console', 'counter']
const STAMP = '.built-from'

let root: string
let dist: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backhaul-build-'))
  dist = join(root, 'packages/server/pages')
  for (const name of ['package-lock.json', 'tsconfig.base.json', 'scripts/bootstrap.mjs', 'scripts/pages.mjs'])
    cpSync(join(ROOT, name), join(root, name))
  for (const name of readdirSync(join(ROOT, 'packages/console')).filter((entry) => /\.(html|json|mjs)$/.test(entry)))
    cpSync(join(ROOT, 'packages/console', name), join(root, 'packages/console', name))
  cpSync(join(ROOT, 'packages/console/third-party'), join(root, 'packages/console/third-party'), { recursive: true })
  mkdirSync(join(root, 'packages/server'))
  mkdirSync(join(root, 'packages/console/src/shared'), { recursive: true })
  cpSync(join(ROOT, 'packages/console/src/shared/icon.svg'), join(root, 'packages/console/src/shared/icon.svg'))
  for (const page of PAGES) write(`${page}/main.tsx`, `document.title = '${page}'`)
  // Wraps the build to count its runs.
  renameSync(join(root, 'packages/console/build.mjs'), join(root, 'packages/console/real-build.mjs'))
  writeFileSync(
    join(root, 'packages/console/build.mjs'),
    `import { appendFileSync } from 'node:fs'
import { build as real } from './real-build.mjs'
export const build = (...told) => {
  appendFileSync(${JSON.stringify(join(root, 'builds'))}, 'one ')
  return real(...told)
}
`,
  )
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  return () => rmSync(root, { recursive: true, force: true })
})

const write = (name: string, text: string) => {
  const path = join(root, 'packages/console/src', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

const run = (): Promise<{ code: number; stderr: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, 'scripts/pages.mjs'), 'pages'], (_error, _stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stderr }),
    )
  })
const when = () => statSync(join(dist, STAMP)).mtimeMs
const scripts = () => readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))

test('two concurrent starts build once; a build is kept until a source changes and leaves no extra files', async () => {
  const both = await Promise.all([run(), run()])
  expect(both.map(({ code, stderr }) => [code, stderr]).sort()).toEqual([
    [0, ''],
    [0, 'building the pages ...\n'],
  ])
  expect(readFileSync(join(root, 'builds'), 'utf8')).toBe('one ')
  for (const page of PAGES) {
    const html = readFileSync(join(dist, `${page}.html`), 'utf8')
    expect(html).toMatch(new RegExp(`<script type="module" crossorigin src="/assets/${page}-[\\w-]{8}\\.js"></script>`))
    // A policy without `unsafe-inline` would block all of these.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:|data:/)
  }
  const first = when()
  expect(await run()).toEqual({ code: 0, stderr: '' })
  expect(when()).toBe(first)
  write('console/main.tsx', 'document.title = "changed"')
  expect((await run()).code).toBe(0)
  expect(when()).toBeGreaterThan(first)
  expect(scripts()).toHaveLength(PAGES.length)
  expect(readFileSync(join(dist, 'assets/licenses.txt'), 'utf8')).toContain('Apache License')
  expect(readdirSync(join(root, '.cache'))).toEqual(['sources-of-pages.hash'])
  expect(readdirSync(join(dist, '..')).sort()).toEqual(['pages'])
})

test('a failed build reports the reason, keeps the previous build and is retried', async () => {
  expect((await run()).code).toBe(0)
  const before = when()
  write('console/main.tsx', "import './nowhere.ts'")
  const failed = await run()
  expect(failed.code).toBe(1)
  expect(failed.stderr).toMatch(/\nbackhaul: the pages \(\/console, \/counter, \/sign-in\) could not be built: [\s\S]*nowhere\.ts/)
  expect([when(), scripts().length]).toEqual([before, PAGES.length])
  write('console/main.tsx', 'document.title = "again"')
  expect((await run()).code).toBe(0)
  expect(when()).toBeGreaterThan(before)
})

test('pages are built for production, regardless of NODE_ENV', async () => {
  write('console/main.tsx', 'document.title = process.env.NODE_ENV')
  expect(process.env.NODE_ENV).toBe('test')
  expect((await run()).code).toBe(0)
  const name = scripts().find((script) => script.startsWith('console-')) as string
  expect(readFileSync(join(dist, 'assets', name), 'utf8')).toMatch(/document\.title\s*=\s*["'`]production["'`]/)
})

test('the remains of a killed build are taken over and removed', async () => {
  // No process can have the id in this name.
  const left = join(root, 'packages/server/.pages-new-4194305')
  mkdirSync(left, { recursive: true })
  mkdirSync(join(root, '.cache'))
  for (const name of ['pages.lock', 'pages.lock.4194305']) writeFileSync(join(root, '.cache', name), '4194305')
  expect((await run()).code).toBe(0)
  expect(existsSync(left)).toBe(false)
  expect(existsSync(join(dist, STAMP))).toBe(true)
})
