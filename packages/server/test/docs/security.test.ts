// The tests and mutations that docs/security.md names for each defense exist, and the page lists every attack of the siege trial.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const load = (path: string) => import(new URL(path, ROOT).href)
const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8')

/** Returns the cells of one column, by its heading, from all tables that have it. */
const cells = (heading: string): string[] =>
  page.split('\n\n').flatMap((block) => {
    const [head, , ...rows] = block.split('\n').map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
    const column = head?.indexOf(heading) ?? -1
    return column < 0 ? [] : rows.map((row) => row[column] as string)
  })

/** Returns the text between backticks in these cells. */
const quoted = (heading: string) => cells(heading).flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string))

test('every defense is listed with the tests that fail without it', () => {
  expect(cells('tests').filter((cell) => !cell.includes('`'))).toEqual([])
  const files = quoted('tests').map((name) => (name.startsWith('packages/') ? name : `packages/server/test/${name}`))
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([])
})

test('every mutation that the page names exists', async () => {
  const { MUTATIONS } = (await load('packages/server/tools/mutations.mjs')) as { MUTATIONS: { name: string }[] }
  const names = new Set(MUTATIONS.map(({ name }) => name))
  expect(quoted('mutation').length).toBeGreaterThan(20)
  expect(quoted('mutation').filter((name) => !names.has(name))).toEqual([])
})

test('the page lists exactly the attacks of the siege', async () => {
  const { STRANGERS } = (await load('packages/trials/src/siege/strangers.ts')) as { STRANGERS: { name: string }[] }
  const { PARTNERS } = (await load('packages/trials/src/siege/partners.ts')) as { PARTNERS: { name: string }[] }
  expect(cells('attack')).toEqual([...STRANGERS, ...PARTNERS].map(({ name }) => name))
})
