// Rules for all areas of the console.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HIT_KINDS } from '@backhaul/core/search.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { expect, test } from 'vitest'
import { AREAS } from '../../src/console/areas.ts'
import { addressOfHit } from '../../src/console/search/hits.ts'
import { statusWords } from '../../src/console/words.ts'

const SOURCES = join(import.meta.dirname, '../../src')
const sourcesOf = (ending: string): [string, string][] =>
  readdirSync(join(SOURCES, 'console'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => [path, readFileSync(join(SOURCES, 'console', path), 'utf8')])
const repeated = <T>(all: readonly T[]): T[] => all.filter((one, i) => all.indexOf(one) !== i)

test('each area of the navigation has its own letter', () => {
  const shown = AREAS.filter(({ entry }) => entry)
  expect(shown.filter(({ letter }) => letter === undefined)).toEqual([])
  expect(repeated(shown.map(({ letter }) => letter))).toEqual([])
})

test('no two pages have the same path', () => {
  expect(repeated(AREAS.flatMap(({ pages }) => pages.map(({ path }) => path)))).toEqual([])
})

test('the page of a record leads to its list, even if the record does not exist', () => {
  const paths = AREAS.flatMap(({ pages }) => pages.map(({ path }) => path))
  const ones = paths.filter((path) => path.endsWith('/$id'))
  expect(ones.map((path) => path.replace('/$id', '')).filter((list) => !paths.includes(list))).toEqual([])
  const modules = sourcesOf('area.ts').flatMap(([area, text]) =>
    [...text.matchAll(/path: '[^']*\/\$id', load: \(\) => import\('(.*?)'\)/g)].map(([, name]) => join(dirname(area), name as string)),
  )
  expect(modules).toHaveLength(ones.length)
  const pages = new Map(sourcesOf('.tsx'))
  expect(modules.filter((path) => !pages.get(path)?.includes('<NotYet '))).toEqual([])
})

/** Returns the selectors of a style sheet, except those within at-rules, such as the rules for another width or another user preference. */
const selectorsOf = (css: string): string[] => {
  const plain = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  return [...plain.matchAll(/([^{}]+)\{/g)].flatMap(([, names]) => (names as string).split(',').map((name) => name.trim()))
}

test('the styles of an area do not depend on other areas: no two style sheets share a selector', () => {
  const sheets = sourcesOf('.css').filter(([path]) => path !== 'console.css')
  expect(sheets.length).toBeGreaterThan(5)
  expect(repeated(sheets.flatMap(([, css]) => [...new Set(selectorsOf(css))]))).toEqual([])
})

test('each shipment status has the same name on every page and shares it with no other status', () => {
  expect(repeated(STATUSES.map(statusWords))).toEqual([])
  expect(
    sourcesOf('words.ts')
      .filter(([, text]) => /^ *label_ready: '/m.test(text))
      .map(([path]) => path),
  ).toEqual(['words.ts'])
})

test('every search hit leads to its page', () => {
  const hit = {
    object: 'search_hit',
    id: 'x_1',
    matched_by: 'id',
    title: null,
    status: null,
    partner_id: 'ptn_1',
    shipment_id: 'shp_1',
    created_at: '',
  } as const
  const ones = AREAS.flatMap(({ pages }) => pages.map(({ path }) => path)).filter((path) => path.endsWith('/$id'))
  for (const kind of HIT_KINDS) {
    const address = addressOfHit({ ...hit, kind })
    expect([kind, address]).toEqual([kind, expect.stringMatching(/^\/console\//)])
    const own = ones.find((path) => path === `/${kind === 'discrepancy' ? 'discrepancies' : `${kind}s`}/$id`)
    if (own) expect([kind, address]).toEqual([kind, `/console${own.replace('$id', 'x_1')}`])
  }
})

test('every link into the documentation leads to an existing page', () => {
  const links = sourcesOf('.tsx').flatMap(([, text]) => [...text.matchAll(/"\/docs\/guide\/([\w-]+)/g)].map(([, name]) => name))
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter((name) => !existsSync(join(SOURCES, `../../../docs/guide/${name}.md`)))).toEqual([])
})
