// A separate program, packages/docs-site, builds the documentation for all processes that serve it (pages/built-reference.ts).
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readEventExamples, recordedByTitle } from '../../../docs-site/src/event-examples.ts'
import { buildOpenApi } from '../../../docs-site/src/openapi.ts'
import { Site } from '../../../docs-site/src/site.ts'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Formed } from '../../src/http/fixed-answers.ts'
import { BUILT_REFERENCE, BuiltReference, INDEX, NotBuilt } from '../../src/pages/built-reference.ts'
import { addReference } from '../../src/pages/reference-page.ts'
import { importedBy, sourceOf } from '../support/sources.ts'
import { until } from '../support/until.ts'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'((?:\.|@backhaul\/)[^']+)'|import\(\s*'((?:\.|@backhaul\/)[^']+)'\s*\)|^import '(\.[^']+)'/gm

/** Returns all modules that these entries load, directly or indirectly. */
const loadedWith = (...entries: string[]): Set<string> => {
  const loaded = new Set(entries)
  for (const file of loaded) {
    for (const match of sourceOf(file).matchAll(IMPORT)) {
      const to = importedBy(file, (match[1] ?? match[2] ?? match[3]) as string)
      if (to.endsWith('.ts')) loaded.add(to)
    }
  }
  return loaded
}

test('no process that serves or supervises requests loads the documentation generator', () => {
  expect([...loadedWith('docs-site/write-reference.ts')]).toContain('docs-site/site.ts')
  const serving = [...loadedWith('app/process.ts', 'cli/main.ts')]
  expect(serving).toEqual(expect.arrayContaining(['pages/reference-page.ts', 'core/errors.ts', 'simulator/run.ts']))
  expect(serving.filter((file) => file.startsWith('docs-site/') || file.startsWith('contracts/'))).toEqual([])
})

/** The documentation was built before the tests, by the program that builds it for servers. */
const made = BUILT_REFERENCE
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backhaul-reference-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

let folder: string
let number = 0
beforeEach(() => {
  folder = join(root, String(number++))
})
afterEach(() => {
  vi.useRealTimers()
})

test('the served documentation equals the generated one, byte for byte, in each encoding', async () => {
  const reference = new BuiltReference(made)
  const document = buildOpenApi(ENDPOINTS, recordedByTitle(readEventExamples()))
  const pages = [...new Site(document).pages].map(([path, { type, make }]) => ({ path, type, bytes: Buffer.from(make()) }))
  const api = { path: '/v2/openapi.json', type: 'application/json', bytes: Buffer.from(JSON.stringify(document)) }
  expect(pages.length).toBeGreaterThan(500)
  for (const { path, type, bytes } of [...pages, api]) {
    const answer = (await reference.find(path)) as Formed
    expect([path, answer.type]).toEqual([path, type])
    const [whole, gzip, br] = [await answer.form('identity'), await answer.form('gzip'), await answer.form('br')]
    expect([path, whole.bytes.equals(bytes), whole.encoding]).toEqual([path, true, 'identity'])
    const isPacked = type !== 'image/png'
    expect([path, gzip.encoding, br.encoding]).toEqual(isPacked ? [path, 'gzip', 'br'] : [path, 'identity', 'identity'])
    if (isPacked)
      expect([path, gunzipSync(gzip.bytes).equals(bytes), brotliDecompressSync(br.bytes).equals(bytes)]).toEqual([path, true, true])
    expect(new Set([whole, gzip, br].map(({ tag }) => tag)).size).toBe(isPacked ? 3 : 1)
  }
  expect(await reference.find('/docs/nowhere')).toBe(null)
})

/** Creates a folder of built documentation with one page that contains this text. */
const write = async (text: string) => {
  await mkdir(`${folder}-new`)
  await writeFile(join(`${folder}-new`, `tag of ${text}`), text)
  await writeFile(join(`${folder}-new`, INDEX), JSON.stringify([['/docs', { type: 'text/html', tags: { identity: `tag of ${text}` } }]]))
  await rename(`${folder}-new`, folder)
}
const read = async (reference: BuiltReference) => {
  const { bytes, tag } = await ((await reference.find('/docs')) as Formed).form('br')
  expect(tag).toBe(`tag of ${bytes}`)
  return String(bytes)
}

test('requests before the build are refused with the remedy, and work as soon as it is done', async () => {
  const reference = new BuiltReference(folder)
  for (let i = 0; i < 3; i++) await expect(read(reference)).rejects.toThrow(NotBuilt)
  await write('first')
  expect(await read(reference)).toBe('first')
})

test('concurrent requests read the index once', async () => {
  await write('first')
  const parse = vi.spyOn(JSON, 'parse')
  const reference = new BuiltReference(folder)
  const texts = await Promise.all(Array.from({ length: 20 }, () => read(reference)))
  expect([new Set(texts), parse.mock.calls.length]).toEqual([new Set(['first']), 1])
  parse.mockRestore()
})

test('a request before the build is refused with 503 and can be retried', async () => {
  const app = Fastify()
  addReference(app, new BuiltReference(folder))
  for (const url of ['/docs', '/docs/all', '/v2/openapi.json']) {
    const { statusCode, headers, body } = await app.inject(url)
    expect([statusCode, headers['retry-after'], JSON.parse(body).error.code]).toEqual([503, '1', 'unavailable'])
    expect(body).toContain('npm run build')
    // The path of the folder must not leak to anonymous callers.
    expect(body).not.toContain(folder)
  }
  await app.close()
})

test('a page replaced by another build is served in its new version', async () => {
  const reference = new BuiltReference(folder)
  await write('old')
  const found = (await reference.find('/docs')) as Formed
  await rm(folder, { recursive: true })
  await write('new')
  const forms = await Promise.all([found.form('identity'), found.form('identity')])
  expect(forms.map(({ bytes }) => String(bytes))).toEqual(['new', 'new'])
  expect(await read(reference)).toBe('new')
  const other = new BuiltReference(folder)
  const lost = (await other.find('/docs')) as Formed
  await rm(folder, { recursive: true })
  await expect(lost.form('identity')).rejects.toThrow(NotBuilt)
})

test('concurrent answers share one buffer, which is freed afterward', async () => {
  const reference = new BuiltReference(made)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let gone = 0
  const registry = new FinalizationRegistry(() => gone++)
  const readAll = async () => {
    const answer = (await reference.find('/docs/all')) as Formed
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => answer.form('identity')))
    for (const other of others) expect(other.bytes).toBe(first?.bytes)
    expect((await answer.form('identity')).bytes).toBe(first?.bytes)
    registry.register(first?.bytes as Buffer, null)
  }
  await readAll()
  await until('it is given back', async () => {
    collect()
    return gone === 1
  })
  await readAll()
})

test('every written file belongs to a page', async () => {
  const pages = JSON.parse(await readFile(join(made, INDEX), 'utf8')) as [string, { tags: Record<string, string> }][]
  const named = new Set(pages.flatMap(([, { tags }]) => Object.values(tags)))
  expect(readdirSync(made).filter((name) => !named.has(name))).toEqual(['.built-from', INDEX])
})
