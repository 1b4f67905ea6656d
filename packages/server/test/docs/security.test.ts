// docs/security.md names a defense by the entry that removes it, and an attack by its name.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../../../', import.meta.url)
const load = (path: string) => import(new URL(path, ROOT).href)
const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8')

/** The cells of one column of all tables that have it, by its heading. */
const cells = (heading: string): string[] =>
  page.split('\n\n').flatMap((block) => {
    const [head, , ...rows] = block.split('\n').map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
    const column = head?.indexOf(heading) ?? -1
    return column < 0 ? [] : rows.map((row) => row[column] as string)
  })

test('every defense that the page names is an entry that removes it', async () => {
  const { MUTATIONS } = (await load('scripts/mutations.mjs')) as { MUTATIONS: { name: string }[] }
  const named = cells('entry').flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(50)
  const entries = new Set(MUTATIONS.map(({ name }) => name))
  expect(named.filter((name) => !entries.has(name as string))).toEqual([])
})

test('the page lists the attacks of the siege, and no others', async () => {
  const { STRANGERS } = (await load('scripts/siege/strangers.mjs')) as { STRANGERS: { name: string }[] }
  const { PARTNERS } = (await load('scripts/siege/partners.mjs')) as { PARTNERS: { name: string }[] }
  expect(cells('attack')).toEqual([...STRANGERS, ...PARTNERS].map(({ name }) => name))
})
